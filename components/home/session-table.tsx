'use client'

import { createColumnHelper, type RowSelectionState } from '@tanstack/react-table'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { percent } from '@/lib/base/numbers'
import { sessionHref } from '@/lib/url/state'
import type { SessionLine } from '@/lib/view/models'
import { useMounted } from '../hooks/use-mounted'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { Bytes, Num, TokenCount } from '../ui/number'
import { type Columns, type features, Table } from '../ui/table'
import { DeleteDialog } from './delete-dialog'
import { Progress } from './import-list'
import { VerdictChip } from './verdict-chip'

const helper = createColumnHelper<typeof features, SessionLine>()

const share = (line: SessionLine) => (line.tokens && line.window ? line.tokens.value / line.window : null)

const columns = helper.columns([
  helper.display({
    id: 'select',
    header: ({ table }) => (
      <input
        type="checkbox"
        aria-label="Select all"
        checked={table.getIsAllRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <input
        type="checkbox"
        aria-label={`Select ${row.original.name}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  }),
  helper.accessor('name', { header: 'Name', sortFn: 'alphanumeric', cell: ({ row }) => <Name line={row.original} /> }),
  helper.accessor('format', {
    header: 'Agent / format',
    sortFn: 'alphanumeric',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{getValue()}</span>,
  }),
  helper.accessor(line => line.tokens?.value ?? -1, {
    id: 'tokens',
    header: 'Tokens',
    sortFn: 'basic',
    cell: ({ row }) => (row.original.tokens ? <TokenCount tokens={row.original.tokens} /> : '–'),
  }),
  helper.accessor(line => share(line) ?? -1, {
    id: 'window',
    header: '% of window',
    sortFn: 'basic',
    cell: ({ row }) => {
      const part = share(row.original)
      return <span className="tabular">{part === null ? '–' : percent(part)}</span>
    },
  }),
  helper.accessor('messages', { header: 'Messages', sortFn: 'basic', cell: ({ getValue }) => <Num value={getValue()} unit="messages" /> }),
  helper.accessor('boundaries', {
    header: 'Compactions',
    sortFn: 'basic',
    cell: ({ getValue }) => <span className="tabular">{getValue()}</span>,
  }),
  helper.accessor(line => weightOf(line), {
    id: 'validity',
    header: 'Validity',
    sortFn: 'basic',
    cell: ({ row }) => <VerdictChip line={row.original} />,
  }),
  helper.accessor('bytes', { header: 'Size', sortFn: 'basic', cell: ({ getValue }) => <Bytes value={getValue()} /> }),
  helper.accessor('importedAt', { header: 'Imported', sortFn: 'alphanumeric', cell: ({ getValue }) => <When iso={getValue()} /> }),
])

const numeric: ReadonlySet<string> = new Set(['tokens', 'window', 'messages', 'boundaries', 'bytes'])
const secondary: ReadonlySet<string> = new Set(['messages', 'bytes', 'window', 'boundaries', 'importedAt'])
const newestFirst = [{ id: 'importedAt', desc: true }]

function weightOf({ verdict }: SessionLine): number {
  return verdict ? verdict.rejects * 1e6 + verdict.alters * 1e3 + verdict.fragile : -1
}

interface SessionTableProps {
  readonly sessions: readonly SessionLine[]
  readonly onDeleted: () => void
}

export function SessionTable({ sessions, onDeleted }: SessionTableProps) {
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [doomed, setDoomed] = useState<readonly SessionLine[]>([])
  const selected = useMemo(() => sessions.filter(session => selection[session.id]), [sessions, selection])
  return (
    <>
      <div className="flex h-8 items-center gap-3">
        <h2 className="font-semibold">Sessions</h2>
        {selected.length > 0 && (
          <>
            <span className="text-muted">{selected.length} selected</span>
            <Button look="danger" className="button-compact" onClick={() => setDoomed(selected)}>
              Delete …
            </Button>
          </>
        )}
      </div>
      <Table
        label="Sessions"
        rows={sessions}
        columns={columns as Columns<SessionLine>}
        idOf={line => line.id}
        sorting={newestFirst}
        selection={selection}
        onSelection={setSelection}
        numeric={numeric}
        secondary={secondary}
      />
      <DeleteDialog
        sessions={doomed}
        onClose={() => setDoomed([])}
        onDeleted={() => {
          setDoomed([])
          setSelection({})
          onDeleted()
        }}
      />
    </>
  )
}

function Name({ line }: { readonly line: SessionLine }) {
  return (
    <div className="min-w-40 max-w-72 max-lg:max-w-60">
      {line.state === 'ready' ? (
        <Link href={sessionHref({ id: line.id })} className="block truncate font-medium" title={line.name}>
          {line.name}
        </Link>
      ) : (
        <span className="block truncate">{line.name}</span>
      )}
      {line.state === 'importing' && <Progress share={line.progress ?? 0} label={`Reading ${line.name}`} />}
      {line.state === 'failed' && (
        <span className="block truncate text-xs text-reject" title={line.error ?? ''}>
          {line.error ?? 'The import failed.'}
        </span>
      )}
      {line.newer !== null && (
        <Link href={sessionHref({ id: line.newer })} className="text-xs">
          <Chip tone="accent">a newer session continues this one</Chip>
        </Link>
      )}
    </div>
  )
}

/** In UTC until the browser says where it is. */
function When({ iso }: { readonly iso: string }) {
  const isMounted = useMounted()
  const text = isMounted ? localMinute(new Date(iso)) : iso.slice(0, 16).replace('T', ' ')
  return (
    <time dateTime={iso} title={iso} className="tabular whitespace-nowrap text-muted">
      {text}
    </time>
  )
}

/** Sortable by eye and as wide in every language: 2026-04-02 17:05, in the time zone of whoever looks. */
function localMinute(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`
}
