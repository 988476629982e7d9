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

class Walker {
  private readonly assembly: Assembly
  private readonly facts
  private readonly version: string | null
  /** Rejecting drafts of the current request, by view position. */
  private drafts: Judged[] = []
  private merged: readonly Merged[] = []
  private known = new Set<string>()

  constructor(private readonly input: WalkInput) {
    this.assembly = new Assembly(input.profile, input.sending)
    this.facts = factsOfSession(input.session, { system: input.session.facts.system, tools: input.session.facts.tools })
    this.version = input.session.facts.formatVersion
  }

  next(step: MomentStep): MomentChecked {
    const changed = Math.min(this.assembly.truncate(step.keep), this.assembly.push(step.add))
    const from = Math.max(0, changed - 1)
    const before = this.drafts.length
    const stable = this.drafts.filter(judged => judged.draft.view < from)
    const moment = { complete: step.complete, why: step.why, pending: [] }
    const fresh = judge({ assembly: this.assembly, facts: this.facts, moment, from, session: this.input.session }).filter(
      judged => severityOf(judged) === 'rejects',
    )
    this.drafts = fresh.length === 0 && stable.length === before ? this.drafts : [...stable, ...fresh]
    const isSame = fresh.length === 0 && stable.length === before
    if (!isSame) this.merged = mergeDrafts(this.drafts)
    return this.report(step, isSame)
  }

  private report(step: MomentStep, isSame: boolean): MomentChecked {
    const at = printMoment(step.at, this.input.session.agent)
    const head = { at, complete: step.complete, why: step.why, answered: step.answered }
    const mended = (judged: Merged) => mendOf(judged, this.input.sending.mends, this.version)
    if (isSame) return { ...head, rejects: [], standing: this.merged.filter(judged => mended(judged) === null).length }
    const isNew = this.merged.filter(judged => !this.known.has(keyOf(judged)))
    const standing = this.merged.filter(judged => this.known.has(keyOf(judged)) && mended(judged) === null).length
    this.known = new Set(this.merged.map(keyOf))
    const rejects = isNew.toSorted(inOrder).map(judged => ({
      rule: judged.variant.id,
      at: addressOf(judged.draft),
      requestPath: pathOf(judged.draft),
      mendedBy: mended(judged),
    }))
    return { ...head, rejects, standing }
  }
}
