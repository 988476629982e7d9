/**
 * Two results answer one call in the answering message: an error that a client made up and the real result that came
 * late, a retry, a list that became several results.
 * Source of truth: OpenHands SDK (list of malformed-history texts), a LiteLLM regression test, DeepSeek's endpoint.
 */

import { spotBlock } from '../pair-plans'
import { keepBest } from '../result-plans'
import type { CheckContext, Draft, Rule } from '../rule'
import { blocksFrom, draftAt, firstFrom, isUserSide, shown, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'result' || block.head.callId === null || !isUserSide(message.role)) continue
    const first = firstFrom(context.assembly.resultsOf(block.head.callId), message.view)
    if (!first || first === block) continue
    const id = block.head.callId
    yield draftAt(block, `A second result answers ${shown(id)} in the same message.`, {
      view: message.view,
      other: first.address,
      data: { id },
    })
  }
}

export const duplicateResult: Rule = {
  id: 'duplicate-result',
  title: 'Two results for one call',
  demands: 'A call has one result.',
  variants: [
    variant({
      id: 'anthropic-tool-result-duplicate',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}',
      confidence: 'rep',
      sources: ['OpenHands software-agent-sdk classifier.py', 'LiteLLM regression test', 'BR-048'],
    }),
  ],
  // Behind a repeated call id: there the second result belongs to the second call.
  precedence: 1.5,
  stage: 5,
  causes: ['C12', 'C13', 'C9'],
  check,
  repairs: (draft, context) => {
    const result = spotBlock(draft, 'result')
    return result ? keepBest(context, result, draft.other) : []
  },
  rejected: [
    {
      name: 'a made-up error and the late result',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 error "interrupted"] [result t1 "content"]\nassistant: done',
      at: ['m2.b1'],
    },
    {
      name: 'in two messages that the provider joins',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "one"]\nuser: [result t1 "two"]\nassistant: done',
      at: ['m3.b0'],
    },
  ],
  accepted: [
    {
      name: 'two calls, two results',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [call t2 read {}]\nuser: [result t1 "a"] [result t2 "a"]\nassistant: done',
    },
  ],
}
