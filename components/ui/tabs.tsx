'use client'

import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number
}

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly value: Id
  readonly onChoose: (id: Id) => void
  /** Shown beside the list of tabs. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function Tabs<Id extends string>({ label, tabs, value, onChoose, aside, children }: TabsProps<Id>) {
  const choose = (id: string) => {
    const tab = tabs.find(one => one.id === id)
    if (tab) onChoose(tab.id)
  }
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual" className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-x-4 border-b px-3">
        <Radix.List aria-label={label} className="flex">
          {tabs.map(tab => (
            <Radix.Trigger key={tab.id} value={tab.id} className="tab">
              {tab.label}
              {tab.count !== undefined && <span className="tabular ml-1.5 text-xs text-muted">{tab.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      <Radix.Content value={value} className="flex min-h-0 grow flex-col outline-none" tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
