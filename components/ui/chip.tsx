import type { ReactNode } from 'react'

export type Tone = 'plain' | 'reject' | 'alter' | 'fragile' | 'accent'

const tones: Readonly<Record<Tone, string>> = {
  plain: 'text-muted border-border',
  reject: 'text-reject border-reject/50',
  alter: 'text-alter border-alter/50',
  fragile: 'text-fragile border-fragile/50',
  accent: 'text-accent border-accent/50',
}

interface ChipProps {
  readonly tone?: Tone
  readonly title?: string
  readonly children: ReactNode
}

export function Chip({ tone = 'plain', title, children }: ChipProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded border px-1.5 text-xs leading-5 whitespace-nowrap ${tones[tone]}`}
      title={title}
    >
      {children}
    </span>
  )
}
