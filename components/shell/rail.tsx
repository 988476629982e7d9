'use client'

import { type LucideIcon, ScrollText, ShieldCheck } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { useKeys } from '../hooks/use-keys'

interface Place {
  readonly href: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys: string
  readonly holds: (path: string) => boolean
}

const PLACES: readonly Place[] = [
  { href: '/', label: 'Sessions', icon: ScrollText, keys: 'g s', holds: path => path === '/' || path.startsWith('/sessions') },
  { href: '/rules', label: 'Rules', icon: ShieldCheck, keys: 'g u', holds: path => path.startsWith('/rules') },
]

export function Rail() {
  const path = usePathname()
  const router = useRouter()
  useKeys(
    PLACES.map(({ href, label, keys }) => ({
      id: `go-${href}`,
      label: `Go to ${label}`,
      group: 'Everywhere',
      keys,
      run: () => router.push(href),
    })),
  )
  return (
    <nav aria-label="Places" className="flex w-14 shrink-0 flex-col gap-1 border-r bg-surface py-1.5">
      {PLACES.map(({ href, label, icon: Icon, holds }) => (
        <Link key={href} href={href} className="rail-link" aria-current={holds(path) ? 'page' : undefined}>
          <Icon aria-hidden="true" size={18} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
