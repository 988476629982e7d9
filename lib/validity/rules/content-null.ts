/**
 * OpenAI Chat: `content` is null in a message that needs it: an assistant message without calls, or any other role.
 * Source of truth: vercel/ai#13744, #14950, docker-agent#63 (measured).
 */

import type { RequestMessage } from '../../request/request'
import { has, MESSAGE_FLAGS } from '../../session/flags'
import { leaveOut, standIn } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, NO_CONTENT, sentFrom, variant } from '../shared'

function needsContent(message: RequestMessage): boolean {
  return message.role !== 'assistant' || !message.blocks.some(block => block.head.kind === 'call')
}

function* check(context: CheckContext): Generator<Draft> {
  for (const { message, view } of sentFrom(context)) {
    if (!has(message.flags, MESSAGE_FLAGS.contentNull) || !needsContent(message)) continue
    yield draftAt(message, `The content of this message of role ${message.role} is null.`, { view })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  if (draft.spot === 'request' || 'head' in draft.spot) return []
  const reason = 'content that is null'
  const result = draft.spot.blocks.find(block => block.head.kind === 'result')
  if (result) {
    const block = { kind: 'result', callId: result.head.callId ?? '', content: '' } as const
    const edits = [{ op: 'replace-block', at: result.address, block, before: context.sizeOf(result.address), reason } as const]
    return [{ id: 'empty-string', title: 'Write an empty string', loses: 'nothing', loss: 0, edits }]
  }
  return [
    { id: 'drop-message', title: 'Remove the message', loses: 'nothing', loss: 0, edits: leaveOut(context, draft.spot, reason) },
    { id: 'placeholder', title: `Write ${NO_CONTENT}`, loses: 'nothing', loss: 1, edits: standIn(context, draft.spot, NO_CONTENT, reason) },
  ]
}

export const contentNull: Rule = {
  id: 'content-null',
  title: 'Content is null',
  demands: 'Only an assistant message with calls may have null as its content.',
  variants: [
    variant({
      id: 'openai-chat-content-null',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid value for 'content': expected a string, got null.",
      confidence: 'meas',
      sources: ['vercel/ai#13744', 'vercel/ai#14950', 'docker-agent#63'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C5', 'C11'],
  check,
  repairs,
  rejected: [
    { name: 'the calls were taken out', profile: 'openai-chat', history: 'user: hi\nassistant: null\nuser: go on', at: ['m1'] },
    {
      name: 'a tool message',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\n{"role":"tool","tool_call_id":"c1","content":null}\nassistant: done',
      at: ['m2'],
    },
  ],
  accepted: [
    {
      name: 'with calls',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "a"]\nassistant: done',
    },
    { name: 'an empty string', profile: 'openai-chat', history: 'user: hi\nassistant: ""\nuser: go on' },
  ],
}
