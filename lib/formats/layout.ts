/**
 * Finds the request body in a document and the byte range of every message in it, without building the whole value:
 * a body itself, a bare array of messages, messages one a line, or a dump with the body inside, nested up to three
 * levels and possibly as a JSON string (a gateway's error log).
 */

import type { JsonPath } from '../base/paths'
import { printPath } from '../base/paths'
import { bytesSource, type Source } from '../base/source'
import { elements, type Member, members, type Span, skipValue, valueSpan } from '../base/spans'

const DEEPEST = 3
/** Top-level keys beside the messages are parsed up to this size; longer ones are left out of detection. */
const SMALL_BYTES = 4 << 20

export interface BodyLayout {
  /** The text that holds the body: the file, or what a JSON string in it held. */
  readonly source: Source
  readonly bytes: Buffer
  /** Path of the body from the root of that text; empty for a body that is the file. */
  readonly prefix: JsonPath
  /** Byte range of the message list, brackets included. */
  readonly list: Span
  readonly messages: readonly Span[]
  /** Byte range of the body object; null for a bare array. */
  readonly body: Span | null
  /** The other keys of the body. */
  readonly members: readonly Member[]
  /** True when every message is a line of its own, without a list around them. */
  readonly isLines: boolean
  /** How the body was found, when it was not the file itself. */
  readonly found: string | null
}

/** The whole text of a source as one buffer. */
export function wholeBuffer(source: Source): Buffer {
  const bytes = source.read(0, source.size)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function findBody(source: Source): BodyLayout | null {
  const bytes = wholeBuffer(source)
  const from = bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0
  return messageLines(source, bytes, from) ?? search({ source, bytes, label: null }, { start: from, end: bytes.length }, [], 0)
}

/** Messages one a line: two lines or more, each an object with a role, so that no whole value stands in the file. */
function messageLines(source: Source, bytes: Buffer, from: number): BodyLayout | null {
  const first = skipValue(bytes, from, bytes.length)
  if (
    bytes[firstByte(bytes, { start: from, end: bytes.length })] !== 0x7b ||
    first < 0 ||
    bytes[firstByte(bytes, { start: first, end: bytes.length })] !== 0x7b
  )
    return null
  const messages: Span[] = []
  for (let at = from; at < bytes.length; ) {
    const end = bytes.indexOf(10, at) < 0 ? bytes.length : bytes.indexOf(10, at)
    const start = firstByte(bytes, { start: at, end })
    if (start >= 0) {
      if (valueSpan(bytes, start, end, ['role']) === null) return null
      messages.push({ start, end: bytes[end - 1] === 13 ? end - 1 : end })
    }
    at = end + 1
  }
  const list = { start: messages[0]?.start ?? from, end: messages.at(-1)?.end ?? from }
  return { source, bytes, prefix: [], list, messages, body: null, members: [], isLines: true, found: null }
}

interface Text {
  readonly source: Source
  readonly bytes: Buffer
  /** Path at which a JSON string was opened to get this text. */
  readonly label: string | null
}

function search(text: Text, span: Span, path: JsonPath, depth: number): BodyLayout | null {
  const start = firstByte(text.bytes, span)
  if (start < 0) return null
  const kind = text.bytes[start]
  if (kind === 0x5b) return path.length === 0 ? bareArray(text, { start, end: span.end }) : null
  if (kind === 0x22) return depth < DEEPEST ? insideString(text, { start, end: span.end }, path, depth) : null
  if (kind !== 0x7b) return null
  const list = members(text.bytes, start, span.end)
  if (list === null) return null
  const messages = list.filter(member => member.key === 'messages').at(-1)
  const spans = messages ? elements(text.bytes, messages.start, messages.end) : null
  if (messages && spans) {
    return {
      source: text.source,
      bytes: text.bytes,
      prefix: path,
      list: { start: messages.start, end: messages.end },
      messages: spans,
      body: { start, end: span.end },
      members: list.filter(member => member.key !== 'messages'),
      isLines: false,
      found: foundText(text, path),
    }
  }
  if (depth >= DEEPEST) return null
  for (const member of list) {
    const inner = search(text, { start: member.start, end: member.end }, [...path, member.key], depth + 1)
    if (inner) return inner
  }
  return null
}

function bareArray(text: Text, span: Span): BodyLayout | null {
  const spans = elements(text.bytes, span.start, span.end)
  if (spans === null) return null
  return {
    source: text.source,
    bytes: text.bytes,
    prefix: [],
    list: span,
    messages: spans,
    body: null,
    members: [],
    isLines: false,
    found: foundText(text, []),
  }
}

/** A string that itself holds JSON is opened as a text of its own; addresses then count in that text. */
function insideString(text: Text, span: Span, path: JsonPath, depth: number): BodyLayout | null {
  const raw = text.bytes.toString('utf8', span.start, span.end)
  if (!/^"\s*(\{|\[)/.test(raw) || !raw.includes('messages')) return null
  const inner = parsed(raw)
  if (typeof inner !== 'string') return null
  const label = `${text.source.name}#${printPath(path)}`
  const bytes = Buffer.from(inner, 'utf8')
  return search({ source: bytesSource(label, bytes), bytes, label: printPath(path) }, { start: 0, end: bytes.length }, [], depth)
}

function foundText(text: Text, path: JsonPath): string | null {
  if (text.label !== null) return `the body is a JSON string at ${text.label}${path.length > 0 ? `, inside it at ${printPath(path)}` : ''}`
  return path.length > 0 ? `the body stands at ${printPath(path)}` : null
}

function firstByte(bytes: Buffer, span: Span): number {
  for (let i = span.start; i < span.end; i++) {
    const c = bytes[i]
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return i
  }
  return -1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The body with its first messages only: enough to tell formats apart. */
export function sampleOf(layout: BodyLayout, count = 200): Record<string, unknown> | unknown[] {
  const messages = layout.messages.slice(0, count).map(span => parsed(layout.bytes.toString('utf8', span.start, span.end)))
  if (layout.body === null) return messages
  return { ...paramsOf(layout, new Set()), messages }
}

/** Top-level keys of the body, parsed, without messages and the named ones. */
export function paramsOf(layout: BodyLayout, without: ReadonlySet<string>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const member of layout.members) {
    if (without.has(member.key) || member.end - member.start > SMALL_BYTES) continue
    out[member.key] = parsed(layout.bytes.toString('utf8', member.start, member.end))
  }
  return out
}
