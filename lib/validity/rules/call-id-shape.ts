/**
 * An id of a call or result in a form that the provider does not take: other characters, empty, too long, or no id at all.
 * Ids that another vendor made (`functions.bash:0`, `call_…|fc_…`), or that an adapter dropped. A pair with one bad id is
 * one finding, at the call.
 * Source of truth: opencode#1279, pi-mono transform-messages; openclaw#875, autogen#6377, vercel/ai#8132, litellm#17343.
 */

import type { RequestBlock } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import { dropResult, resultToText, spotBlock } from '../pair-plans'
import { cleanId, ownId, renamePair } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { answerOf, askerOf, blocksFrom, draftAt, firstAt, lastBefore, shown, variant } from '../shared'

const PATTERN = /^[a-zA-Z0-9_-]+$/
const LONGEST = 40

const RESULT_ID_MISSING = 'anthropic-tool-result-id-missing'

function isBad(context: CheckContext, block: RequestBlock): boolean {
  const { kind, callId, flags } = block.head
  const isMissing = callId === null && has(flags, BLOCK_FLAGS.idMissing)
  if (context.variant.id === RESULT_ID_MISSING) return kind === 'result' && isMissing
  if (context.profile.wire === 'openai-chat') return callId !== null && callId.length > LONGEST
  return callId === null ? kind === 'call' && isMissing : !PATTERN.test(callId)
}

/** A result with a bad id is named with its call, when that is there. */
function isNamedByCall(context: CheckContext, block: RequestBlock): boolean {
  return (
    block.head.kind === 'result' &&
    block.head.callId !== null &&
    lastBefore(context.assembly.callsOf(block.head.callId), block.view) !== null
  )
}

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    const { kind, callId } = block.head
    if ((kind !== 'call' && kind !== 'result') || !isBad(context, block) || isNamedByCall(context, block)) continue
    const place = kind === 'call' ? 'tool_use.id' : 'tool_result.tool_use_id'
    const openAiPlace = kind === 'call' ? `tool_calls[${block.place}].id` : 'tool_call_id'
    const id = callId ?? ''
    const data = { id, place: context.profile.wire === 'openai-chat' ? openAiPlace : place, n: id.length }
    const text = callId === null ? `This ${kind} has no id.` : `The id ${shown(callId)} has a form that the provider does not take.`
    yield draftAt(block, text, {
      view: message.view,
      other: kind === 'call' ? (answerOf(context.assembly, block)?.address ?? null) : null,
      data,
    })
  }
}

/** The same new id in the call and in the results beside it. */
function rewrite(draft: Draft, context: RepairContext): RepairPlan[] {
  const spot = spotBlock(draft)
  if (!spot) return []
  const longest = context.profile.wire === 'openai-chat' ? LONGEST : 64
  const isCall = spot.head.kind === 'call'
  const id = isCall ? ownId(context, spot, longest) : cleanId(spot.head.callId ?? '', spot.address, longest)
  const edits = renamePair(context, isCall ? spot : null, isCall ? answersOf(context, spot) : [spot], id)
  return [{ id: 're-id', title: `Write the id as ${id}`, loses: 'nothing', loss: 0, edits }]
}

function answersOf(context: RepairContext, call: RequestBlock): RequestBlock[] {
  if (call.head.callId === null) return []
  const results = context.assembly.resultsOf(call.head.callId)
  const next = context.assembly.callsOf(call.head.callId).find(one => one.view > call.view)
  return results.filter(result => result.view > call.view && (!next || result.view <= next.view))
}

/** The one call before that nothing answers, when a result lost its id. */
function openCall(context: RepairContext, result: RequestBlock): RequestBlock | null {
  const before = context.assembly.view[result.view - 1]
  const open = (before?.blocks ?? []).filter(
    block => block.head.kind === 'call' && block.head.callId && !firstAt(context.assembly.resultsOf(block.head.callId), result.view),
  )
  return open.length === 1 ? (open[0] ?? null) : null
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const spot = spotBlock(draft)
  if (spot?.head.kind !== 'result') return rewrite(draft, context)
  if (spot.head.callId !== null)
    return askerOf(context.assembly, spot)
      ? rewrite(draft, context)
      : [...rewrite(draft, context), ...resultToText(draft, context), ...dropResult(draft, context)]
  const call = openCall(context, spot)
  const matched = call ? renamePair(context, null, [spot], call.head.callId ?? '') : []
  const match: RepairPlan[] = call
    ? [{ id: 'match-id', title: 'Give it the id of the one call that has no result', loses: 'nothing', loss: 0, edits: matched }]
    : []
  return [...match, ...resultToText(draft, context), ...dropResult(draft, context)]
}

export const callIdShape: Rule = {
  id: 'call-id-shape',
  title: 'Id in a form that is not taken',
  demands: 'Ids of calls and results have the form and length that this provider takes.',
  variants: [
    variant({
      id: 'anthropic-tool-use-id-pattern',
      profile: 'anthropic',
      severity: 'rejects',
      says: "messages.{N}.content.{M}.{place}: String should match pattern '^[a-zA-Z0-9_-]+$'",
      confidence: 'rep',
      sources: ['opencode#1279', 'pi-mono transform-messages.ts'],
    }),
    variant({
      id: RESULT_ID_MISSING,
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}.tool_result.tool_use_id: Field required',
      confidence: 'rep',
      sources: ['validator texts in client sources'],
    }),
    variant({
      id: 'openai-chat-tool-id-length',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid 'messages[{N}].{place}': string too long. Expected a string with maximum length 40, but got a string with length {n} instead.",
      confidence: 'rep',
      sources: ['openclaw#875', 'autogen#6377', 'vercel/ai#8132', 'litellm#17343', 'Portkey#1062', 'dify#28987', 'camel#2215'],
    }),
  ],
  precedence: 2,
  stage: 1,
  causes: ['C10', 'C11'],
  check,
  repairs,
  rejected: [
    {
      name: 'an id of another vendor',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call functions.bash:0 bash {}]\nuser: [result functions.bash:0 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'an empty id',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call "" bash {}]\nuser: [result "" "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'a result without an id',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 bash {}]\n{"role":"user","content":[{"type":"tool_result","content":"a"}]}\nassistant: done',
      at: ['m2.b0'],
    },
    {
      name: 'longer than 40 characters',
      profile: 'openai-chat',
      history: `user: hi\nassistant: [call call_${'x'.repeat(50)} bash {}]\ntool: [result call_${'x'.repeat(50)} "a"]\nassistant: done`,
      at: ['m1.b0'],
    },
  ],
  accepted: [
    {
      name: 'letters, digits, _ and -',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call toolu_01-A bash {}]\nuser: [result toolu_01-A "a"]\nassistant: done',
    },
    {
      name: '40 characters',
      profile: 'openai-chat',
      history: `user: hi\nassistant: [call ${'x'.repeat(40)} bash {}]\ntool: [result ${'x'.repeat(40)} "a"]\nassistant: done`,
    },
  ],
}
