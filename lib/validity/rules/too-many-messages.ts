/**
 * Anthropic: more than 100,000 messages in a request. Source of truth: Messages API reference.
 */

import type { CheckContext, Draft, Rule } from '../rule'
import { draftAt, lastView, noRepairs, variant } from '../shared'

const MOST = 100_000

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  const count = context.assembly.sent.length
  if (last && count > MOST)
    yield draftAt('request', `The request holds ${count} messages; ${MOST} are taken.`, { view: last.view, data: { n: count } })
}

export const tooManyMessages: Rule = {
  id: 'too-many-messages',
  title: 'Too many messages',
  demands: 'A request holds at most 100,000 messages.',
  variants: [
    variant({
      id: 'anthropic-messages-too-many',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages: too many messages ({n} > 100000)',
      confidence: 'doc',
      sources: ['Messages API reference'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C15'],
  check,
  repairs: noRepairs,
  rejected: [{ name: 'one too many', profile: 'anthropic', history: 'user: a\nassistant: b\n'.repeat(50_000).concat('user: c') }],
  accepted: [{ name: 'few', profile: 'anthropic', history: 'user: hi' }],
}
