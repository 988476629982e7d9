/** The body that a session's agent would send at a moment, for a profile. Without the symbolic next turn. */

import { formatOf } from '../formats/registry'
import { Assembly } from '../request/assembly'
import { requestBody } from '../request/body'
import type { Profile } from '../request/profile'
import type { Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'
import { requestFacts } from '../validity/check'

export function requestOf(session: Session, working: WorkingSet, profile: Profile): Record<string, unknown> {
  const assembly = new Assembly(profile, formatOf(session.facts.format).sending)
  assembly.push(working.messages)
  return requestBody(session, assembly, requestFacts(working))
}
