/**
 * Anthropic: thinking that another Claude model wrote is sent along after a switch. It is ignored, and billed as input.
 * Source of truth: thinking documentation, "switching models mid-conversation".
 * Not seen in a body, which does not say who wrote a message. Of several such messages in a row the first is named.
 */

import type { ViewMessage } from '../../request/request'
import { spotBlock } from '../pair-plans'
import { takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, variant, viewsFrom } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  const wanted = context.facts.model
  if (context.facts.isBody || !wanted?.startsWith('claude')) return
  for (const message of viewsFrom(context)) {
    const model = foreignModel(context, message, wanted)
    const before = context.assembly.view[message.view - 2]
    const block = message.blocks.find(isThinking)
    if (!model || !block || (before && foreignModel(context, before, wanted) === model)) continue
    yield draftAt(block, `This thinking was written by ${model}; the request goes to ${wanted}.`, { view: message.view, data: { model } })
  }
}

/** The Claude model, other than the one asked now, that wrote a message with thinking. */
function foreignModel({ session }: CheckContext, message: ViewMessage, wanted: string): string | null {
  if (message.role !== 'assistant' || !message.blocks.some(isThinking)) return null
  const origin = message.sent[0]?.origins[0]
  const model = origin && origin.index >= 0 ? session.message(origin.index).model : null
  return model?.startsWith('claude') && model !== wanted ? model : null
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  const message = block ? context.assembly.sent[block.sent] : undefined
  if (!message) return []
  const edits = takeOut(context, message.blocks.filter(isThinking), 'thinking of another model is ignored')
  return [{ id: 'drop-thinking', title: 'Remove the thinking of this message', loses: 'nothing that the model would read', loss: 0, edits }]
}

export const thinkingOtherModel: Rule = {
  id: 'thinking-other-model',
  title: 'Thinking of another model',
  demands: 'Thinking is sent to the model that wrote it.',
  variants: [
    variant({
      id: 'anthropic-thinking-other-model',
      profile: 'anthropic',
      severity: 'alters',
      status: 200,
      says: '(no error: the thinking of {model} is ignored and billed as input)',
      confidence: 'doc',
      sources: ['platform.claude.com extended-thinking'],
    }),
  ],
  precedence: 9,
  stage: 7,
  causes: ['C10'],
  check,
  repairs,
  unchecked: facts => (facts.isBody ? 'a body does not say which model wrote a thinking block' : null),
  rejected: [],
  accepted: [
    {
      name: 'nothing says who wrote it',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc] [text "ok"]\nuser: go on',
    },
  ],
}
