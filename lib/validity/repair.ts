/**
 * Repairs: a rule plans them, and none is offered before it was tried. The trial looks at the neighbourhood of the fault:
 * the same messages with and without the edits. A repair passes when the fault is gone and nothing new is refused.
 */

import { applyEdits, beforeOf } from '../edits/apply'
import type { Edit } from '../edits/edit'
import { Assembly } from '../request/assembly'
import type { Profile } from '../request/profile'
import type { RequestFacts } from '../request/request'
import type { Address } from '../session/model'
import type { Sending } from '../session/sending'
import type { WorkingMessage, WorkingSet } from '../session/working-set'
import { keyOf, type Merged, severityOf } from './findings'
import { judge } from './judge'
import type { RepairContext, RepairPlan, Severity } from './rule'

export interface RepairInput {
  readonly working: WorkingSet
  readonly assembly: Assembly
  readonly profile: Profile
  readonly sending: Sending
  readonly facts: RequestFacts
  /** Messages that trials may still look at, over all findings of a check. */
  readonly budget: { left: number }
  /** First number for the addresses of created things; counts on in one repair of several findings. */
  readonly firstFresh?: number
}

export interface Offer {
  readonly plan: RepairPlan
  /** Estimated tokens gained (+) or lost (−) by the request: four characters each. */
  readonly tokens: number
}

/** A check with hundreds of faults that reach over the whole list would else try its repairs for minutes. */
export const TRIAL_BUDGET = 400_000

/** Messages on either side of the fault that a trial looks at: enough for a pair, its neighbours and a turn's start. */
const NEIGHBOURS = 8

/** Empty once the budget is spent: what is left is offered when the faults before it are repaired. */
export function offersFor(judged: Merged, input: RepairInput): Offer[] {
  if (input.budget.left <= 0) return []
  const plans = judged.rule.repairs(judged.draft, repairContext(input))
  return plans
    .filter(plan => plan.params === undefined || input.facts.isBody)
    .filter(plan => passesTrial(judged, plan, input))
    .toSorted((a, b) => a.loss - b.loss)
    .map(plan => ({ plan, tokens: tokensOf(windowOf(judged, plan, input.working).messages, plan, input.working) }))
}

function repairContext(input: RepairInput): RepairContext {
  let next = input.firstFresh ?? 0
  const { working, assembly, profile, facts } = input
  return {
    working,
    assembly,
    profile,
    facts,
    fresh: () => `n${next++}`,
    sizeOf: (address, to) => beforeOf(working, headsOf(working, address, to)),
  }
}

function headsOf(working: WorkingSet, address: Address, to: Address | undefined) {
  if (/\.b\d+$/.test(address) || /^n\d+/.test(address)) {
    for (const message of working.messages) {
      const head = message.blocks.find(block => block.address === address)
      if (head) return [head]
    }
  }
  const from = working.messages.findIndex(message => message.address === address)
  const end = to === undefined ? from : working.messages.findIndex(message => message.address === to)
  return working.messages.slice(from, end + 1).flatMap(message => message.blocks)
}

function passesTrial(judged: Merged, plan: RepairPlan, input: RepairInput): boolean {
  const window = windowOf(judged, plan, input.working)
  const after = applyEdits({ ...input.working, messages: window.messages }, plan.edits)
  if (!after.ok) return false
  input.budget.left -= 2 * window.messages.length
  const facts = plan.params ? factsAfter(input.facts, plan.params) : input.facts
  const old = faultsOf(window.messages, input, input.facts, window.isStart)
  const now = faultsOf(after.value.messages, input, facts, window.isStart)
  if (now.has(keyOf(judged))) return false
  for (const [key, severity] of now) if (severity === 'rejects' && !old.has(key)) return false
  return true
}

function factsAfter(facts: RequestFacts, changes: Readonly<Record<string, unknown>>): RequestFacts {
  return { ...facts, params: withParams(facts.params, changes), tools: changes.tools === null ? null : facts.tools }
}

export function withParams(params: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...params, ...changes }).filter(([, value]) => value !== null))
}

/** What the rules say of a list of messages: severity by rule and place. */
function faultsOf(messages: readonly WorkingMessage[], input: RepairInput, facts: RequestFacts, isStart: boolean): Map<string, Severity> {
  const assembly = new Assembly(input.profile, input.sending)
  assembly.push(messages)
  const { complete, why, pending } = input.working
  const moment = isStart ? { complete, why, pending } : { complete: false, why: 'slice' as const, pending }
  const faults = new Map<string, Severity>()
  for (const judged of judge({ assembly, facts, moment, session: input.working.session })) faults.set(keyOf(judged), severityOf(judged))
  return faults
}

const knownPositions = new WeakMap<WorkingSet, ReadonlyMap<Address, number>>()

/** Where each message stands; made once for a working set, since every trial asks. */
function positionsOf(working: WorkingSet): ReadonlyMap<Address, number> {
  const known = knownPositions.get(working)
  if (known) return known
  const positions = new Map(working.messages.map((message, i) => [message.address, i]))
  knownPositions.set(working, positions)
  return positions
}

/** The messages that the edits and the fault touch, with their neighbours. */
function windowOf(judged: Merged, plan: RepairPlan, working: WorkingSet): { messages: readonly WorkingMessage[]; isStart: boolean } {
  const touched = new Set(plan.edits.flatMap(addressesOf).map(address => address.replace(/\.b\d+$/, '')))
  const view = judged.draft.spot === 'request' ? [] : 'origins' in judged.draft.spot ? judged.draft.spot.origins : []
  for (const origin of view) touched.add(origin.address)
  if (judged.draft.spot !== 'request' && 'head' in judged.draft.spot) touched.add(judged.draft.spot.address.replace(/\.b\d+$/, ''))
  if (judged.draft.other) touched.add(judged.draft.other.replace(/\.b\d+$/, ''))
  const positions = positionsOf(working)
  const places = [...touched].flatMap(address => positions.get(address) ?? [])
  const first = Math.min(working.messages.length, ...places)
  const last = Math.max(-1, ...places)
  if (last < 0) return { messages: working.messages, isStart: true }
  const from = Math.max(0, first - NEIGHBOURS)
  return { messages: working.messages.slice(from, last + 1 + NEIGHBOURS), isStart: from === 0 }
}

function addressesOf(edit: Edit): Address[] {
  const places = 'place' in edit && typeof edit.place === 'object' ? Object.values(edit.place) : []
  const into = 'into' in edit && edit.into !== null ? [edit.into] : []
  return [edit.at, ...places, ...into, ...(edit.op === 'remove-messages' ? [edit.to] : [])]
}

function tokensOf(window: readonly WorkingMessage[], plan: RepairPlan, working: WorkingSet): number {
  const after = applyEdits({ ...working, messages: window }, plan.edits)
  return after.ok ? Math.round((charsOf(after.value.messages) - charsOf(window)) / 4) : 0
}

function charsOf(messages: readonly WorkingMessage[]): number {
  let sum = 0
  for (const message of messages) for (const block of message.blocks) sum += block.chars
  return sum
}
