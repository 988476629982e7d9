/**
 * OpenAI Chat: a system message that is not at the front. OpenAI takes it; adapters to Anthropic and Bedrock move it to the
 * front, and chat templates refuse.
 * Source of truth: chat templates ("System message must be at the beginning.") and adapters' sources.
 */

import type { Edit } from '../../edits/edit'
import type { RequestMessage } from '../../request/request'
import { lastOrigin, removeMessages } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, sentFrom, variant } from '../shared'

function isSystem(message: RequestMessage): boolean {
  return message.role === 'system' || message.role === 'developer'
}

/** Number of system messages at the front. */
function lead(context: Pick<CheckContext, 'assembly'>): number {
  const at = context.assembly.sent.findIndex(message => !isSystem(message))
  return at < 0 ? context.assembly.sent.length : at
}

function* check(context: CheckContext): Generator<Draft> {
  const front = lead(context)
  for (const { message, view } of sentFrom(context)) {
    if (isSystem(message) && message.sent > front)
      yield draftAt(message, 'This system message stands in the middle of the conversation.', { view })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const message = draft.spot === 'request' || 'head' in draft.spot ? null : draft.spot
  const address = message?.origins[0]?.address
  if (!message || !address || message.origins.length !== 1) return []
  const reason = 'system messages stand at the front'
  const last = lastOrigin(context.assembly.sent[lead(context) - 1])
  const edits: Edit[] = [
    removeMessages(context, address, address, reason),
    { op: 'restore', at: address, place: last ? { after: last.address } : 'start', into: null, reason },
  ]
  const before = context.assembly.sent[message.sent - 1]
  const after = context.assembly.sent[message.sent + 1]
  const at = after?.origins[0]?.address
  const into = lastOrigin(before)?.address
  const meet = before?.role === after?.role && (before?.role === 'user' || before?.role === 'assistant')
  if (meet && at && into) edits.push({ op: 'join-messages', at, into, reason: 'two messages of one role would stand side by side' })
  return [{ id: 'move-to-front', title: 'Move it to the front', loses: 'where it stood', loss: 1, edits }]
}

export const systemPlace: Rule = {
  id: 'system-place',
  title: 'System message in the middle',
  demands: 'System messages stand at the front.',
  variants: [
    variant({
      id: 'openai-chat-system-mid',
      profile: 'openai-chat',
      severity: 'alters',
      status: 200,
      says: '(no error from OpenAI; chat templates: System message must be at the beginning.)',
      confidence: 'rep',
      sources: ['chat templates of local servers'],
    }),
  ],
  precedence: 9,
  stage: 4,
  causes: ['C4', 'C11', 'C14'],
  check,
  repairs,
  rejected: [
    {
      name: 'a summary in the middle',
      profile: 'openai-chat',
      history: 'system: Be brief.\nuser: hi\nassistant: ok\nsystem: Summary.\nuser: go on',
      at: ['m3'],
    },
    { name: 'between two user messages', profile: 'openai-chat', history: 'user: hi\nsystem: Summary.\nuser: go on', at: ['m1'] },
  ],
  accepted: [{ name: 'two at the front', profile: 'openai-chat', history: 'system: Be brief.\ndeveloper: Use tools.\nuser: hi' }],
}
