import { api } from '@/lib/url/api'
import { type Failure, failureFrom, failureOf, OFFLINE } from '@/lib/view/failures'
import type { Answer } from '../hooks/request'

export interface Uploaded {
  readonly session: string
  readonly job: string | null
}

export interface Sending {
  readonly done: Promise<Answer<Uploaded>>
  readonly cancel: () => void
}

/** The bytes as they are, with progress; `fetch` cannot tell how much of a body is sent. */
export function sendFile(file: Blob, name: string, onProgress: (share: number) => void): Sending {
  const call = new XMLHttpRequest()
  const done = new Promise<Answer<Uploaded>>(resolve => {
    call.upload.onprogress = event => onProgress(event.total > 0 ? event.loaded / event.total : 0)
    call.onload = () => resolve(answerOf(call))
    call.onerror = () => resolve({ ok: false, failure: OFFLINE })
    call.onabort = () => resolve({ ok: false, failure: CANCELLED })
  })
  call.open('POST', api.upload(name))
  call.setRequestHeader('Content-Type', 'application/octet-stream')
  call.send(file)
  return { done, cancel: () => call.abort() }
}

export const CANCELLED: Failure = failureOf('aborted', 'Cancelled.')

function answerOf(call: XMLHttpRequest): Answer<Uploaded> {
  const body = parsed(call.responseText)
  if (call.status < 200 || call.status > 299) return { ok: false, failure: failureFrom(body, call.status) }
  if (!isUploaded(body)) return { ok: false, failure: failureFrom(null, call.status) }
  return { ok: true, value: { session: body.session, job: typeof body.job === 'string' ? body.job : null } }
}

function isUploaded(value: unknown): value is { readonly session: string; readonly job?: unknown } {
  return typeof value === 'object' && value !== null && 'session' in value && typeof value.session === 'string'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
