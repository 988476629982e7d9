'use client'

import type { Conversion } from '@/lib/request/request'
import { AddressLink } from './address-link'

interface ConversionsProps {
  readonly conversions: readonly Conversion[]
  readonly onGo: (at: string) => void
}

const MOST = 50

/** What this provider's request cannot hold of the session: lost on the way, no fault. */
export function Conversions({ conversions, onGo }: ConversionsProps) {
  if (conversions.length === 0) return null
  return (
    <details className="border-b px-3 py-2">
      <summary className="cursor-pointer text-xs font-semibold">
        {conversions.length} {conversions.length === 1 ? 'thing changes' : 'things change'} for this provider
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {conversions.slice(0, MOST).map(({ at, what }) => (
          <li key={`${at} ${what}`} className="flex gap-2">
            <AddressLink at={at} onGo={onGo} />
            <span className="text-muted">{what}</span>
          </li>
        ))}
      </ul>
      {conversions.length > MOST && <p className="text-xs text-muted">and {conversions.length - MOST} more</p>}
    </details>
  )
}
