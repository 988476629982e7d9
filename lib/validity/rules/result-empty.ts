/**
 * A negative rule: Anthropic takes an empty result (no content, "", [], an empty text inside), so nothing is reported.
 * Bedrock refuses one that is marked as an error, and OpenAI-shaped servers differ; they have rules of their own.
 * Source of truth: a published table of requests and answers, experientiallabs/experiential#804.
 */

import type { Rule } from '../rule'
import { noRepairs, variant } from '../shared'

const answered = (result: string) => `user: hi\nassistant: [call t1 read {}]\n{"role":"user","content":[${result}]}\nassistant: done`

export const resultEmpty: Rule = {
  id: 'result-empty',
  title: 'Empty result (is taken)',
  demands: 'Nothing: an empty result is taken.',
  variants: [
    variant({
      id: 'anthropic-tool-result-empty-ok',
      profile: 'anthropic',
      severity: 'fragile',
      says: '',
      confidence: 'meas',
      sources: ['experiential#804'],
    }),
  ],
  precedence: 9,
  stage: 3,
  causes: ['C5'],
  check: () => [],
  repairs: noRepairs,
  rejected: [],
  accepted: [
    { name: 'no content', profile: 'anthropic', history: answered('{"type":"tool_result","tool_use_id":"t1"}') },
    { name: 'an empty string', profile: 'anthropic', history: answered('{"type":"tool_result","tool_use_id":"t1","content":""}') },
    { name: 'an empty list', profile: 'anthropic', history: answered('{"type":"tool_result","tool_use_id":"t1","content":[]}') },
    {
      name: 'an empty text',
      profile: 'anthropic',
      history: answered('{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":""}]}'),
    },
  ],
}
