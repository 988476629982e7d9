/**
 * Anthropic: a request without messages. Everything was cut, or a summary replaced all and was then lost.
 * Source of truth: texts in client issues. At the end of a session the next user turn is always there.
 */

import type { Block } from '../../session/model'
import { insertMessage } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  if (context.assembly.sent.length === 0 && !context.isOpenAt(0)) yield draftAt('request', 'The request holds no messages.', { view: 0 })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  const text: Block = { kind: 'text', text: 'Continue with the task.' }
  const edits = [insertMessage(context, 'end', 'user', [text], 'a request holds a message')]
  return [{ id: 'add-user-message', title: 'Add a message of the user', loses: 'nothing; put the first task there', loss: 0, edits }]
}

export const messagesEmpty: Rule = {
  id: 'messages-empty',
  title: 'No messages',
  demands: 'A request holds at least one message.',
  variants: [
    variant({
      id: 'anthropic-messages-empty',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages: at least one message is required',
      confidence: 'rep',
      sources: ['client issues'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C4', 'C1'],
  check,
  repairs,
  rejected: [{ name: 'nothing left', profile: 'anthropic', history: '' }],
  accepted: [{ name: 'one message', profile: 'anthropic', history: 'user: hi' }],
}
