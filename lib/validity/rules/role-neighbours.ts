/**
 * Two messages of one role side by side. Anthropic joins them, which shifts block indexes and can put a summary in front of
 * results; OpenAI takes them, servers with chat templates refuse. Judged for bodies: agents join theirs when they send.
 * Source of truth: Messages API reference.
 */

import type { RequestMessage } from '../../request/request'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, sentFrom, variant } from '../shared'

function isDouble(message: RequestMessage, before: RequestMessage | undefined): before is RequestMessage {
  return before?.role === message.role && (message.role === 'user' || message.role === 'assistant')
}

function* check(context: CheckContext): Generator<Draft> {
  if (!context.facts.isBody) return
  for (const { message, view } of sentFrom(context)) {
    const before = context.assembly.sent[message.sent - 1]
    if (!isDouble(message, before)) continue
    yield draftAt(message, `Two messages of role ${message.role} stand side by side.`, {
      view,
      other: before.origins[0]?.address ?? null,
      data: { role: message.role },
    })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  if (draft.spot === 'request' || 'head' in draft.spot) return []
  const { sent } = context.assembly
  let first = draft.spot.sent
  while (first > 0 && sent[first - 1]?.role === draft.spot.role) first--
  const at = draft.spot.origins[0]?.address
  const into = sent[first]?.origins[0]?.address
  if (!at || !into) return []
  const edits = [{ op: 'join-messages', at, into, reason: 'two messages of one role' } as const]
  return [{ id: 'join-messages', title: 'Join the two', loses: 'where one message ended', loss: 1, edits }]
}

export const roleNeighbours: Rule = {
  id: 'role-neighbours',
  title: 'Two messages of one role',
  demands: 'User and assistant take turns.',
  variants: [
    variant({
      id: 'anthropic-roles-consecutive',
      profile: 'anthropic',
      severity: 'alters',
      status: 200,
      says: '(no error: consecutive {role} messages are combined into one turn)',
      confidence: 'doc',
      sources: ['Messages API reference'],
    }),
    variant({
      id: 'openai-chat-consecutive-roles',
      profile: 'openai-chat',
      severity: 'alters',
      status: 200,
      says: '(no error from OpenAI; servers with chat templates: Conversation roles must alternate user/assistant/user/assistant/...)',
      confidence: 'rep',
      sources: ['chat templates of local servers'],
    }),
  ],
  precedence: 9,
  stage: 4,
  causes: ['C4', 'C7', 'C14'],
  check,
  repairs,
  rejected: [
    { name: 'a summary, then the next request', profile: 'anthropic', history: 'user: Summary of what was done.\nuser: go on', at: ['m1'] },
    {
      name: 'two assistant messages',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: ok\nassistant: done\nuser: go on',
      at: ['m2'],
    },
  ],
  accepted: [
    { name: 'turn by turn', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: go on' },
    {
      name: 'two tool messages',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}] [call c2 read {}]\ntool: [result c1 "a"]\ntool: [result c2 "b"]',
    },
  ],
}
