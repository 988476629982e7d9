/**
 * Long work in the background: a row for each job, its progress in memory (and now and then in the row), cancelling,
 * and a stream of what happens. A job never stays `running` beyond the process: `recover` ends what a crash left.
 */
import { randomUUID } from 'node:crypto'
import { isRefusal, refusal } from '../base/result'
import { database } from './db/client'
import type { Job } from './generated/client'
import type { Progress } from './tasks'

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export interface JobView {
  readonly id: string
  readonly kind: string
  readonly session: string | null
  readonly state: JobState
  /** 0 to 1. */
  readonly progress: number
  readonly message: string
  readonly error: string | null
}

export interface JobContext {
  readonly onProgress: (progress: Progress) => void
  readonly cancel: SharedArrayBuffer
}

interface Live {
  view: JobView
  writtenAt: number
  isAbandoned: boolean
  readonly cancel: SharedArrayBuffer
  readonly listeners: Set<(view: JobView) => void>
}

/** Server and route handlers load this file separately; the jobs are the same. */
const shared = globalThis as { cutpointJobs?: Map<string, Live> }

const MS_BETWEEN_WRITES = 500

function live(): Map<string, Live> {
  shared.cutpointJobs ??= new Map()
  return shared.cutpointJobs
}

export interface NewJob {
  readonly kind: string
  readonly session: string
  readonly work: (context: JobContext) => Promise<void>
  /** Told once, when the work did not end well. */
  readonly onFailed: (sentence: string) => Promise<void>
}

/** Writes the row and starts the work; answers before the work is done. */
export async function startJob({ kind, session, work, onFailed }: NewJob): Promise<string> {
  const id = randomUUID()
  const view: JobView = { id, kind, session, state: 'running', progress: 0, message: '', error: null }
  const job: Live = { view, writtenAt: Date.now(), isAbandoned: false, cancel: new SharedArrayBuffer(1), listeners: new Set() }
  live().set(id, job)
  await database().job.create({ data: { id, kind, sessionId: session, state: 'running' } })
  void carryOut(job, work, onFailed)
  return id
}

async function carryOut(job: Live, work: NewJob['work'], onFailed: NewJob['onFailed']): Promise<void> {
  try {
    await work({ cancel: job.cancel, onProgress: progress => void tell(job, { progress: progress.done, message: progress.message }) })
    await tell(job, { state: 'done', progress: 1, message: '' })
  } catch (thrown) {
    if (job.isAbandoned) return
    const isCancelled = isRefusal(thrown) && thrown.fault.code === 'cancelled'
    if (!isRefusal(thrown)) process.stderr.write(`${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`)
    const error = isRefusal(thrown) ? thrown.fault.message : 'Cutpoint failed on this file; its log says more.'
    await onFailed(error).catch(() => undefined)
    await tell(job, { state: isCancelled ? 'cancelled' : 'failed', error })
  } finally {
    live().delete(job.view.id)
  }
}

async function tell(job: Live, change: Partial<JobView>): Promise<void> {
  if (job.isAbandoned) return
  job.view = { ...job.view, ...change }
  const { view } = job
  const isEnd = view.state !== 'running'
  if (isEnd || Date.now() - job.writtenAt > MS_BETWEEN_WRITES) {
    job.writtenAt = Date.now()
    const { id, state, progress, message, error } = view
    // The session may have been deleted meanwhile, and its jobs with it.
    await database()
      .job.updateMany({ where: { id }, data: { state, progress, message, error } })
      .catch(() => undefined)
  }
  for (const listener of job.listeners) listener(view)
}

export async function jobOf(id: string): Promise<JobView> {
  const running = live().get(id)
  if (running) return running.view
  const row = await database().job.findUnique({ where: { id } })
  if (!row) throw refusal('no-such-job', `There is no job ${id}.`, { job: id })
  return viewOf(row)
}

/** Progress of the jobs that run now, by session. */
export function runningJobs(): Map<string, JobView> {
  const out = new Map<string, JobView>()
  for (const { view } of live().values()) if (view.session !== null) out.set(view.session, view)
  return out
}

/** Asks a job to stop. What has ended stays as it ended. */
export async function cancelJob(id: string): Promise<JobView> {
  const running = live().get(id)
  if (!running) return jobOf(id)
  Atomics.store(new Uint8Array(running.cancel), 0, 1)
  return running.view
}

/** When the server stops: what runs is left as it stands in its rows, and the next start takes it up again. */
export function abandonJobs(): void {
  for (const job of live().values()) job.isAbandoned = true
  live().clear()
}

export async function cancelJobsOf(session: string): Promise<void> {
  for (const { view } of live().values()) if (view.session === session) await cancelJob(view.id)
}

/** Server-sent events: the job now, at each change, and when it has ended; then the stream ends. */
export async function jobEvents(id: string): Promise<ReadableStream<Uint8Array>> {
  const first = await jobOf(id)
  let stop = (): void => undefined
  return new ReadableStream({
    start(controller) {
      const send = (view: JobView): void => {
        controller.enqueue(Buffer.from(`data: ${JSON.stringify(view)}\n\n`))
        if (view.state !== 'running' && view.state !== 'queued') {
          stop()
          controller.close()
        }
      }
      const job = live().get(id)
      if (job) {
        job.listeners.add(send)
        stop = () => job.listeners.delete(send)
        send(job.view)
      } else send(first.state === 'running' ? { ...first, state: 'failed' } : first)
    },
    cancel: () => stop(),
  })
}

function viewOf(row: Job): JobView {
  const { id, kind, sessionId, progress, message, error } = row
  return { id, kind, session: sessionId, state: row.state as JobState, progress, message, error }
}
