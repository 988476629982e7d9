'use client'

import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Scope } from '@/lib/url/api'
import { layLanes } from '@/lib/view/lanes'
import type { StripCell, TranscriptRow } from '@/lib/view/models'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'
import { Skeleton } from '../ui/skeleton'
import { WindowList, type WindowListHandle } from '../ui/window-list'
import { BlockBody } from './block-body'
import { BlockRow, type RowMark } from './block-row'
import { BoundaryRow, ErrorRow } from './divider-rows'
import { OverviewStrip } from './overview-strip'
import type { GutterEnd } from './pairing-gutter'
import { useCursor } from './use-cursor'
import { type Rows, useRows } from './use-rows'

export interface TranscriptHandle {
  readonly move: (by: number) => void
  readonly toggle: () => void
  readonly toggleRaw: () => void
  readonly goToPartner: () => boolean
}

interface TranscriptProps {
  readonly ref?: Ref<TranscriptHandle>
  readonly scope: Scope
  readonly cells: readonly StripCell[]
  readonly at: string | null
  readonly onAt: (at: string) => void
  /** What findings say of an address. */
  readonly marks: ReadonlyMap<string, readonly RowMark[]>
}

const ROW_HEIGHT = 28
const NO_MARKS: readonly RowMark[] = []

export function Transcript({ ref, scope, cells, at, onAt, marks }: TranscriptProps) {
  const list = useRef<WindowListHandle>(null)
  const rows = useRows(scope, cells.at(-1)?.toRow ?? 0)
  const cursor = useCursor({ rows, at, onAt, list })
  const [range, setRange] = useState({ from: 0, to: 0 })
  const [open, setOpen] = useState<ReadonlyMap<string, 'text' | 'raw'>>(new Map())
  const lanes = useLanes(rows)
  const current = cursor.index === null ? undefined : rows.row(cursor.index)
  const show = useCallback((address: string, what: 'text' | 'raw' | null) => {
    setOpen(last => {
      const next = new Map(last)
      if (what) next.set(address, what)
      else next.delete(address)
      return next
    })
  }, [])
  const { ensure } = rows
  const onRange = useCallback(
    (from: number, to: number) => {
      setRange({ from, to })
      ensure(from, to)
    },
    [ensure],
  )
  useEffect(() => {
    if (rows.version >= 0) ensure(range.from, range.to)
  }, [rows.version, range, ensure])

  const partnerOf = (row: TranscriptRow | undefined) => (row?.kind === 'block' ? row.partner : null)
  useImperativeHandle(ref, () => ({
    move: cursor.move,
    toggle: () => current && show(current.at, open.has(current.at) ? null : 'text'),
    toggleRaw: () => current && show(current.at, open.get(current.at) === 'raw' ? null : 'raw'),
    goToPartner: () => {
      const partner = partnerOf(current)
      if (partner !== null) cursor.goToRow(partner)
      return partner !== null
    },
  }))

  const highlighted =
    current?.kind === 'block' && current.partner !== null && cursor.index !== null ? Math.min(cursor.index, current.partner) : null
  const renderRow = (index: number) => {
    const row = rows.row(index)
    if (!row) return <WaitingRow />
    const isCursor = index === cursor.index
    if (row.kind === 'boundary')
      return <BoundaryRow at={row.at} boundary={row.boundary} isCursor={isCursor} onChoose={() => cursor.goToRow(index)} />
    const what = open.get(row.at)
    const choose = () => {
      cursor.goToRow(index)
      show(row.at, what ? null : 'text')
    }
    const partner = partnerOf(row)
    return (
      <>
        {row.kind === 'error' ? (
          <ErrorRow at={row.at} error={row.error} isCursor={isCursor} onChoose={choose} />
        ) : (
          <BlockRow
            row={row}
            marks={marksOf(row, marks)}
            lanes={lanes.marks.get(index) ?? []}
            end={endOf(row, lanes.far.has(index))}
            highlighted={highlighted}
            isCursor={isCursor}
            isOpen={what !== undefined}
            onToggle={choose}
          />
        )}
        {what && (
          <div className="border-b py-1 pr-3 pl-12">
            <BlockBody
              scope={scope}
              at={row.at}
              isRaw={what === 'raw'}
              onRaw={isRaw => show(row.at, isRaw ? 'raw' : 'text')}
              onPartner={partner === null ? null : () => cursor.goToRow(partner)}
            />
          </div>
        )}
      </>
    )
  }

  return (
    <section aria-label="Transcript" className="flex min-h-0 min-w-0 grow flex-col">
      <OverviewStrip cells={cells} total={rows.total} from={range.from} to={range.to} cursor={cursor.index} onGo={cursor.goToRow} />
      {rows.failure && (
        <div className="px-3 pb-2">
          <ErrorNote failure={rows.failure} onRetry={rows.retry} />
        </div>
      )}
      {rows.total === 0 && !rows.failure ? (
        <EmptyState title="Nothing would be sent here">
          <p>This moment has no messages. Choose another moment above.</p>
        </EmptyState>
      ) : (
        <WindowList
          ref={list}
          label="Messages"
          count={rows.total}
          rowHeight={ROW_HEIGHT}
          renderRow={renderRow}
          onRange={onRange}
          className="border-t"
        />
      )}
    </section>
  )
}

function useLanes(rows: Rows) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that there are other rows
  return useMemo(() => {
    const pairs = new Map<number, number>()
    for (const [index, row] of rows.loaded())
      if (row.kind === 'block' && row.partner !== null) pairs.set(Math.min(index, row.partner), Math.max(index, row.partner))
    return layLanes([...pairs].map(([from, to]) => ({ from, to })))
  }, [rows.version, rows.loaded])
}

function marksOf(row: Extract<TranscriptRow, { kind: 'block' }>, marks: ReadonlyMap<string, readonly RowMark[]>): readonly RowMark[] {
  const own = marks.get(row.at) ?? NO_MARKS
  const ofMessage = row.isFirstOfMessage ? (marks.get(row.message) ?? NO_MARKS) : NO_MARKS
  return ofMessage.length > 0 ? [...ofMessage, ...own] : own
}

function endOf(row: Extract<TranscriptRow, { kind: 'block' }>, isFar: boolean): GutterEnd {
  if (row.pair === 'paired') return isFar ? 'far' : 'paired'
  return row.pair
}

function WaitingRow() {
  return (
    <div className="flex h-7 items-center gap-3 pl-12" aria-hidden="true">
      <Skeleton className="h-3 w-14" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  )
}
