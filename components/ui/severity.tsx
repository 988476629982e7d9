import { CircleDashed, Diamond, type LucideIcon, Triangle } from 'lucide-react'
import type { Tone } from './chip'

export type Severity = 'rejects' | 'alters' | 'fragile'

interface Look {
  readonly icon: LucideIcon
  readonly tone: Tone
  readonly text: string
  /** Heading of a group, and what it means. */
  readonly words: string
  readonly means: string
  /** `3 reject` */
  readonly count: string
}

/** Shape and word carry the severity; colour only repeats it. */
export const SEVERITIES: Readonly<Record<Severity, Look>> = {
  rejects: {
    icon: Triangle,
    tone: 'reject',
    text: 'text-reject',
    words: 'Rejected',
    means: 'the provider answers with an error',
    count: 'reject',
  },
  alters: {
    icon: Diamond,
    tone: 'alter',
    text: 'text-alter',
    words: 'Silently altered',
    means: 'the provider changes or drops it',
    count: 'altered',
  },
  fragile: {
    icon: CircleDashed,
    tone: 'fragile',
    text: 'text-fragile',
    words: 'Fragile',
    means: 'it works until something small changes',
    count: 'fragile',
  },
}

export const SEVERITY_ORDER: readonly Severity[] = ['rejects', 'alters', 'fragile']

export function SeverityMark({ severity, size = 12 }: { readonly severity: Severity; readonly size?: number }) {
  const { icon: Icon, text, words } = SEVERITIES[severity]
  return (
    <Icon
      size={size}
      className={`${text} shrink-0`}
      fill={severity === 'rejects' ? 'currentColor' : 'none'}
      role="img"
      aria-label={words}
    />
  )
}
