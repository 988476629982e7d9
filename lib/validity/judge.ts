/** Asks the rules. Kept apart from `check`, so that a repair's trial can ask them too. */

import type { Assembly } from '../request/assembly'
import type { Profile } from '../request/profile'
import type { RequestFacts } from '../request/request'
import type { Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'
import type { Judged } from './findings'
import { RULES } from './registry'
import { LAST_OF_PAIRS, type RequestSize, type Rule, type Variant } from './rule'

export function* variantsOf(profile: Profile, rules: readonly Rule[]): Generator<{ rule: Rule; variant: Variant }> {
  for (const rule of rules) for (const variant of rule.variants) if (variant.profile === profile.id) yield { rule, variant }
}

export interface Question {
  readonly assembly: Assembly
  readonly facts: RequestFacts
  readonly moment: Pick<WorkingSet, 'complete' | 'why' | 'pending'>
  /** First view position to ask about. */
  readonly from?: number
  readonly rules?: readonly Rule[]
  /** The record behind the request, for the few rules that read a body. */
  readonly session: Session
  readonly size?: RequestSize | null
}

/** Everything the rules say of an assembly from a view position on. */
export function judge({ assembly, facts, moment, from = 0, rules = RULES, session, size = null }: Question): Judged[] {
  const pending = new Set(moment.pending)
  const isOpenAt = (view: number) => !moment.complete && (moment.why === 'dangling-parent' || view <= 1)
  const out: Judged[] = []
  for (const { rule, variant } of variantsOf(assembly.profile, rules)) {
    for (const draft of rule.check({ assembly, profile: assembly.profile, variant, facts, from, pending, isOpenAt, session, size })) {
      if (rule.precedence > LAST_OF_PAIRS || !facts.unpairable.has(String(draft.data.id))) out.push({ rule, variant, draft })
    }
  }
  return out
}
