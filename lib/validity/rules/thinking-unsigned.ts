/**
 * Anthropic: a thinking block without a signature: the stream broke off before it came, or a client that does not know
 * the field stored the block. Only in bodies; a log may leave signatures out though they were sent.
 * Source of truth: openclaw#84430, pi-mono changelog.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { bodyIn, replaceBlock, takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  if (!context.facts.isBody) return
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'thinking' || has(block.head.flags, BLOCK_FLAGS.signed)) continue
    const isAbsent = has(block.head.flags, BLOCK_FLAGS.signatureAbsent)
    const what = isAbsent ? '.thinking.signature: Field required' : ': Invalid `signature` in `thinking` block'
    const text = isAbsent ? 'This thinking block has no signature.' : 'The signature of this thinking block is empty.'
    yield draftAt(block, text, { view: message.view, data: { what } })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft, null)
  if (!block) return []
  const body = bodyIn(context, block.head)
  const text = body.kind === 'thinking' ? body.text.trimEnd() : ''
  const drop = takeOut(context, [block], 'thinking without a signature')
  const plans: RepairPlan[] = [{ id: 'drop-thinking', title: 'Remove the block', loses: 'what was thought', loss: 2, edits: drop }]
  if (text.trim() === '') return plans
  const edits = [replaceBlock(context, block, { kind: 'text', text }, 'thinking without a signature, as text')]
  return [{ id: 'thinking-to-text', title: 'Turn the thinking into plain text', loses: 'that it was thinking', loss: 1, edits }, ...plans]
}

export const thinkingUnsigned: Rule = {
  id: 'thinking-unsigned',
  title: 'Thinking without a signature',
  demands: 'Every thinking block carries its signature.',
  variants: [
    variant({
      id: 'anthropic-thinking-signature-missing',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}{what}',
      confidence: 'rep',
      sources: ['openclaw#84430', 'pi-mono#302', 'pi-mono#2063'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C8', 'C9', 'C11'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'a log may leave signatures out though they were sent'),
  rejected: [
    {
      name: 'no signature',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan"] [text "ok"]\nuser: go on',
      at: ['m1.b0'],
    },
    {
      name: 'nothing else in the message',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan"]\nuser: go on',
      at: ['m1.b0'],
    },
    {
      name: 'an empty one',
      profile: 'anthropic',
      history:
        'user: hi\n{"role":"assistant","content":[{"type":"thinking","thinking":"plan","signature":""},{"type":"text","text":"ok"}]}\nuser: go on',
      at: ['m1.b0'],
    },
  ],
  accepted: [{ name: 'signed', profile: 'anthropic', history: 'user: hi\nassistant: [thinking "plan" sig=abc] [text "ok"]\nuser: go on' }],
}
