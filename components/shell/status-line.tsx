import type { ReactNode } from 'react'

export interface StatusItem {
  readonly label: string
  readonly value: ReactNode
}

/** What the numbers on this page depend on. */
export function StatusLine({ items }: { readonly items: readonly StatusItem[] }) {
  return (
    <footer className="flex h-6 shrink-0 items-center gap-4 overflow-hidden border-t bg-surface px-3 text-xs whitespace-nowrap text-muted">
      {items.map(item => (
        <span key={item.label} className="shrink-0">
          {item.label} <span className="text-text">{item.value}</span>
        </span>
      ))}
      <span className="ml-auto shrink-0 max-lg:hidden">tokens: • recorded ◦ counted ~ estimated</span>
    </footer>
  )
}
