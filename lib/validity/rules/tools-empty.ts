/**
 * OpenAI Chat and the servers that copy its schema refuse `tools: []`. A compaction call that blanks the tool list
 * instead of leaving it out never succeeds, while normal turns work.
 * Source of truth: minimax-code#194 (vLLM's text). Not seen from a file: the tools of a log.
 */

import type { CheckContext, Draft, Rule } from '../rule'
import { draftAt, toolCount, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  if (!context.facts.isBody || context.from > 0 || toolCount(context.facts) !== 0) return
  yield draftAt('request', 'The request carries an empty list of tools.', { view: 0 })
}

export const toolsEmpty: Rule = {
  id: 'tools-empty',
  title: 'Empty list of tools',
  demands: 'The list of tools holds at least one tool, or is left out.',
  variants: [
    variant({
      id: 'openai-chat-tools-empty',
      profile: 'openai-chat',
      severity: 'rejects',
      says: '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely. (parameter=tools)',
      confidence: 'rep',
      sources: ['minimax-code#194'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C3'],
  check,
  repairs: () => [
    { id: 'drop-tools', title: 'Leave the list out', loses: 'nothing', loss: 0, edits: [], params: { tools: null, tool_choice: null } },
  ],
  unchecked: facts => (facts.isBody ? null : 'a log does not say which tools were sent'),
  rejected: [{ name: 'an empty list', profile: 'openai-chat', history: 'user: Summarise.', params: { tools: [] } }],
  accepted: [
    { name: 'a list', profile: 'openai-chat', history: 'user: hi' },
    { name: 'no list', profile: 'openai-chat', history: 'user: hi', params: { tools: null } },
  ],
}
