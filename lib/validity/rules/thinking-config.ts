/**
 * Anthropic: the request asks for thinking in a way that this model does not take, or with a budget that does not fit.
 * Source of truth: thinking troubleshooting, table "configurations each model rejects"; models in `models`.
 * Not seen from a file: the configuration of a log.
 */

import type { RequestFacts } from '../../request/request'
import { claudeModel } from '../models'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, fieldOf, variant } from '../shared'

const LEAST_BUDGET = 1024

interface Fault {
  readonly says: string
  /** What would be taken; null removes the key. */
  readonly instead: unknown
}

function faultOf(facts: RequestFacts): Fault | null {
  const type = fieldOf(facts.params.thinking, 'type')
  const model = claudeModel(facts.model)
  if (type === 'enabled')
    return model && !model.thinking.includes('enabled') ? noManual(model.thinking.includes('adaptive')) : budgetFault(facts)
  if (type === 'adaptive') {
    if (!model || model.thinking.includes('adaptive')) return null
    const budget = Math.floor(mostTokens(facts) / 2)
    const instead = model.thinking.includes('enabled') && budget >= LEAST_BUDGET ? { type: 'enabled', budget_tokens: budget } : null
    return { says: 'adaptive thinking is not supported on this model', instead }
  }
  if (type !== 'disabled' || !model) return null
  const effort = fieldOf(facts.params.output_config, 'effort')
  const isOpus5 = /opus-5/.test(facts.model ?? '') && (effort === 'xhigh' || effort === 'max')
  if (model.thinking.includes('disabled') && !isOpus5) return null
  return { says: '"thinking.type.disabled" is not supported for this model.', instead: { type: 'adaptive' } }
}

function noManual(hasAdaptive: boolean): Fault {
  const says = '"thinking.type.enabled" is not supported for this model.'
  if (!hasAdaptive) return { says, instead: null }
  return {
    says: `${says} Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    instead: { type: 'adaptive' },
  }
}

function mostTokens(facts: RequestFacts): number {
  return typeof facts.params.max_tokens === 'number' ? facts.params.max_tokens : 0
}

function budgetFault(facts: RequestFacts): Fault | null {
  const budget = fieldOf(facts.params.thinking, 'budget_tokens')
  if (typeof budget !== 'number') return null
  const most = mostTokens(facts)
  const room = most - 1 >= LEAST_BUDGET || most === 0
  if (budget < LEAST_BUDGET) {
    return {
      says: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
      instead: room ? { type: 'enabled', budget_tokens: LEAST_BUDGET } : { type: 'disabled' },
    }
  }
  if (most === 0 || budget < most) return null
  const half = Math.max(LEAST_BUDGET, Math.floor(most / 2))
  return {
    says: 'max_tokens must be greater than thinking.budget_tokens',
    instead: room ? { type: 'enabled', budget_tokens: half } : { type: 'disabled' },
  }
}

function* check(context: CheckContext): Generator<Draft> {
  const fault = context.from > 0 || !context.facts.isBody ? null : faultOf(context.facts)
  if (fault)
    yield draftAt('request', `The request asks for thinking in a way that this model does not take: ${fault.says}`, {
      view: 0,
      data: { what: fault.says },
    })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  const fault = faultOf(context.facts)
  if (!fault) return []
  const title = fault.instead === null ? 'Leave the thinking configuration out' : `Ask with ${JSON.stringify(fault.instead)}`
  return [{ id: 'fix-thinking-config', title, loses: 'nothing of the history', loss: 0, edits: [], params: { thinking: fault.instead } }]
}

export const thinkingConfig: Rule = {
  id: 'thinking-config',
  title: 'Thinking configuration that the model does not take',
  demands: 'Thinking is asked for in a way that this model takes, with a budget below max_tokens.',
  variants: [
    variant({
      id: 'anthropic-thinking-config-unsupported',
      profile: 'anthropic',
      severity: 'rejects',
      says: '{what}',
      confidence: 'doc',
      sources: ['platform.claude.com thinking-troubleshooting'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C10', 'C16', 'C3'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'a log does not say how thinking was asked for'),
  rejected: [
    {
      name: 'a budget for a model that thinks adaptively',
      profile: 'anthropic',
      history: 'user: hi',
      params: { model: 'claude-opus-4-7', thinking: { type: 'enabled', budget_tokens: 2048 } },
    },
    { name: 'adaptive thinking on an older model', profile: 'anthropic', history: 'user: hi', params: { thinking: { type: 'adaptive' } } },
    {
      name: 'thinking switched off where it cannot be',
      profile: 'anthropic',
      history: 'user: hi',
      params: { model: 'claude-fable-5', thinking: { type: 'disabled' } },
    },
    {
      name: 'a budget above max_tokens',
      profile: 'anthropic',
      history: 'user: hi',
      params: { max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 4000 } },
    },
    {
      name: 'a budget that is too small',
      profile: 'anthropic',
      history: 'user: hi',
      params: { thinking: { type: 'enabled', budget_tokens: 500 } },
    },
  ],
  accepted: [
    {
      name: 'a budget below max_tokens',
      profile: 'anthropic',
      history: 'user: hi',
      params: { thinking: { type: 'enabled', budget_tokens: 2048 } },
    },
    {
      name: 'adaptive on a newer model',
      profile: 'anthropic',
      history: 'user: hi',
      params: { model: 'claude-opus-4-7', thinking: { type: 'adaptive' } },
    },
  ],
}
