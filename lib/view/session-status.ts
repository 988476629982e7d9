/** What the figures of a session's page depend on, for the line at its foot. */

import { exact } from '../base/numbers'
import type { CheckView } from './check'
import type { SessionHeader } from './models'
import { momentInWords } from './moments'

export interface StatusFact {
  readonly label: string
  readonly value: string
}

export function sessionStatus(
  { profiles, model, window, formatLabel }: SessionHeader,
  check: Pick<CheckView, 'profile' | 'checks' | 'at'>,
): StatusFact[] {
  return [
    { label: 'profile', value: profiles.find(one => one.id === check.profile)?.label ?? check.profile },
    { label: 'checks', value: String(check.checks) },
    { label: 'moment', value: momentInWords(check.at) },
    { label: 'model', value: model ?? 'not named' },
    { label: 'window', value: window === null ? 'not known' : exact(window) },
    { label: 'format', value: formatLabel },
  ]
}
