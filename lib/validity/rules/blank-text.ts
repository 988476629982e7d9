/**
 * Anthropic: all text of a message is whitespace, and nothing else is in it; or a system block is. Usually a placeholder
 * " " that a client put where nothing was. Whitespace beside real text, or beside a call, is taken.
 * Source of truth: experiential#804 (measured); hermes-agent#41985, goose#7343, opencode#31259.
 */

import type { ViewMessage } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { leaveOut, standIn } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, NO_CONTENT, variant, viewsFrom } from '../shared'
import { systemDrafts, systemRepair } from '../system'

function isBlank(message: ViewMessage): boolean {
  return message.blocks.every(block => block.head.kind === 'text' && has(block.head.flags, BLOCK_FLAGS.blankText | BLOCK_FLAGS.emptyText))
}

function* check(context: CheckContext): Generator<Draft> {
  yield* systemDrafts(context, text => text !== '' && text.trim() === '', 'A text block of the system prompt is only whitespace.', 'system')
  for (const message of viewsFrom(context)) {
    const first = message.blocks.find(block => has(block.head.flags, BLOCK_FLAGS.blankText))
    if (first && isBlank(message))
      yield draftAt(first, 'All text of this message is whitespace.', { view: message.view, data: { where: 'messages' } })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) return systemRepair(context, text => text.trim() !== '')
  const message = context.assembly.sent[block.sent]
  if (!message) return []
  const reason = 'a message of whitespace'
  return [
    { id: 'drop-message', title: 'Remove the message', loses: 'nothing', loss: 0, edits: leaveOut(context, message, reason) },
    { id: 'placeholder', title: `Write ${NO_CONTENT}`, loses: 'nothing', loss: 1, edits: standIn(context, message, NO_CONTENT, reason) },
  ]
}

export const blankText: Rule = {
  id: 'blank-text',
  title: 'Text of whitespace only',
  demands: 'The text of a message is more than whitespace.',
  variants: [
    variant({
      id: 'anthropic-text-whitespace-only',
      profile: 'anthropic',
      severity: 'rejects',
      says: '{where}: text content blocks must contain non-whitespace text',
      confidence: 'meas',
      sources: ['experiential#804', 'hermes-agent#41985', 'goose#7343', 'opencode#31259'],
    }),
  ],
  precedence: 9,
  stage: 3,
  causes: ['C13', 'C8'],
  check,
  repairs,
  rejected: [
    { name: 'a placeholder', profile: 'anthropic', history: 'user: hi\nassistant: [text " "]\nuser: go on', at: ['m1.b0'] },
    { name: 'as a string', profile: 'anthropic', history: 'user: hi\n{"role":"assistant","content":"\\n"}\nuser: go on', at: ['m1.b0'] },
  ],
  accepted: [
    { name: 'beside real text', profile: 'anthropic', history: 'user: hi\nassistant: [text "ok"] [text "\\n"]\nuser: go on' },
    {
      name: 'beside a call',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text "\\n\\n"] [call t1 read {}]\nuser: [result t1 "a"]\nassistant: done',
    },
  ],
}
