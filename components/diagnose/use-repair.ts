'use client'

import { useState } from 'react'
import { api, given, type Scope } from '@/lib/url/api'
import type { Chosen } from '@/lib/view/choices'
import type { Failure } from '@/lib/view/failures'
import type { RepairPreview } from '@/lib/view/models'
import { request, requestBlob } from '../hooks/request'
import { useAnnounce } from '../shell/live-region'

type State =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'shown'; readonly preview: RepairPreview }

export interface Repair {
  readonly state: State | null
  readonly downloadState: 'none' | 'busy' | 'done'
  readonly preview: () => Promise<void>
  readonly download: () => Promise<void>
  readonly close: () => void
}

/** Preview and file come from the same request, so they cannot differ. */
export function useRepair(scope: Scope, chosen: Chosen): Repair {
  const [state, setState] = useState<State | null>(null)
  const [downloadState, setDownloadState] = useState<Repair['downloadState']>('none')
  const announce = useAnnounce()
  const { moment, profile, branch, agent } = scope
  // Only what was chosen: the counts afterwards say what is left.
  const body = { ...given({ moment, profile, branch, agent }), choose: chosen, rest: false }
  const preview = async () => {
    setState({ kind: 'waiting' })
    setDownloadState('none')
    const answer = await request<RepairPreview>(api.repairs(scope.id), { method: 'POST', body })
    setState(answer.ok ? { kind: 'shown', preview: answer.value } : { kind: 'failed', failure: answer.failure })
    if (answer.ok) announce(`${answer.value.changes.length} changes; ${answer.value.after.rejects} rejects afterwards.`)
  }
  const download = async () => {
    const name = state?.kind === 'shown' ? state.preview.downloadName : 'repaired'
    setDownloadState('busy')
    const answer = await requestBlob(api.repairs(scope.id, true), body)
    setDownloadState(answer.ok ? 'done' : 'none')
    if (answer.ok) saveBlob(answer.value, name)
    else setState({ kind: 'failed', failure: answer.failure })
  }
  return { state, downloadState, preview, download, close: () => setState(null) }
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has its own hold on the bytes once the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
