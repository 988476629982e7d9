'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import type { RuleName } from '@/lib/view/rules'
import { ActionsProvider } from '../hooks/use-keys'
import { TooltipProvider } from '../ui/tooltip'
import { KeyHelp } from './key-help'
import { LiveRegion } from './live-region'
import { Palette } from './palette'

interface ProvidersProps {
  readonly rules: readonly RuleName[]
  readonly children: ReactNode
}

/** What every page shares: address state, keys, palette, tooltips, the live region. */
export function Providers({ rules, children }: ProvidersProps) {
  return (
    <NuqsAdapter>
      <ActionsProvider>
        <TooltipProvider>
          <LiveRegion>
            {children}
            <Palette rules={rules} />
            <KeyHelp />
          </LiveRegion>
        </TooltipProvider>
      </ActionsProvider>
    </NuqsAdapter>
  )
}
