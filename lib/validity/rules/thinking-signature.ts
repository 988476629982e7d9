/**
 * Anthropic: the signature of a thinking block does not verify. A file cannot show that; what can be recognised is a
 * signature that another vendor made, one that was masked in this copy, and one that is too short to be one.
 * Source of truth: anthropic-sdk-python#1598 (maintainer), better-ccflare#52, forgecode#2646, oh-my-pi#6379.
 */

import type { RequestBlock } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { bodyIn, replaceBlock, takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule, Severity } from '../rule'
import { blocksFrom, bodyOf, draftAt, isThinking, variant } from '../shared'

const SHORTEST = 40
const VENDORS: readonly { readonly start: string; readonly vendor: string }[] = [
  { start: 'gAAAAA', vendor: 'OpenAI (encrypted reasoning)' },
]

function doubtOf(signature: string): { why: string; severity: Severity } | null {
  const vendor = VENDORS.find(one => signature.startsWith(one.start))?.vendor
  if (vendor) return { why: `this signature has the form of ${vendor}; Anthropic did not make it`, severity: 'rejects' }
  if (!/^[A-Za-z0-9+/=_-]+$/.test(signature))
    return { why: 'this signature is no Base64: it was masked or made elsewhere', severity: 'fragile' }
  return signature.length < SHORTEST ? { why: 'this signature is too short for one that Anthropic makes', severity: 'fragile' } : null
}

function* check(context: CheckContext): Generator<Draft> {
  if (!context.facts.isBody) return
  for (const { block, message } of blocksFrom(context)) {
    if (!isThinking(block) || !has(block.head.flags, BLOCK_FLAGS.signed)) continue
    const body = bodyOf(context, block)
    const signature = body?.kind === 'thinking' ? body.signature : body?.kind === 'redacted' ? body.data : undefined
    const doubt = signature === undefined ? null : doubtOf(signature)
    if (doubt)
      yield draftAt(block, `A signature cannot be verified from a file, but ${doubt.why}.`, {
        view: message.view,
        severity: doubt.severity,
      })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) return []
  const edits = takeOut(context, [block], 'thinking with a signature that does not verify')
  return [
    ...asText(block, context),
    { id: 'drop-thinking', title: 'Remove this thinking block', loses: 'what was thought', loss: 2, edits },
  ]
}

function asText(block: RequestBlock, context: RepairContext): RepairPlan[] {
  const body = bodyIn(context, block.head)
  if (body.kind !== 'thinking' || body.text.trim() === '') return []
  const edits = [replaceBlock(context, block, { kind: 'text', text: body.text.trimEnd() }, 'thinking of another vendor, as text')]
  return [{ id: 'thinking-to-text', title: 'Turn the thinking into plain text', loses: 'that it was thinking', loss: 1, edits }]
}

export const thinkingSignature: Rule = {
  id: 'thinking-signature',
  title: 'Signature of thinking',
  demands: 'Thinking carries the signature that Anthropic gave it, with the text it was given for.',
  variants: [
    variant({
      id: 'anthropic-thinking-signature-invalid',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: Invalid `signature` in `thinking` block',
      confidence: 'rep',
      sources: [
        'better-ccflare#52',
        'forgecode#2646',
        'oh-my-pi#6379',
        'oh-my-pi#2851',
        'anthropic-sdk-python#1598',
        'copilot-api#63',
        'Antigravity-Manager#498',
      ],
    }),
  ],
  precedence: 9,
  stage: 6,
  causes: ['C10', 'C9', 'C11', 'C5'],
  check,
  repairs,
  unchecked: () => 'a signature cannot be verified from a file',
  rejected: [
    {
      name: 'encrypted reasoning of another vendor',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=gAAAAABm0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0] [text "ok"]\nuser: go on',
      at: ['m1.b0'],
    },
    {
      name: 'masked',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=<redacted>] [text "ok"]\nuser: go on',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    {
      name: 'a signature that looks like one',
      profile: 'anthropic',
      history: `user: hi\nassistant: [thinking "plan" sig=EqQB${'Ab3dEf7h'.repeat(12)}==] [text "ok"]\nuser: go on`,
    },
  ],
}
