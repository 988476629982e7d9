/**
 * Anthropic: the model keeps the thinking of the last turn only, and the history holds older thinking. The provider takes
 * it out, so an estimate that counts it says "full" too early. One finding, at the first such block.
 * Source of truth: thinking and context editing documentation. Judged for bodies; for agents' logs it is the normal case.
 */

import type { Assembly } from '../../request/assembly'
import type { RequestBlock } from '../../request/request'
import { claudeModel } from '../models'
import { takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, lastView, variant } from '../shared'

function olderThinking(assembly: Assembly): RequestBlock[] {
  const last = assembly.view[assembly.view.length - 1]
  return assembly.view
    .slice(0, Math.max(0, last?.turnStart ?? 0))
    .flatMap(message => (message.role === 'assistant' ? message.blocks.filter(isThinking) : []))
}

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  if (!last || !context.facts.isBody || claudeModel(context.facts.model)?.keepsAllThinking !== false) return
  const older = olderThinking(context.assembly)
  const first = older[0]
  if (!first) return
  const many = older.length === 1 ? 'a thinking block' : `${older.length} thinking blocks`
  yield draftAt(first, `This model keeps the thinking of the last turn only; ${many} of earlier turns are not read.`, {
    view: last.view,
    data: { count: older.length },
  })
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  const bySent = new Map<number, RequestBlock[]>()
  for (const block of olderThinking(context.assembly)) bySent.set(block.sent, [...(bySent.get(block.sent) ?? []), block])
  const edits = [...bySent.values()].flatMap(blocks => takeOut(context, blocks, 'the provider takes out thinking of earlier turns'))
  return [
    { id: 'drop-old-thinking', title: 'Remove the thinking of earlier turns', loses: 'nothing that the model would read', loss: 0, edits },
  ]
}

const TWO_TURNS = 'user: hi\nassistant: [thinking "plan" sig=abc] [text "ok"]\nuser: go on'

export const thinkingStripped: Rule = {
  id: 'thinking-stripped',
  title: 'Thinking of earlier turns',
  demands: "Models that keep only the last turn's thinking get no older thinking.",
  variants: [
    variant({
      id: 'anthropic-thinking-stripped-by-model',
      profile: 'anthropic',
      severity: 'alters',
      status: 200,
      says: '(no error: {count} thinking blocks of earlier turns are taken out)',
      confidence: 'doc',
      sources: ['platform.claude.com extended-thinking', 'platform.claude.com context-editing'],
    }),
  ],
  precedence: 9,
  stage: 7,
  causes: ['C10', 'C15'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? null : 'agents send thinking of earlier turns as a rule, and the provider takes it out'),
  rejected: [{ name: 'two turns', profile: 'anthropic', history: TWO_TURNS, at: ['m1.b0'] }],
  accepted: [
    {
      name: 'the turn is still open',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc] [call t1 read {}]\nuser: [result t1 "a"]',
    },
    { name: 'a model that keeps it', profile: 'anthropic', history: TWO_TURNS, params: { model: 'claude-opus-4-8' } },
  ],
}
