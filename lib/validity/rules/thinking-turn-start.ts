/**
 * Anthropic, manual thinking: the open turn does not begin with thinking. A tool loop counts as one turn of the assistant,
 * so its first block is the one that is asked for. Adaptive thinking has no such demand.
 * Source of truth: thinking documentation; opencode#3077, mastra#7799, kilocode#5219.
 * Not seen from a file: how a log's agent asked for thinking.
 */

import { closeTurn } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, lastView, openTurn, thinkingMode, variant } from '../shared'

const TYPES: Readonly<Record<string, string>> = { call: 'tool_use', serverCall: 'server_tool_use' }

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  if (!last || thinkingMode(context.facts) !== 'manual') return
  const first = openTurn(context.assembly)[0]?.blocks[0]
  if (!first || isThinking(first)) return
  const text = 'Thinking is on, and the open turn does not begin with thinking.'
  yield draftAt(first, text, { view: last.view, data: { found: TYPES[first.head.kind] ?? first.head.kind } })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  return [
    {
      id: 'disable-thinking',
      title: 'Send this one request with thinking off',
      loses: 'nothing of the history; this answer is made without thinking',
      loss: 0,
      edits: [],
      params: { thinking: { type: 'disabled' } },
    },
    { id: 'close-turn', title: 'Add a short user text, so that a new turn begins', loses: 'nothing', loss: 1, edits: closeTurn(context) },
  ]
}

const ON = { thinking: { type: 'enabled', budget_tokens: 2048 } } as const

export const thinkingTurnStart: Rule = {
  id: 'thinking-turn-start',
  title: 'Open turn without thinking at its start',
  demands: 'With manual thinking, the turn that is still open begins with a thinking block.',
  variants: [
    variant({
      id: 'anthropic-thinking-must-start-turn',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`.',
      confidence: 'doc',
      sources: [
        'platform.claude.com extended-thinking',
        'opencode#3077',
        'mastra#7799',
        'kilocode#5219',
        'haystack-core-integrations#2146',
      ],
    }),
  ],
  precedence: 9,
  stage: 7,
  causes: ['C5', 'C10', 'C11', 'C16', 'C2'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'a log does not say how thinking was asked for'),
  rejected: [
    {
      name: 'a call made without thinking',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]',
      params: ON,
      at: ['m1.b0'],
    },
    {
      name: 'text first',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text "ok"] [call t1 read {}]\nuser: [result t1 "a"]',
      params: ON,
      at: ['m1.b0'],
    },
  ],
  accepted: [
    {
      name: 'thinking first',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc] [call t1 read {}]\nuser: [result t1 "a"]',
      params: ON,
    },
    {
      name: 'thinking at the start of a longer loop',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [thinking "plan" sig=abc] [call t1 read {}]\nuser: [result t1 "a"]\nassistant: [call t2 read {}]\nuser: [result t2 "b"]',
      params: ON,
    },
    {
      name: 'the turn is closed',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"] [text "go on"]',
      params: ON,
    },
    { name: 'thinking is off', profile: 'anthropic', history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]' },
  ],
}
