/**
 * Recognises an Anthropic Messages body (or a bare array of its messages) by content: block types that only this API
 * has, or a parameter of it. `tool_calls` or a message of role tool always means OpenAI.
 */

import { isObject } from '../../session/facts'
import type { Sample } from '../format'

const BLOCK_TYPES: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'compaction',
])
const PARAMETERS = ['system', 'anthropic_version', 'context_management', 'container'] as const

export function detect(sample: Sample): readonly string[] | null {
  const body = sample.document
  const list = Array.isArray(body)
    ? (body as unknown[])
    : isObject(body) && Array.isArray(body.messages)
      ? (body.messages as unknown[])
      : null
  if (!list) return null
  const messages = list.filter(isObject).filter(message => typeof message.role === 'string' && 'content' in message)
  if (messages.length === 0 && list.length > 0) return null
  if (messages.some(message => message.tool_calls !== undefined || message.role === 'tool')) return null
  const evidence = [...blockEvidence(messages), ...(isObject(body) ? parameterEvidence(body) : [])]
  return evidence.length > 0 ? evidence : null
}

function blockEvidence(messages: readonly Record<string, unknown>[]): string[] {
  const seen = new Set<string>()
  for (const message of messages) {
    if (!Array.isArray(message.content)) continue
    for (const block of message.content as unknown[]) {
      if (isObject(block) && typeof block.type === 'string' && BLOCK_TYPES.has(block.type)) seen.add(block.type)
    }
  }
  return [...seen].sort().map(type => `blocks of type ${type}`)
}

function parameterEvidence(body: Record<string, unknown>): string[] {
  const out: string[] = PARAMETERS.filter(key => body[key] !== undefined).map(key => `a top-level ${key}`)
  if (isObject(body.thinking)) out.push('a top-level thinking object')
  if (typeof body.model === 'string' && body.model.startsWith('claude')) out.push(`the model ${body.model}`)
  const tools = Array.isArray(body.tools) ? body.tools.filter(isObject) : []
  const own = tools.some(
    tool => tool.function === undefined && ('input_schema' in tool || (typeof tool.type === 'string' && /_\d{8}$/.test(tool.type))),
  )
  if (own) out.push('a tool declared with input_schema or a dated type')
  return out
}
