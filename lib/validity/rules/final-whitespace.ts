/**
 * Anthropic: the request ends on an assistant message (a model that takes prefill) whose last text ends with whitespace.
 * Source of truth: opencode#1295, forgecode#1872, goose#5967, langchain-aws#599, aws-sdk-net#4015.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import { claudeModel } from '../models'
import { spotBlock } from '../pair-plans'
import { bodyIn, replaceBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, lastView, variant } from '../shared'

const { trailingSpace, blankText } = BLOCK_FLAGS

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  if (last?.role !== 'assistant' || !context.facts.isBody || claudeModel(context.facts.model)?.prefill === false) return
  const block = last.blocks[last.blocks.length - 1]
  if (block?.head.kind !== 'text' || !has(block.head.flags, trailingSpace) || has(block.head.flags, blankText)) return
  yield draftAt(block, 'The request ends on an assistant text that ends with whitespace.', { view: last.view })
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  const body = block ? bodyIn(context, block.head) : null
  if (!block || body?.kind !== 'text') return []
  const edits = [replaceBlock(context, block, { kind: 'text', text: body.text.trimEnd() }, 'no whitespace at the very end')]
  return [{ id: 'trim-end', title: 'Cut the whitespace at the end', loses: 'the whitespace', loss: 0, edits }]
}

export const finalWhitespace: Rule = {
  id: 'final-whitespace',
  title: 'Whitespace at the very end',
  demands: 'An assistant message that a request ends on does not end with whitespace.',
  variants: [
    variant({
      id: 'anthropic-final-assistant-trailing-whitespace',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages: final assistant content cannot end with trailing whitespace',
      confidence: 'rep',
      sources: ['opencode#1295', 'forgecode#1872', 'goose#5967', 'langchain-aws#599', 'aws-sdk-net#4015'],
    }),
  ],
  precedence: 9,
  stage: 4,
  causes: ['C4', 'C8', 'C9'],
  check,
  repairs,
  rejected: [{ name: 'a line break at the end', profile: 'anthropic', history: 'user: hi\nassistant: [text "It is\\n"]', at: ['m1.b0'] }],
  accepted: [
    { name: 'no whitespace', profile: 'anthropic', history: 'user: hi\nassistant: [text "It is"]' },
    { name: 'not the last message', profile: 'anthropic', history: 'user: hi\nassistant: [text "It is\\n"]\nuser: go on' },
  ],
}
