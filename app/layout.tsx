import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '@/components/shell/providers'
import { Theme } from '@/components/shell/theme'
import { ruleNames } from '@/lib/view/rules'
import './globals.css'

// Every page is made per request: the nonce of the content security policy is in it.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: { default: 'Cutpoint', template: '%s · Cutpoint' },
  description: 'See and debug what compaction did to a transcript.',
}

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? ''
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <Theme nonce={nonce}>
          <Providers rules={ruleNames()}>{children}</Providers>
        </Theme>
      </body>
    </html>
  )
}
