'use client'

import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** One polite live region for the whole page: what changed, for those who do not see it change. */
export function LiveRegion({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  const announce = useCallback((text: string) => setSaid(last => ({ text, turn: last.turn + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div aria-live="polite" aria-atomic="true" className="sr-only">
        <span key={said.turn}>{said.text}</span>
      </div>
    </AnnounceContext>
  )
}

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}
