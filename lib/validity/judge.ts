/** Asks the rules. Kept apart from `check`, so that a repair's trial can ask them too. */

import type { Assembly } from '../request/assembly'
import type { Profile } from '../request/profile'
import type { RequestFacts } from '../request/request'
import type { WorkingSet } from '../session/working-set'
import type { Judged } from './findings'
import { RULES } from './registry'
import type { Rule, Variant } from './rule'

export function* variantsOf(profile: Profile, rules: readonly Rule[]): Generator<{ rule: Rule; variant: Variant }> {
  for (const rule of rules) for (const variant of rule.variants) if (variant.profile === profile.id) yield { rule, variant }
}

/** Asks every rule about view positions from `from` on. */
export function judge(
  assembly: Assembly,
  facts: RequestFacts,
  moment: Pick<WorkingSet, 'complete' | 'why' | 'pending'>,
  from: number,
  rules: readonly Rule[],
): Judged[] {
  const pending = new Set(moment.pending)
  const isOpenAt = (view: number) => !moment.complete && (moment.why === 'dangling-parent' || view <= 1)
  const out: Judged[] = []
  for (const { rule, variant } of variantsOf(assembly.profile, rules)) {
    for (const draft of rule.check({ assembly, profile: assembly.profile, variant, facts, from, pending, isOpenAt })) out.push({ rule, variant, draft })
  }
  return out
}


/** Everything all rules say of an assembly. */
export function judgeWith(assembly: Assembly, facts: RequestFacts, moment: Pick<WorkingSet, 'complete' | 'why' | 'pending'>): Judged[] {
  return judge(assembly, facts, moment, 0, RULES)
}
