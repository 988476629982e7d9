/** Times a whole upload against a server of its own, with an empty data folder: bytes sent until stored and indexed, and until the page answers. */

import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface UploadTimes {
  /** Milliseconds; NaN when the pages are not built. */
  readonly stored: number
  readonly page: number
}

const WAIT_MS = 120_000
const ROUNDS = 5

export async function uploadTime(path: string, folder: string): Promise<UploadTimes> {
  if (!existsSync(join(process.cwd(), '.next', 'BUILD_ID'))) return { stored: Number.NaN, page: Number.NaN }
  const port = await freePort()
  const server = spawn(process.execPath, [join('lib', 'cli', 'cutpoint.mjs'), 'serve', '--port', String(port)], {
    env: { ...process.env, CUTPOINT_DATA: join(folder, 'data') },
    stdio: 'ignore',
  })
  try {
    await answered(port, '/api/health', 200)
    await answered(port, '/', 200)
    let best: UploadTimes = { stored: Number.POSITIVE_INFINITY, page: Number.POSITIVE_INFINITY }
    for (let round = 0; round < ROUNDS; round++) {
      // The same bytes would be the same session, and nothing to do.
      appendFileSync(path, '\n')
      const times = await oneUpload(port, path)
      best = { stored: Math.min(best.stored, times.stored), page: Math.min(best.page, times.page) }
    }
    return best
  } finally {
    await stop(server)
  }
}

async function oneUpload(port: number, path: string): Promise<UploadTimes> {
  const start = performance.now()
  const { session, job } = await upload(port, path)
  await done(port, job)
  const stored = performance.now() - start
  await answered(port, `/sessions/${session}`, 200)
  return { stored, page: performance.now() - start }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

interface Answer {
  readonly status: number
  readonly text: string
}

function ask(port: number, path: string, file?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      path,
      method: file === undefined ? 'GET' : 'POST',
      headers: file === undefined ? {} : { 'Content-Length': statSync(file).size },
    }
    const asking = request(options, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
    }).once('error', reject)
    if (file === undefined) asking.end()
    else createReadStream(file, { highWaterMark: 1 << 20 }).pipe(asking)
  })
}

async function answered(port: number, path: string, status: number): Promise<void> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
    const answer = await ask(port, path).catch(() => null)
    if (answer?.status === status) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`${path} did not answer`)
}

async function upload(port: number, path: string): Promise<{ session: string; job: string }> {
  const { status, text } = await ask(port, '/api/sessions?name=bench.jsonl', path)
  if (status >= 300) throw new Error(`the upload was answered with ${status}: ${text}`)
  return JSON.parse(text) as { session: string; job: string }
}

async function done(port: number, job: string): Promise<void> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
    const { text } = await ask(port, `/api/jobs/${job}`)
    const { state } = JSON.parse(text) as { state: string }
    if (state === 'done') return
    if (state === 'failed' || state === 'cancelled') throw new Error(`the import ended ${state}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error('the import did not end')
}

async function stop(server: ChildProcess): Promise<void> {
  const gone = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}
