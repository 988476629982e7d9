import { type Failure, failureFrom, OFFLINE } from '@/lib/view/failures'

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** One JSON request to our own server. `T` is what that route is declared to answer: both ends are of one build. */
export async function request<T>(url: string, { method = 'GET', body, signal }: RequestOptions = {}): Promise<Answer<T>> {
  const response = await send(url, { method, body, ...(signal ? { signal } : {}) })
  if (!response) return { ok: false, failure: OFFLINE }
  const value: unknown = response.status === 204 ? null : await response.json().catch(() => undefined)
  return response.ok && value !== undefined ? { ok: true, value: value as T } : { ok: false, failure: failureFrom(value, response.status) }
}

export async function requestBlob(url: string, body: unknown): Promise<Answer<Blob>> {
  const response = await send(url, { method: 'POST', body })
  if (!response) return { ok: false, failure: OFFLINE }
  if (response.ok) return { ok: true, value: await response.blob() }
  return { ok: false, failure: failureFrom(await response.json().catch(() => undefined), response.status) }
}

function send(url: string, { method, body, signal }: RequestOptions): Promise<Response | null> {
  const payload = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  return fetch(url, { ...(method ? { method } : {}), ...payload, ...(signal ? { signal } : {}) }).catch(() => null)
}
