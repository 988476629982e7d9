/**
 * Checks a working set's request under a profile: every rule, every fault. Findings never gate anything; "no fault found"
 * is a statement about the rules that ran, never a promise that a provider will take the request.
 */

import { Assembly } from '../request/assembly'
import type { Profile } from '../request/profile'
import type { RequestFacts } from '../request/request'
import type { Address } from '../session/model'
import type { Sending } from '../session/sending'
import type { BlockHead, Session } from '../session/session'
import type { WorkingMessage, WorkingSet } from '../session/working-set'
import { addressOf, type Cause, type Finding, firstNamed, type Merged, mendOf, mergeDrafts, pathOf, saysOf, severityOf } from './findings'
import { judge, variantsOf } from './judge'
import { RULES } from './registry'
import { offersFor, TRIAL_BUDGET } from './repair'
import type { RepairPlan, RequestSize, Rule } from './rule'

export interface CheckInput {
  readonly working: WorkingSet
  readonly profile: Profile
  readonly sending: Sending
  /** Says how a fault came about, when the file shows it. */
  readonly causeOf?: (judged: Merged, assembly: Assembly) => Cause | null
  /** Plan and re-check repairs too; costs a little for each finding. */
  readonly withRepairs?: boolean
  readonly rules?: readonly Rule[]
}

export interface CheckResult {
  /** How many conditions this profile was asked about. */
  readonly checks: number
  readonly unchecked: readonly { readonly rule: string; readonly why: string }[]
  readonly findings: readonly Finding[]
  readonly merged: readonly Merged[]
  readonly plans: ReadonlyMap<string, readonly RepairPlan[]>
  readonly pending: readonly Address[]
  readonly assembly: Assembly
  readonly facts: RequestFacts
}

export function checkWorkingSet(input: CheckInput): CheckResult {
  const { working, profile, sending } = input
  const assembly = assemble(working, profile, sending)
  const facts = requestFacts(working)
  const merged = mergeDrafts(
    judge({ assembly, facts, moment: working, from: 0, rules: input.rules ?? RULES, session: working.session, size: sizeOf(working) }),
  )
  const version = working.session.facts.formatVersion
  const mended = merged.map(judged => mendOf(judged, sending.mends, version))
  const first = firstNamed(merged, judged => mendOf(judged, sending.mends, version) !== null)
  const plans = new Map<string, readonly RepairPlan[]>()
  const budget = { left: TRIAL_BUDGET }
  const findings = merged.map((judged, i): Finding => {
    const id = `F${i + 1}`
    const offers = input.withRepairs ? offersFor(judged, { working, assembly, profile, sending, facts, budget }) : []
    plans.set(
      id,
      offers.map(offer => offer.plan),
    )
    return {
      id,
      rule: judged.variant.id,
      severity: severityOf(judged),
      also: judged.also,
      mendedBy: mended[i] ?? null,
      at: addressOf(judged.draft),
      requestPath: pathOf(judged.draft),
      form: mended[i] ? 'unsent' : 'sent',
      other: judged.draft.other,
      message: judged.draft.message,
      says: saysOf(judged),
      firstNamed: i === first,
      cause: input.causeOf?.(judged, assembly) ?? null,
      repairs: offers.map(({ plan, tokens }) => ({ id: plan.id, title: plan.title, loses: plan.loses, tokens })),
    }
  })
  return { ...coverage(profile, facts, input.rules ?? RULES), findings, merged, plans, pending: working.pending, assembly, facts }
}

/** The context that the newest response recorded, and four characters a token for what came after it. */
function sizeOf(working: WorkingSet): RequestSize | null {
  let chars = 0
  for (const message of working.messages.toReversed()) {
    const recorded = message.index < 0 || message.role !== 'assistant' ? null : working.session.message(message.index)
    for (const block of message.blocks) chars += block.chars
    if (recorded && recorded.contextTokens !== null) return { tokens: recorded.contextTokens + Math.ceil(chars / 4), origin: 'estimated' }
    // A compaction throws away what an older response counted.
    if (message.address.includes('k')) return null
  }
  return null
}

/** What was looked at, and what cannot be known from a file. */
export function coverage(profile: Profile, facts: RequestFacts, rules: readonly Rule[]) {
  const unchecked: { rule: string; why: string }[] = []
  let checks = 0
  for (const { rule, variant } of variantsOf(profile, rules)) {
    const why = rule.unchecked?.(facts) ?? null
    if (why !== null) unchecked.push({ rule: variant.id, why })
    checks++
  }
  return { checks, unchecked }
}

export function assemble(working: WorkingSet, profile: Profile, sending: Sending): Assembly {
  const assembly = new Assembly(profile, sending)
  assembly.push(working.messages)
  const next = symbolicTurn(working)
  if (next) assembly.push([next])
  return assembly
}

/** What the agent adds before it sends at `end` of a session: the results of pending calls, or the next user turn. */
function symbolicTurn(working: WorkingSet): WorkingMessage | null {
  if (working.session.facts.isBody || working.moment.kind !== 'end') return null
  const answers = working.pending.length > 0
  const open = new Set(working.pending)
  const blocks = answers
    ? working.messages.flatMap(message => message.blocks.filter(block => open.has(block.address)).map(call => answer(call)))
    : [
        {
          address: 'next.b0',
          kind: 'text',
          callId: null,
          name: null,
          flags: 0,
          chars: 4,
          index: -1,
          content: { kind: 'text', text: '…' },
        } as const,
      ]
  return { address: 'next', role: 'user', rawRole: 'user', flags: 0, synthetic: answers ? 'pending-results' : null, blocks, index: -1 }
}

function answer(call: BlockHead): BlockHead {
  const callId = call.callId ?? ''
  return {
    address: 'next.b0',
    kind: 'result',
    callId,
    name: null,
    flags: 0,
    chars: 0,
    index: -1,
    content: { kind: 'result', callId, content: '…' },
  }
}

export function requestFacts(working: WorkingSet): RequestFacts {
  return factsOfSession(working.session, working)
}

export function factsOfSession(session: Session, working: Pick<WorkingSet, 'system' | 'tools' | 'params'>): RequestFacts {
  const { model, window, params, isBody, unpairable } = session.facts
  return {
    system: working.system,
    tools: working.tools,
    model,
    window,
    params: working.params ?? params,
    isBody,
    unpairable: new Set(unpairable),
  }
}
