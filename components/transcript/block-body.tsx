'use client'

import { useCallback, useEffect, useState } from 'react'
import { bytesText, exact } from '@/lib/base/numbers'
import { api, type Scope } from '@/lib/url/api'
import { sessionHref } from '@/lib/url/state'
import type { Failure } from '@/lib/view/failures'
import type { TextPage } from '@/lib/view/models'
import { request } from '../hooks/request'
import { CopyLink, CopyText } from '../ui/copy-link'
import { ErrorNote } from '../ui/error-note'
import { Skeleton } from '../ui/skeleton'

const LENGTH = 64 * 1024

interface BlockBodyProps {
  readonly scope: Scope
  readonly at: string
  readonly isRaw: boolean
  readonly onRaw: (isRaw: boolean) => void
  /** Null when this block has no partner. */
  readonly onPartner: (() => void) | null
}

/** The whole text of a block, a page at a time; or the record as the file has it, with its place. */
export function BlockBody({ scope, at, isRaw, onRaw, onPartner }: BlockBodyProps) {
  const { pages, failure, isLoading, load } = useText(scope, at)
  const first = pages[0]
  if (failure && !first) return <ErrorNote failure={failure} onRetry={load} />
  if (!first) {
    return (
      <div className="flex flex-col gap-1.5 py-1.5">
        <Skeleton className="h-3 w-3/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    )
  }
  const shown = pages.reduce((sum, page) => sum + page.text.length, 0)
  const isCut = shown < first.chars
  const place = first.source
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 text-xs text-muted">
        <span className="flex">
          <Toggle isOn={!isRaw} label="Text" onClick={() => onRaw(false)} />
          <Toggle isOn={isRaw} label="Record" onClick={() => onRaw(true)} />
        </span>
        <span className="tabular">{exact(first.chars)} characters</span>
        {place && <CopyText text={`${place.file}:${place.line}:${place.start}`} label="Copy file, line and byte" />}
        {place && place.path !== '' && <span className="font-mono">{place.path}</span>}
        {onPartner && (
          <button type="button" className="text-accent underline" onClick={onPartner}>
            go to the partner
          </button>
        )}
        <CopyLink href={sessionHref({ ...scope, lens: 'transcript', at })} label={`Copy the link to ${at}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="body-text max-h-[60vh] overflow-y-auto rounded bg-surface px-3 py-2" tabIndex={0}>
        {isRaw ? (first.raw ?? 'This block was not read from a record.') : pages.map(page => page.text).join('')}
      </pre>
      {isCut && !isRaw && (
        <p className="flex items-center gap-2 py-1 text-xs text-muted">
          showing {bytesText(shown)} of {bytesText(first.chars)}
          <button type="button" className="text-accent underline" disabled={isLoading} onClick={load}>
            {isLoading ? 'loading …' : 'load more'}
          </button>
        </p>
      )}
      {isRaw && first.raw !== null && first.raw.length >= LENGTH && (
        <p className="py-1 text-xs text-muted">The record is longer; its first {bytesText(LENGTH)} are shown.</p>
      )}
      {failure && <ErrorNote failure={failure} onRetry={load} />}
    </div>
  )
}

function Toggle({ isOn, label, onClick }: { readonly isOn: boolean; readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={`border px-2 first:rounded-l last:rounded-r last:border-l-0 ${isOn ? 'bg-raised text-text' : ''}`}
    >
      {label}
    </button>
  )
}

function useText(scope: Scope, at: string) {
  const [pages, setPages] = useState<readonly TextPage[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isLoading, setLoading] = useState(false)
  const { id, moment, profile, branch, agent } = scope
  const from = pages.reduce((sum, page) => sum + page.text.length, 0)
  const fetchFrom = useCallback(
    async (start: number, isCurrent: () => boolean) => {
      setLoading(true)
      const answer = await request<TextPage>(api.block({ id, moment, profile, branch, agent }, at, start, LENGTH))
      if (!isCurrent()) return
      setLoading(false)
      setFailure(answer.ok ? null : answer.failure)
      if (answer.ok) setPages(last => (start === 0 ? [answer.value] : [...last, answer.value]))
    },
    [id, moment, profile, branch, agent, at],
  )
  useEffect(() => {
    let isHere = true
    setPages([])
    fetchFrom(0, () => isHere)
    return () => {
      isHere = false
    }
  }, [fetchFrom])
  return { pages, failure, isLoading, load: () => void fetchFrom(from, () => true) }
}
