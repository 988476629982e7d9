/** Blocks and messages of an OpenAI Chat body as JSON text, for writing edits back. */

import { BLOCK_FLAGS, has } from '../../session/flags'
import type { Block } from '../../session/model'
import { partValue } from '../../session/openai-value'
import type { BlockHead } from '../../session/session'
import type { WorkingMessage } from '../../session/working-set'
import type { BlockWriter } from '../body-write'

function contentText(content: readonly Block[] | string): string {
  return JSON.stringify(typeof content === 'string' ? content : content.map(partValue))
}

export const blockWriter: BlockWriter = {
  blockText: block => (block.kind === 'result' ? contentText(block.content) : JSON.stringify(partValue(block))),
  fields: (message, textOf) => (message.rawRole === 'tool' ? resultFields(message) : messageFields(message, textOf)),
}

/** A tool message: only what an edit made is written, the rest of the record stays. */
function resultFields(message: WorkingMessage): Record<string, string | null> {
  const content = message.blocks[0]?.content
  if (content?.kind !== 'result') return {}
  return { tool_call_id: JSON.stringify(content.callId), content: contentText(content.content) }
}

function messageFields(message: WorkingMessage, textOf: (head: BlockHead) => string): Record<string, string | null> {
  const calls = message.blocks.filter(block => block.kind === 'call' && !has(block.flags, BLOCK_FLAGS.ownField))
  const parts = message.blocks.filter(block => block.kind !== 'call' && !has(block.flags, BLOCK_FLAGS.ownField))
  const hasFunction = message.blocks.some(block => block.kind === 'call' && has(block.flags, BLOCK_FLAGS.ownField))
  return {
    content: partsText(parts, textOf, calls.length > 0 || hasFunction),
    tool_calls: calls.length > 0 ? `[${calls.map(textOf).join(',')}]` : null,
    ...(message.role === 'user' ? { tool_call_id: null } : {}),
  }
}

function partsText(parts: readonly BlockHead[], textOf: (head: BlockHead) => string, hasCalls: boolean): string {
  if (parts.length === 0) return hasCalls ? 'null' : '""'
  const only = parts[0]
  if (parts.length === 1 && only) {
    if (only.content === undefined && has(only.flags, BLOCK_FLAGS.wholeContent)) return textOf(only)
    if (only.content?.kind === 'text') return JSON.stringify(only.content.text)
  }
  const texts = parts.map(part =>
    part.content === undefined && has(part.flags, BLOCK_FLAGS.wholeContent) ? `{"type":"text","text":${textOf(part)}}` : textOf(part),
  )
  return `[${texts.join(',')}]`
}
