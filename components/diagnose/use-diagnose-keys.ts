'use client'

import type { RefObject } from 'react'
import { useKeys } from '../hooks/use-keys'
import type { TranscriptHandle } from '../transcript/transcript'
import { useTranscriptKeys } from '../transcript/use-transcript-keys'
import type { Diagnosis } from './use-diagnosis'
import type { Repair } from './use-repair'

interface DiagnoseKeys {
  readonly diagnosis: Diagnosis
  readonly repair: Repair
  readonly transcript: RefObject<TranscriptHandle | null>
  readonly paste: RefObject<HTMLTextAreaElement | null>
  readonly go: (at: string) => void
  readonly clear: () => void
}

export function useDiagnoseKeys({ diagnosis, repair, transcript, paste, go, clear }: DiagnoseKeys): void {
  const { selected } = diagnosis
  const toPartner = () => {
    if (!transcript.current?.goToPartner() && selected?.other) go(selected.other)
  }
  useTranscriptKeys(transcript)
  const group = 'Diagnose'
  useKeys([
    { id: 'next-finding', label: 'Next finding', group, keys: 'n', run: () => diagnosis.step(1) },
    { id: 'previous-finding', label: 'Previous finding', group, keys: 'p', run: () => diagnosis.step(-1) },
    { id: 'choose-first', label: 'Choose the repair with the least loss', group, keys: 'x', run: diagnosis.chooseFirst },
    { id: 'choose-all', label: 'Least loss for all findings', group, keys: 'X', run: diagnosis.chooseAll },
    { id: 'undo', label: 'Take the last choice back', group, keys: 'u', run: diagnosis.undo },
    { id: 'partner', label: 'Go to the partner or the other place', group, keys: 'o', run: toPartner },
    { id: 'preview', label: 'Preview and download the repaired file', group, keys: 'e', run: () => void repair.preview() },
    { id: 'paste-error', label: 'Paste an error text', group, keys: '/', run: () => paste.current?.focus() },
    { id: 'close', label: 'Close what was found', group, keys: 'Escape', run: clear },
  ])
}
