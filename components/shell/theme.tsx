'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'

/** Light, dark, or what the system says; kept in the browser. The nonce lets its small script run before the first paint. */
export function Theme({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      {children}
    </ThemeProvider>
  )
}
