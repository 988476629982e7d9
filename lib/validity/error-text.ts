/**
 * Reads a pasted error text: what it speaks of, which rules it hints at, and the place and ids that it names.
 *
 * A text arrives in layers (a log line, a gateway's JSON, the provider's JSON as a string in it). They are peeled one
 * by one and all kept: the innermost is asked first, and an outer one only when nothing inside is known. Nothing here
 * looks at a session, so a reading is a hypothesis, and an unknown text stays unknown.
 */

import { CLUES, WRAPPING } from './error-clues'
import { describeStatus, describeUnknown, ERROR_PHRASES, type ErrorKind, type ErrorPhrase, FIELD_HINTS } from './error-phrases'

export interface ErrorReading {
  kind: ErrorKind
  profile: string | null
  /** Best first. Empty when nothing in the text speaks of a history. */
  rules: string[]
  /** Dotted, as the text counts: "messages.1.content.66". */
  path: string | null
  messageIndex: number | null
  blockIndex: number | null
  ids: string[]
  status: number | null
  requestId: string | null
  /** `tokens` is what the provider compared with `limit`: with the room for the answer where the provider adds it. */
  numbers: { tokens?: number; limit?: number }
  foundBlock: string | null
  message: string
  unwrapped: string[]
  means: string
  lookFor: string
}

interface Match {
  readonly phrase: ErrorPhrase
  /** The layer as it was matched, on one line. */
  readonly view: string
  readonly start: number
  readonly end: number
  readonly isInnermost: boolean
}

const HEAD = 64 * 1024
const TAIL = 16 * 1024
const MAX_LAYERS = 24
const MAX_MESSAGE = 1200

/** Never throws: any text gives a reading. */
export function readErrorText(text: string): ErrorReading {
  const { texts, names } = unwrap(text)
  const flat = oneLine(withoutEscapes(texts[0] ?? ''))
  const innermost = tidy(oneLine(texts.at(-1) ?? ''))
  const match = findPhrase(texts, flat)
  const message = match === null || match.isInnermost ? innermost : messageAround(match, innermost)
  const path = (match === null ? null : pathNear(match)) ?? pathIn(innermost) ?? paramPath(flat)
  const facts: Facts = {
    ...placeOf(path),
    ids: idsIn(message),
    status: statusIn(flat),
    requestId: requestIdIn(flat),
    numbers: numbersIn(message),
    foundBlock:
      CLUES.foundBlock
        .exec(message)
        ?.slice(1)
        .find(it => it !== undefined) ?? null,
    message,
    unwrapped: names,
  }
  if (match === null) return { ...facts, ...judgeUnmatched(facts, flat) }
  const { kind, provider, means, lookFor } = match.phrase
  return { ...facts, kind, profile: provider ?? vendorIn(flat), rules: rulesOf(match), means, lookFor }
}

type Verdict = Pick<ErrorReading, 'kind' | 'profile' | 'rules' | 'means' | 'lookFor'>
type Facts = Omit<ErrorReading, keyof Verdict>

/** No known sentence. A gateway may have translated it; then the status may tell; else it stays unknown. */
function judgeUnmatched(facts: Facts, flat: string): Verdict {
  const profile = vendorIn(flat)
  const isNamed = (field: RegExp) => field.test(facts.message)
  const hints = isProviderText(facts, flat) ? FIELD_HINTS : []
  const hint = hints.find(it => it.needs.every(isNamed) && !(it.without !== null && isNamed(it.without)))
  if (hint !== undefined) {
    return { kind: 'transcript', profile: hint.provider, rules: [...hint.rules], means: hint.means, lookFor: hint.lookFor }
  }
  return { profile, rules: [], ...(describeStatus(facts.status) ?? describeUnknown(facts.status, profile, flat === '')) }
}

/** Prose may use the names of fields too: only a place, or the envelope of an error, makes it an answer. */
function isProviderText({ message, path, ids, status }: Facts, flat: string): boolean {
  const quoted = /[`'"「『]\w+[`'"」』]/.test(message)
  const translated = /[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(message)
  if (path !== null) return quoted || translated
  if (ids.length > 0 && translated) return true
  return status !== null || /invalid_request_error|INVALID_ARGUMENT|ValidationException/.test(flat) ? quoted : false
}

// --- Finding the phrase ---

function findPhrase(texts: readonly string[], flat: string): Match | null {
  const views = [...new Set([...texts.map(it => oneLine(it)).reverse(), flat])]
  // A terminal breaks long lines in the middle of a word, so the lines are also tried without a gap.
  const glued = texts.filter(it => it.includes('\n')).map(it => oneLine(it, ''))
  let weak: Match | null = null
  for (const view of [...views, ...glued]) {
    const match = matchIn(view, view === views[0])
    // A log may tell of retries for other reasons before it tells of the history.
    if (match !== null && match.phrase.kind !== 'account' && match.phrase.kind !== 'unknown') return match
    weak ??= match
  }
  return weak
}

function matchIn(view: string, isInnermost: boolean): Match | null {
  for (const phrase of ERROR_PHRASES) {
    const found = phrase.pattern.exec(view)
    if (found !== null) return { phrase, view, start: found.index, end: found.index + found[0].length, isInnermost }
  }
  return null
}

/** The rules of the phrase, then those of other refusals in the same sentence: Gemini names one fault a line. */
function rulesOf({ phrase, view }: Match): string[] {
  const rules = new Set(phrase.rules)
  if (phrase.kind !== 'transcript' || phrase.provider === null) return [...rules]
  for (const other of ERROR_PHRASES) {
    const isRelated = other.kind === 'transcript' && other.provider === phrase.provider && other !== phrase
    if (isRelated && other.pattern.test(view)) for (const rule of other.rules) rules.add(rule)
  }
  return [...rules]
}

function messageAround({ view, start, end }: Match, innermost: string): string {
  // A phrase that is a code stands beside the sentence: {"code":"1214","message":"…"}.
  if (/code/i.test(view.slice(start, end)) && innermost !== '') return innermost
  if (view.length <= 400) return tidy(view)
  const from = Math.max(0, start - 160)
  const path = pathsIn(view.slice(from, start)).at(-1)
  const rest = view.slice(end, end + MAX_MESSAGE)
  const close = rest.search(/\\?["'] ?[,}]/)
  return tidy(view.slice(from + (path?.start ?? 0), end) + (close < 0 ? rest : rest.slice(0, close)))
}

// --- Peeling layers ---

/** The layers, outermost first, and the names of what was peeled off. */
function unwrap(text: string): { texts: string[]; names: string[] } {
  const clipped = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`
  const texts = [clipped.trim()]
  const names = new Set<string>()
  while (texts.length < MAX_LAYERS) {
    const peeled = peel(texts.at(-1) ?? '')
    if (peeled === null) break
    names.add(peeled.name)
    texts.push(peeled.text)
  }
  return { texts, names: [...names] }
}

function peel(text: string): { name: string; text: string } | null {
  for (const [name, open] of WRAPPERS) {
    const inner = open(text)?.trim()
    if (inner !== undefined && inner !== '' && inner !== text) return { name: typeof name === 'string' ? name : name(text), text: inner }
  }
  return null
}

type Wrapper = readonly [name: string | ((text: string) => string), open: (text: string) => string | null]

// Order matters: what disturbs the parsing of JSON goes first, JSON before the prefixes that may stand in front of it.
const WRAPPERS: readonly Wrapper[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  ['ansi', text => text.replace(/\u001b\[[0-9;?]*[A-Za-z]|\\{1,8}(?:u001b|x1b|033|e)\[[0-9;]*m|\[(?:\d{1,3};){0,4}\d{1,3}m/gi, '')],
  ['html-entities', text => (/&(?:quot|apos|amp|lt|gt|grave|nbsp|#\d{1,5}|#x[\da-f]{1,4});/i.test(text) ? decodeEntities(text) : null)],
  ['http-headers', withoutHeaders],
  ['stack-trace', withoutTrace],
  ...WRAPPING.markers.map(([name, prefix]): Wrapper => [name, after(prefix)]),
  [jsonName, messageInJson],
  ['json-string', text => (/^".*"$/s.test(text) ? stringIn(parseLoosely(text)) : null)],
  ['escapes', text => (/\\["'`]/.test(text) ? oneEscapeLess(text) : null)],
  ['json-fragment', messageInFragment],
  ...WRAPPING.prefixes.map(([name, prefix]): Wrapper => [name, after(prefix)]),
]

function after(prefix: RegExp): (text: string) => string | null {
  return text => {
    const found = prefix.exec(text)
    return found === null || found[0] === '' ? null : text.slice(found[0].length)
  }
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,4})|#(\d{1,5})|(\w{2,5}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (decimal !== undefined) return String.fromCharCode(Number(decimal))
    return WRAPPING.entities[(name ?? '').toLowerCase()] ?? whole
  })
}

/** The body of an HTTP answer, as curl prints it with -i or -v. */
function withoutHeaders(text: string): string | null {
  if (!/^(?:[<>*] ?)?HTTP\/[\d.]+ \d{3}/m.test(text)) return null
  let isHead = false
  const body = text.split(/\r?\n/).filter(line => {
    if (/^(?:< ?)?HTTP\/[\d.]+ \d{3}/.test(line)) isHead = true
    else if (isHead) isHead = /^(?:< ?)?[\w-]{1,40}:\s/.test(line)
    else return !/^[*<>{}] |^[*<>]$|^ +% Total|^\s+Dload/.test(line)
    return false
  })
  return body.join('\n')
}

function withoutTrace(text: string): string | null {
  let isTrace = false
  const kept = text.split('\n').filter(line => {
    // The line after a Python frame is the source line.
    const isSource = isTrace && /^\s{4,}\S/.test(line)
    isTrace = /^\s*File ".{1,300}", line \d+/.test(line)
    return !isSource && !isTrace && !/^\s*at .{1,300}(?::\d+\)?|\(native\)|<anonymous>\)?)\s*$|^Traceback \(most recent/.test(line)
  })
  return kept.join('\n')
}

function oneEscapeLess(text: string): string {
  return text.replace(/\\(["'`\\/])|\\n|\\u([\da-f]{4})/gi, (_whole, kept?: string, hex?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return kept ?? '\n'
  })
}

/** For the last resort: every escape and entity gone at once. */
function withoutEscapes(text: string): string {
  const plain = text.replace(/\\{1,64}(["'`/])/g, '$1').replace(/\\{1,64}n/g, '\n')
  return decodeEntities(decodeEntities(plain))
}

/** Line breaks of a terminal, with its frames and quote marks, go; typographic quotes become plain. */
function oneLine(text: string, gap = ' '): string {
  const lines = text.split('\n').map((line, at) => (at === 0 ? line : line.replace(/^[\s│|>⎿•*]+/, '')).trimEnd())
  const plain = lines
    .join(gap)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
  return plain.replace(/[\s\u200b\ufeff]+/g, ' ').trim()
}

/** Cuts what gateways append to the sentence. */
function tidy(message: string): string {
  return message
    .replace(/\s*[(（](?:request|trace) ?id[:：].*$/i, '')
    .replace(/\s*(?:No fallback model group found|Received Model Group=|LiteLLM Retried).*$/, '')
    .replace(/,? url: https?:\S+$/, '')
    .replace(/^["'`]+(?=\w+[:.])/, '')
    .slice(0, MAX_MESSAGE * 3)
}

// --- Places, ids and numbers ---

function pathsIn(text: string): { path: string; start: number }[] {
  return [...text.matchAll(CLUES.path)].map(({ 1: root = '', 2: rest = '', index }) => {
    const dotted = `.${rest}`.replace(/\[(\d+)\]?/g, '.$1').replace(/\.member\b/g, '')
    return { path: `${root.toLowerCase()}${dotted.replace(/\.{2,}/g, '.')}`, start: index }
  })
}

function pathIn(text: string): string | null {
  return deepest(pathsIn(text)[0]?.path, text) ?? wordedPath(text)
}

/** The place that stands before the phrase, else the first one behind it: log lines around it name others. */
function pathNear({ view, start, end }: Match): string | null {
  const from = Math.max(0, start - 240)
  const near = view.slice(from, end + 400)
  const paths = pathsIn(near)
  const before = paths.filter(it => from + it.start < end).at(-1)
  return deepest((before ?? paths[0])?.path, near) ?? wordedPath(near)
}

/** 'messages.2' … 'messages.2.tool_call_id': the second says more about the same place. */
function deepest(path: string | undefined, text: string): string | null {
  if (path === undefined) return null
  return pathsIn(text).reduce((best, it) => (it.path.startsWith(`${best}.`) ? it.path : best), path)
}

function wordedPath(text: string): string | null {
  const found = CLUES.worded.exec(text)
  if (found !== null) return `messages.${found[1] ?? found[2] ?? found[3]}`
  const [, message, content] = CLUES.translated.exec(text) ?? []
  return message === undefined ? null : `messages.${message}${content === undefined ? '' : `.content.${content}`}`
}

/** OpenAI names the place beside the sentence: "param": "messages.[3].role". */
function paramPath(flat: string): string | null {
  const param = /["']param["']\s?:\s?["']([^"']{1,200})["']/.exec(flat)?.[1]
  return param === undefined ? null : (pathsIn(param)[0]?.path ?? null)
}

function placeOf(path: string | null): Pick<ErrorReading, 'path' | 'messageIndex' | 'blockIndex'> {
  const message = /^(?:messages|contents|input)\.(\d+)/.exec(path ?? '')?.[1]
  const block = message === undefined ? undefined : /\.(?:content|parts|output)\.(\d+)/.exec(path ?? '')?.[1]
  return { path, messageIndex: message === undefined ? null : Number(message), blockIndex: block === undefined ? null : Number(block) }
}

function idsIn(message: string): string[] {
  const found = CLUES.ids.flatMap(pattern =>
    [...message.matchAll(pattern)].map(({ 0: whole, index, ...groups }) => {
      const list = groups[1] ?? groups[2] ?? groups[3] ?? whole
      return { at: index + whole.lastIndexOf(list), list }
    }),
  )
  const ids = found
    .sort((a, b) => a.at - b.at)
    .flatMap(it => it.list.split(/,\s*/))
    .map(it => it.replace(/^[{[('"`<]+|[}\])'"`>.;:]+$/g, ''))
  return [...new Set(ids.filter(it => /[\d_:-]|[a-z][A-Z]/.test(it) && !CLUES.fieldName.test(it)))]
}

function numbersIn(message: string): ErrorReading['numbers'] {
  const groups = CLUES.numbers.map(pattern => pattern.exec(message)?.groups).find(it => it !== undefined)
  const value = (digits: string | undefined) => Number(digits?.replaceAll(',', '') ?? Number.NaN)
  const tokens = value(groups?.tokens) + value(groups?.more ?? '0')
  const limit = value(groups?.limit)
  return { ...(Number.isNaN(tokens) ? {} : { tokens }), ...(Number.isNaN(limit) ? {} : { limit }) }
}

function statusIn(flat: string): number | null {
  return CLUES.status.map(pattern => Number(pattern.exec(flat)?.[1])).find(it => it >= 400 && it < 600) ?? null
}

function requestIdIn(flat: string): string | null {
  return /\breq_\w[\w-]{5,}/.exec(flat)?.[0] ?? /\brequest[-_ ]?id["']?\s?[:=：]\s?["']?(\w[\w-]{5,})/i.exec(flat)?.[1] ?? null
}

function vendorIn(flat: string): string | null {
  return CLUES.vendors.find(([, mark]) => mark.test(flat))?.[0] ?? null
}

// --- JSON, and what looks like it ---

/** Best first: the provider's own answer inside a gateway's, then the usual names of a message. */
const OWN_KEYS = ['metadata', 'base_resp', 'status_msg', 'raw', 'responseBody', 'response_body', 'errors', 'message', 'error', 'msg']
const LESSER_KEYS = ['error_message', 'error_description', 'err', 'cause', 'response', 'body', 'content', 'text', 'exception']
const MESSAGE_KEYS = [...OWN_KEYS, 'detail', 'errorMessage', 'Message', ...LESSER_KEYS]

function jsonName(text: string): string {
  if (/["']metadata["']\s*:/.test(text) && /["']raw["']\s*:/.test(text)) return 'openrouter'
  if (/\bb['"]\{/.test(text)) return 'python-bytes'
  return /^[^{]*\{\s*"/.test(text) ? 'json' : 'python-dict'
}

function messageInJson(text: string): string | null {
  let best: string | null = null
  let from = 0
  for (let tries = 0; tries < 24; tries++) {
    const start = from + text.slice(from).search(/[{[]/)
    if (start < from) break
    const end = endOfValue(text, start)
    const slice = text.slice(start, end ?? start)
    const found = end === null ? null : messageOf(parseLoosely(slice))
    if (found !== null && /error|exception|fail/i.test(slice)) return found
    best ??= found
    from = found === null || end === null ? start + 1 : end
  }
  return best
}

function messageOf(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || depth > 6) return depth > 0 ? stringIn(value) : null
  const inner = (part: unknown) => messageOf(part, depth + 1)
  if (Array.isArray(value)) return firstOf(value.slice(0, 8).map(part => (typeof part === 'object' ? inner(part) : null)))
  const fields = new Map<string, unknown>(Object.entries(value))
  const loc = fields.get('loc')
  const msg = stringIn(fields.get('msg'))
  if (Array.isArray(loc) && msg !== null) return `${loc.filter(it => it !== 'body').join('.')}: ${msg}`
  return firstOf(MESSAGE_KEYS.map(key => inner(fields.get(key))))
}

function firstOf(found: readonly (string | null)[]): string | null {
  return found.find(it => it !== null) ?? null
}

function stringIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Where the value that starts at `start` is closed; null when it never is. An apostrophe opens a string only where one can begin. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0
  let quote = ''
  let before = ''
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
      continue
    }
    if (char === '"' || (char === "'" && /[{[,:(+]/.test(before))) quote = char
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth === 0) return at + 1
    if (char.trim() !== '') before = char
  }
  return null
}

function parseLoosely(text: string): unknown {
  for (const candidate of [text, text.replace(/\n[\s│|]*/g, ' '), literalToJson(text)]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not this notation: the next one is tried, and text that is none of them has no message to offer.
    }
  }
  return undefined
}

/** Python's and Node's way to print an object, as JSON. */
function literalToJson(text: string): string {
  const tokens = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([A-Za-z_$][\w$]*)(\s*:)?|[^'"A-Za-z_$]+|./gs
  return text
    .replace(tokens, (whole, single?: string, double?: string, word?: string, colon?: string) => {
      const inner = single ?? double
      if (inner !== undefined) return JSON.stringify(oneEscapeLess(inner))
      if (word === undefined) return whole
      if (colon !== undefined) return `"${word}":`
      if (word === 'True' || word === 'true') return 'true'
      return word === 'False' || word === 'false' ? 'false' : 'null'
    })
    .replace(/"\s*\+\s*"/g, '')
    .replace(/,(\s*[}\]])/g, '$1')
}

/** JSON that was cut off, or whose inner quotes were not escaped: the last message in it is the innermost. */
function messageInFragment(text: string): string | null {
  const last = [...text.matchAll(/["'](?:message|detail)["']\s?:\s?(["'])/g)].at(-1)
  if (last === undefined) return null
  const rest = text.slice(last.index + last[0].length)
  const end = rest.search(last[1] === '"' ? /"\s?[,}]/ : /'\s?[,}]/)
  return end < 0 ? rest : rest.slice(0, end)
}
