/**
 * A rule is one condition on a request, with the vendors' variants of it as data.
 * Rules only look: they never change a session and know nothing of stages. A repair plans edits, it does not apply them.
 *
 * `check` reports what is wrong at view positions from `from` on; it may look back at anything before. It must be a
 * function of the assembly alone, so that a walk over all moments can ask again for the tail only.
 */

import type { Edit } from '../edits/edit'
import type { Assembly } from '../request/assembly'
import type { Profile } from '../request/profile'
import type { RequestBlock, RequestFacts, RequestMessage, ViewMessage } from '../request/request'
import type { Address } from '../session/model'
import type { Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'

/** E, S and W of the reference: what the provider does. */
export type Severity = 'rejects' | 'alters' | 'fragile'

/** How sure we are of a variant: documentation, source, measured, several reports, one report, our inference. */
export type Confidence = 'doc' | 'src' | 'meas' | 'rep' | 'one' | 'inf'

export type CauseCode = 'C1' | 'C2' | 'C3' | 'C4' | 'C5' | 'C6' | 'C7' | 'C8' | 'C9' | 'C10' | 'C11' | 'C12' | 'C13' | 'C14' | 'C15' | 'C16'

/** One provider's form of the condition. Its id is the rule id that people see. */
export interface Variant {
  readonly id: string
  readonly profile: string
  readonly severity: Severity
  readonly status: number
  /** The provider's wording; `{name}` is filled in from the draft's data, `{N}` and `{M}` from its path. */
  readonly says: string
  readonly confidence: Confidence
  readonly sources: readonly string[]
  /** Month the texts and limits were last looked at. */
  readonly dated: string
}

/** Tokens of a request: as the provider recorded them, or that and an estimate of what came since. */
export interface RequestSize {
  readonly tokens: number
  readonly origin: 'recorded' | 'estimated'
}

/** Rules of this precedence or lower speak of a pair; the call id stands in the draft's `data.id`. */
export const LAST_OF_PAIRS = 4

export interface CheckContext {
  readonly assembly: Assembly
  readonly profile: Profile
  readonly variant: Variant
  readonly facts: RequestFacts
  /** First view position to report on. */
  readonly from: number
  /** The record behind the request, to read a body from. */
  readonly session: Session
  /** Size of the whole request, when something better than the characters of a body is known. */
  readonly size: RequestSize | null
  /** Calls that the agent has still to run. */
  readonly pending: ReadonlySet<Address>
  /** True when messages may be missing just before this view position, so that a partner there proves nothing. */
  readonly isOpenAt: (view: number) => boolean
}

/** Where a draft points: a block, a message of the body, or the request as a whole. */
export type Spot = RequestBlock | RequestMessage | 'request'

/** A finding before it has a number, a wording and repairs. */
export interface Draft {
  readonly spot: Spot
  /** Position in the view that it belongs to, for walking. */
  readonly view: number
  /** Partner, or where it used to be. */
  readonly other: Address | null
  /** One sentence in our own words. */
  readonly message: string
  /** Values for the `says` template, and what repairs need. */
  readonly data: Readonly<Record<string, string | number>>
  /** Overrides the variant's severity (for example: an estimate above the window is only fragile). */
  readonly severity?: Severity
}

/** A way out. `loss` orders repairs: 0 loses nothing, 1 loses structure, 2 some text, 3 whole messages. */
export interface RepairPlan {
  readonly id: string
  readonly title: string
  readonly loses: string
  readonly loss: 0 | 1 | 2 | 3
  readonly edits: readonly Edit[]
  /** Changes to top-level parameters of a body; null removes the key. Only offered for files that are a body. */
  readonly params?: Readonly<Record<string, unknown>>
}

export interface RepairContext {
  readonly working: WorkingSet
  readonly assembly: Assembly
  readonly profile: Profile
  readonly facts: RequestFacts
  /** A fresh address for something created, `n0`, `n1` … */
  readonly fresh: () => Address
  /** Size and hash of a block or of messages, for an edit's `before`. */
  readonly sizeOf: (address: Address, to?: Address) => { readonly bytes: number; readonly hash: string }
}

/** Accepted and rejected histories in the text language of `session/dsl`: tests of the rule, and its page. */
export interface Example {
  readonly name: string
  /** Profile whose variant it is an example of. */
  readonly profile: string
  readonly history: string
  /** Top-level parameters of the body. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Where the rule must point, for a rejected history: addresses, in order. */
  readonly at?: readonly Address[]
}

export interface Rule {
  /** Equals the file name. */
  readonly id: string
  readonly title: string
  /** What the provider demands, for the rule's page. */
  readonly demands: string
  readonly variants: readonly Variant[]
  /**
   * Which of several rules that see one broken pair names it; lower wins:
   * 1 duplicate, 2 wrong id or shape, 3 misplaced, 4 missing partner; 9 for rules that share no place with others.
   */
  readonly precedence: number
  /** Order in which the provider checks (reference 0.4): 1 schema, 2 media, 3 empty text, 4 roles, 5 pairing, 6 signature, 7 thinking position, 8 size. */
  readonly stage: number
  readonly causes: readonly CauseCode[]
  readonly check: (context: CheckContext) => Iterable<Draft>
  readonly repairs: (draft: Draft, context: RepairContext) => readonly RepairPlan[]
  readonly rejected: readonly Example[]
  readonly accepted: readonly Example[]
  /** Set when part of the condition cannot be seen in a file; shown under "not checkable from a file". */
  readonly unchecked?: (facts: RequestFacts) => string | null
}

export function viewMessageOf(context: Pick<CheckContext, 'assembly'>, view: number): ViewMessage | undefined {
  return context.assembly.view[view]
}
