/**
 * OpenAI Chat: `tool_calls` is an empty list. Calls were pruned, the key stayed.
 * Source of truth: texts in several client issues.
 */

import { has, MESSAGE_FLAGS } from '../../session/flags'
import { bodyIn, insertBlock, replaceBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, NO_CONTENT, sentFrom, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const { message, view } of sentFrom(context)) {
    if (has(message.flags, MESSAGE_FLAGS.toolCallsEmpty)) yield draftAt(message, 'This message carries an empty list of calls.', { view })
  }
}

/** The key is written only where there are calls, so the message is written again with the content it has. */
function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  if (draft.spot === 'request' || 'head' in draft.spot) return []
  const reason = 'an empty list of calls is left out'
  const first = draft.spot.blocks[0]
  const into = draft.spot.origins[0]
  if (!into) return []
  const edit = first
    ? replaceBlock(context, first, bodyIn(context, first.head), reason)
    : insertBlock(context, into.address, 'end', { kind: 'text', text: NO_CONTENT }, reason)
  return [{ id: 'drop-key', title: 'Leave the empty list out', loses: 'nothing', loss: 0, edits: [edit] }]
}

export const toolCallsEmpty: Rule = {
  id: 'tool-calls-empty',
  title: 'Empty list of calls',
  demands: 'A list of calls holds at least one call, or is left out.',
  variants: [
    variant({
      id: 'openai-chat-tool-calls-empty',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid 'messages[{N}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      confidence: 'rep',
      sources: ['client issues'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C5'],
  check,
  repairs,
  rejected: [
    {
      name: 'the calls were pruned',
      profile: 'openai-chat',
      history: 'user: hi\n{"role":"assistant","content":"ok","tool_calls":[]}\nuser: go on',
      at: ['m1'],
    },
    {
      name: 'and nothing else is there',
      profile: 'openai-chat',
      history: 'user: hi\n{"role":"assistant","content":"","tool_calls":[]}\nuser: go on',
      at: ['m1'],
    },
  ],
  accepted: [
    { name: 'left out', profile: 'openai-chat', history: 'user: hi\nassistant: ok\nuser: go on' },
    { name: 'a call', profile: 'openai-chat', history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "a"]' },
  ],
}
