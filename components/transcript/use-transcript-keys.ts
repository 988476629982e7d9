'use client'

import type { RefObject } from 'react'
import { useKeys } from '../hooks/use-keys'
import type { TranscriptHandle } from './transcript'

/** Moving in a transcript is the same in every lens. */
export function useTranscriptKeys(transcript: RefObject<TranscriptHandle | null>): void {
  const group = 'Transcript'
  const move = (by: number) => () => transcript.current?.move(by)
  useKeys([
    { id: 'next-row', label: 'Next row', group, keys: 'j', run: move(1) },
    { id: 'previous-row', label: 'Previous row', group, keys: 'k', run: move(-1) },
    { id: 'next-rows', label: 'Twenty rows on', group, keys: 'J', run: move(20) },
    { id: 'previous-rows', label: 'Twenty rows back', group, keys: 'K', run: move(-20) },
    { id: 'open-row', label: 'Open or close the row', group, keys: 'v', run: () => transcript.current?.toggle() },
    { id: 'raw', label: 'The record as the file has it', group, keys: 'r', run: () => transcript.current?.toggleRaw() },
  ])
}
