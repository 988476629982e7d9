'use client'

import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Tooltip.Provider delayDuration={350}>{children}</Tooltip.Provider>
}

export function Tip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={5}
          collisionPadding={8}
          className="z-50 flex max-w-80 items-center gap-2 rounded border bg-raised px-2 py-1 text-xs text-text shadow-md"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
