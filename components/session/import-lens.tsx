'use client'

import { createColumnHelper } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { exact } from '@/lib/base/numbers'
import { sessionHref } from '@/lib/url/state'
import type { ImportReport, SessionHeader } from '@/lib/view/models'
import { Bytes } from '../ui/number'
import { type Columns, type features, Table } from '../ui/table'

interface ImportLensProps {
  readonly header: SessionHeader
  readonly report: ImportReport
}

type Note = ImportReport['notes'][number]

const helper = createColumnHelper<typeof features, Note>()
const columns = helper.columns([
  helper.accessor('line', {
    header: 'Line',
    sortFn: 'basic',
    cell: ({ getValue }) => <span className="tabular">{exact(getValue())}</span>,
  }),
  helper.accessor('start', {
    header: 'Byte',
    sortFn: 'basic',
    cell: ({ getValue }) => <span className="tabular">{exact(getValue())}</span>,
  }),
  helper.accessor('kind', {
    header: 'Kind',
    sortFn: 'alphanumeric',
    cell: ({ getValue }) => <span className="font-mono text-xs whitespace-nowrap">{getValue()}</span>,
  }),
  helper.accessor('what', {
    header: 'What was seen',
    enableSorting: false,
    cell: ({ getValue }) => <span className="block min-w-56">{getValue()}</span>,
  }),
  helper.accessor('done', { header: 'What was done', enableSorting: false, cell: ({ getValue }) => getValue() }),
])
const numeric: ReadonlySet<string> = new Set(['line', 'start'])
const MOST_NOTES = 1000

/** How the file was read: by what evidence, what is in it, and every place where something was odd. */
export function ImportLens({ header, report }: ImportLensProps) {
  const { records, notes, evidence, counts } = report
  const isSum = records.read === records.used + records.metadata + records.noted
  return (
    <div className="overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[76rem] flex-col gap-6 px-5 py-5">
        <h1 className="sr-only">How this file was read</h1>
        <div className="grid gap-6 md:grid-cols-2">
          <Part title="Recognised as">
            <p className="text-base">
              {header.formatLabel}
              {header.formatVersion !== null && <span className="text-muted"> {header.formatVersion}</span>}
            </p>
            <p className="mt-1 text-muted">because</p>
            <ul className="list-disc pl-5">
              {evidence.map(one => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Part>
          <Part title="Records">
            <Figures
              figures={[
                ['read', records.read],
                ['used for messages and blocks', records.used],
                ['metadata', records.metadata],
                ['noted below', records.noted],
              ]}
            />
            <p className={`mt-1 text-xs ${isSum ? 'text-muted' : 'text-reject'}`}>
              {isSum
                ? 'Read = used + metadata + noted: nothing was dropped.'
                : 'These do not add up: please report it with this file’s format.'}
            </p>
          </Part>
          <Part title="In the file">
            <Figures figures={counts.map(({ label, value }) => [label, value] as const)} />
            <p className="mt-1 text-xs text-muted">
              <Bytes value={header.bytes} />, model {header.model ?? 'not named'}, window{' '}
              {header.window === null ? 'not known' : exact(header.window)}
            </p>
          </Part>
          <Part title="Branches and agents">
            <Links header={header} />
          </Part>
        </div>
        <Part title={`Notes (${exact(notes.length)})`}>
          {notes.length === 0 ? (
            <p className="text-muted">Every record was read as its format says.</p>
          ) : (
            <Table
              label="Notes"
              rows={notes.slice(0, MOST_NOTES)}
              columns={columns as Columns<Note>}
              idOf={note => `${note.line}:${note.start}:${note.kind}:${note.what}`}
              numeric={numeric}
            />
          )}
          {notes.length > MOST_NOTES && (
            <p className="mt-1 text-xs text-muted">
              showing {exact(MOST_NOTES)} of {exact(notes.length)}
            </p>
          )}
        </Part>
      </div>
    </div>
  )
}

function Links({ header: { id, branches, agents } }: { readonly header: SessionHeader }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {Array.from({ length: Math.max(1, branches) }, (_, branch) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its number
        <li key={branch}>
          <a href={sessionHref({ id, lens: 'transcript', ...(branch > 0 ? { branch } : {}) })}>Branch {branch}</a>
          {branch === 0 && <span className="text-muted"> (active)</span>}
        </li>
      ))}
      {agents.map(({ agent, name, messages }) => (
        <li key={agent}>
          <a href={sessionHref({ id, lens: 'transcript', agent })}>
            <span className="font-mono text-xs">{agent}</span> {name}
          </a>
          <span className="text-muted"> {exact(messages)} messages</span>
        </li>
      ))}
    </ul>
  )
}

function Figures({ figures }: { readonly figures: readonly (readonly [name: string, value: number])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5">
      {figures.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular text-right">{exact(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1.5 font-semibold">{title}</h2>
      {children}
    </section>
  )
}
