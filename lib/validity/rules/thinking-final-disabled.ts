/**
 * Anthropic: the request ends on an assistant message that holds thinking, while thinking is off. Typical for a
 * compaction call made with thinking off on an unfinished turn.
 * Source of truth: forgecode#1853. Not seen from a file: how a log's agent asked for thinking.
 */

import { takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, lastView, thinkingMode, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  if (last?.role !== 'assistant' || thinkingMode(context.facts) !== 'off') return
  const block = last.blocks.find(isThinking)
  if (block) yield draftAt(block, 'Thinking is off, but the request ends on an assistant message with thinking.', { view: last.view })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  const last = context.assembly.view[context.assembly.view.length - 1]
  const blocks = (last?.sent ?? []).map(sent => sent.blocks.filter(isThinking)).filter(list => list.length > 0)
  const edits = blocks.flatMap(list => takeOut(context, list, 'thinking is off'))
  return [{ id: 'drop-thinking', title: 'Remove the thinking of the last message', loses: 'what was thought there', loss: 2, edits }]
}

export const thinkingFinalDisabled: Rule = {
  id: 'thinking-final-disabled',
  title: 'Thinking at the end while thinking is off',
  demands: 'With thinking off, the last assistant message holds no thinking.',
  variants: [
    variant({
      id: 'anthropic-thinking-disabled-final-thinking',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
      confidence: 'one',
      sources: ['forgecode#1853'],
    }),
  ],
  precedence: 9,
  stage: 7,
  causes: ['C16', 'C3'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'a log does not say how thinking was asked for'),
  rejected: [
    {
      name: 'an unfinished turn',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc] [text "It is"]',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    {
      name: 'the user speaks last',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc] [text "It is"]\nuser: go on',
    },
    { name: 'no thinking at the end', profile: 'anthropic', history: 'user: hi\nassistant: It is' },
  ],
}
