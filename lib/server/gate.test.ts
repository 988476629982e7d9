import { describe, expect, test } from 'vitest'
import { bindRefusal, createGate, type GateOptions, isLoopback, namesFor, parseHosts, type Verdict } from './gate'

const local: GateOptions = { port: 3000, names: namesFor('127.0.0.1', 3000, []), token: null, nonce: () => 'N' }
const guarded: GateOptions = { ...local, token: 'secret' }

interface Ask {
  readonly options?: GateOptions
  readonly method?: string
  readonly url?: string
  readonly headers?: Record<string, string>
  readonly raw?: readonly string[]
}

const ask = ({ options = local, method = 'GET', url = '/', headers = {}, raw = [] }: Ask): Verdict => {
  const all: Record<string, string> = { host: '127.0.0.1:3000', ...headers }
  return createGate(options)({ method, url, headers: all, rawHeaders: [...Object.entries(all).flat(), ...raw] })
}

/** One word for a verdict: allow, redirect, or the code of the refusal. */
const word = (verdict: Verdict): string => (verdict.kind === 'refuse' ? `${verdict.status} ${verdict.code}` : verdict.kind)
const host = (name: string, options = local) => word(ask({ options, headers: { host: name } }))
const post = (headers: Record<string, string>) => word(ask({ method: 'POST', url: '/api/sessions', headers }))

describe('Host', () => {
  test.each(['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST:3000', '[::1]:3000'])('%s is ours', name => expect(host(name)).toBe('allow'))

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost',
    'localhost:3001',
    '127.0.0.1',
    'localhost.evil.example:3000',
    '',
    'localhost:3000:3000',
    '[::1',
  ])('%j is refused', name => expect(host(name)).toBe('403 host-refused'))

  test('an absent, a repeated Host and an absolute target are refused', () => {
    expect(word(createGate(local)({ method: 'GET', url: '/', headers: {}, rawHeaders: [] }))).toBe('403 host-refused')
    expect(word(ask({ raw: ['HOST', 'evil.example'] }))).toBe('400 bad-request')
    expect(word(ask({ url: 'http://evil.example/' }))).toBe('400 bad-request')
    expect(word(ask({ method: 'OPTIONS', url: '*' }))).toBe('400 bad-request')
  })

  test('port 80 may be left out', () => {
    const options = { ...local, port: 80, names: namesFor('127.0.0.1', 80, []) }
    expect([host('localhost', options), host('localhost:80', options)]).toEqual(['allow', 'allow'])
  })

  test('beyond loopback only the names of CUTPOINT_HOSTS', () => {
    const options = { ...local, names: namesFor('0.0.0.0', 3000, parseHosts('Box.example, lab.example:8443')) }
    expect(['box.example', 'box.example:3000', 'box.example:443', 'lab.example:8443'].map(name => host(name, options))).toEqual(
      Array(4).fill('allow'),
    )
    expect(
      ['lab.example', 'lab.example:3000', 'localhost:3000', '127.0.0.1:3000', 'x.box.example'].map(name => host(name, options)),
    ).toEqual(Array(5).fill('403 host-refused'))
  })

  test('on loopback CUTPOINT_HOSTS adds nothing; without it a bound address is its own name', () => {
    expect(namesFor('127.0.0.1', 1, ['box'])).toEqual(['localhost:1', '127.0.0.1:1', '[::1]:1'])
    expect(namesFor('192.0.2.7', 1, [])).toContain('192.0.2.7:1')
    expect(namesFor('2001:db8::1', 1, [])).toContain('[2001:db8::1]:1')
    expect(namesFor('0.0.0.0', 1, [])).not.toContain('0.0.0.0:1')
  })
})

describe('Origin', () => {
  test.each([
    ['absent', {}, 'allow'],
    ['same', { origin: 'http://127.0.0.1:3000' }, 'allow'],
    ['same, TLS in front', { origin: 'https://127.0.0.1:3000' }, 'allow'],
    ['null', { origin: 'null' }, '403 origin-refused'],
    ['empty', { origin: '' }, '403 origin-refused'],
    ['foreign', { origin: 'https://evil.example' }, '403 origin-refused'],
    ['another port', { origin: 'http://127.0.0.1:8080' }, '403 origin-refused'],
    ['another of our names', { origin: 'http://localhost:3000' }, '403 origin-refused'],
    ['a longer name', { origin: 'http://127.0.0.1:3000.evil.example' }, '403 origin-refused'],
    ['absent, but cross-site', { 'sec-fetch-site': 'cross-site' }, '403 origin-refused'],
    ['same, but cross-site', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }, '403 origin-refused'],
    ['same-origin', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, 'allow'],
  ] as const)('a change with Origin %s', (_, headers, wanted) => expect(post(headers)).toBe(wanted))

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'])('%s is a change', method =>
    expect(word(ask({ method, headers: { origin: 'null' } }))).toBe('403 origin-refused'),
  )

  test('reading needs no Origin; another page may link to us but not load from us', () => {
    const load = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    expect(word(ask({ headers: { origin: 'null' } }))).toBe('allow')
    expect(word(ask({ headers: { ...load, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }))).toBe('allow')
    expect(word(ask({ headers: load }))).toBe('403 origin-refused')
    expect(word(ask({ headers: { ...load, 'sec-fetch-site': 'same-site' } }))).toBe('403 origin-refused')
    expect(word(ask({ headers: { 'sec-fetch-site': 'none' } }))).toBe('allow')
  })
})

describe('token', () => {
  const token = (asked: Ask) => ask({ options: guarded, ...asked })

  test('is asked of everything', () => {
    expect(word(token({}))).toBe('401 token-missing')
    expect(word(token({ url: '/api/health' }))).toBe('401 token-missing')
    expect(word(token({ url: '/_next/static/a.js' }))).toBe('401 token-missing')
  })

  test('as Bearer', () => {
    expect(word(token({ headers: { authorization: 'Bearer secret' } }))).toBe('allow')
    expect(word(token({ headers: { authorization: 'bearer  secret' } }))).toBe('allow')
    expect(word(token({ headers: { authorization: 'Bearer secre' } }))).toBe('401 token-missing')
    expect(word(token({ headers: { authorization: 'Basic secret' } }))).toBe('401 token-missing')
  })

  test('once as ?token=, then as a cookie that does not hold it', () => {
    const verdict = token({ url: '/sessions/a?lens=reads&token=secret&at=m1' })
    expect(verdict).toMatchObject({ kind: 'redirect', location: '/sessions/a?lens=reads&at=m1' })
    const cookie = verdict.headers['Set-Cookie'] ?? ''
    expect(cookie).toMatch(/^cutpoint-3000=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/)
    const [pair = ''] = cookie.split(';')
    expect(word(token({ headers: { cookie: `other=1; ${pair}` } }))).toBe('allow')
    expect(word(token({ headers: { cookie: pair.slice(0, -1) } }))).toBe('401 token-missing')
    expect(word(token({ headers: { cookie: 'cutpoint-3000=secret' } }))).toBe('401 token-missing')
  })

  test('a wrong or a posted ?token= is none, and the redirect stays on this host', () => {
    expect(word(token({ url: '/?token=wrong' }))).toBe('401 token-missing')
    expect(word(token({ method: 'POST', url: '/api/sessions?token=secret' }))).toBe('401 token-missing')
    expect(token({ url: '//evil.example/?token=secret' })).toMatchObject({ location: '/evil.example/' })
    expect(token({ url: '/\\evil.example/?token=secret' })).toMatchObject({ location: '/evil.example/' })
  })

  test('does not replace the other two', () => {
    const authorization = 'Bearer secret'
    expect(word(token({ headers: { authorization, host: 'evil.example' } }))).toBe('403 host-refused')
    expect(word(token({ method: 'POST', headers: { authorization, origin: 'http://evil.example' } }))).toBe('403 origin-refused')
  })
})

describe('headers', () => {
  test('the policy with its nonce is on the request and on the response', () => {
    const verdict = ask({})
    if (verdict.kind !== 'allow') throw new Error('must be allowed')
    expect(verdict.headers['Content-Security-Policy']).toBe(
      "default-src 'self'; script-src 'nonce-N' 'strict-dynamic'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    )
    expect(verdict.requestHeaders).toEqual({ 'content-security-policy': verdict.headers['Content-Security-Policy'], 'x-nonce': 'N' })
  })

  test('a nonce is used once', () => {
    const gate = createGate({ port: 3000, names: local.names, token: null })
    const facts = { method: 'GET', url: '/', headers: { host: 'localhost:3000' }, rawHeaders: [] }
    expect(gate(facts).headers['Content-Security-Policy']).not.toBe(gate(facts).headers['Content-Security-Policy'])
  })

  test('refusals carry them too; the API is not cached', () => {
    expect(ask({ headers: { host: 'evil.example' } }).headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
    expect(ask({ url: '/api/sessions' }).headers['Cache-Control']).toBe('no-store')
    expect(ask({ url: '/' }).headers['Cache-Control']).toBeUndefined()
  })
})

test('a server binds beyond loopback only with a token', () => {
  expect(['127.0.0.1', '127.8.8.8', 'localhost', '::1'].map(name => [isLoopback(name), bindRefusal(name, null)])).toEqual(
    Array(4).fill([true, null]),
  )
  for (const name of ['0.0.0.0', '::', '192.0.2.7', 'box.example', '127.0.0.1.evil.example']) {
    expect(bindRefusal(name, null)).toMatch(/CUTPOINT_TOKEN/)
    expect(bindRefusal(name, 'secret')).toBeNull()
  }
})
