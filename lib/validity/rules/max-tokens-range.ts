/**
 * The request asks for more output than is taken, or for none: a compaction that asks for a share of an assumed window.
 * Source of truth: kimi-code#1055 (DeepSeek's wording and limit). The true limit depends on the model and is often lower.
 * Not seen from a file: the parameters of a log.
 */

import type { CheckContext, Draft, Rule } from '../rule'
import { draftAt, variant } from '../shared'

const MOST = 393_216
const KEYS = ['max_tokens', 'max_completion_tokens'] as const

function* check(context: CheckContext): Generator<Draft> {
  if (context.from > 0 || !context.facts.isBody) return
  for (const key of KEYS) {
    const value = context.facts.params[key]
    if (typeof value !== 'number' || (value >= 1 && value <= MOST)) continue
    yield draftAt('request', `The request sets ${key} to ${value}; between 1 and ${MOST} are taken.`, { view: 0, data: { n: value } })
  }
}

export const maxTokensRange: Rule = {
  id: 'max-tokens-range',
  title: 'Output limit out of range',
  demands: 'The output limit is at least 1 and not above what the provider takes.',
  variants: [
    variant({
      id: 'openai-chat-max-tokens-range',
      profile: 'openai-chat',
      severity: 'rejects',
      says: 'Invalid max_tokens value, the valid range of max_tokens is [1, 393216]',
      confidence: 'one',
      sources: ['kimi-code#1055'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C3'],
  check,
  repairs: () => [
    {
      id: 'drop-max-tokens',
      title: 'Leave the limit out',
      loses: 'nothing of the history',
      loss: 0,
      edits: [],
      params: { max_tokens: null, max_completion_tokens: null },
    },
  ],
  unchecked: facts => (facts.isBody ? null : 'a log does not say which output limit was sent'),
  rejected: [
    { name: 'a share of an assumed window', profile: 'openai-chat', history: 'user: Summarise.', params: { max_tokens: 500_000 } },
    { name: 'nothing left', profile: 'openai-chat', history: 'user: Summarise.', params: { max_tokens: 0 } },
  ],
  accepted: [{ name: 'in range', profile: 'openai-chat', history: 'user: hi', params: { max_tokens: 4096 } }],
}
