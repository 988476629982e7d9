/**
 * Checks the request of every recorded response in one walk: each moment is a difference to the one before, so only the
 * tail of the request is asked about again. What is refused at a moment and was refused before is *standing*.
 */

import { Assembly } from '../request/assembly'
import type { Profile } from '../request/profile'
import { printMoment } from '../session/moment'
import type { Sending } from '../session/sending'
import type { Session } from '../session/session'
import type { MomentStep } from '../session/working-set'
import { factsOfSession } from './check'
import { addressOf, inOrder, type Judged, keyOf, type Merged, mendOf, mergeDrafts, pathOf, severityOf } from './findings'
import { judge } from './judge'
import { LAST_OF_PAIRS } from './rule'

export interface MomentReject {
  readonly rule: string
  readonly at: string
  readonly requestPath: string
  readonly mendedBy: string | null
}

export interface MomentChecked {
  readonly at: string
  readonly complete: boolean
  readonly why: string | null
  readonly answered: string | null
  /** Refused for the first time at this moment. */
  readonly rejects: readonly MomentReject[]
  /** How many older ones, which the agent does not mend, still hold. */
  readonly standing: number
}

export interface WalkInput {
  readonly session: Session
  readonly steps: Iterable<MomentStep>
  readonly profile: Profile
  readonly sending: Sending
}

export function* checkMoments(input: WalkInput): Generator<MomentChecked> {
  const walker = new Walker(input)
  for (const step of input.steps) yield walker.next(step)
}

/**
 * Drafts in order of their view position, in groups that can become one finding (the drafts of one call id). Only groups
 * that a step touched are merged again, so a session with thousands of faults is walked as fast as a sound one.
 */
class Walker {
  private readonly assembly: Assembly
  private readonly facts
  private readonly version: string | null
  private readonly drafts: Judged[] = []
  private readonly groups = new Map<string, Judged[]>()
  private readonly merged = new Map<string, readonly Merged[]>()
  /** Rejects of the current request that the agent does not mend. */
  private unmended = 0

  constructor(private readonly input: WalkInput) {
    this.assembly = new Assembly(input.profile, input.sending)
    this.facts = factsOfSession(input.session, { system: input.session.facts.system, tools: input.session.facts.tools })
    this.version = input.session.facts.formatVersion
  }

  next(step: MomentStep): MomentChecked {
    const changed = Math.min(this.assembly.truncate(step.keep), this.assembly.push(step.add))
    const from = Math.max(0, changed - 1)
    const moment = { complete: step.complete, why: step.why, pending: [] }
    const fresh = judge({ assembly: this.assembly, facts: this.facts, moment, from, session: this.input.session })
      .filter(judged => severityOf(judged) === 'rejects')
      .sort((one, other) => one.draft.view - other.draft.view)
    const touched = new Set<string>()
    for (let last = this.drafts.at(-1); last && last.draft.view >= from; last = this.drafts.at(-1)) {
      this.drafts.pop()
      touched.add(this.leave(last))
    }
    for (const judged of fresh) {
      this.drafts.push(judged)
      touched.add(this.enter(judged))
    }
    return this.report(step, this.mergeAgain(touched))
  }

  private enter(judged: Judged): string {
    const key = groupOf(judged)
    const group = this.groups.get(key)
    if (group) group.push(judged)
    else this.groups.set(key, [judged])
    return key
  }

  private leave(judged: Judged): string {
    const key = groupOf(judged)
    const group = this.groups.get(key) ?? []
    const at = group.lastIndexOf(judged)
    if (at >= 0) group.splice(at, 1)
    if (group.length === 0) this.groups.delete(key)
    return key
  }

  /** Merges the groups that changed; returns what the request of the step before did not have. */
  private mergeAgain(touched: ReadonlySet<string>): Merged[] {
    const added: Merged[] = []
    for (const key of touched) {
      const before = this.merged.get(key) ?? []
      const now = mergeDrafts(this.groups.get(key) ?? [])
      if (now.length > 0) this.merged.set(key, now)
      else this.merged.delete(key)
      const known = new Set(before.map(keyOf))
      for (const judged of now) if (!known.has(keyOf(judged))) added.push(judged)
      this.unmended += this.countUnmended(now) - this.countUnmended(before)
    }
    return added
  }

  private countUnmended(list: readonly Merged[]): number {
    return list.reduce((sum, judged) => sum + (this.mendedBy(judged) === null ? 1 : 0), 0)
  }

  private mendedBy(judged: Merged): string | null {
    return mendOf(judged, this.input.sending.mends, this.version)
  }

  private report(step: MomentStep, added: readonly Merged[]): MomentChecked {
    const rejects = added.toSorted(inOrder).map(judged => ({
      rule: judged.variant.id,
      at: addressOf(judged.draft),
      requestPath: pathOf(judged.draft),
      mendedBy: this.mendedBy(judged),
    }))
    const { complete, why, answered } = step
    const at = printMoment(step.at, this.input.session.agent)
    return { at, complete, why, answered, rejects, standing: this.unmended - this.countUnmended(added) }
  }
}

/** Drafts that can be one fault: those of one call id for rules that name pairs, else each by itself. */
function groupOf(judged: Judged): string {
  const { id } = judged.draft.data
  return judged.rule.precedence <= LAST_OF_PAIRS && typeof id === 'string' ? `id ${id}` : `at ${keyOf(judged)}`
}
