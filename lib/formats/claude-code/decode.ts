/** Turns the JSON value at a block's path into the product's words. Unknown shapes stay as they came. */

import { BLOCK_FLAGS, has } from '../../session/flags'
import type { Block } from '../../session/model'
import type { BlockHead, Session } from '../../session/session'
import { attachmentText } from './attachments'
import { DEEPEST } from './blocks'
import { isObject, type JsonObject } from './record-types'

export function decodeBlock(value: unknown, head: BlockHead, session: Session): Block {
  if (has(head.flags, BLOCK_FLAGS.wholeContent)) return { kind: 'text', text: string(value) }
  if (session.relativePath(head.index)[0] === 'attachment') return { kind: 'text', text: attachmentText(value) }
  if (!isObject(value)) return { kind: 'other', type: typeof value, raw: value }
  switch (head.kind) {
    case 'call':
      return call(value, head, session)
    case 'serverCall':
      return { kind: 'serverCall', id: string(value.id), name: string(value.name), input: value.input }
    case 'serverResult':
      return { kind: 'serverResult', callId: string(value.tool_use_id), content: value.content }
    case 'compaction':
      return typeof value.content === 'string' ? { kind: 'compaction', text: value.content } : { kind: 'compaction', opaque: true }
    default:
      return plain(value)
  }
}

/** A call that nests too deep carries its arguments as text, so that nothing that walks it runs out of stack. */
function call(value: JsonObject, head: BlockHead, session: Session): Block {
  const made = { kind: 'call', id: string(value.id), name: string(value.name) } as const
  if (!nestsDeeper(value.input, DEEPEST)) return { ...made, input: value.input }
  const text = session.bytes(head)?.toString('utf8') ?? ''
  return { ...made, input: text, rawInput: text }
}

/** Blocks that also stand inside a result. */
function plain(value: JsonObject): Block {
  switch (value.type) {
    case 'text':
      return { kind: 'text', text: string(value.text) }
    case 'thinking': {
      const text = string(value.thinking)
      return typeof value.signature === 'string' ? { kind: 'thinking', text, signature: value.signature } : { kind: 'thinking', text }
    }
    case 'redacted_thinking':
      return { kind: 'redacted', data: string(value.data) }
    case 'tool_result':
      return result(value)
    case 'image':
    case 'document':
      return media(value.type, value.source)
    default:
      return { kind: 'other', type: string(value.type), raw: value }
  }
}

function result(value: JsonObject): Block {
  const content = value.content
  const made = { kind: 'result', callId: string(value.tool_use_id), content: resultContent(content) } as const
  return typeof value.is_error === 'boolean' ? { ...made, isError: value.is_error } : made
}

function resultContent(content: unknown): readonly Block[] | string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  return parts.map(part => (isObject(part) ? plain(part) : ({ kind: 'other', type: typeof part, raw: part } as const)))
}

function media(kind: 'image' | 'document', source: unknown): Block {
  if (!isObject(source)) return { kind }
  const data = source.data
  const ref = typeof source.url === 'string' ? source.url : typeof source.file_id === 'string' ? source.file_id : null
  return {
    kind,
    ...(typeof source.media_type === 'string' ? { mediaType: source.media_type } : {}),
    ...(typeof data === 'string' ? { bytes: source.type === 'text' ? data.length : Math.floor((data.length * 3) / 4) } : {}),
    ...(ref === null ? {} : { ref }),
  }
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels <= 0) return true
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.some(part => nestsDeeper(part, levels - 1))
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
