/** Grey bars in the place of what comes: the same boxes as the final layout, so nothing jumps. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded bg-raised ${className}`} />
}

export function SkeletonRows({ rows, height = 'h-7' }: { readonly rows: number; readonly height?: string }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={row} className={`flex items-center gap-3 border-b px-3 ${height}`}>
          <Skeleton className="h-3 w-14" />
          <Skeleton className={`h-3 ${['w-1/2', 'w-2/3', 'w-2/5'][row % 3]}`} />
          <Skeleton className="ml-auto h-3 w-10" />
        </div>
      ))}
    </div>
  )
}
