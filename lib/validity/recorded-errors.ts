/** Errors that an agent wrote down: whose fault they are, and which one a pasted text is. */

import type { FaultKind, RecordedError } from '../session/model'
import { readErrorText } from './error-text'

export function errorKind(text: string): FaultKind {
  return readErrorText(text).kind
}

/** The recorded error that a pasted text repeats: the newest with the same provider message and request id. */
export function sameError(text: string, errors: readonly RecordedError[]): RecordedError | null {
  const wanted = readErrorText(text)
  return (
    errors.findLast(error => {
      const reading = readErrorText(error.text)
      if (wanted.requestId !== null && reading.requestId !== null) return wanted.requestId === reading.requestId
      return reading.message === wanted.message
    }) ?? null
  )
}
