'use client'

import { useEffect, useRef } from 'react'

/** How the page in view goes to an address; the palette asks for it. Null where there are no addresses. */
let current: ((at: string) => void) | null = null

export function readGoTo(): ((at: string) => void) | null {
  return current
}

export function useGoTo(goTo: (at: string) => void): void {
  const latest = useRef(goTo)
  useEffect(() => {
    latest.current = goTo
  })
  useEffect(() => {
    const go = (at: string) => latest.current(at)
    current = go
    return () => {
      if (current === go) current = null
    }
  }, [])
}
