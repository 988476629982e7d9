/**
 * Anthropic: an assistant message of thinking only. The stream ended before text or a call came. It is taken while it is
 * last and signed; once thinking is stripped it is an empty message.
 * Source of truth: agentlys#196, dirge#757.
 */

import { leaveOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, variant, viewsFrom } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const message of viewsFrom(context)) {
    const first = message.blocks[0]
    if (message.role !== 'assistant' || !first || !message.blocks.every(isThinking) || !context.assembly.view[message.view + 1]) continue
    yield draftAt(first, 'This assistant message holds thinking and nothing else.', { view: message.view })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const message = draft.spot !== 'request' && 'head' in draft.spot ? context.assembly.sent[draft.spot.sent] : undefined
  if (!message) return []
  const edits = leaveOut(context, message, 'a message of thinking only')
  return [{ id: 'drop-message', title: 'Remove the message', loses: 'what was thought', loss: 2, edits }]
}

export const thinkingAlone: Rule = {
  id: 'thinking-alone',
  title: 'Message of thinking only',
  demands: 'An assistant message that others follow holds more than thinking.',
  variants: [
    variant({
      id: 'anthropic-thinking-only-assistant',
      profile: 'anthropic',
      severity: 'fragile',
      says: 'messages.{N}: all messages must have non-empty content except for the optional final assistant message',
      confidence: 'rep',
      sources: ['agentlys#196', 'dirge#757'],
    }),
  ],
  precedence: 9,
  stage: 3,
  causes: ['C8', 'C5'],
  check,
  repairs,
  rejected: [
    {
      name: 'cut off while thinking',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc]\nuser: go on',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    { name: 'it is last', profile: 'anthropic', history: 'user: hi\nassistant: [thinking "plan" sig=abc]' },
    { name: 'text follows', profile: 'anthropic', history: 'user: hi\nassistant: [thinking "plan" sig=abc] [text "ok"]\nuser: go on' },
  ],
}
