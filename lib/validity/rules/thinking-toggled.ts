/**
 * Anthropic: thinking was switched off between a call and its result: the open turn holds thinking, the request asks for
 * none. The provider answers without thinking, takes the blocks out, and the cache is lost.
 * Source of truth: thinking documentation, "mid-turn conflicts degrade gracefully".
 * Not seen from a file: switches of a log, and a switch in the other direction with adaptive thinking.
 */

import { closeTurn } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, lastView, openTurn, thinkingMode, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  if (!last || thinkingMode(context.facts) !== 'off') return
  const block = openTurn(context.assembly)
    .flatMap(message => message.blocks)
    .find(isThinking)
  if (block) yield draftAt(block, 'The open turn was begun with thinking, but this request asks for none.', { view: last.view })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  const { max_tokens: most } = context.facts.params
  const budget = typeof most === 'number' ? Math.min(4096, Math.floor(most / 2)) : 4096
  const plans: RepairPlan[] = [
    { id: 'close-turn', title: 'Add a short user text, so that a new turn begins', loses: 'nothing', loss: 1, edits: closeTurn(context) },
  ]
  if (budget < 1024) return plans
  const params = { thinking: { type: 'enabled', budget_tokens: budget } }
  return [
    { id: 'enable-thinking', title: 'Ask for thinking until the turn is done', loses: 'nothing', loss: 0, edits: [], params },
    ...plans,
  ]
}

const OPEN = 'user: hi\nassistant: [thinking "plan" sig=abc] [call t1 read {}]\nuser: [result t1 "a"]'

export const thinkingToggled: Rule = {
  id: 'thinking-toggled',
  title: 'Thinking switched off within a turn',
  demands: 'The thinking configuration changes only between turns.',
  variants: [
    variant({
      id: 'anthropic-thinking-midturn-toggle',
      profile: 'anthropic',
      severity: 'alters',
      status: 200,
      says: '(no error: thinking is switched off for this request, its blocks are taken out, the cache is lost)',
      confidence: 'doc',
      sources: ['platform.claude.com extended-thinking'],
    }),
  ],
  precedence: 9,
  stage: 7,
  causes: ['C16', 'C3'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'a log does not say how thinking was asked for'),
  rejected: [
    { name: 'switched off', profile: 'anthropic', history: OPEN, params: { thinking: { type: 'disabled' } }, at: ['m1.b0'] },
    { name: 'no longer asked for', profile: 'anthropic', history: OPEN, at: ['m1.b0'] },
  ],
  accepted: [
    { name: 'still on', profile: 'anthropic', history: OPEN, params: { thinking: { type: 'enabled', budget_tokens: 2048 } } },
    {
      name: 'between turns',
      profile: 'anthropic',
      history: `${OPEN}\nassistant: done\nuser: thanks`,
      params: { thinking: { type: 'disabled' } },
    },
  ],
}
