'use client'

import { useMemo, useRef } from 'react'
import type { Scope } from '@/lib/url/api'
import type { CheckView } from '@/lib/view/check'
import type { StripCell } from '@/lib/view/models'
import { useKeys } from '../hooks/use-keys'
import type { SessionState } from '../hooks/use-session-state'
import { Transcript, type TranscriptHandle } from '../transcript/transcript'
import { useTranscriptKeys } from '../transcript/use-transcript-keys'
import { GoToField } from './go-to-field'

interface TranscriptLensProps {
  readonly check: CheckView
  readonly cells: readonly StripCell[]
  readonly scope: Scope
  readonly session: SessionState
}

/** Everything the file holds, or what one request held. */
export function TranscriptLens({ check, cells, scope, session }: TranscriptLensProps) {
  const { state, set, jump } = session
  const transcript = useRef<TranscriptHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const marks = useMemo(() => {
    const map = new Map<string, { finding: string; severity: CheckView['findings'][number]['severity'] }[]>()
    for (const { at, id, severity } of check.findings) map.set(at, [...(map.get(at) ?? []), { finding: id, severity }])
    return map
  }, [check.findings])
  useTranscriptKeys(transcript)
  useKeys([
    { id: 'find', label: 'Go to an address', group: 'Transcript', keys: '/', run: () => field.current?.focus() },
    { id: 'partner', label: 'Go to the partner', group: 'Transcript', keys: 'o', run: () => void transcript.current?.goToPartner() },
  ])
  return (
    <div className="flex min-h-0 grow flex-col">
      <h1 className="sr-only">Transcript</h1>
      <div className="flex flex-wrap items-center gap-3 border-b px-3 py-1">
        <GoToField ref={field} findings={check.findings} onGo={at => jump({ at })} />
        <p className="text-xs text-muted">
          {scope.moment === null
            ? 'All messages of the file in their order; compactions stand where they happened.'
            : 'What this one request held, in the order in which it is sent.'}
        </p>
      </div>
      <Transcript ref={transcript} scope={scope} cells={cells} at={state.at} onAt={at => set({ at })} marks={marks} />
    </div>
  )
}
