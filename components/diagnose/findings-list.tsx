'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CAUSES } from '@/lib/view/causes'
import type { Finding } from '@/lib/view/check'
import { Chip } from '../ui/chip'
import { SEVERITIES, SEVERITY_ORDER, SeverityMark } from '../ui/severity'
import type { Diagnosis } from './use-diagnosis'

const STEP = 200

/** All findings, not the first: by severity, then by position. */
export function FindingsList({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const { ordered, selected, select, chosen } = diagnosis
  const [limit, setLimit] = useState(STEP)
  const list = useRef<HTMLDivElement>(null)
  const shown = ordered.slice(0, Math.max(limit, diagnosis.position + 1))
  useEffect(() => {
    if (selected) list.current?.querySelector(`[data-finding="${selected.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div ref={list} onKeyDown={moveFocus}>
      {SEVERITY_ORDER.map(severity => {
        const group = shown.filter(one => one.severity === severity)
        const { words, means } = SEVERITIES[severity]
        return group.length === 0 ? null : (
          <section key={severity} aria-label={words}>
            <h2 className="sticky top-0 z-10 flex items-baseline gap-2 border-y bg-surface px-3 py-1 text-xs first:border-t-0">
              <span className={`font-semibold whitespace-nowrap ${SEVERITIES[severity].text}`}>{words}</span>
              <span className="truncate text-muted">{means}</span>
              <span className="tabular ml-auto text-muted">{ordered.filter(one => one.severity === severity).length}</span>
            </h2>
            <ul>
              {group.map(finding => (
                <li key={finding.id}>
                  <FindingRow
                    finding={finding}
                    isSelected={finding === selected}
                    isTabStop={finding === (selected ?? ordered[0])}
                    isRepaired={chosen[finding.id] !== undefined}
                    onSelect={() => select(finding)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {shown.length < ordered.length && (
        <button type="button" className="w-full px-3 py-2 text-left text-accent underline" onClick={() => setLimit(limit + STEP)}>
          showing {shown.length} of {ordered.length} · show more
        </button>
      )}
    </div>
  )
}

interface FindingRowProps {
  readonly finding: Finding
  readonly isSelected: boolean
  readonly isTabStop: boolean
  readonly isRepaired: boolean
  readonly onSelect: () => void
}

function FindingRow({ finding, isSelected, isTabStop, isRepaired, onSelect }: FindingRowProps) {
  const { id, rule, at, cause, mendedBy, firstNamed, severity, message, says } = finding
  const fragment = idIn(says) ?? idIn(message)
  return (
    <button
      type="button"
      data-finding={id}
      aria-current={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onSelect}
      className={`flex w-full flex-col gap-0.5 border-b border-l-3 px-3 py-1.5 text-left outline-offset-[-2px] ${
        isSelected ? 'border-l-accent bg-raised' : 'border-l-transparent hover:bg-surface'
      }`}
    >
      <span className="flex items-center gap-2">
        <SeverityMark severity={severity} />
        <span className="font-mono text-xs font-medium">{id}</span>
        <span className="min-w-0 truncate font-mono text-xs text-muted">{at}</span>
        {fragment !== null && (
          <span className="min-w-0 truncate font-mono text-xs text-muted" title={fragment}>
            {fragment.slice(0, 14)}…
          </span>
        )}
        {isRepaired && <span className="ml-auto shrink-0 text-xs text-ok">repair chosen</span>}
      </span>
      <span className="line-clamp-2">{message}</span>
      <span className="truncate font-mono text-xs text-muted" title={rule}>
        {rule}
      </span>
      <span className="flex flex-wrap gap-1.5 empty:hidden">
        {firstNamed && <Chip tone="reject">named first by the provider</Chip>}
        {mendedBy !== null && <Chip title={mendedBy}>mended by the agent when sending</Chip>}
        {cause !== null && <Chip title={CAUSES[cause.code]}>{SHORT[cause.code]}</Chip>}
      </span>
    </button>
  )
}

const SHORT: Readonly<Record<NonNullable<Finding['cause']>['code'], string>> = {
  C1: 'cut from the front',
  C2: 'cut by compaction',
  C3: 'summary request',
  C4: 'compaction output',
  C5: 'pruned in part',
  C6: 'interrupted call',
  C7: 'parallel results apart',
  C8: 'stream broke off',
  C9: 'resume or branch',
  C10: 'provider switched',
  C11: 'converted',
  C12: 'written twice',
  C13: 'bad repair',
  C14: 'put in between',
  C15: 'grew too large',
  C16: 'settings disagree',
}

/** An id of a call in the texts. */
function idIn(text: string): string | null {
  return /\b(?:toolu|call|fc|srvtoolu|chatcmpl-tool)_[\w-]{6,}/.exec(text)?.[0] ?? null
}

/** Arrows move the focus; Enter selects. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-finding]')]
  const here = all.findIndex(one => one.matches(':focus'))
  const next = all[here + (event.key === 'ArrowDown' ? 1 : -1)]
  if (here < 0 || !next) return
  event.preventDefault()
  next.focus()
}
