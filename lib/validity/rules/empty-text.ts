/**
 * Anthropic: a text block with no characters, in a message or in the system prompt, whatever stands beside it. Models
 * return such blocks next to a call, and clients send them back.
 * Source of truth: a published table of requests and answers, experiential#804; litellm#22979, hermes-agent#9486.
 * Not seen: whether a system prompt of one empty string is taken, which the table does not say.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { replaceBlock, takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, NO_CONTENT, variant } from '../shared'
import { systemDrafts, systemRepair } from '../system'
import { dropTurnThinking } from '../thinking-plans'

function* check(context: CheckContext): Generator<Draft> {
  yield* systemDrafts(context, text => text === '', 'A text block of the system prompt is empty.', 'system')
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'text' || block.slot === 'whole' || !has(block.head.flags, BLOCK_FLAGS.emptyText)) continue
    yield draftAt(block, 'This text block is empty.', { view: message.view, data: { where: 'messages' } })
  }
}

/** For a block between two thinking blocks: they may be sent as they were returned, or not at all. */
const WITH_THINKING = {
  id: 'drop-turn-thinking',
  title: 'Remove the empty block and all thinking of this turn',
  loses: 'what was thought in this turn',
  loss: 2,
} as const

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) return systemRepair(context, text => text !== '')
  const reason = 'an empty text block'
  const note = replaceBlock(context, block, { kind: 'text', text: NO_CONTENT }, reason)
  const whole = dropTurnThinking(context, 'thinking beside an empty text', [block])
  return [
    { id: 'drop-block', title: 'Remove the empty block', loses: 'nothing', loss: 0, edits: takeOut(context, [block], reason) },
    { id: 'placeholder', title: `Write ${NO_CONTENT}`, loses: 'nothing', loss: 1, edits: [note] },
    ...(whole.some(edit => edit.at === block.address) ? [{ ...WITH_THINKING, edits: whole }] : []),
  ]
}

export const emptyText: Rule = {
  id: 'empty-text',
  title: 'Empty text block',
  demands: 'Every text block holds text.',
  variants: [
    variant({
      id: 'anthropic-text-empty',
      profile: 'anthropic',
      severity: 'rejects',
      says: '{where}: text content blocks must be non-empty',
      confidence: 'meas',
      sources: ['experiential#804', 'litellm#22979', 'hermes-agent#9486', 'nanobot#949'],
    }),
  ],
  precedence: 9,
  stage: 3,
  causes: ['C5', 'C8', 'C11'],
  check,
  repairs,
  rejected: [
    {
      name: 'beside a call',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text ""] [call t1 read {}]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    { name: 'alone', profile: 'anthropic', history: 'user: hi\nassistant: [text ""]\nuser: go on', at: ['m1.b0'] },
    {
      name: 'in the system prompt',
      profile: 'anthropic',
      history: 'user: hi',
      params: {
        system: [
          { type: 'text', text: '' },
          { type: 'text', text: 'Be brief.' },
        ],
      },
    },
  ],
  accepted: [
    { name: 'text', profile: 'anthropic', history: 'user: hi\nassistant: [text "ok"]\nuser: go on' },
    {
      name: 'an empty text inside a result',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}]\n{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":""}]}]}\nassistant: done',
    },
  ],
}
