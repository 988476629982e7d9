/** For tests: a data folder of one's own, tasks in this thread, small sessions. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDataFolder } from './data-folder'
import { closeDatabase, database } from './db/client'
import { migrate } from './db/migrate'
import { type JobView, jobOf } from './jobs'
import { setRunner } from './pool'
import { receiveUpload, type Uploaded } from './upload'
import { run } from './work'

export interface TestServer {
  readonly folder: string
  /** Names in the folder of uploaded bytes. */
  readonly files: () => string[]
  readonly close: () => Promise<void>
}

export function startTestServer(): TestServer {
  const folder = mkdtempSync(join(tmpdir(), 'cutpoint-test-'))
  const before = process.env.CUTPOINT_DATA
  process.env.CUTPOINT_DATA = folder
  const opened = openDataFolder(folder)
  if (!opened.ok) throw new Error(opened.message)
  const migrated = migrate(opened.value.database)
  if (!migrated.ok) throw new Error(migrated.message)
  setRunner(run)
  return {
    folder,
    files: () => readdirSync(opened.value.files).sort(),
    close: async () => {
      setRunner(undefined)
      await closeDatabase()
      if (before === undefined) delete process.env.CUTPOINT_DATA
      else process.env.CUTPOINT_DATA = before
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What the database holds, counted. */
export async function rowCounts(): Promise<Record<string, number>> {
  const [sessions, files, uses, jobs] = await Promise.all([
    database().session.count(),
    database().storedFile.count(),
    database().sessionFile.count(),
    database().job.count(),
  ])
  return { sessions, files, uses, jobs }
}

export async function* chunksOf(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function upload(text: string | Uint8Array, name = 'a.json'): Promise<Uploaded> {
  return receiveUpload({ body: chunksOf(text, 65_536), name, declaredBytes: null })
}

/** Waits for the import too. */
export async function uploadAndImport(text: string | Uint8Array, name = 'a.json'): Promise<string> {
  const { session, job } = await upload(text, name)
  const ended = await endOf(job)
  if (ended.state !== 'done') throw new Error(`the import ${ended.state}: ${ended.error}`)
  return session
}

export async function endOf(job: string): Promise<JobView> {
  for (;;) {
    const view = await jobOf(job)
    if (view.state !== 'running' && view.state !== 'queued') return view
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** An Anthropic body; `words` makes it a session of its own. */
export function bodyOf(words: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    model: 'claude-sonnet-4-5-20250929',
    max_tokens: 100,
    system: 'You are a test.',
    tools: [{ name: 'read', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: words },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a.txt' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'forty-two' }] },
    ],
    ...more,
  })
}

/** A body whose result has no call: refused, with repairs. */
export function brokenBody(): string {
  return bodyOf('broken', {
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: [{ type: 'text', text: 'yes' }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'gone', content: 'left over' },
          { type: 'text', text: 'go on' },
        ],
      },
    ],
  })
}
