import type { Failure } from '@/lib/view/failures'
import { CopyText } from './copy-link'

/** What went wrong, where, what to do, and an id to quote. */
export function ErrorNote({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-1 rounded border border-reject/50 px-3 py-2">
      <p className="font-medium text-reject">{failure.sentence}</p>
      {failure.advice !== '' && <p>{failure.advice}</p>}
      <div className="flex items-center gap-3 text-xs text-muted">
        {failure.id !== null && <CopyText text={failure.id} label={`Copy error id ${failure.id}`} />}
        {onRetry && (
          <button type="button" className="text-accent underline" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}
