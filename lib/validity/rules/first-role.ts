/**
 * Anthropic: the first message is the assistant's. Older versions of the API refuse, newer ones take some such lists;
 * Bedrock always refuses. The usual sign of a cut from the front, or of a summary stored as assistant.
 * Source of truth: hermes-agent#41985, context editing documentation. Only fragile in a log, whose agent may put a message
 * in front; nothing is said where the file may lack what came before.
 */

import { bodyIn, insertMessage } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  const first = context.assembly.view[0]
  const spot = first?.sent[0]
  if (!spot || context.from > 0 || first.role !== 'assistant' || context.isOpenAt(0)) return
  const options = { view: 0, ...(context.facts.isBody ? {} : { severity: 'fragile' as const }) }
  yield draftAt(spot, "The first message is the assistant's.", options)
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  const reason = 'a history begins with the user'
  const opening = { kind: 'text', text: '[The conversation before this was removed by compaction.]' } as const
  const edits = [insertMessage(context, 'start', 'user', [opening], reason)]
  return [
    ...firstTask(context, reason),
    { id: 'add-opening', title: 'Put a short user message in front', loses: 'nothing', loss: 1, edits },
  ]
}

/** The record may hold what the user asked first, though the request does not. */
function firstTask(context: RepairContext, reason: string): RepairPlan[] {
  const { session } = context.working
  for (let i = 0; i < Math.min(session.messageCount, 20); i++) {
    const index = session.indexOfNumber(i)
    const message = session.message(index)
    const texts = session.blocksOf(index).filter(head => head.kind === 'text')
    if (message.role !== 'user' || message.synthetic !== null || texts.length === 0) continue
    if (context.working.messages.some(one => one.index === index)) return []
    const blocks = texts.map(head => bodyIn(context, head))
    return [
      {
        id: 'restore-task',
        title: 'Put the first task of the user back in front',
        loses: 'nothing',
        loss: 0,
        edits: [insertMessage(context, 'start', 'user', blocks, reason)],
      },
    ]
  }
  return []
}

export const firstRole: Rule = {
  id: 'first-role',
  title: "First message is the assistant's",
  demands: "The first message is the user's.",
  variants: [
    variant({
      id: 'anthropic-first-message-assistant',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages: first message must use the "user" role',
      confidence: 'rep',
      sources: ['hermes-agent#41985', 'platform.claude.com context-editing'],
    }),
  ],
  precedence: 9,
  stage: 4,
  causes: ['C1', 'C2', 'C4'],
  check,
  repairs,
  rejected: [
    { name: 'a cut from the front', profile: 'anthropic', history: 'assistant: ok\nuser: go on', at: ['m0'] },
    { name: 'a summary as assistant', profile: 'anthropic', history: 'assistant: Summary of what was done.\nuser: go on', at: ['m0'] },
  ],
  accepted: [{ name: 'the user first', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: go on' }],
}
