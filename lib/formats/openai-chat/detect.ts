/** Recognises an OpenAI Chat body or a bare array of chat messages: what has messages with a role and is nobody else's. */

import { isObject } from '../../session/facts'
import type { Sample } from '../format'

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
const OTHERS_PARTS: ReadonlySet<string> = new Set(['tool-call', 'tool-result'])

export function detect(sample: Sample): readonly string[] | null {
  const body = sample.document
  const list = Array.isArray(body)
    ? (body as unknown[])
    : isObject(body) && Array.isArray(body.messages)
      ? (body.messages as unknown[])
      : null
  if (!list) return null
  const messages = list.filter(isObject)
  if (messages.some(message => 'parts' in message || 'info' in message || hasForeignParts(message))) return null
  const chat = messages.filter(
    message => ROLES.has(String(message.role)) && ('content' in message || 'tool_calls' in message || 'function_call' in message),
  )
  if (list.length === 0) return isObject(body) && typeof body.model === 'string' ? ['an empty message list and a model'] : null
  if (chat.length < messages.length / 2 || chat.length === 0) return null
  const evidence = ['messages with a role and content']
  if (chat.some(message => message.tool_calls !== undefined)) evidence.push('tool_calls in a message')
  if (chat.some(message => message.role === 'tool')) evidence.push('messages of role tool')
  return evidence
}

/** Parts of the AI SDK's own message shape. */
function hasForeignParts(message: Record<string, unknown>): boolean {
  return Array.isArray(message.content) && message.content.some(part => isObject(part) && OTHERS_PARTS.has(String(part.type)))
}
