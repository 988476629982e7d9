/**
 * The work in real worker threads, from the bundle that the server runs. The large upload goes to a process of its own,
 * whose peak memory is asked for at the end; its bytes are made while they are sent.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestServer, uploadAndImport } from './harness'
import { cancelJob, jobEvents } from './jobs'
import { setRunner, setWorkerFile, stopWorkers } from './pool'
import { projectRoot } from './root'
import { blockPage, checkSession, rowsOf, sessionLine } from './sessions'
import { receiveUpload } from './upload'

const MB = 1 << 20
const LARGE_BYTES = 300 * MB
const folder = join(projectRoot(), '.build', `test-${process.pid}`)

const worker = join(folder, 'worker.mjs')
const options = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'silent' } as const

// Beside the server's bundle, so that packages are found, and apart from it, so that the test does not depend on it.
beforeAll(async () => {
  await build({ ...options, entryPoints: [join(projectRoot(), 'lib', 'server', 'worker.ts')], outfile: worker })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lines of a Claude Code log, about 3.7 KB each: an answer of two lines (a text and a call), then the result. */
function* logLines(bytes: number): Generator<Buffer> {
  const filler = 'The quick brown fox jumps over the lazy dog. '.repeat(78)
  let made = 0
  for (let n = 0; made < bytes; n++) {
    const turn = Math.floor(n / 3)
    const text = `${n} ${filler}`
    const parts = [
      { type: 'text', text },
      { type: 'tool_use', id: `t${turn}`, name: 'read', input: { text } },
      { type: 'tool_result', tool_use_id: `t${turn}`, content: text },
    ]
    const isResult = n % 3 === 2
    const message = isResult ? { role: 'user' } : { role: 'assistant', id: `msg${turn}`, model: 'claude-sonnet-4-5' }
    const head = {
      uuid: `u${n}`,
      parentUuid: n === 0 ? null : `u${n - 1}`,
      sessionId: 's',
      version: '2.1.49',
      timestamp: '2026-01-01T00:00:00.000Z',
    }
    const line = Buffer.from(
      `${JSON.stringify({ type: isResult ? 'user' : 'assistant', ...head, message: { ...message, content: [parts[n % 3]] } })}\n`,
    )
    made += line.length
    yield line
  }
}

async function* joined(lines: Iterable<Buffer>, size = MB): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for (const line of lines) {
    held.push(line)
    bytes += line.length
    if (bytes < size) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (held.length > 0) yield Buffer.concat(held)
}

test('sessions are imported and read in threads, progress comes, and a job can be cancelled', async () => {
  const server = startTestServer()
  setRunner(undefined)
  setWorkerFile(worker)
  try {
    const id = await uploadAndImport(bodyOf('threaded'), 'a.json')
    expect((await rowsOf(id, { from: 0, to: 10 })).rows).toHaveLength(4)
    expect((await blockPage(id, 'm0.b0', 0, 10)).text).toBe('threaded')
    await expect(checkSession(id, { moment: 'message:5' })).rejects.toMatchObject({ fault: { code: 'bad-moment' } })

    const { session, job } = await receiveUpload({ body: joined(logLines(40 * MB)), name: 'log.jsonl', declaredBytes: null })
    const seen: number[] = []
    let text = ''
    const events = (await jobEvents(job)).pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    for await (const part of events as unknown as AsyncIterable<string>) {
      text += part
      for (const event of text.split('\n\n').slice(0, -1))
        seen.push((JSON.parse(event.slice('data: '.length)) as { progress: number }).progress)
      text = text.slice(text.lastIndexOf('\n\n') + 2)
      if ((seen.at(-1) ?? 0) > 0.1) await cancelJob(job)
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.length).toBeGreaterThan(3)
    expect(await sessionLine(session)).toMatchObject({ state: 'failed', error: 'The import was cancelled.' })
  } finally {
    await stopWorkers()
    await server.close()
  }
})

/** A process with the upload behind node's http server, without Next. */
const CHILD = `
  import { createServer } from 'node:http'
  import { openDataFolder } from './data-folder'
  import { migrate } from './db/migrate'
  import { jobOf } from './jobs'
  import { setWorkerFile } from './pool'
  import { receiveUpload } from './upload'
  setWorkerFile(process.env.CUTPOINT_TEST_WORKER)
  const folder = openDataFolder()
  if (!folder.ok) throw new Error(folder.message)
  migrate(folder.value.database)
  // An idle server has its database and a worker open.
  const warm = await receiveUpload({ body: (async function* () { yield Buffer.from('{"messages":[{"role":"user","content":"hi"}]}') })(), name: 'warm', declaredBytes: null })
  while ((await jobOf(warm.job)).state === 'running') await new Promise(done => setTimeout(done, 20))
  const idle = process.memoryUsage.rss()
  let peak = idle
  setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()) }, 20)
  const server = createServer(async (request, response) => {
    try {
      const { session, job } = await receiveUpload({ body: request, name: 'large.jsonl', declaredBytes: null })
      for (let view = await jobOf(job); ; view = await jobOf(job)) {
        if (view.state === 'running') await new Promise(done => setTimeout(done, 50))
        else { response.end(JSON.stringify({ session, state: view.state, error: view.error, grown: peak - idle })); break }
      }
    } catch (error) { response.statusCode = 400; response.end(JSON.stringify(error.fault ?? String(error))) }
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

async function startChild(data: string): Promise<{ child: ChildProcess; port: number }> {
  const outfile = join(folder, 'child.mjs')
  const stdin = { contents: CHILD, resolveDir: join(projectRoot(), 'lib', 'server'), loader: 'ts' as const }
  await build({ ...options, stdin, outfile })
  const child = spawn(process.execPath, [outfile], {
    cwd: projectRoot(),
    env: { ...process.env, CUTPOINT_DATA: data, CUTPOINT_TEST_WORKER: worker },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', code => reject(new Error(`the child ended with ${code}`)))
  })
  return { child, port }
}

async function send(sent: ClientRequest, lines: Iterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of joined(lines)) {
    hash.update(chunk)
    if (!sent.write(chunk)) await new Promise(done => sent.once('drain', done))
  }
  sent.end()
  return hash.digest('hex')
}

test('300 MB are stored whole and imported in bounded memory', { timeout: 120_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'cutpoint-large-'))
  const { child, port } = await startChild(data)
  try {
    const sent = request({ port, host: '127.0.0.1', method: 'POST' })
    const answered = new Promise<string>((resolve, reject) => {
      sent.once('error', reject)
      sent.once('response', response => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => resolve(text))
      })
    })
    const sha256 = await send(sent, logLines(LARGE_BYTES))
    const answer = JSON.parse(await answered) as { session: string; state: string; error: string | null; grown: number }
    expect(answer).toMatchObject({ session: sha256.slice(0, 16), state: 'done', error: null })
    expect(answer.grown).toBeLessThanOrEqual(0.5 * LARGE_BYTES + 150 * MB)
  } finally {
    child.kill()
    rmSync(data, { recursive: true, force: true })
  }
})
