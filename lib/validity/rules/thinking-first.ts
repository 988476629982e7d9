/**
 * Anthropic: an assistant message that holds thinking begins with something else: a note that was put in front, text that
 * was moved there. Interleaved thinking may come later too; only the first place counts. Adaptive thinking may begin
 * with text, and a log does not say how thinking was asked for: both are left alone.
 * Source of truth: texts quoted in several test suites.
 */

import type { Edit } from '../../edits/edit'
import type { RequestFacts } from '../../request/request'
import { claudeModel } from '../models'
import { spotBlock } from '../pair-plans'
import { ownerOf, removeBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, sentFrom, thinkingMode, variant } from '../shared'

const TYPES: Readonly<Record<string, string>> = { call: 'tool_use', serverCall: 'server_tool_use' }

/** Manual thinking, or a model that knows no other. */
function isAsked(facts: RequestFacts): boolean {
  const mode = thinkingMode(facts)
  if (!facts.isBody || mode === 'adaptive') return false
  return mode === 'manual' || claudeModel(facts.model)?.thinking.includes('adaptive') === false
}

function* check(context: CheckContext): Generator<Draft> {
  if (!isAsked(context.facts)) return
  for (const { message, view } of sentFrom(context)) {
    const first = message.blocks[0]
    if (message.role !== 'assistant' || !first || isThinking(first) || !message.blocks.some(isThinking)) continue
    yield draftAt(first, 'This assistant message holds thinking, but does not begin with it.', {
      view,
      data: { found: TYPES[first.head.kind] ?? first.head.kind },
    })
  }
}

/** What stands in front of the first thinking goes behind the thinking that begins there. */
function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const spot = spotBlock(draft)
  const message = spot ? context.assembly.sent[spot.sent] : undefined
  if (!message) return []
  const start = message.blocks.findIndex(isThinking)
  const behind = message.blocks.findIndex((block, i) => i > start && !isThinking(block))
  const last = message.blocks[(behind < 0 ? message.blocks.length : behind) - 1]
  const into = last ? ownerOf(context, last) : null
  if (!last || !into) return []
  const reason = 'thinking stands first'
  let beside = last.address
  const edits = message.blocks.slice(0, start).flatMap((block): Edit[] => {
    const after = beside
    beside = block.address
    return [removeBlock(context, block, reason), { op: 'restore', at: block.address, place: { after }, into: into.address, reason }]
  })
  return [{ id: 'thinking-first', title: 'Put the thinking first', loses: 'nothing', loss: 0, edits }]
}

export const thinkingFirst: Rule = {
  id: 'thinking-first',
  title: 'Thinking is not first in its message',
  demands: 'An assistant message that holds thinking begins with thinking.',
  variants: [
    variant({
      id: 'anthropic-thinking-first-in-message',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `{found}`.',
      confidence: 'src',
      sources: ['test suites of several clients'],
    }),
  ],
  precedence: 9,
  stage: 7,
  causes: ['C11', 'C5'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'a log does not say how thinking was asked for'),
  rejected: [
    {
      name: 'a note in front',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text "Compacted."] [thinking "plan" sig=abc] [text "ok"]\nuser: go on',
      at: ['m1.b0'],
    },
    {
      name: 'a call in front',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [thinking "plan" sig=abc]\nuser: [result t1 "a"]\nassistant: done\nuser: go on',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    { name: 'thinking first', profile: 'anthropic', history: 'user: hi\nassistant: [thinking "plan" sig=abc] [text "ok"]\nuser: go on' },
    {
      name: 'adaptive thinking',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text "ok"] [thinking "plan" sig=abc] [text "so"]\nuser: go on',
      params: { model: 'claude-opus-4-7', thinking: { type: 'adaptive' } },
    },
  ],
}
