/**
 * Worker threads: some that import, and some that answer pages, so that pages stay quick while a large file is read.
 * The threads run `.build/worker.mjs`. Tests put a runner of their own in place and stay in one thread.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { refusal } from '../base/result'
import { projectRoot } from './root'
import type { Answer, Channel, Progress, Task } from './tasks'

export type Runner = (task: Task & { readonly channel: Channel }) => Promise<Answer>

interface Work {
  runner?: Runner | undefined
  file?: string
  importers?: Piscina
  viewers?: Piscina
}

/** Server and route handlers load this file separately; the threads are the same. */
const shared = globalThis as { cutpointWork?: Work }

const VIEW_THREADS = 2
/** Two, so that a small upload does not wait for a large one. */
const IMPORT_THREADS = 2
/** A thread that did nothing for this long ends, and what it kept open with it. */
const IDLE_MS = 120_000

export interface RunOptions {
  readonly onProgress?: (progress: Progress) => void
  readonly cancel?: SharedArrayBuffer
}

/** Runs a task; what the task refuses comes as a Refusal. */
export async function runTask(task: Task, options: RunOptions = {}): Promise<Answer> {
  const work = sharedWork()
  const { port1, port2 } = new MessageChannel()
  if (options.onProgress) port1.on('message', options.onProgress)
  try {
    const request = { ...task, channel: { port: port2, cancel: options.cancel ?? null } }
    const answer = await (work.runner ? work.runner(request) : inThread(work, request))
    if (answer.kind === 'fault') throw refusal(answer.fault.code, answer.fault.message, answer.fault.facts)
    return answer
  } finally {
    port1.close()
  }
}

/** Instead of threads: for tests. */
export function setRunner(runner: Runner | undefined): void {
  sharedWork().runner = runner
}

/** Another bundle than the server's own: for tests that make one themselves. */
export function setWorkerFile(file: string): void {
  sharedWork().file = file
}

export async function stopWorkers(): Promise<void> {
  const { importers, viewers } = sharedWork()
  delete shared.cutpointWork
  await Promise.all([importers?.destroy(), viewers?.destroy()])
}

function sharedWork(): Work {
  shared.cutpointWork ??= {}
  return shared.cutpointWork
}

async function inThread(work: Work, request: Task & { readonly channel: Channel }): Promise<Answer> {
  const transferList = request.channel.port ? [request.channel.port] : []
  if (request.kind === 'ask') {
    work.viewers ??= pool(work, VIEW_THREADS)
    return (await work.viewers.run(request, { transferList })) as Answer
  }
  work.importers ??= pool(work, IMPORT_THREADS)
  return (await work.importers.run(request, { transferList })) as Answer
}

function pool(work: Work, maxThreads: number): Piscina {
  const filename = work.file ?? join(/* turbopackIgnore: true */ projectRoot(), '.build', 'worker.mjs')
  if (!existsSync(filename)) throw new Error(`${filename} is missing; npm start makes it`)
  return new Piscina({ filename, minThreads: 0, maxThreads, idleTimeout: IDLE_MS })
}
