import { Skeleton, SkeletonRows } from '../ui/skeleton'

/** The session page with nothing in it yet. */
export function SessionSkeleton() {
  return (
    <div role="status" aria-label="Loading the session" className="flex min-h-0 grow flex-col">
      <div className="flex h-9.5 items-center gap-6 border-b px-5">
        {['Diagnose', 'Transcript', 'Import'].map(lens => (
          <Skeleton key={lens} className="h-3.5 w-16" />
        ))}
      </div>
      <div className="flex h-11 items-center border-b px-3">
        <Skeleton className="h-4 w-56" />
      </div>
      <div className="diagnose-panes">
        <div className="overflow-hidden [grid-area:findings]">
          <SkeletonRows rows={8} height="h-16" />
        </div>
        <div className="overflow-hidden border-l [grid-area:history]">
          <div className="px-3 py-1.5">
            <Skeleton className="h-9" />
          </div>
          <SkeletonRows rows={30} />
        </div>
        <div className="flex flex-col gap-3 p-3 [grid-area:why]">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
        </div>
      </div>
    </div>
  )
}
