'use client'

import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'

export const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
})

export type Columns<Row extends RowData> = readonly ColumnDef<typeof features, Row, unknown>[]

interface TableProps<Row extends RowData> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: Columns<Row>
  readonly idOf: (row: Row) => string
  readonly sorting?: SortingState
  readonly selection?: RowSelectionState
  readonly onSelection?: (selection: RowSelectionState) => void
  /** Right-aligned columns of figures. */
  readonly numeric?: ReadonlySet<string>
  /** Columns that a narrow window leaves out. */
  readonly secondary?: ReadonlySet<string>
}

/** A sortable table. Arrows go from row to row, Space selects; Enter follows the link that has the focus. */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { label, rows, columns, idOf, selection, onSelection, numeric = new Set<string>(), secondary = new Set<string>() } = props
  const [sorting, setSorting] = useState<SortingState>(props.sorting ?? [])
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: idOf,
    state: { sorting, rowSelection: selection ?? {} },
    onSortingChange: setSorting,
    enableRowSelection: onSelection !== undefined,
    onRowSelectionChange: update => onSelection?.(typeof update === 'function' ? update(selection ?? {}) : update),
  })
  const align = (id: string) => `${numeric.has(id) ? 'text-right' : 'text-left'} ${secondary.has(id) ? 'max-lg:hidden' : ''}`
  return (
    <div className="overflow-x-auto rounded-lg border">
      <table aria-label={label} className="w-full">
        <thead className="bg-surface text-xs text-muted">
          {table.getHeaderGroups().map(group => (
            <tr key={group.id}>
              {group.headers.map(header => {
                const direction = header.column.getIsSorted()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
                    className={`border-b px-3 py-1.5 font-medium whitespace-nowrap ${align(header.id)}`}
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        className="inline-flex items-center gap-1 hover:text-text"
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        <table.FlexRender header={header} />
                        {direction === 'asc' && <ArrowUp aria-hidden="true" size={12} />}
                        {direction === 'desc' && <ArrowDown aria-hidden="true" size={12} />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map(row => (
            <tr
              key={row.id}
              data-selected={row.getIsSelected() || undefined}
              className="border-b last:border-0 hover:bg-surface data-selected:bg-raised"
              onKeyDown={event => onRowKey(event, onSelection && (() => row.toggleSelected()))}
            >
              {row.getAllCells().map(cell => (
                <td key={cell.id} className={`px-3 py-1.5 ${align(cell.column.id)}`}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, toggle: (() => void) | undefined): void {
  const isBox = event.target instanceof HTMLInputElement
  if (event.key === ' ' && toggle && !isBox) {
    event.preventDefault()
    toggle()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.key === 'ArrowDown' ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling
  const link = row?.querySelector<HTMLElement>('a')
  if (!link) return
  event.preventDefault()
  link.focus()
}
