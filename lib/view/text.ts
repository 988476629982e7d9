/**
 * The text of a block as people read it, cut into pages. What is long stays on the server: a list shows the first
 * characters, a reader asks for the next page.
 */

import { bytesText } from '../base/numbers'
import type { Block } from '../session/model'

/** A page is at most this many bytes of UTF-8. */
export const PAGE_BYTES = 64 * 1024
const PREVIEW_CHARS = 240
/** How much of a text is looked at for a preview: white space at its start may be long. */
const LOOKED_AT = 4000

export function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return block.text
    case 'redacted':
      return block.data
    case 'call':
      return block.rawInput ?? json(block.input)
    case 'serverCall':
      return json(block.input)
    case 'result':
      return typeof block.content === 'string' ? block.content : block.content.map(blockText).join('\n\n')
    case 'serverResult':
      return typeof block.content === 'string' ? block.content : json(block.content)
    case 'compaction':
      return block.text ?? '[opaque to anyone but the provider]'
    case 'other':
      return json(block.raw)
    default:
      return mediaText(block)
  }
}

function mediaText(block: Block & { kind: 'image' | 'document' | 'audio' }): string {
  const size = block.bytes === undefined ? '' : `, ${bytesText(block.bytes)}`
  return `[${block.mediaType ?? block.kind}${size}${block.ref === undefined ? '' : `, ${block.ref}`}]`
}

function json(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}

/** The first characters on one line. */
export function previewOf(text: string): string {
  const line = text.slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim()
  if (line.length <= PREVIEW_CHARS) return text.length > LOOKED_AT ? `${line}…` : line
  return `${wholeChars(line.slice(0, PREVIEW_CHARS))}…`
}

/** Part of a text, at most `length` characters and `PAGE_BYTES`; never half of a character at its end. */
export function pageOf(text: string, from: number, length: number): string {
  const page = text.slice(from, from + Math.min(length, PAGE_BYTES))
  return cutToBytes(from + page.length < text.length ? wholeChars(page) : page)
}

/** Bytes as text, at most `PAGE_BYTES` of them. */
export function pageOfBytes(bytes: Buffer): string {
  if (bytes.length <= PAGE_BYTES) return bytes.toString('utf8')
  let end = PAGE_BYTES
  // A byte that continues a character is not where one may cut.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

function cutToBytes(text: string): string {
  if (text.length * 3 <= PAGE_BYTES || Buffer.byteLength(text) <= PAGE_BYTES) return text
  return wholeChars(pageOfBytes(Buffer.from(text)))
}

/** Without the first half of a surrogate pair whose second half was cut off; one that stood alone in the text stays out too. */
function wholeChars(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return text.length > 1 && last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
