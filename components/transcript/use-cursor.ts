'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TranscriptRow } from '@/lib/view/models'
import { useAnnounce } from '../shell/live-region'
import type { WindowListHandle } from '../ui/window-list'
import type { Rows } from './use-rows'

export interface Cursor {
  /** Position of the row, or null while it is not known. */
  readonly index: number | null
  readonly move: (by: number) => void
  readonly goToRow: (index: number) => void
}

interface CursorInput {
  readonly rows: Rows
  readonly at: string | null
  readonly onAt: (at: string) => void
  readonly list: RefObject<WindowListHandle | null>
}

/** The row that `at` names. A new `at` from outside is looked up and brought into view. */
export function useCursor({ rows, at, onAt, list }: CursorInput): Cursor {
  const [index, setIndex] = useState<number | null>(null)
  const placed = useRef<string | null>(null)
  const announce = useAnnounce()
  const { locate, load, total } = rows

  useEffect(() => {
    if (at === null || placed.current === at) return
    let isHere = true
    locate(at).then(position => {
      if (!isHere) return
      placed.current = at
      setIndex(position)
      if (position === null) announce(`${at} is not part of what is shown.`)
      else list.current?.scrollTo(position, 'center')
    })
    return () => {
      isHere = false
    }
  }, [at, locate, list, announce])

  const goToRow = useCallback(
    async (wanted: number) => {
      const position = Math.min(total - 1, Math.max(0, wanted))
      const row = await load(position)
      if (!row) return
      const hadFocus = isInList(document.activeElement)
      placed.current = row.at
      setIndex(position)
      list.current?.scrollTo(position, 'auto')
      onAt(row.at)
      announce(rowInWords(row))
      if (hadFocus) focusRow(row.at)
    },
    [total, load, list, onAt, announce],
  )
  const move = useCallback((by: number) => void goToRow((index ?? (by > 0 ? -1 : total)) + by), [goToRow, index, total])
  return { index, move, goToRow }
}

function isInList(element: Element | null): boolean {
  return element instanceof HTMLElement && element.dataset.at !== undefined
}

/** The row may have to be drawn first. */
function focusRow(at: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)?.focus({ preventScroll: true })),
  )
}

function rowInWords(row: TranscriptRow): string {
  if (row.kind === 'boundary') return `${row.at}, compaction`
  if (row.kind === 'error') return `${row.at}, error: ${row.error.text.slice(0, 80)}`
  return `${row.at}, ${row.role} ${row.block} ${row.name ?? ''} ${row.pair === 'missing' ? 'partner missing' : ''}`
}
