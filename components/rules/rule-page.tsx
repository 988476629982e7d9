import type { ReactNode } from 'react'
import type { RuleRepair, RuleView } from '@/lib/view/rules'
import { Chip } from '../ui/chip'
import { SEVERITIES, SeverityMark } from '../ui/severity'
import { ExampleList } from './example-list'

interface RulePageProps {
  readonly rule: RuleView
  readonly repairs: readonly RuleRepair[]
  /** Variant that the link named. */
  readonly chosen: string | null
}

export function RulePage({ rule, repairs, chosen }: RulePageProps) {
  return (
    <article className="mx-auto flex w-full max-w-[76rem] flex-col gap-6 px-5 py-5">
      <header>
        <h1 className="text-lg font-semibold">{rule.title}</h1>
        <p className="mt-1 text-base">{rule.demands}</p>
      </header>
      <Section title="Who demands it">
        <div className="grid gap-3 lg:grid-cols-2">
          {rule.variants.map(variant => (
            <Variant key={variant.id} variant={variant} isChosen={variant.id === chosen} />
          ))}
        </div>
      </Section>
      {rule.causes.length > 0 && (
        <Section title="How it comes about">
          <ul className="grid gap-x-8 gap-y-1 lg:grid-cols-2">
            {rule.causes.map(({ code, words }) => (
              <li key={code} className="flex gap-3">
                <span className="w-8 shrink-0 font-mono text-xs leading-5 text-muted">{code}</span>
                {words}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Ways out">
        {repairs.length === 0 ? (
          <p className="text-muted">No repair of the history alone mends this.</p>
        ) : (
          <ul className="grid gap-x-8 gap-y-1 lg:grid-cols-2">
            {repairs.map(({ title, loses }) => (
              <li key={title}>
                {title} <span className="text-muted">loses: {loses}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <div className="grid gap-6 lg:grid-cols-2">
        <Section title="Rejected">
          <ExampleList examples={rule.rejected} isRejected />
        </Section>
        <Section title="No fault">
          <ExampleList examples={rule.accepted} isRejected={false} />
        </Section>
      </div>
    </article>
  )
}

function Variant({ variant, isChosen }: { readonly variant: RuleView['variants'][number]; readonly isChosen: boolean }) {
  return (
    <section
      id={variant.id}
      aria-label={variant.id}
      aria-current={isChosen || undefined}
      className={`flex min-w-0 flex-col gap-2 rounded-lg border px-4 py-3 ${isChosen ? 'border-accent' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-1.5 font-medium">
          <SeverityMark severity={variant.severity} />
          {SEVERITIES[variant.severity].words}
        </span>
        <Chip>{variant.profile}</Chip>
        {variant.status > 0 && <Chip>status {variant.status}</Chip>}
        <span className="min-w-0 font-mono text-xs break-all text-muted">{variant.id}</span>
      </div>
      <blockquote className="body-text rounded bg-surface px-3 py-2">{variant.says}</blockquote>
      <p className="text-xs text-muted">
        Known from: {variant.confidence}, looked at in {variant.dated}.
        {variant.sources.length > 0 && ` Sources: ${variant.sources.join(', ')}.`}
      </p>
    </section>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  )
}
