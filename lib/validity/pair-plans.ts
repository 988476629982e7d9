/** Repairs of broken pairs that several rules offer: answer, move, restore, turn into words, drop. */

import type { RequestBlock } from '../request/request'
import type { WorkingMessage } from '../session/working-set'
import {
  answersTo,
  bodyIn,
  type callBody,
  insertBlock,
  insertMessage,
  lastOrigin,
  moveResult,
  ownerOf,
  putResult,
  putUserText,
  type ResultBlock,
  recordedBlock,
  replaceBlock,
  resultAsText,
  takeOut,
} from './plans'
import type { Draft, RepairContext, RepairPlan } from './rule'
import { callsIn, isThinking, lastBefore, leadingResults, thinkingMode } from './shared'

const CALL_GONE = 'the call was removed by compaction'

/** The block a draft points at, when it is of this kind. */
export function spotBlock(draft: Draft, kind: 'call' | 'result' | null = null): RequestBlock | null {
  if (draft.spot === 'request' || !('head' in draft.spot)) return null
  return kind === null || draft.spot.head.kind === kind ? draft.spot : null
}

/** The result is there, in another place of the request or of the record: put it where it belongs. */
export function moveIn(draft: Draft, context: RepairContext): RepairPlan[] {
  const call = spotBlock(draft, 'call')
  const id = call?.head.callId
  if (!call || !id) return []
  const standing = standingResult(context, call)
  const title = 'Put the result behind its call'
  if (standing) return [{ id: 'move-result', title, loses: 'nothing', loss: 0, edits: moveResult(context, call, standing) }]
  if (context.assembly.resultsOf(id).length > 0) return []
  const recorded = recordedBlock(context.working.session, 'result', id)
  const body = recorded ? bodyIn(context, recorded) : null
  if (body?.kind !== 'result') return []
  return [
    {
      id: 'move-result',
      title: 'Put the recorded result behind its call',
      loses: 'nothing',
      loss: 0,
      edits: putResult(context, call, body, 'the record holds the result'),
    },
  ]
}

/** A result of this call that stands in another place. */
function standingResult(context: RepairContext, call: RequestBlock): RequestBlock | null {
  return context.assembly.resultsOf(call.head.callId ?? '').find(result => !isTaken(context, result, call)) ?? null
}

/** A result that answers another call of the same id where it stands. */
function isTaken(context: RepairContext, result: RequestBlock, call: RequestBlock): boolean {
  const asker = lastBefore(context.assembly.callsOf(result.head.callId ?? ''), result.view)
  if (asker === null || asker === call) return false
  return context.profile.wire === 'openai-chat' || asker.view === result.view - 1
}

/** An error result stands in for the one that is lost. */
export function answerCall(draft: Draft, context: RepairContext): RepairPlan[] {
  const call = spotBlock(draft, 'call')
  if (!call) return []
  const content = '[no result: it was lost when the history was cut, or the call was interrupted]'
  const result = { kind: 'result', callId: call.head.callId ?? '', content, isError: true } as const
  const stray = call.head.callId === null ? null : standingResult(context, call)
  if (stray) return textAndAnswer(stray, call, context)
  const reason = 'a stand-in for the result that is lost'
  const edits = needsNewTurn(context, call) ? [answerAndContinue(context, call, result, reason)] : putResult(context, call, result, reason)
  return [
    {
      id: 'answer-call',
      title: 'Answer the call with an error',
      loses: 'nothing that is there; the model reads that the result is lost',
      loss: 1,
      edits,
    },
  ]
}

/** A trailing call of a turn without thinking: with manual thinking, only a new turn may follow its answer. */
function needsNewTurn(context: RepairContext, call: RequestBlock): boolean {
  const { view } = context.assembly
  const message = view[call.view]
  if (!message || view[call.view + 1] || thinkingMode(context.facts) !== 'manual' || context.profile.wire === 'openai-chat') return false
  const first = view.slice(Math.max(0, message.turnStart)).find(one => one.role === 'assistant')?.blocks[0]
  return first !== undefined && !isThinking(first)
}

function answerAndContinue(context: RepairContext, call: RequestBlock, result: ResultBlock, reason: string) {
  const others = callsIn(context.assembly.view[call.view] ?? { blocks: [] }).filter(one => one !== call && one.head.callId !== null)
  const answers = others.map(one => ({ ...result, callId: one.head.callId ?? '' }))
  return insertMessage(context, 'end', 'user', [result, ...answers, { kind: 'text', text: 'Continue with the task.' }], reason)
}

export function dropCall(draft: Draft, context: RepairContext): RepairPlan[] {
  const call = spotBlock(draft, 'call')
  if (!call || standingResult(context, call)) return []
  const edits = takeOut(context, [call], 'a call without a result', '[A call without a result was removed.]')
  return [{ id: 'drop-call', title: 'Remove the call', loses: 'what was called', loss: 2, edits }]
}

/** The record holds the call that the request has lost: put it back in front of its result. */
export function restoreCall(draft: Draft, context: RepairContext): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  const id = result?.head.callId
  const owner = result ? ownerOf(context, result) : null
  if (!result || !id || !owner || context.assembly.callsOf(id).length > 0) return []
  const head = recordedBlock(context.working.session, 'call', id)
  const call = head ? bodyIn(context, head) : null
  if (call?.kind !== 'call') return []
  const edits = callInFront(context, result, owner, call)
  if (edits.length === 0) return []
  return [{ id: 'restore-call', title: 'Put the call back in front of its result', loses: 'nothing', loss: 0, edits }]
}

function callInFront(context: RepairContext, result: RequestBlock, owner: WorkingMessage, call: ReturnType<typeof callBody>) {
  const reason = 'the record holds the call'
  const view = context.assembly.view[result.view]
  const previous = context.assembly.sent[result.sent - 1]
  const before = lastOrigin(previous)
  if (view && result.viewPlace < leadingResults(view) && previous?.role === 'assistant' && before) {
    return [insertBlock(context, before.address, 'end', call, reason)]
  }
  if (owner.blocks[0]?.address !== result.address) return []
  const made = insertMessage(context, { before: owner.address }, 'assistant', [call], reason)
  if (previous) return previous.role === 'assistant' ? [] : [made]
  // An agent that joins neighbours sends a summary and the kept result as one message: the summary then stands in front.
  if (context.assembly.sent[result.sent]?.origins[0]?.address !== owner.address) return [made]
  const opening = { kind: 'text', text: '[The conversation before this was removed by compaction.]' } as const
  return [made, insertMessage(context, { before: made.at }, 'user', [opening], 'a history begins with the user')]
}

/** The words stay, the pairing goes. */
export function resultToText(draft: Draft, context: RepairContext, why = CALL_GONE): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  if (!result) return []
  const edits = textInPlace(context, result, why)
  return [{ id: 'result-to-text', title: 'Turn the result into plain text', loses: 'that it was a result; its words stay', loss: 1, edits }]
}

function textInPlace(context: RepairContext, result: RequestBlock, why: string) {
  const reason = 'a result without a call, kept as text'
  const text = resultAsText(context, result, why)
  if (text.kind !== 'text') return []
  if (context.profile.wire === 'openai-chat' && context.facts.isBody) return toolMessageAsText(context, result, text.text, reason)
  const view = context.assembly.view[result.view]
  const last = view?.blocks.findLast(block => block.head.kind === 'result')
  if (!last || last === result) return [replaceBlock(context, result, text, reason)]
  const owner = ownerOf(context, last)
  return owner ? [...takeOut(context, [result], reason), insertBlock(context, owner.address, { after: last.address }, text, reason)] : []
}

/** Behind the run of tool messages, so that the others of the run keep their place. */
function toolMessageAsText(context: RepairContext, result: RequestBlock, text: string, reason: string) {
  const { sent } = context.assembly
  let end = result.sent
  while (sent[end + 1]?.role === 'tool') end++
  const isNeighbour = sent[end + 1]?.role === 'user' || (end === result.sent && sent[end - 1]?.role === 'user')
  if (end === result.sent && !isNeighbour) return [replaceBlock(context, result, { kind: 'text', text }, reason)]
  const after = end === result.sent ? end - 1 : end
  const put = sent[end + 1]?.role === 'user' ? putUserText(context, end, text, reason) : putUserText(context, after, text, reason)
  return [...put, ...takeOut(context, [result], reason)]
}

export function dropResult(draft: Draft, context: RepairContext): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  if (!result) return []
  const edits = takeOut(context, [result], 'a result without a call', '[A result without a call was removed.]')
  return [{ id: 'drop-result', title: 'Remove the result', loses: 'what the tool returned', loss: 2, edits }]
}

/** Moves a misplaced result behind its call. */
function moveToCall(draft: Draft, context: RepairContext): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  const id = result?.head.callId
  if (!result || !id) return []
  const call = context.assembly.callsOf(id).find(one => one.address === draft.other)
  if (!call || answersTo(context, call).length > 0) return []
  return [
    { id: 'move-result', title: 'Move the result behind its call', loses: 'nothing', loss: 0, edits: moveResult(context, call, result) },
  ]
}

/** A misplaced result as text where it stands, and an answer that says so behind its call. */
export function textAndAnswer(result: RequestBlock, call: RequestBlock, context: RepairContext): RepairPlan[] {
  const note = { kind: 'result', callId: call.head.callId ?? '', content: '[the result came later in the conversation, as text]' } as const
  const edits = [
    ...textInPlace(context, result, 'it came after the turn had moved on'),
    ...putResult(context, call, note, 'every call needs an answer'),
  ]
  return [
    {
      id: 'result-to-text',
      title: 'Keep the result as text where it stands',
      loses: 'that it was a result; its words stay',
      loss: 1,
      edits,
    },
  ]
}

/** Ways out for a result whose call stands elsewhere in the request; a second answer to it is only words, or goes. */
export function gatherPair(draft: Draft, context: RepairContext): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  const call = result ? context.assembly.callsOf(result.head.callId ?? '').find(one => one.address === draft.other) : undefined
  if (!result || !call) return []
  if (answersTo(context, call).length > 0)
    return [...resultToText(draft, context, 'its call is answered already'), ...dropResult(draft, context)]
  return [...moveToCall(draft, context), ...textAndAnswer(result, call, context)]
}
