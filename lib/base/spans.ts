/**
 * Finds where JSON values stand in bytes, without decoding them.
 *
 * `JSON.parse` loses `1.0`, long integers, duplicate keys and the order of integer-like keys, so whatever must come out
 * byte for byte is cut and spliced here. Structure, numbers and literals are checked; the inside of a string is stepped
 * over (its escapes, control characters and UTF-8 are the decoder's business), so a text that the scanner accepts may
 * still be refused by `JSON.parse`, never the other way round. Nothing recurses: depth costs one byte a level.
 * A key span holds the quotes, as the span of a string value does.
 */
import type { JsonPath } from './paths'

export interface Span {
  start: number
  end: number
}

export interface Member extends Span {
  key: string
  keyStart: number
  keyEnd: number
}

export interface Splice extends Span {
  text: string | Uint8Array
}

export type MemberVisitor = (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number) => void

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A short string is found faster by a loop than by the call into `indexOf`; a long one far slower. */
const NEAR_BYTES = 16

/** More levels than this count as malformed, so that a file of brackets cannot make the stack grow without end. */
const DEEPEST = 1 << 20

/** How many levels of a path are walked in one go; a longer path takes several, so that the stack stays small. */
const LEG = 64

/** Closing brackets of the open containers; kept between calls because every call would allocate it anew. */
let closers = new Uint8Array(256)

/** The end of the value at `pos` (white space before it is skipped), or -1 when no whole value stands there. */
export function skipValue(buf: Buffer, pos: number, to: number): number {
  let at = skipSpace(buf, pos, to)
  let depth = 0
  for (;;) {
    const opener = at < to ? buf[at] : undefined
    if (opener === OPEN_OBJECT || opener === OPEN_ARRAY) {
      const closer = opener + 2
      at = skipSpace(buf, at + 1, to)
      if (at < to && buf[at] === closer) at++
      else {
        if (depth === DEEPEST) return -1
        if (depth === closers.length) closers = enlarged(closers)
        closers[depth++] = closer
        if (closer === CLOSE_OBJECT) at = skipKey(buf, at, to)
        if (at < 0) return -1
        continue
      }
    } else at = skipLeaf(buf, at, to)

    for (;;) {
      if (at < 0 || depth === 0) return at
      at = skipSpace(buf, at, to)
      if (at >= to) return -1
      const closer = closers[depth - 1]
      if (buf[at] === COMMA) {
        at = skipSpace(buf, at + 1, to)
        if (closer === CLOSE_OBJECT) at = skipKey(buf, at, to)
        if (at < 0) return -1
        break
      }
      if (buf[at] !== closer) return -1
      depth--
      at++
    }
  }
}

/**
 * Visits the members of the object that fills the range, and says whether it is one. What was visited before a `false`
 * is to be thrown away.
 */
export function topKeys(buf: Buffer, from: number, to: number, visit: MemberVisitor): boolean {
  let at = skipSpace(buf, from, to)
  if (at >= to || buf[at] !== OPEN_OBJECT) return false
  at = skipSpace(buf, at + 1, to)
  if (at < to && buf[at] === CLOSE_OBJECT) return isBlank(buf, at + 1, to)
  for (;;) {
    const keyStart = at
    const keyEnd = skipString(buf, at, to)
    const valueStart = keyEnd < 0 ? -1 : skipColon(buf, keyEnd, to)
    const valueEnd = valueStart < 0 ? -1 : skipValue(buf, valueStart, to)
    if (valueEnd < 0) return false
    visit(keyStart, keyEnd, valueStart, valueEnd)
    at = skipSpace(buf, valueEnd, to)
    if (at >= to) return false
    if (buf[at] !== COMMA) return buf[at] === CLOSE_OBJECT && isBlank(buf, at + 1, to)
    at = skipSpace(buf, at + 1, to)
  }
}

/** All members in file order, duplicates too; null when the range is not one object. */
export function members(buf: Buffer, from: number, to: number): Member[] | null {
  const found: Member[] = []
  let areKeysReadable = true
  const isObject = topKeys(buf, from, to, (keyStart, keyEnd, start, end) => {
    const key = decodeKey(buf, keyStart, keyEnd)
    if (key === null) areKeysReadable = false
    else found.push({ key, keyStart, keyEnd, start, end })
  })
  return isObject && areKeysReadable ? found : null
}

/** The values of the array that fills the range; null when it is not one. */
export function elements(buf: Buffer, from: number, to: number): Span[] | null {
  let at = skipSpace(buf, from, to)
  if (at >= to || buf[at] !== OPEN_ARRAY) return null
  at = skipSpace(buf, at + 1, to)
  const found: Span[] = []
  if (at < to && buf[at] === CLOSE_ARRAY) return isBlank(buf, at + 1, to) ? found : null
  for (;;) {
    const end = skipValue(buf, at, to)
    if (end < 0) return null
    found.push({ start: at, end })
    at = skipSpace(buf, end, to)
    if (at >= to) return null
    if (buf[at] !== COMMA) return buf[at] === CLOSE_ARRAY && isBlank(buf, at + 1, to) ? found : null
    at = skipSpace(buf, at + 1, to)
  }
}

/** Where the value at a path stands. Of duplicate keys the last counts, as in `JSON.parse`. */
export function valueSpan(buf: Buffer, from: number, to: number, path: JsonPath): Span | null {
  let span: Span = { start: from, end: to }
  let done = 0
  do {
    const legEnd = Math.min(path.length, done + LEG)
    const search: Search = { path, legEnd, start: -1, end: -1 }
    const end = seek(buf, skipSpace(buf, span.start, span.end), span.end, search, done)
    if (end < 0 || search.start < 0 || !isBlank(buf, end, span.end)) return null
    span = { start: search.start, end: search.end }
    done = legEnd
  } while (done < path.length)
  return span
}

/** How deep containers nest, at most `limit`: 0 for a plain value. The range need not be well formed. */
export function depthOf(buf: Buffer, from: number, to: number, limit: number): number {
  let depth = 0
  let deepest = 0
  let at = from
  while (at < to && deepest < limit) {
    const byte = buf[at]
    if (byte === QUOTE) {
      at = skipString(buf, at, to)
      if (at < 0) break
      continue
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) deepest = Math.max(deepest, ++depth)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
    at++
  }
  return deepest
}

/** The bytes with each span replaced by its text; an empty span inserts. Spans come sorted and do not overlap. */
export function spliceSpans(bytes: Uint8Array, changes: readonly Splice[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let done = 0
  for (const { start, end, text } of changes) {
    if (start < done || end < start || end > bytes.length) {
      throw new RangeError(`splice ${start}..${end} after ${done} in ${bytes.length} bytes is unsorted, overlaps or is outside`)
    }
    pieces.push(bytes.subarray(done, start), typeof text === 'string' ? Buffer.from(text) : text)
    done = end
  }
  pieces.push(bytes.subarray(done))
  return Buffer.concat(pieces)
}

/** A member as one span, key and value together: the sibling to hand to `removalSpan`. */
export function memberSpan(member: Member): Span {
  return { start: member.keyStart, end: member.end }
}

/** What to cut to remove one sibling and the comma that belongs to it. */
export function removalSpan(buf: Buffer, siblings: readonly Span[], index: number, containerEnd: number): Span {
  const [span] = removalSpans(buf, siblings, [index], containerEnd)
  if (!span) throw new RangeError(`no sibling ${index} of ${siblings.length}`)
  return span
}

/**
 * The same for several at once, since the cuts of neighbours found one by one can overlap. `containerEnd` is the offset
 * just after the closing bracket.
 *
 *     [ a , b , c ]    remove a: ^a , ^    remove c: ^ , c^    remove all: ^a , b , c ^
 */
export function removalSpans(buf: Buffer, siblings: readonly Span[], indices: readonly number[], containerEnd: number): Span[] {
  const bracket = buf[containerEnd - 1]
  if (bracket !== CLOSE_ARRAY && bracket !== CLOSE_OBJECT) throw new RangeError(`no closing bracket before ${containerEnd}`)
  const removed = new Set(indices)
  const spans: Span[] = []
  for (let i = 0; i < siblings.length; i++) {
    const first = siblings[i]
    if (!first || !removed.has(i)) continue
    const before = siblings[i - 1]
    while (removed.has(i + 1) && i + 1 < siblings.length) i++
    const after = siblings[i + 1]
    const last = siblings[i] ?? first
    if (after) spans.push({ start: first.start, end: after.start })
    else if (before) spans.push({ start: before.end, end: last.end })
    else spans.push({ start: first.start, end: containerEnd - 1 })
  }
  return spans
}

interface Search {
  readonly path: JsonPath
  readonly legEnd: number
  start: number
  end: number
}

/**
 * Steps over the value at `at` as `skipValue` does, and on the way notes in `search` where the rest of the path from
 * `level` leads. One pass: going into a value instead of over it costs nothing, finding it first would read it twice.
 */
function seek(buf: Buffer, at: number, to: number, search: Search, level: number): number {
  search.start = -1
  if (level === search.legEnd) {
    search.start = at
    search.end = skipValue(buf, at, to)
    return search.end
  }
  const part = search.path[level]
  if (at < to && buf[at] === OPEN_OBJECT) return seekMember(buf, at, to, search, level, String(part))
  if (at < to && buf[at] === OPEN_ARRAY) return seekElement(buf, at, to, search, level, part)
  return skipValue(buf, at, to)
}

function seekMember(buf: Buffer, from: number, to: number, search: Search, level: number, key: string): number {
  let at = skipSpace(buf, from + 1, to)
  if (at < to && buf[at] === CLOSE_OBJECT) return at + 1
  for (;;) {
    const keyEnd = skipString(buf, at, to)
    const valueStart = keyEnd < 0 ? -1 : skipColon(buf, keyEnd, to)
    if (valueStart < 0) return -1
    at = isKey(buf, at, keyEnd, key) ? seek(buf, valueStart, to, search, level + 1) : skipValue(buf, valueStart, to)
    if (at < 0) return -1
    at = skipSpace(buf, at, to)
    if (at >= to || buf[at] !== COMMA) return at < to && buf[at] === CLOSE_OBJECT ? at + 1 : -1
    at = skipSpace(buf, at + 1, to)
  }
}

function seekElement(buf: Buffer, from: number, to: number, search: Search, level: number, index: unknown): number {
  let at = skipSpace(buf, from + 1, to)
  if (at < to && buf[at] === CLOSE_ARRAY) return at + 1
  for (let i = 0; ; i++) {
    at = i === index ? seek(buf, at, to, search, level + 1) : skipValue(buf, at, to)
    if (at < 0) return -1
    at = skipSpace(buf, at, to)
    if (at >= to || buf[at] !== COMMA) return at < to && buf[at] === CLOSE_ARRAY ? at + 1 : -1
    at = skipSpace(buf, at + 1, to)
  }
}

/** Compares without decoding where it can: a key's bytes are never fewer than its letters. */
function isKey(buf: Buffer, keyStart: number, keyEnd: number, key: string): boolean {
  const length = keyEnd - keyStart - 2
  if (length < key.length) return false
  let isSame = length === key.length
  for (let i = 0; i < length; i++) {
    const byte = buf[keyStart + 1 + i] ?? 0
    if (byte === BACKSLASH || byte > 127) return decodeKey(buf, keyStart, keyEnd) === key
    if (isSame && byte !== key.charCodeAt(i)) isSame = false
  }
  return isSame
}

function decodeKey(buf: Buffer, keyStart: number, keyEnd: number): string | null {
  const text = buf.toString('utf8', keyStart + 1, keyEnd - 1)
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return null
  }
}

function skipSpace(buf: Buffer, pos: number, to: number): number {
  let at = pos
  while (at < to) {
    const byte = buf[at]
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) break
    at++
  }
  return at
}

function isBlank(buf: Buffer, from: number, to: number): boolean {
  return skipSpace(buf, from, to) >= to
}

/** From the quote of a key to the start of its value. */
function skipKey(buf: Buffer, pos: number, to: number): number {
  const end = skipString(buf, pos, to)
  return end < 0 ? -1 : skipColon(buf, end, to)
}

function skipColon(buf: Buffer, pos: number, to: number): number {
  const at = skipSpace(buf, pos, to)
  return at < to && buf[at] === COLON ? skipSpace(buf, at + 1, to) : -1
}

function skipString(buf: Buffer, pos: number, to: number): number {
  if (pos >= to || buf[pos] !== QUOTE) return -1
  let at = pos + 1
  while (at < to) {
    const near = Math.min(at + NEAR_BYTES, to)
    while (at < near) {
      const byte = buf[at]
      if (byte === QUOTE) return at + 1
      at += byte === BACKSLASH ? 2 : 1
    }
    const quote = at < to ? buf.indexOf(QUOTE, at) : -1
    if (quote < 0 || quote >= to) return -1
    let slash = quote
    while (slash > at && buf[slash - 1] === BACKSLASH) slash--
    if (((quote - slash) & 1) === 0) return quote + 1
    at = quote + 1
  }
  return -1
}

function skipLeaf(buf: Buffer, pos: number, to: number): number {
  if (pos >= to) return -1
  const byte = buf[pos]
  if (byte === QUOTE) return skipString(buf, pos, to)
  if (byte === 116) return skipWord(buf, pos, to, 'true')
  if (byte === 102) return skipWord(buf, pos, to, 'false')
  if (byte === 110) return skipWord(buf, pos, to, 'null')
  return skipNumber(buf, pos, to)
}

function skipWord(buf: Buffer, pos: number, to: number, word: string): number {
  const end = pos + word.length
  if (end > to) return -1
  for (let i = 1; i < word.length; i++) if (buf[pos + i] !== word.charCodeAt(i)) return -1
  return end
}

function skipNumber(buf: Buffer, pos: number, to: number): number {
  let at = buf[pos] === MINUS ? pos + 1 : pos
  at = at < to && buf[at] === ZERO ? at + 1 : skipDigits(buf, at, to)
  if (at >= 0 && at < to && buf[at] === DOT) at = skipDigits(buf, at + 1, to)
  if (at >= 0 && at < to && (buf[at] === 101 || buf[at] === 69)) {
    at++
    if (at < to && (buf[at] === 43 || buf[at] === MINUS)) at++
    at = skipDigits(buf, at, to)
  }
  return at
}

/** The end of one or more digits, or -1. */
function skipDigits(buf: Buffer, pos: number, to: number): number {
  let at = pos
  while (at < to) {
    const byte = buf[at] ?? 0
    if (byte < ZERO || byte > NINE) break
    at++
  }
  return at > pos ? at : -1
}

function enlarged(stack: Uint8Array): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(stack.length * 2)
  next.set(stack)
  return next
}
