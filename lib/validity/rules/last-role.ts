/**
 * Anthropic: the request ends on an assistant message, and the model takes no prefill (Claude 4.6 and later, or thinking is
 * on). Usually a summary stored as assistant, or a pruned last user message. An open call at the end is another rule's.
 * Source of truth: api/errors; vercel/eve#80, holmesgpt#2173, goose#12164, clawbolt#699. Fragile where the model is not
 * known, and in a log, whose agent may add a turn before it sends.
 */

import { claudeModel } from '../models'
import { closeTurn } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule, Severity } from '../rule'
import { callsIn, draftAt, lastView, thinkingMode, variant } from '../shared'

/** Null where a prefill is taken. */
function severityOf(context: CheckContext): Severity | null {
  const model = claudeModel(context.facts.model)
  const mode = thinkingMode(context.facts)
  if (model?.prefill && mode !== 'manual' && mode !== 'adaptive') return null
  return context.facts.isBody && model ? 'rejects' : 'fragile'
}

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  const spot = last?.sent[last.sent.length - 1]
  if (!last || !spot || last.role !== 'assistant' || callsIn(last).length > 0) return
  const severity = severityOf(context)
  if (severity)
    yield draftAt(spot, 'The request ends on an assistant message, which this model does not continue.', { view: last.view, severity })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  return [{ id: 'add-user-message', title: 'Add a short user message at the end', loses: 'nothing', loss: 0, edits: closeTurn(context) }]
}

export const lastRole: Rule = {
  id: 'last-role',
  title: "Last message is the assistant's",
  demands: 'The conversation ends with a user message.',
  variants: [
    variant({
      id: 'anthropic-prefill-unsupported',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
      confidence: 'doc',
      sources: [
        'platform.claude.com api/errors',
        'vercel/eve#80',
        'holmesgpt#2173',
        'pulse-agent#354',
        'claux#16',
        'goose#12164',
        'clawbolt#699',
      ],
    }),
  ],
  precedence: 9,
  stage: 4,
  causes: ['C4', 'C5', 'C6'],
  check,
  repairs,
  rejected: [
    {
      name: 'a summary at the end',
      profile: 'anthropic',
      history: 'user: hi\nassistant: Summary of what was done.',
      params: { model: 'claude-opus-4-8' },
      at: ['m1'],
    },
    {
      name: 'thinking is on',
      profile: 'anthropic',
      history: 'user: hi\nassistant: It is',
      params: { thinking: { type: 'enabled', budget_tokens: 2048 } },
      at: ['m1'],
    },
  ],
  accepted: [
    { name: 'the user last', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: go on', params: { model: 'claude-opus-4-8' } },
    { name: 'a model that takes it', profile: 'anthropic', history: 'user: hi\nassistant: It is' },
  ],
}
