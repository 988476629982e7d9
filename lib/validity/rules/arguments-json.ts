/**
 * OpenAI Chat: the arguments of a call are no JSON. OpenAI takes them as they are; gateways, vLLM and llama.cpp refuse.
 * Usually a compaction that cut arguments at a length, or a stream that broke off.
 * Source of truth: hermes-agent#10398; texts of vLLM and llama.cpp.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { callBody, replaceBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'call' || !has(block.head.flags, BLOCK_FLAGS.argumentsNotJson)) continue
    yield draftAt(block, 'The arguments of this call are no JSON; they were cut off.', { view: message.view })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const call = spotBlock(draft, 'call')
  if (!call) return []
  const { id, name, input, rawInput } = callBody(context, call)
  const prefix = rawInput ?? (typeof input === 'string' ? input : '')
  const fixed = { kind: 'call', id, name, input: { _truncated: true, _prefix: prefix } } as const
  const edits = [replaceBlock(context, call, fixed, 'arguments that every server can read')]
  return [{ id: 'wrap-arguments', title: 'Keep the cut text inside valid JSON', loses: 'nothing', loss: 0, edits }]
}

export const argumentsJson: Rule = {
  id: 'arguments-json',
  title: 'Arguments that are no JSON',
  demands: 'The arguments of a call are the text of a JSON object.',
  variants: [
    variant({
      id: 'openai-chat-arguments-not-json',
      profile: 'openai-chat',
      severity: 'alters',
      says: 'invalid function arguments json string',
      confidence: 'rep',
      sources: ['hermes-agent#10398', 'vLLM', 'llama.cpp'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C5', 'C8'],
  check,
  repairs,
  rejected: [
    {
      name: 'cut at a length',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read "{\\"path\\":\\"a...[truncated]"]\ntool: [result c1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    {
      name: 'an object',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {"path":"a"}]\ntool: [result c1 "a"]\nassistant: done',
    },
  ],
}
