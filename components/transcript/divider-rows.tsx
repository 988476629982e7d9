import { CircleAlert, Scissors } from 'lucide-react'
import { compact, exact } from '@/lib/base/numbers'
import type { BoundaryLine, ErrorLine } from '@/lib/view/models'

interface DividerProps {
  readonly at: string
  readonly isCursor: boolean
  readonly onChoose: () => void
}

/** A recorded compaction: what it made of how much. */
export function BoundaryRow({ at, boundary, isCursor, onChoose }: DividerProps & { readonly boundary: BoundaryLine }) {
  const { tokensBefore, tokensAfter, trigger, kind, kept, keptMissing, cleared } = boundary
  const facts = [
    trigger,
    cleared > 0 ? `${exact(cleared)} cleared` : null,
    kept > 0 ? `${exact(kept)} kept` : null,
    keptMissing > 0 ? `${exact(keptMissing)} kept but not in this file` : null,
  ].filter(fact => fact !== null)
  return (
    <button
      type="button"
      data-at={at}
      tabIndex={isCursor ? 0 : -1}
      aria-current={isCursor || undefined}
      onClick={onChoose}
      className={`flex h-7 w-full items-center gap-2 border-y border-l-3 border-y-role-summary/40 border-l-role-summary pr-3 pl-2.5 text-left text-xs outline-offset-[-2px] ${isCursor ? 'bg-raised' : 'bg-surface'}`}
    >
      <Scissors aria-hidden="true" size={13} className="shrink-0 text-role-summary" />
      <span className="font-mono text-muted">{at}</span>
      <span className="shrink-0 font-medium text-role-summary">compaction ({kind})</span>
      {(tokensBefore !== null || tokensAfter !== null) && (
        <span className="tabular shrink-0" title={`${tokenWords(tokensBefore)} before, ${tokenWords(tokensAfter)} after`}>
          {tokensBefore === null ? 'not recorded' : compact(tokensBefore)} → {tokensAfter === null ? 'not recorded' : compact(tokensAfter)}{' '}
          tokens
        </span>
      )}
      <span className="truncate text-muted">{facts.join(' · ')}</span>
    </button>
  )
}

function tokenWords(tokens: number | null): string {
  return tokens === null ? 'not recorded' : `${exact(tokens)} tokens`
}

/** An error that the agent wrote down; it is not part of any request. */
export function ErrorRow({ at, error, isCursor, onChoose }: DividerProps & { readonly error: ErrorLine }) {
  return (
    <button
      type="button"
      data-at={at}
      tabIndex={isCursor ? 0 : -1}
      aria-current={isCursor || undefined}
      onClick={onChoose}
      className={`flex h-7 w-full items-center gap-2 border-l-3 border-l-reject pr-3 pl-2.5 text-left text-xs outline-offset-[-2px] ${isCursor ? 'bg-raised' : 'bg-removed/50'}`}
    >
      <CircleAlert aria-hidden="true" size={13} className="shrink-0 text-reject" />
      <span className="shrink-0 font-mono text-muted">{at}</span>
      <span className="shrink-0 font-medium text-reject">
        {error.status === null ? 'error' : `error ${error.status}`} ({error.kind})
      </span>
      <span className="truncate">{error.text}</span>
    </button>
  )
}
