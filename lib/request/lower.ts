/**
 * Lowering: one message as the agent sends it → the messages of a wire. One function per wire.
 * What a wire cannot say is listed as a conversion, never rejected.
 */

import { BLOCK_FLAGS, has } from '../session/flags'
import type { BlockHead } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import type { Wire } from './profile'
import type { Conversion, RequestBlock, RequestMessage, Slot } from './request'

export interface Sendable {
  readonly role: string
  readonly flags: number
  readonly blocks: readonly BlockHead[]
  readonly origins: readonly WorkingMessage[]
}

export type Lower = (message: Sendable, sent: number, note: (conversion: Conversion) => void) => RequestMessage[]

function block(head: BlockHead, slot: Slot, place: number, sent: number): RequestBlock {
  return { head, address: head.address, slot, place, sent, view: -1, viewPlace: -1 }
}

/** Anthropic Messages: one message, blocks in order. */
export const lowerAnthropic: Lower = (message, sent) => {
  const whole = message.blocks.length === 1 && message.blocks[0] !== undefined && has(message.blocks[0].flags, BLOCK_FLAGS.wholeContent)
  const blocks = message.blocks.map((head, place) => block(head, whole ? 'whole' : 'part', place, sent))
  const role = message.role === 'tool' && message.origins.every(origin => origin.rawRole !== 'tool') ? 'user' : message.role
  return [{ role, flags: message.flags, blocks, sent, origins: message.origins }]
}

/** A message of an OpenAI body: its blocks say themselves where they stand. */
function lowerNative(message: Sendable, sent: number): RequestMessage {
  let parts = 0
  let calls = 0
  const blocks = message.blocks.map(head => {
    if (has(head.flags, BLOCK_FLAGS.ownField)) return block(head, head.kind === 'call' ? 'function' : 'reasoning', 0, sent)
    if (head.kind === 'call') return block(head, 'call', calls++, sent)
    if (head.kind === 'result') return block(head, 'message', 0, sent)
    return has(head.flags, BLOCK_FLAGS.wholeContent) ? block(head, 'whole', 0, sent) : block(head, 'part', parts++, sent)
  })
  return { role: message.role, flags: message.flags, blocks, sent, origins: message.origins }
}

/** What OpenAI Chat has no word for; a `reasoning_content` of its own stays. */
function isForeign(head: BlockHead): boolean {
  if (has(head.flags, BLOCK_FLAGS.ownField)) return false
  return head.kind === 'thinking' || head.kind === 'redacted' || head.kind === 'serverCall' || head.kind === 'serverResult'
}

/** OpenAI Chat: results become tool messages, text and media a user message behind them. */
export const lowerOpenAiChat: Lower = (message, sent, note) => {
  const foreign = message.blocks.filter(isForeign)
  for (const head of foreign) note({ at: head.address, what: `${head.kind} has no place in OpenAI Chat and is left out` })
  const kept = foreign.length === 0 ? message.blocks : message.blocks.filter(head => !foreign.includes(head))
  const results = message.role === 'user' ? kept.filter(head => head.kind === 'result') : []
  if (results.length === 0) return [lowerNative({ ...message, blocks: kept }, sent)]
  const out: RequestMessage[] = results.map((head, i) => ({
    role: 'tool',
    flags: 0,
    blocks: [block(head, 'message', 0, sent + i)],
    sent: sent + i,
    origins: message.origins,
  }))
  const rest = kept.filter(head => head.kind !== 'result')
  if (rest.length > 0) out.push(lowerNative({ ...message, blocks: rest }, sent + out.length))
  return out
}

export const LOWER: Readonly<Record<Wire, Lower>> = { 'anthropic-messages': lowerAnthropic, 'openai-chat': lowerOpenAiChat }
