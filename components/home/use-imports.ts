'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useRef, useState } from 'react'
import { api } from '@/lib/url/api'
import { sessionHref } from '@/lib/url/state'
import { type Failure, failureOf } from '@/lib/view/failures'
import { type Answer, request } from '../hooks/request'
import { watchJob } from '../hooks/watch-job'
import { useAnnounce } from '../shell/live-region'
import { type Dropped, zipFolder } from './folder'
import { CANCELLED, sendFile, type Uploaded } from './upload'

export interface ImportLine {
  readonly key: number
  readonly name: string
  readonly bytes: number | null
  readonly phase: 'packing' | 'sending' | 'reading' | 'failed'
  /** 0 to 1 within the phase. */
  readonly share: number
  readonly failure: Failure | null
}

type Patch = Partial<Omit<ImportLine, 'key'>>
type Send = (report: (patch: Patch) => void, onCancel: (cancel: () => void) => void) => Promise<Answer<Uploaded>>

export type Imports = ReturnType<typeof useImports>

/** Everything that is on its way in. A single import opens its session when it is read. */
export function useImports() {
  const [lines, setLines] = useState<readonly ImportLine[]>([])
  const cancels = useRef(new Map<number, () => void>())
  const counter = useRef(0)
  const router = useRouter()
  const announce = useAnnounce()

  const drop = useCallback((key: number) => {
    cancels.current.delete(key)
    setLines(all => all.filter(line => line.key !== key))
  }, [])

  const run = useCallback(
    async (name: string, bytes: number | null, send: Send): Promise<string | null> => {
      const key = counter.current++
      const report = (patch: Patch) => setLines(all => all.map(line => (line.key === key ? { ...line, ...patch } : line)))
      setLines(all => [...all, { key, name, bytes, phase: 'sending', share: 0, failure: null }])
      announce(`Importing ${name}.`)
      const failed = (failure: Failure): null => {
        if (failure.code === 'aborted' || failure.code === 'cancelled') drop(key)
        else report({ phase: 'failed', failure })
        announce(`${name}: ${failure.sentence}`)
        return null
      }
      const sent = await send(report, cancel => cancels.current.set(key, cancel)).catch((error: unknown) => unreadable(error))
      if (!sent.ok) return failed(sent.failure)
      if (sent.value.job !== null) {
        report({ phase: 'reading', share: 0 })
        const job = watchJob(sent.value.job, state => report({ share: state.progress }))
        cancels.current.set(key, job.cancel)
        const end = await job.ended
        if (!end.ok) return failed(end.failure)
      }
      drop(key)
      announce(`${name} is imported.`)
      return sent.value.session
    },
    [announce, drop],
  )

  const finish = useCallback(
    (sessions: readonly (string | null)[]) => {
      const only = sessions.length === 1 ? sessions[0] : null
      if (only) router.push(sessionHref({ id: only }))
      else router.refresh()
    },
    [router],
  )

  const add = useCallback(
    async (dropped: readonly Dropped[]) => {
      const sessions: (string | null)[] = []
      // One after the other: the disk and the reader are the same for all.
      for (const one of dropped) sessions.push(await run(one.name, sizeOf(one), (report, onCancel) => sendDropped(one, report, onCancel)))
      finish(sessions)
    },
    [run, finish],
  )

  const addText = useCallback(
    (name: string, text: string) => add([{ name, isFolder: false, files: [{ path: name, file: new File([text], name) }] }]),
    [add],
  )

  const addSample = useCallback(
    async (name: string) => finish([await run(name, null, () => request<Uploaded>(api.samples(), { method: 'POST', body: { name } }))]),
    [run, finish],
  )

  const cancel = useCallback(
    (key: number) => {
      cancels.current.get(key)?.()
      drop(key)
    },
    [drop],
  )

  return { lines, add, addText, addSample, cancel }
}

function sizeOf(dropped: Dropped): number {
  return dropped.files.reduce((sum, { file }) => sum + file.size, 0)
}

async function sendDropped(
  dropped: Dropped,
  report: (patch: Patch) => void,
  onCancel: (cancel: () => void) => void,
): Promise<Answer<Uploaded>> {
  const first = dropped.files[0]
  if (!first) return { ok: false, failure: failureOf('empty', `${dropped.name} holds no files.`) }
  let isCancelled = false
  onCancel(() => {
    isCancelled = true
  })
  if (dropped.isFolder) report({ phase: 'packing' })
  const body = dropped.isFolder ? await zipFolder(dropped.files, share => report({ share })) : first.file
  if (isCancelled) return { ok: false, failure: CANCELLED }
  report({ phase: 'sending', share: 0 })
  const sending = sendFile(body, dropped.isFolder ? `${dropped.name}.zip` : dropped.name, share => report({ share }))
  onCancel(sending.cancel)
  return sending.done
}

function unreadable(error: unknown): Answer<Uploaded> {
  const why = error instanceof Error ? error.message : String(error)
  return { ok: false, failure: failureOf('unreadable', `The browser could not read this: ${why}`) }
}
