/**
 * The provider's body as JSON: what `show --request` prints and an `exec:` policy gets. Blocks that the record holds in
 * the wire's own spelling are given as they stand there.
 */

import { blockValue, kindOfType } from '../session/anthropic-value'
import { isObject } from '../session/facts'
import type { Block } from '../session/model'
import { partValue } from '../session/openai-value'
import type { Session } from '../session/session'
import type { Assembly } from './assembly'
import type { RequestBlock, RequestFacts, RequestMessage } from './request'

export function requestBody(session: Session, assembly: Assembly, facts: RequestFacts): Record<string, unknown> {
  const isAnthropic = assembly.profile.wire === 'anthropic-messages'
  const messages = assembly.sent.map(message => (isAnthropic ? anthropicMessage(session, message) : openAiMessage(session, message)))
  const system = facts.system?.map(block => block.text).join('\n')
  if (isAnthropic) return { ...head(facts), ...(system === undefined ? {} : { system }), messages }
  const hasOwn = assembly.sent[0]?.role === 'system' || assembly.sent[0]?.role === 'developer'
  return { ...head(facts), messages: system === undefined || hasOwn ? messages : [{ role: 'system', content: system }, ...messages] }
}

function head(facts: RequestFacts): Record<string, unknown> {
  return { ...(facts.model === null ? {} : { model: facts.model }), ...facts.params }
}

function anthropicMessage(session: Session, message: RequestMessage): unknown {
  const only = message.blocks[0]
  if (message.blocks.length === 1 && only?.slot === 'whole') return { role: message.role, content: textOf(session.body(only.head)) }
  return { role: message.role, content: message.blocks.map(block => anthropicValue(session, block)) }
}

/** The record's own JSON when it is already a block of this wire, so that nothing of it is lost. */
function anthropicValue(session: Session, block: RequestBlock): unknown {
  if (block.head.content === undefined) {
    const raw = session.value(block.head)
    if (isObject(raw) && kindOfType(raw.type) === block.head.kind && (block.head.kind !== 'other' || typeof raw.type === 'string'))
      return raw
  }
  return blockValue(session.body(block.head))
}

function openAiMessage(session: Session, message: RequestMessage): unknown {
  const only = message.blocks[0]
  if (only?.slot === 'message') {
    const body = session.body(only.head)
    const content = body.kind === 'result' ? (typeof body.content === 'string' ? body.content : body.content.map(partValue)) : ''
    return { role: 'tool', tool_call_id: only.head.callId ?? '', content }
  }
  const bodies = message.blocks.map(block => ({ slot: block.slot, body: session.body(block.head) }))
  const calls = bodies.filter(({ body }) => body.kind === 'call').map(({ body }) => partValue(body))
  const parts = bodies.filter(({ slot, body }) => body.kind !== 'call' && slot !== 'reasoning')
  const texts = parts.every(({ body }) => body.kind === 'text')
  const content =
    parts.length === 0 ? null : texts && parts.length === 1 && parts[0] ? textOf(parts[0].body) : parts.map(({ body }) => partValue(body))
  return { role: message.role, content, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
}

function textOf(block: Block): string {
  return block.kind === 'text' || block.kind === 'thinking' ? block.text : ''
}
