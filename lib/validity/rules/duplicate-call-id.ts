/**
 * One id is used twice: by two calls (Anthropic, anywhere in the request; OpenAI Chat, in one message), or by two tool
 * messages of one run (OpenAI Chat). Replayed branches, retries, providers that number ids per turn, ids cut to a length.
 * Source of truth: claude-code#20700, #21317, #28515; opencode#1279; client sources for the OpenAI text.
 */

import type { Edit } from '../../edits/edit'
import type { RequestBlock } from '../../request/request'
import { spotBlock } from '../pair-plans'
import { answersTo, bodyIn, ownId, putResult, removeMessages, renamePair, takeOut } from '../plans'
import { keepBest } from '../result-plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, firstFrom, shown, toolRuns, variant, viewsFrom } from '../shared'

function draftOf(block: RequestBlock, first: RequestBlock, view: number): Draft {
  const id = block.head.callId ?? ''
  const text =
    block.head.kind === 'call' ? `The id ${shown(id)} is used by an earlier call too.` : `A second tool message answers ${shown(id)}.`
  return draftAt(block, text, { view, other: first.address, data: { id } })
}

function* anthropic(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'call' || block.head.callId === null) continue
    const first = firstFrom(context.assembly.callsOf(block.head.callId), 0)
    if (first && first !== block) yield draftOf(block, first, message.view)
  }
}

function* openAi(context: CheckContext): Generator<Draft> {
  for (const message of viewsFrom(context)) {
    for (const block of message.blocks) {
      if (block.head.kind !== 'call' || block.head.callId === null) continue
      const first = firstFrom(context.assembly.callsOf(block.head.callId), message.view)
      if (first && first !== block) yield draftOf(block, first, message.view)
    }
  }
  for (const { message, head } of toolRuns(context)) {
    if (message.role !== 'tool' || !head) continue
    for (const block of message.blocks) {
      if (block.head.kind !== 'result' || block.head.callId === null) continue
      const first = firstFrom(context.assembly.resultsOf(block.head.callId), head.view)
      if (first && first !== block) yield draftOf(block, first, message.view)
    }
  }
}

interface Pair {
  readonly call: RequestBlock
  readonly result: RequestBlock | null
}

/** A call with the result that is its own: the k-th call of an id in a message goes with the k-th result. */
function pairOf(context: RepairContext, call: RequestBlock): Pair {
  const { assembly } = context
  const id = call.head.callId ?? ''
  const twins = assembly.callsOf(id).filter(one => one.view === call.view)
  const results = answersTo(context, call)
  return { call, result: results[twins.indexOf(call)] ?? null }
}

function isSame(context: RepairContext, a: RequestBlock | null, b: RequestBlock | null): boolean {
  if (!a || !b) return a === b
  return JSON.stringify(bodyIn(context, a.head)) === JSON.stringify(bodyIn(context, b.head))
}

function dropTwin(context: RepairContext, first: Pair, second: Pair): RepairPlan[] {
  if (!isSame(context, first.call, second.call) || (second.result && !isSame(context, first.result, second.result))) return []
  return [
    {
      id: 'drop-twin',
      title: 'Remove the repeated call and its result',
      loses: 'nothing: the pair is there twice',
      loss: 0,
      edits: withoutPair(context, second),
    },
  ]
}

/** When call and result are all that their two messages hold, both go at once and no neighbours meet. */
function withoutPair(context: RepairContext, { call, result }: Pair): Edit[] {
  const reason = 'the same call and result are there already'
  const { sent } = context.assembly
  const isAlone = result && result.sent === call.sent + 1 && sent[call.sent]?.blocks.length === 1 && sent[result.sent]?.blocks.length === 1
  const from = sent[call.sent]?.origins[0]
  const to = result ? sent[result.sent]?.origins.at(-1) : undefined
  if (isAlone && from && to) return [removeMessages(context, from.address, to.address, reason)]
  return [...takeOut(context, [call], reason), ...(result ? takeOut(context, [result], reason) : [])]
}

function reId(context: RepairContext, { call, result }: Pair): RepairPlan[] {
  const next = ownId(context, call, context.profile.wire === 'openai-chat' ? 40 : 64)
  const edits = renamePair(context, call, result ? [result] : [], next)
  if (!result && answersTo(context, call).length > 0) {
    edits.push(
      ...putResult(
        context,
        call,
        { kind: 'result', callId: next, content: '[no result of its own]', isError: true },
        'every call needs an answer',
      ),
    )
  }
  return [{ id: 're-id', title: `Call it ${next}`, loses: 'nothing', loss: 1, edits }]
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const spot = spotBlock(draft)
  if (spot?.head.kind === 'result') return keepBest(context, spot, draft.other)
  const first = context.assembly.callsOf(spot?.head.callId ?? '').find(one => one.address === draft.other)
  if (!spot || !first) return []
  const second = pairOf(context, spot)
  return [...dropTwin(context, pairOf(context, first), second), ...reId(context, second)]
}

export const duplicateCallId: Rule = {
  id: 'duplicate-call-id',
  title: 'One id for two calls',
  demands: 'The id of a call is used once.',
  variants: [
    variant({
      id: 'anthropic-tool-use-id-duplicate',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: `tool_use` ids must be unique',
      confidence: 'rep',
      sources: ['claude-code#20700', 'claude-code#21317', 'claude-code#28515', 'opencode#1279', 'claude-code-router#593'],
    }),
    variant({
      id: 'openai-chat-tool-id-duplicate',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Duplicate value for 'tool_call_id' of {id} in message[{N}]",
      confidence: 'src',
      sources: ['OpenAI-shaped validators in client sources'],
    }),
  ],
  precedence: 1,
  stage: 5,
  causes: ['C12', 'C9', 'C10', 'C13'],
  check: context => (context.profile.wire === 'openai-chat' ? openAi(context) : anthropic(context)),
  repairs,
  rejected: [
    {
      name: 'a pair written twice',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]\nassistant: [call t1 read {}]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m3.b0'],
    },
    {
      name: 'ids numbered per turn',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call call_0 read {"path":"a"}]\nuser: [result call_0 "a"]\nassistant: [call call_0 read {"path":"b"}]\nuser: [result call_0 "b"]\nassistant: done',
      at: ['m3.b0'],
    },
    {
      name: 'twice in one message',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {"path":"a"}] [call t1 read {"path":"b"}]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b1'],
    },
    {
      name: 'two tool messages for one call',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "interrupted"]\ntool: [result c1 "content"]\nassistant: done',
      at: ['m3.b0'],
    },
    {
      name: 'two calls of one id in a message',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {"path":"a"}] [call c1 read {"path":"b"}]\ntool: [result c1 "a"]\nassistant: done',
      at: ['m1.b1'],
    },
  ],
  accepted: [
    {
      name: 'ids of their own',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [call t2 read {}]\nuser: [result t1 "a"] [result t2 "a"]\nassistant: done',
    },
    {
      name: 'ids numbered per turn',
      profile: 'openai-chat',
      history:
        'user: hi\nassistant: [call call_0 read {}]\ntool: [result call_0 "a"]\nassistant: [call call_0 read {}]\ntool: [result call_0 "b"]\nassistant: done',
    },
  ],
}
