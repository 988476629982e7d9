import { bytesText, compact, exact } from '@/lib/base/numbers'
import type { Tokens } from '@/lib/view/models'

export const ORIGIN_MARKS = { recorded: '•', tokenised: '◦', estimated: '~' } as const
export const ORIGIN_WORDS = {
  recorded: 'recorded by the provider',
  tokenised: 'counted with a tokeniser',
  estimated: 'estimated from the length',
} as const

/** Short form, exact value on hover. */
export function Num({ value, unit = '', className = '' }: { readonly value: number; readonly unit?: string; readonly className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap ${className}`} title={`${exact(value)}${unit && ` ${unit}`}`}>
      {compact(value)}
    </span>
  )
}

/** A token count says where it is from: `•` recorded, `◦` tokenised, `~` estimated. */
export function TokenCount({ tokens, className = '' }: { readonly tokens: Tokens; readonly className?: string }) {
  const { value, origin } = tokens
  return (
    <span className={`tabular whitespace-nowrap ${className}`} title={`${exact(value)} tokens, ${ORIGIN_WORDS[origin]}`}>
      <span aria-hidden="true" className="mr-px text-muted">
        {ORIGIN_MARKS[origin]}
      </span>
      {compact(value)}
      <span className="sr-only"> tokens, {origin}</span>
    </span>
  )
}

export function Bytes({ value, className = '' }: { readonly value: number; readonly className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap ${className}`} title={`${exact(value)} bytes`}>
      {bytesText(value)}
    </span>
  )
}
