'use client'

import { FAULT_WORDS } from '@/lib/view/check'
import type { ErrorLine } from '@/lib/view/models'
import { AddressLink } from './address-link'

interface RecordedErrorsProps {
  readonly errors: readonly ErrorLine[]
  readonly onGo: (at: string) => void
  readonly onLocate: (text: string) => void
  /** Looks at the request that failed. */
  readonly onMoment: (error: ErrorLine) => void
}

const MOST = 100

/** What the agent wrote down when the provider refused. */
export function RecordedErrors({ errors, onGo, onLocate, onMoment }: RecordedErrorsProps) {
  if (errors.length === 0) return null
  return (
    <section aria-label="Recorded errors">
      <h2 className="flex items-baseline border-y bg-surface px-3 py-1 text-xs">
        <span className="font-semibold">Recorded errors</span>
        <span className="tabular ml-auto text-muted">{errors.length}</span>
      </h2>
      <ul>
        {errors.slice(0, MOST).map(error => (
          <li key={error.at} className="border-b px-3 py-1.5">
            <p className="flex items-baseline gap-2">
              <AddressLink at={error.at} onGo={onGo} />
              <span className="tabular">{error.status ?? 'no status'}</span>
              <span className="text-xs text-muted" title={FAULT_WORDS[error.kind]}>
                {error.kind}
              </span>
            </p>
            <p className="line-clamp-2 text-xs text-muted" title={error.text.slice(0, 2000)}>
              {error.text}
            </p>
            <p className="flex gap-4 text-xs">
              <button type="button" className="text-accent underline" onClick={() => onLocate(error.text)}>
                find its place
              </button>
              <button type="button" className="text-accent underline" onClick={() => onMoment(error)}>
                look at that request
              </button>
            </p>
          </li>
        ))}
      </ul>
      {errors.length > MOST && (
        <p className="px-3 py-1.5 text-xs text-muted">
          showing {MOST} of {errors.length}; the others stand in the transcript
        </p>
      )}
    </section>
  )
}
