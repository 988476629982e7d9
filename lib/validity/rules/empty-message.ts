/**
 * A message whose content is empty. Anthropic refuses it from the user and, since 2026, takes it from the assistant, where
 * other vendors refuse it. OpenAI Chat refuses an empty list and takes an empty string.
 * Source of truth: experiential#804 (measured); claude-code#6774, opencode#6446; langchainjs#11419.
 */

import type { RequestMessage } from '../../request/request'
import { has, MESSAGE_FLAGS } from '../../session/flags'
import { leaveOut, standIn } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, NO_CONTENT, sentFrom, variant } from '../shared'

const { contentEmptyArray, contentNull, contentAbsent, contentOther } = MESSAGE_FLAGS

function isEmpty(context: CheckContext, message: RequestMessage): boolean {
  if (context.profile.wire === 'openai-chat') {
    return (
      has(message.flags, contentEmptyArray) &&
      message.blocks.every(block => block.slot === 'call' || block.slot === 'message' || block.slot === 'reasoning')
    )
  }
  return message.blocks.length === 0 && !has(message.flags, contentNull | contentAbsent | contentOther)
}

function isOfVariant(id: string, role: string): boolean {
  if (id === 'anthropic-assistant-empty-content') return role === 'assistant'
  return id !== 'anthropic-user-empty-content' || (role !== 'assistant' && role !== 'system')
}

function* check(context: CheckContext): Generator<Draft> {
  for (const { message, view } of sentFrom(context)) {
    if (isOfVariant(context.variant.id, message.role) && isEmpty(context, message)) {
      yield draftAt(message, `This message of role ${message.role} is empty.`, { view })
    }
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  if (draft.spot === 'request' || 'head' in draft.spot) return []
  const reason = 'a message without content'
  const placeholder: RepairPlan = {
    id: 'placeholder',
    title: `Write ${NO_CONTENT}`,
    loses: 'nothing',
    loss: 1,
    edits: fill(draft.spot, context, reason),
  }
  if (draft.spot.blocks.length > 0) return [placeholder]
  return [
    { id: 'drop-message', title: 'Remove the message', loses: 'nothing', loss: 0, edits: leaveOut(context, draft.spot, reason) },
    placeholder,
  ]
}

/** A message that holds calls, or a result, keeps them. */
function fill(message: RequestMessage, context: RepairContext, reason: string) {
  const only = message.blocks[0]
  if (only?.head.kind === 'result') {
    const block = { kind: 'result', callId: only.head.callId ?? '', content: NO_CONTENT } as const
    return [{ op: 'replace-block', at: only.address, block, before: context.sizeOf(only.address), reason } as const]
  }
  const into = message.origins[0]
  if (!only || !into) return standIn(context, message, NO_CONTENT, reason)
  return [
    {
      op: 'insert-block',
      at: context.fresh(),
      into: into.address,
      place: 'start',
      block: { kind: 'text', text: NO_CONTENT },
      reason,
    } as const,
  ]
}

export const emptyMessage: Rule = {
  id: 'empty-message',
  title: 'Message without content',
  demands: 'A message has content.',
  variants: [
    variant({
      id: 'anthropic-user-empty-content',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}: user messages must have non-empty content',
      confidence: 'meas',
      sources: ['experiential#804', 'claude-code#6774', 'claude-code#6458', 'claude-code#4416', 'opencode#6446'],
    }),
    variant({
      id: 'anthropic-assistant-empty-content',
      profile: 'anthropic',
      severity: 'fragile',
      says: 'messages.{N}: all messages must have non-empty content except for the optional final assistant message',
      confidence: 'meas',
      sources: ['experiential#804'],
    }),
    variant({
      id: 'openai-chat-content-empty-array',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid 'messages[{N}].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      confidence: 'rep',
      sources: ['langchainjs#11419'],
    }),
  ],
  precedence: 9,
  stage: 3,
  causes: ['C5', 'C4', 'C2'],
  check,
  repairs,
  rejected: [
    { name: 'an empty string of the user', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: ""', at: ['m2'] },
    {
      name: 'an orphan result was taken out',
      profile: 'anthropic',
      history: 'user: hi\nassistant: ok\nuser: []\nassistant: done\nuser: go on',
      at: ['m2'],
    },
    { name: 'a summary that came back empty', profile: 'anthropic', history: 'user: ""\nassistant: ok\nuser: go on', at: ['m0'] },
    { name: 'an empty assistant message', profile: 'anthropic', history: 'user: hi\nassistant: []\nuser: go on', at: ['m1'] },
    { name: 'an empty list', profile: 'openai-chat', history: 'user: hi\nassistant: []\nuser: go on', at: ['m1'] },
    {
      name: 'an empty list as a result',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\n{"role":"tool","tool_call_id":"c1","content":[]}\nassistant: done',
      at: ['m2'],
    },
  ],
  accepted: [
    { name: 'content', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: go on' },
    { name: 'an empty string', profile: 'openai-chat', history: 'user: hi\nassistant: ""\nuser: go on' },
  ],
}
