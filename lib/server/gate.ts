import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The one gate in front of every request, before Next. It decides on facts alone (no socket, no response), so
 * that every rule is a line in a test:
 *
 *   Host    a name we answer to, against DNS rebinding
 *   Origin  ours on everything that changes something, against other pages of the same browser
 *   token   if one is set
 *
 * and it owns the security headers. What it refuses never reaches Next.
 */
export interface GateOptions {
  /** The port that is listened on. */
  readonly port: number
  /** Names the server answers to: `name` (any port) or `name:port`, IPv6 in brackets. */
  readonly names: readonly string[]
  readonly token: string | null
  /** Tests give their own. */
  readonly nonce?: () => string
}

export interface RequestFacts {
  readonly method: string
  /** The request target as it came. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Name, value, name, value …: shows a repeated Host, which `headers` hides. */
  readonly rawHeaders: readonly string[]
}

type Headers = Readonly<Record<string, string>>

export type Verdict =
  | { readonly kind: 'allow'; readonly headers: Headers; readonly requestHeaders: Headers }
  | { readonly kind: 'redirect'; readonly location: string; readonly headers: Headers }
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string; readonly message: string; readonly headers: Headers }

export type Gate = (facts: RequestFacts) => Verdict

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** CUTPOINT_HOSTS: names separated by commas or spaces. */
export const parseHosts = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(name => name !== '')

/**
 * What the server answers to. On loopback its own names with its port; beyond it those of CUTPOINT_HOSTS and
 * nothing else. Without that list loopback names remain, and the bound address if it is one: a page elsewhere
 * cannot be served under either, so rebinding gains nothing.
 */
export const namesFor = (host: string, port: number, hosts: readonly string[]): readonly string[] => {
  if (!isLoopback(host) && hosts.length > 0) return hosts
  const isWildcard = host === '0.0.0.0' || host === '::' || host === '[::]'
  const own = isWildcard ? loopbackNames : [...loopbackNames, bracketed(host)]
  return [...new Set(own)].map(name => `${name}:${port}`)
}

/** The sentence why a server must not be bound like this, or null. */
export const bindRefusal = (host: string, token: string | null): string | null =>
  isLoopback(host) || token !== null
    ? null
    : `Refusing to listen on ${host}: anyone who can reach that address could read the transcripts. Set CUTPOINT_TOKEN to a secret (and CUTPOINT_HOSTS to the names it is reached by), or leave out --host.`

// ---------------------------------------------------------------- headers

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Recharts and Radix set style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

const securityHeaders = (policy: string, path: string): Headers => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  // What the API answers is transcripts: not for a cache. Pages and assets get theirs from Next.
  ...(path.startsWith('/api/') ? { 'Cache-Control': 'no-store' } : {}),
})

// ---------------------------------------------------------------- the three checks

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

const countOf = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length

const isNamed = (host: string, options: GateOptions): boolean => {
  const [, name, port = '80'] = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/.exec(host) ?? []
  return name !== undefined && options.names.some(known => known === name || known === `${name}:${port}`)
}

const checkHost = (facts: RequestFacts, options: GateOptions): Refusal | null => {
  // An absolute target would bring a host of its own, past this check.
  if (!facts.url.startsWith('/')) return { status: 400, code: 'bad-request', message: 'The request target must be a path.' }
  if (countOf(facts.rawHeaders, 'host') > 1) return { status: 400, code: 'bad-request', message: 'The request has more than one Host.' }
  const host = facts.headers.host?.toLowerCase()
  if (host !== undefined && isNamed(host, options)) return null
  return {
    status: 403,
    code: 'host-refused',
    message: `This server does not answer to the host name ${JSON.stringify(host ?? '')}. Use the address it printed; further names go into CUTPOINT_HOSTS.`,
  }
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

const foreign: Refusal = { status: 403, code: 'origin-refused', message: 'This request comes from another page, so it is refused.' }

const checkOrigin = (facts: RequestFacts): Refusal | null => {
  const site = single(facts.headers['sec-fetch-site'])
  const isElsewhere = site === 'cross-site' || site === 'same-site'
  if (isReading(facts.method)) {
    // Following a link to us is fine; loading our data into another page is not.
    const isNavigation = single(facts.headers['sec-fetch-mode']) === 'navigate' && single(facts.headers['sec-fetch-dest']) === 'document'
    return isElsewhere && !isNavigation ? foreign : null
  }
  if (isElsewhere || countOf(facts.rawHeaders, 'origin') > 1) return foreign
  const origin = single(facts.headers.origin)?.toLowerCase()
  if (origin === undefined) return null
  // The host is already known to be ours. The scheme may be https when something in front of us speaks TLS.
  const host = facts.headers.host?.toLowerCase()
  return origin === `http://${host}` || origin === `https://${host}` ? null : foreign
}

/** What the cookie holds proves the token without being it, and stays good over a restart. */
const cookieProof = (token: string): string => createHmac('sha256', token).update('cutpoint cookie 1').digest('hex')

/** The time of this does not depend on where two secrets differ, nor on their lengths. */
const isSame = (given: string, wanted: string): boolean => {
  const digest = (text: string): Buffer => createHmac('sha256', 'cutpoint compare').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

const cookieValue = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Cookies do not tell ports apart, so the name does: two servers on one host keep their own. */
const cookieName = (port: number): string => `cutpoint-${port}`

const unauthorized: Refusal = {
  status: 401,
  code: 'token-missing',
  message: 'A token is needed: open the address once with ?token=…, or send it as "Authorization: Bearer …".',
}

type TokenCheck =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'cookie'; readonly location: string; readonly cookie: string }

const checkToken = (facts: RequestFacts, options: GateOptions): TokenCheck => {
  const { token } = options
  if (token === null) return { kind: 'ok' }
  const [path = '', query = ''] = splitOnce(facts.url, '?')
  const params = new URLSearchParams(query)
  const asked = params.get('token')
  if (asked !== null && isReading(facts.method)) {
    if (!isSame(asked, token)) return { kind: 'refuse' }
    params.delete('token')
    const rest = params.toString()
    // One slash only: `//name` would lead to another host.
    const location = `/${path.replace(/^[/\\]+/, '')}${rest === '' ? '' : `?${rest}`}`
    return { kind: 'cookie', location, cookie: `${cookieName(options.port)}=${cookieProof(token)}; Path=/; HttpOnly; SameSite=Strict` }
  }
  const bearer = /^Bearer +(.+)$/i.exec(facts.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return isSame(bearer.trim(), token) ? { kind: 'ok' } : { kind: 'refuse' }
  const cookie = cookieValue(facts.headers.cookie, cookieName(options.port))
  return cookie !== undefined && isSame(cookie, cookieProof(token)) ? { kind: 'ok' } : { kind: 'refuse' }
}

const splitOnce = (text: string, at: string): readonly string[] => {
  const index = text.indexOf(at)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}

// ---------------------------------------------------------------- the gate

export const createGate = (options: GateOptions): Gate => {
  const makeNonce = options.nonce ?? (() => randomBytes(16).toString('base64'))
  return facts => {
    const nonce = makeNonce()
    const policy = contentSecurityPolicy(nonce)
    const headers = securityHeaders(policy, facts.url)
    const refused = checkHost(facts, options) ?? checkOrigin(facts)
    if (refused !== null) return { kind: 'refuse', ...refused, headers }
    const token = checkToken(facts, options)
    if (token.kind === 'refuse') return { kind: 'refuse', ...unauthorized, headers: { ...headers, 'WWW-Authenticate': 'Bearer' } }
    if (token.kind === 'cookie') {
      return {
        kind: 'redirect',
        location: token.location,
        headers: { ...headers, 'Set-Cookie': token.cookie, 'Cache-Control': 'no-store' },
      }
    }
    // Next reads the policy from the request and stamps its scripts with the nonce in it.
    return { kind: 'allow', headers, requestHeaders: { 'content-security-policy': policy, 'x-nonce': nonce } }
  }
}
