/**
 * Parallel calls whose results are spread over several messages, with an assistant message between them. Two user messages
 * side by side are joined by the provider and are fine. A result that is nowhere is a call without result.
 * Source of truth: Anthropic "parallel tool use".
 */

import { gatherPair } from '../pair-plans'
import type { CheckContext, Draft, Rule } from '../rule'
import { displacedResults, draftAt, shown, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const { result, call, view, isSplit } of displacedResults(context)) {
    if (!isSplit) continue
    const id = result.head.callId ?? ''
    const text = `The result of ${shown(id)} comes in a later message than the results of the calls beside its own.`
    yield draftAt(result, text, { view, other: call.address, data: { id, ids: id } })
  }
}

export const resultsSplit: Rule = {
  id: 'results-split',
  title: 'Parallel results in several messages',
  demands: 'All calls of one message are answered in one message.',
  variants: [
    variant({
      id: 'anthropic-parallel-results-split',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      confidence: 'doc',
      sources: ['platform.claude.com parallel-tool-use'],
    }),
  ],
  precedence: 3,
  stage: 5,
  causes: ['C7', 'C2'],
  check,
  repairs: gatherPair,
  rejected: [
    {
      name: 'an assistant message between two results',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}] [call t2 bash {}]\nuser: [result t1 "a"]\nassistant: one more\nuser: [result t2 "b"]\nassistant: done',
      at: ['m4.b0'],
    },
  ],
  accepted: [
    {
      name: 'both results in one message',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [call t2 bash {}]\nuser: [result t1 "a"] [result t2 "b"]\nassistant: done',
    },
    {
      name: 'two user messages side by side',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [call t2 bash {}]\nuser: [result t1 "a"]\nuser: [result t2 "b"]\nassistant: done',
    },
  ],
}
