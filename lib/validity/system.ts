/** Faults of the system prompt: they have no place among the messages, so they point at the request and name the block. */

import type { RequestFacts } from '../request/request'
import type { Address } from '../session/model'
import type { CheckContext, Draft, RepairContext, RepairPlan } from './rule'
import { draftAt, fieldOf } from './shared'

/** Texts of the system prompt; what a repair is about to set counts. */
export function systemTexts(facts: RequestFacts): readonly { readonly address: Address; readonly text: string }[] {
  const { system } = facts.params
  if (!Array.isArray(system)) return facts.system ?? []
  return system.map((part: unknown, i) => ({ address: `sys.b${i}`, text: String(fieldOf(part, 'text') ?? '') }))
}

/** One draft for each system block whose text is at fault; only where the system prompt is a list of blocks. */
export function* systemDrafts(context: CheckContext, isFault: (text: string) => boolean, message: string, where: string): Generator<Draft> {
  if (context.from > 0) return
  for (const block of systemTexts(context.facts)) {
    if (isFault(block.text)) yield draftAt('request', message, { view: 0, other: block.address, data: { where } })
  }
}

/** The system prompt with only the texts that may stay; removed when none does. */
export function systemRepair(context: RepairContext, keeps: (text: string) => boolean): RepairPlan[] {
  const texts = systemTexts(context.facts)
    .map(block => block.text)
    .filter(keeps)
  const system = texts.length === 0 ? null : texts.map(text => ({ type: 'text', text }))
  return [
    {
      id: 'clean-system',
      title: 'Take the block out of the system prompt',
      loses: `nothing; cache markers of the system prompt`,
      loss: 1,
      edits: [],
      params: { system },
    },
  ]
}
