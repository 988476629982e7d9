import type { ReactNode } from 'react'
import { type Crumb, Header } from './header'
import { Rail } from './rail'
import { type StatusItem, StatusLine } from './status-line'

interface FrameProps {
  readonly crumbs: readonly Crumb[]
  readonly status?: readonly StatusItem[]
  /** The page fills the height itself and scrolls inside; else it scrolls as a whole. */
  readonly isFixed?: boolean
  readonly children: ReactNode
}

/** Header above, rail at the left, status line below; the page in between. */
export function Frame({ crumbs, status = [], isFixed = false, children }: FrameProps) {
  return (
    <div className="flex h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      <Header crumbs={crumbs} />
      <div className="flex min-h-0 grow">
        <Rail />
        <main
          id="main"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className={`flex min-w-0 grow flex-col outline-none ${isFixed ? 'min-h-0 overflow-hidden' : 'overflow-y-auto'}`}
        >
          {children}
        </main>
      </div>
      <StatusLine items={status} />
    </div>
  )
}
