'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, type Scope } from '@/lib/url/api'
import type { Failure } from '@/lib/view/failures'
import type { RowsPage, TranscriptRow } from '@/lib/view/models'
import { type Answer, request } from '../hooks/request'

const PAGE = 200

export interface Rows {
  readonly total: number
  readonly row: (index: number) => TranscriptRow | undefined
  /** All rows that are here, with their position. */
  readonly loaded: () => Iterable<readonly [index: number, row: TranscriptRow]>
  /** Changes whenever rows arrive. */
  readonly version: number
  readonly ensure: (from: number, to: number) => void
  readonly load: (index: number) => Promise<TranscriptRow | undefined>
  readonly locate: (at: string) => Promise<number | null>
  readonly failure: Failure | null
  readonly retry: () => void
}

interface Store {
  readonly key: string
  readonly pages: Map<number, readonly TranscriptRow[]>
  readonly waiting: Map<number, Promise<Answer<RowsPage>>>
}

const keyOf = (scope: Scope) => api.rows(scope, { from: 0, to: 0 })

/** The rows of a transcript, fetched by the page as they come into view. */
export function useRows(scope: Scope, knownTotal: number): Rows {
  const key = keyOf(scope)
  const [total, setTotal] = useState(knownTotal)
  const [version, setVersion] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const store = useRef<Store>({ key, pages: new Map(), waiting: new Map() })
  if (store.current.key !== key) store.current = { key, pages: new Map(), waiting: new Map() }
  const latest = useRef(scope)
  latest.current = scope

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scope has other rows
  useEffect(() => {
    setTotal(knownTotal)
    setFailure(null)
    setVersion(last => last + 1)
  }, [key, knownTotal])

  const loadPage = useCallback((page: number): Promise<Answer<RowsPage>> => {
    const mine = store.current
    const under = mine.waiting.get(page)
    if (under) return under
    const asked = request<RowsPage>(api.rows(latest.current, { from: page * PAGE, to: (page + 1) * PAGE })).then(answer => {
      mine.waiting.delete(page)
      if (mine !== store.current) return answer
      if (answer.ok) {
        mine.pages.set(page, answer.value.rows)
        setTotal(answer.value.total)
        setFailure(null)
      } else setFailure(answer.failure)
      setVersion(last => last + 1)
      return answer
    })
    mine.waiting.set(page, asked)
    return asked
  }, [])

  return useMemo(() => {
    const row = (index: number) => store.current.pages.get(Math.floor(index / PAGE))?.[index % PAGE]
    const ensure = (from: number, to: number) => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) if (!store.current.pages.has(page)) loadPage(page)
    }
    return {
      total,
      version,
      failure,
      row,
      ensure,
      loaded: function* () {
        for (const [page, rows] of store.current.pages) for (const [place, one] of rows.entries()) yield [page * PAGE + place, one] as const
      },
      load: async (index: number) => {
        if (!row(index)) await loadPage(Math.floor(index / PAGE))
        return row(index)
      },
      locate: async (at: string) => {
        const answer = await request<RowsPage>(api.rows(latest.current, { from: 0, to: 1, at }))
        return answer.ok ? answer.value.position : null
      },
      retry: () => {
        setFailure(null)
        loadPage(0)
      },
    }
  }, [total, version, failure, loadPage])
}
