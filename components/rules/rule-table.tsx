'use client'

import { createColumnHelper } from '@tanstack/react-table'
import Link from 'next/link'
import { useQueryState } from 'nuqs'
import { useMemo, useRef } from 'react'
import { ruleHref } from '@/lib/url/state'
import type { RuleRow } from '@/lib/view/rules'
import { useKeys } from '../hooks/use-keys'
import { EmptyState } from '../ui/empty-state'
import { SEVERITIES, SEVERITY_ORDER, SeverityMark } from '../ui/severity'
import { type Columns, type features, Table } from '../ui/table'

const helper = createColumnHelper<typeof features, RuleRow>()

const columns = helper.columns([
  helper.accessor('title', {
    header: 'Rule',
    sortFn: 'alphanumeric',
    cell: ({ row }) => (
      <div className="min-w-56">
        <Link href={ruleHref(row.original.id)} className="font-medium">
          {row.original.title}
        </Link>
        <span className="block font-mono text-xs text-muted">{row.original.id}</span>
      </div>
    ),
  }),
  helper.accessor('profile', {
    header: 'Provider',
    sortFn: 'alphanumeric',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{getValue()}</span>,
  }),
  helper.accessor(row => SEVERITY_ORDER.indexOf(row.severity), {
    id: 'severity',
    header: 'Effect',
    sortFn: 'basic',
    cell: ({ row }) => (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <SeverityMark severity={row.original.severity} />
        {SEVERITIES[row.original.severity].words}
      </span>
    ),
  }),
  helper.accessor('demands', {
    header: 'What the provider demands',
    enableSorting: false,
    cell: ({ getValue }) => <span className="block min-w-64">{getValue()}</span>,
  }),
  helper.accessor('confidence', {
    header: 'Known from',
    sortFn: 'alphanumeric',
    cell: ({ getValue }) => <span className="text-muted">{getValue()}</span>,
  }),
])

/** All rules, found by any word of their texts: also by the words of an error. */
export function RuleTable({ rules }: { readonly rules: readonly RuleRow[] }) {
  const [query, setQuery] = useQueryState('q', { defaultValue: '', shallow: true })
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ id: 'find', label: 'Find a rule', group: 'Rules', keys: '/', run: () => field.current?.focus() }])
  const found = useMemo(() => filterRules(rules, query), [rules, query])
  return (
    <div className="mx-auto flex w-full max-w-[84rem] flex-col gap-3 px-5 py-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold">Rules</h1>
        <p className="grow text-muted">What providers demand of a history. Each is one check.</p>
        <input
          ref={field}
          type="search"
          value={query}
          onChange={event => setQuery(event.target.value)}
          placeholder="Filter by words, id or error text   /"
          aria-label="Filter rules"
          className="field w-80"
        />
        <span role="status" className="tabular w-28 text-right text-muted">
          {found.length} of {rules.length}
        </span>
      </div>
      {found.length > 0 ? (
        <Table label="Rules" rows={found} columns={columns as Columns<RuleRow>} idOf={row => row.id} />
      ) : (
        <EmptyState title="No rule has all these words">
          <p>Paste a whole error text on the start page instead: it is read there, with its place and ids.</p>
        </EmptyState>
      )}
    </div>
  )
}

function filterRules(rules: readonly RuleRow[], query: string): readonly RuleRow[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return rules
  return rules.filter(rule => {
    const text = [rule.id, rule.rule, rule.title, rule.demands, rule.says, rule.profile, SEVERITIES[rule.severity].words]
      .join(' ')
      .toLowerCase()
    return words.every(word => text.includes(word))
  })
}
