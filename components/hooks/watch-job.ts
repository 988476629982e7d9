import { api } from '@/lib/url/api'
import { type Failure, failureOf, OFFLINE } from '@/lib/view/failures'
import { request } from './request'

export interface JobState {
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly progress: number
  readonly message: string
  readonly error: string | null
}

export type JobEnd = { readonly ok: true } | { readonly ok: false; readonly failure: Failure }

const POLL_MS = 1000

export interface WatchedJob {
  readonly ended: Promise<JobEnd>
  /** Ends the job. */
  readonly cancel: () => void
  /** Ends only the watching. */
  readonly stop: () => void
}

/** Follows a job to its end by server-sent events; where the stream breaks off, by asking. */
export function watchJob(id: string, onState: (job: JobState) => void): WatchedJob {
  const source = new EventSource(api.job(id))
  const ended = new Promise<JobEnd>(resolve => {
    const take = (job: JobState): boolean => {
      onState(job)
      const end = endOf(job, id)
      if (end) {
        source.close()
        resolve(end)
      }
      return end !== null
    }
    source.onmessage = (event: MessageEvent<string>) => {
      const job = readJob(event.data)
      if (job) take(job)
    }
    source.onerror = () => {
      source.close()
      poll(id, take).then(failure => failure && resolve({ ok: false, failure }))
    }
  })
  return { ended, cancel: () => void request(api.job(id), { method: 'DELETE' }), stop: () => source.close() }
}

async function poll(id: string, take: (job: JobState) => boolean): Promise<Failure | null> {
  for (;;) {
    const answer = await request<unknown>(api.job(id))
    if (!answer.ok) return answer.failure
    const job = asJob(answer.value)
    if (!job) return OFFLINE
    if (take(job)) return null
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

function endOf(job: JobState, id: string): JobEnd | null {
  if (job.state === 'done') return { ok: true }
  if (job.state === 'failed') return { ok: false, failure: failureOf('job-failed', job.error ?? 'The import failed.', id) }
  if (job.state === 'cancelled') return { ok: false, failure: failureOf('cancelled', 'Cancelled.') }
  return null
}

function readJob(text: string): JobState | null {
  try {
    return asJob(JSON.parse(text))
  } catch {
    return null
  }
}

const STATES: readonly string[] = ['queued', 'running', 'done', 'failed', 'cancelled']

function asJob(value: unknown): JobState | null {
  if (typeof value !== 'object' || value === null) return null
  const { state, progress, message, error } = value as Partial<Record<keyof JobState, unknown>>
  if (typeof state !== 'string' || !STATES.includes(state)) return null
  return {
    state: state as JobState['state'],
    progress: typeof progress === 'number' ? progress : 0,
    message: typeof message === 'string' ? message : '',
    error: typeof error === 'string' ? error : null,
  }
}
