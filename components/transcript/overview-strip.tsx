'use client'

import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { compact, exact } from '@/lib/base/numbers'
import type { StripCell } from '@/lib/view/models'
import { SEVERITIES } from '../ui/severity'
import { ROLE_COLOURS } from './roles'

interface OverviewStripProps {
  readonly cells: readonly StripCell[]
  readonly total: number
  /** Rows in view. */
  readonly from: number
  readonly to: number
  readonly cursor: number | null
  readonly onGo: (row: number) => void
}

const HEIGHT = 36

/** The whole transcript at a glance: tokens by role, compactions, findings, and where you are. Also the way to go elsewhere. */
export function OverviewStrip({ cells, total, from, to, cursor, onGo }: OverviewStripProps) {
  const paths = useMemo(() => drawRoles(cells), [cells])
  const share = (row: number) => `${total > 0 ? (row / total) * 100 : 0}%`
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onGo(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (total - 1)))
  }
  const onKey = (event: KeyboardEvent) => {
    const step = Math.max(1, Math.round(total / Math.max(1, cells.length)))
    const here = cursor ?? from
    const target = {
      ArrowLeft: here - step,
      ArrowRight: here + step,
      Home: 0,
      End: total - 1,
      PageUp: here - step * 10,
      PageDown: here + step * 10,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onGo(Math.min(total - 1, Math.max(0, target)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position in the transcript"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, total - 1)}
      aria-valuenow={cursor ?? from}
      aria-valuetext={`row ${exact((cursor ?? from) + 1)} of ${exact(total)}`}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event)
      }}
      onPointerMove={event => event.buttons === 1 && goTo(event)}
      onKeyDown={onKey}
      className="relative mx-3 my-1.5 h-9 shrink-0 cursor-crosshair touch-none rounded-sm bg-surface"
    >
      <svg
        viewBox={`0 0 ${Math.max(1, cells.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-0 h-full w-full"
        aria-hidden="true"
      >
        {paths.map(({ role, colour, path }) => (
          <path key={role} d={path} fill={colour} fillOpacity={0.75} />
        ))}
      </svg>
      {cells.map(
        (cell, place) =>
          (cell.boundary || cell.worst) && (
            <span
              key={cell.fromRow}
              title={cellTitle(cell)}
              className="absolute inset-y-0 w-px"
              style={{ left: `${((place + 0.5) / cells.length) * 100}%` }}
            >
              {cell.boundary && <span className="absolute inset-y-0 w-px bg-role-summary" />}
              {cell.worst && <span className={`absolute -top-1 -left-1 size-2 rotate-45 bg-current ${SEVERITIES[cell.worst].text}`} />}
            </span>
          ),
      )}
      <span
        aria-hidden="true"
        hidden={from === 0 && to >= total - 1}
        className="pointer-events-none absolute inset-y-[-2px] min-w-1 rounded-sm border border-text/70 bg-text/10"
        style={{ left: share(from), width: share(Math.max(1, to - from + 1)) }}
      />
      {cursor !== null && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-[-3px] w-0.5 bg-accent"
          style={{ left: share(cursor + 0.5) }}
        />
      )}
    </div>
  )
}

function cellTitle(cell: StripCell): string {
  const what = [cell.boundary ? 'a compaction' : '', cell.worst ? `a finding: ${SEVERITIES[cell.worst].words.toLowerCase()}` : '']
  return `${compact(cell.tokens)} tokens, ${what.filter(word => word !== '').join(' and ')}`
}

/** One path a role, stacked; height is the square root, so that small blocks still show beside large ones. */
function drawRoles(cells: readonly StripCell[]): { role: string; colour: string; path: string }[] {
  const most = Math.sqrt(Math.max(1, ...cells.map(cell => cell.tokens)))
  const paths = ROLE_COLOURS.map(([role, colour]) => ({ role, colour, path: '' }))
  cells.forEach((cell, x) => {
    const sum = Object.values(cell.roles).reduce((total, one) => total + one, 0)
    const height = (Math.sqrt(cell.tokens) / most) * HEIGHT
    let y = HEIGHT
    for (const path of paths) {
      const part = sum > 0 ? (height * (cell.roles[path.role] ?? 0)) / sum : 0
      if (part <= 0) continue
      y -= part
      path.path += `M${x} ${round(y)}h0.9v${round(part)}h-0.9z`
    }
  })
  return paths.filter(({ path }) => path !== '')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
