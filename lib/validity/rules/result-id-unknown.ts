/**
 * OpenAI Chat: a tool message stands behind a message with calls, but names none of them. Ids were rewritten on one side,
 * or a late result was appended after the turn moved on.
 * Source of truth: validator texts quoted in client sources. Not seen from a file: which side was rewritten.
 */

import type { RequestBlock } from '../../request/request'
import { dropResult, gatherPair, resultToText, spotBlock } from '../pair-plans'
import { renamePair } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { callsIn, draftAt, firstAt, firstFrom, lastBefore, shown, toolRuns, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const { message, head } of toolRuns(context)) {
    if (message.role !== 'tool' || !head || context.isOpenAt(message.view)) continue
    for (const block of message.blocks) {
      const id = block.head.callId ?? ''
      const calls = context.assembly.callsOf(id)
      if (block.head.kind !== 'result' || (block.head.callId !== null && firstAt(calls, head.view))) continue
      const other = lastBefore(calls, message.view)?.address ?? null
      const text = `This tool message answers ${shown(id)}, which is none of the calls before it.`
      yield draftAt(block, text, { view: message.view, other, data: { id } })
    }
  }
}

/** The one call of the message that nothing answers, when this is the one result of the run that answers nothing. */
function loneCall(context: RepairContext, result: RequestBlock): RequestBlock | null {
  const { assembly } = context
  const { sent } = assembly
  let at = result.sent
  while (at > 0 && sent[at]?.role === 'tool') at--
  const head = sent[at]
  if (!head) return null
  const results: RequestBlock[] = []
  for (let i = at + 1; sent[i]?.role === 'tool'; i++) results.push(...(sent[i]?.blocks ?? []))
  const open = callsIn(head).filter(call => !results.some(one => one.head.callId === call.head.callId))
  const strays = results.filter(one => one.head.callId === null || !firstAt(assembly.callsOf(one.head.callId), at))
  return open.length === 1 && strays.length === 1 && strays[0] === result ? (open[0] ?? null) : null
}

function matchId(draft: Draft, context: RepairContext): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  const call = result ? loneCall(context, result) : null
  const id = call?.head.callId
  if (!result || !id || firstFrom(context.assembly.callsOf(result.head.callId ?? ''), 0)) return []
  const edits = renamePair(context, null, [result], id)
  return [
    {
      id: 'match-id',
      title: `Give the result the id of the one call that has none`,
      loses: 'nothing, if the two belong together',
      loss: 0,
      edits,
    },
  ]
}

export const resultIdUnknown: Rule = {
  id: 'result-id-unknown',
  title: 'Result with an unknown id',
  demands: 'The id of a tool message is one of the ids in the message with calls before it.',
  variants: [
    variant({
      id: 'openai-chat-tool-id-unknown',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message.",
      confidence: 'src',
      sources: ['OpenAI validator text in client sources'],
    }),
  ],
  precedence: 2,
  stage: 5,
  causes: ['C11', 'C7', 'C9'],
  check,
  repairs: (draft, context) =>
    draft.other === null
      ? [...matchId(draft, context), ...resultToText(draft, context, 'its id names none of the calls'), ...dropResult(draft, context)]
      : gatherPair(draft, context),
  rejected: [
    {
      name: 'an id rewritten on one side',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result call_9 "content"]\nassistant: done',
      at: ['m2.b0'],
    },
    {
      name: 'a late result of an earlier turn',
      profile: 'openai-chat',
      history:
        'user: hi\nassistant: [call c1 read {}]\nuser: wait\nassistant: [call c2 bash {}]\ntool: [result c2 "b"]\ntool: [result c1 "a"]\nassistant: done',
      at: ['m5.b0'],
    },
  ],
  accepted: [
    {
      name: 'each result names a call',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}] [call c2 bash {}]\ntool: [result c1 "a"]\ntool: [result c2 "b"]\nassistant: done',
    },
  ],
}
