import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly role?: 'status' | 'alert'
}

/** What stands here when there is nothing to show: what it means and what to do. */
export function EmptyState({ title, children, role = 'status' }: EmptyStateProps) {
  return (
    <div role={role} className="mx-auto flex max-w-prose flex-col gap-2 px-4 py-8">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </div>
  )
}
