/**
 * The message that answers calls holds something in front of a result: Anthropic wants results first. Often a summary or
 * a reminder that was merged in front. Judged after same-role neighbours are joined.
 * Source of truth: Anthropic "handle tool calls".
 */

import type { Edit } from '../../edits/edit'
import { spotBlock } from '../pair-plans'
import { ownerOf, takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { askerOf, draftAt, isUserSide, leadingResults, shown, variant, viewsFrom } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const message of viewsFrom(context)) {
    if (!isUserSide(message.role)) continue
    for (const block of message.blocks.slice(leadingResults(message))) {
      const call = block.head.kind === 'result' ? askerOf(context.assembly, block) : null
      if (!call) continue
      const id = block.head.callId ?? ''
      const text = `The result of ${shown(id)} stands behind other content of its message; results come first.`
      yield draftAt(block, text, { view: message.view, other: call.address, data: { id, ids: id } })
    }
  }
}

/** Results first, then the rest, each in its order. */
function resultsFirst(draft: Draft, context: RepairContext): RepairPlan[] {
  const spot = spotBlock(draft, 'result')
  const message = spot ? context.assembly.view[spot.view] : undefined
  const into = message?.sent[0]?.origins[0]
  if (!message || !into) return []
  const front = leadingResults(message)
  const last = message.blocks[front - 1]
  const reason = 'results stand first in the message that answers'
  let beside = last && ownerOf(context, last) === into ? last.address : null
  const edits: Edit[] = []
  for (const block of message.blocks.slice(front)) {
    if (block.head.kind !== 'result' || !askerOf(context.assembly, block)) continue
    edits.push(...takeOut(context, [block], reason))
    edits.push({ op: 'restore', at: block.address, place: beside ? { after: beside } : 'start', into: into.address, reason })
    beside = block.address
  }
  return [{ id: 'results-first', title: 'Put the results first', loses: 'nothing', loss: 0, edits }]
}

export const resultNotFirst: Rule = {
  id: 'result-not-first',
  title: 'Result behind other content',
  demands: 'In the message that answers calls, results stand before everything else.',
  variants: [
    variant({
      id: 'anthropic-tool-result-not-first',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      confidence: 'doc',
      sources: ['platform.claude.com handle-tool-calls'],
    }),
  ],
  precedence: 3,
  stage: 5,
  causes: ['C14', 'C11', 'C4'],
  check,
  repairs: resultsFirst,
  rejected: [
    {
      name: 'text before the result',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [text "reminder"] [result t1 "a"]\nassistant: done',
      at: ['m2.b1'],
    },
    {
      name: 'a reminder in a message of its own that the provider joins',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: reminder\nuser: [result t1 "a"]\nassistant: done',
      at: ['m3.b0'],
    },
    {
      name: 'text between two results',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}] [call t2 bash {}]\nuser: [result t1 "a"] [text "and"] [result t2 "b"]\nassistant: done',
      at: ['m2.b2'],
    },
  ],
  accepted: [
    {
      name: 'text behind the results',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"] [text "reminder"]\nassistant: done',
    },
  ],
}
