import { createHash, randomBytes } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from './db/client'
import { bodyOf, chunksOf, endOf, rowCounts, startTestServer, type TestServer, upload, uploadAndImport } from './harness'
import { startImport } from './import-job'
import { abandonJobs } from './jobs'
import { recoverStore } from './recover'
import { deleteSession, importPath, importSample, listSessions, sessionHeader, sessionLine, storageUse } from './sessions'
import { storedPath } from './store'
import { receiveUpload } from './upload'
import { safeName } from './upload-name'

const sha = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

let server: TestServer
beforeEach(() => {
  server = startTestServer()
})
afterEach(() => server.close())

describe('an upload', () => {
  test('is kept once, byte for byte, for its owner only, and is named by its hash', async () => {
    const text = bodyOf('one')
    const id = await uploadAndImport(text, 'one.json')
    expect(id).toBe(sha(text).slice(0, 16))
    expect(server.files()).toEqual([sha(text)])
    expect(statSync(storedPath(sha(text))).mode & 0o777).toBe(0o600)
    const again = await upload(text, 'other name.json')
    expect(again.session).toBe(id)
    await endOf(again.job)
    expect(await rowCounts()).toEqual({ sessions: 1, files: 1, uses: 1, jobs: 1 })
    expect(await listSessions()).toMatchObject([
      { id, name: 'one.json', state: 'ready', messages: 3, verdict: { rejects: 0, profile: 'anthropic' } },
    ])
    expect(await storageUse()).toEqual({ bytes: text.length, files: 1, sessions: 1 })
  })

  test('that breaks off keeps nothing', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"messages":')
      throw new Error('aborted')
    }
    await expect(receiveUpload({ body: broken(), name: 'a', declaredBytes: null })).rejects.toMatchObject({
      fault: { code: 'upload-cut-off' },
    })
    expect(server.files()).toEqual([])
    expect(await rowCounts()).toEqual({ sessions: 0, files: 0, uses: 0, jobs: 0 })
  })

  test.each([[3], [100_000]])('whose length was declared as %d keeps nothing', async declaredBytes => {
    const sent = receiveUpload({ body: chunksOf(bodyOf('two')), name: 'a', declaredBytes })
    await expect(sent).rejects.toMatchObject({ fault: { code: 'upload-cut-off', facts: { declared: declaredBytes } } })
    expect(server.files()).toEqual([])
  })

  test('over the limit is refused, declared or not', async () => {
    process.env.CUTPOINT_MAX_UPLOAD = '1k'
    try {
      const text = bodyOf('x'.repeat(2000))
      for (const declaredBytes of [null, text.length]) {
        await expect(receiveUpload({ body: chunksOf(text), name: 'a', declaredBytes })).rejects.toMatchObject({
          fault: { code: 'too-large' },
        })
      }
      expect(server.files()).toEqual([])
    } finally {
      delete process.env.CUTPOINT_MAX_UPLOAD
    }
  })

  test('of nothing, or of nothing that is known, says so', async () => {
    await expect(upload('')).rejects.toMatchObject({ fault: { code: 'empty-file' } })
    const { session, job } = await upload('{"hello":"world"}')
    expect(await endOf(job)).toMatchObject({ state: 'failed', error: expect.stringContaining('hello') })
    expect(await sessionLine(session)).toMatchObject({ state: 'failed', error: expect.stringContaining('hello') })
    await expect(sessionHeader(session)).rejects.toMatchObject({ fault: { code: 'import-failed' } })
  })

  test.each([
    ['../../x', 'x'],
    ['..\\..\\x.json', 'x.json'],
    ['a\0b\u202e.json', 'ab.json'],
    ['<script>alert(1)</script>', 'script>'],
    ['<script>', '<script>'],
    ['..', 'upload'],
    ['', 'upload'],
    ['\ud800', 'upload'],
    [`${'ü'.repeat(400)}.json`, 'ü'.repeat(200)],
  ])('named %j is called %j', (given, wanted) => {
    expect(safeName(given)).toBe(wanted)
  })

  test('that has grown names the session before it', async () => {
    const line = (n: number) => `${JSON.stringify({ role: n % 2 ? 'assistant' : 'user', content: `message ${n}` })}\n`
    const first = await uploadAndImport(line(0) + line(1), 'log.jsonl')
    const second = await uploadAndImport(line(0) + line(1) + line(2) + line(3), 'log.jsonl')
    expect(await sessionHeader(second)).toMatchObject({ previous: first, newer: null, messages: 4 })
    expect(await sessionHeader(first)).toMatchObject({ previous: null, newer: second })
    expect((await listSessions()).find(session => session.id === first)).toMatchObject({ newer: second })
    await deleteSession(first)
    expect(await sessionHeader(second)).toMatchObject({ previous: null })
  })
})

test('a file of the same session with other bytes names the one before it', async () => {
  const name = '11111111-2222-4333-8444-555555555555.jsonl'
  const first = await uploadAndImport(bodyOf('as it was'), name)
  const second = await uploadAndImport(bodyOf('as it is'), name)
  const other = await uploadAndImport(bodyOf('another'), 'a.json')
  expect((await sessionHeader(second)).previous).toBe(first)
  expect((await sessionHeader(first)).newer).toBe(second)
  expect((await sessionHeader(other)).previous).toBeNull()
})

describe('containers', () => {
  test('a gzip and UTF-16 are unpacked and their bytes kept as text', async () => {
    const text = bodyOf('packed')
    const packed = gzipSync(text)
    const id = await uploadAndImport(packed, 'a.json.gz')
    expect(id).toBe(sha(packed).slice(0, 16))
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const other = await uploadAndImport(wide, 'wide.json')
    expect(server.files()).toEqual([sha(text)])
    const { notes } = JSON.parse((await database().session.findUniqueOrThrow({ where: { id: other } })).facts) as {
      notes: { kind: string }[]
    }
    expect(notes.map(note => note.kind)).toEqual(['recoded-utf16'])
    await deleteSession(id)
    expect(server.files()).toEqual([sha(text)])
    await deleteSession(other)
    expect(server.files()).toEqual([])
  })

  test('a zip and the folder it was made of are one session', async () => {
    const text = bodyOf('zipped')
    const zip = zipSync({ 'x/a.json': strToU8(text) })
    const id = await uploadAndImport(zip, 'x.zip')
    const folder = join(server.folder, 'x')
    const { mkdirSync } = await import('node:fs')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.json'), text)
    const again = await importPath(folder)
    expect(again.session).toBe(id)
    await endOf(again.job)
    expect(server.files()).toEqual([sha(text)])
  })

  test('a bomb is refused and nothing of it stays', async () => {
    const bomb = zipSync({ 'a.json': new Uint8Array(64 << 20) }, { level: 9 })
    await expect(upload(bomb, 'bomb.zip')).rejects.toMatchObject({ fault: { code: 'bad-ratio' } })
    expect(server.files()).toEqual([])
    expect(await rowCounts()).toEqual({ sessions: 0, files: 0, uses: 0, jobs: 0 })
  })
})

describe('bad shapes', () => {
  test('nesting of 10,000 is kept and not read', async () => {
    const deep = `{"model":"claude-x","max_tokens":1,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`
    const id = await uploadAndImport(deep, 'deep.json')
    const header = await sessionHeader(id)
    expect(header.messages).toBe(2)
  })

  test('one line of 20 MB is read', async () => {
    const id = await uploadAndImport(bodyOf(randomBytes(10 << 20).toString('hex')), 'long.json')
    expect(await sessionHeader(id)).toMatchObject({ messages: 3 })
  })
})

describe('deleting', () => {
  test('takes the bytes with the last session that uses them', async () => {
    const text = bodyOf('shared')
    const plain = await uploadAndImport(text, 'a.json')
    const packed = await uploadAndImport(gzipSync(text), 'a.json.gz')
    expect(await rowCounts()).toMatchObject({ sessions: 2, files: 1, uses: 2 })
    await deleteSession(plain)
    expect(server.files()).toEqual([sha(text)])
    await deleteSession(packed)
    expect(server.files()).toEqual([])
    expect(await rowCounts()).toEqual({ sessions: 0, files: 0, uses: 0, jobs: 0 })
    await expect(deleteSession(packed)).rejects.toMatchObject({ fault: { code: 'no-such-session' } })
  })

  test('while it is imported leaves nothing', async () => {
    const { session, job } = await upload(bodyOf('busy'))
    await deleteSession(session)
    await endOf(job).catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(server.files()).toEqual([])
    expect(await rowCounts()).toEqual({ sessions: 0, files: 0, uses: 0, jobs: 0 })
  })
})

describe('a restart', () => {
  test('sweeps what a crash left, fails what ran, and imports again what was whole', async () => {
    const text = bodyOf('restart')
    const id = await uploadAndImport(text)
    writeFileSync(join(server.folder, 'files', 'incoming-1234'), 'half')
    writeFileSync(join(server.folder, 'files', 'f'.repeat(64)), 'bytes without a row')
    await database().session.update({ where: { id }, data: { state: 'importing' } })
    await database().job.create({ data: { id: 'crashed', kind: 'import', sessionId: id, state: 'running' } })
    await recoverStore()
    expect(server.files()).toEqual([sha(text)])
    expect(await database().job.findUnique({ where: { id: 'crashed' } })).toMatchObject({
      state: 'failed',
      error: 'interrupted by a restart',
    })
    const job = await database().job.findFirstOrThrow({ where: { sessionId: id }, orderBy: { createdAt: 'desc' } })
    await endOf(job.id)
    expect(await sessionLine(id)).toMatchObject({ state: 'ready' })
    expect(await database().job.count({ where: { state: 'running' } })).toBe(0)
  })

  test('takes up again what the stopping server left', async () => {
    const id = await uploadAndImport(bodyOf('stopped'))
    const job = await startImport(id)
    abandonJobs()
    await new Promise(resolve => setTimeout(resolve, 50))
    await database().session.update({ where: { id }, data: { state: 'importing' } })
    expect(await database().job.findUnique({ where: { id: job } })).toMatchObject({ state: 'running' })
    await recoverStore()
    const again = await database().job.findFirstOrThrow({ where: { sessionId: id }, orderBy: { createdAt: 'desc' } })
    await endOf(again.id)
    expect(await sessionLine(id)).toMatchObject({ state: 'ready', error: null })
  })

  test('says when the bytes are gone', async () => {
    const text = bodyOf('gone')
    const id = await uploadAndImport(text)
    const { rmSync } = await import('node:fs')
    rmSync(storedPath(sha(text)))
    await recoverStore()
    expect(await sessionLine(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('gone') })
    expect(await uploadAndImport(text)).toBe(id)
    expect(await sessionLine(id)).toMatchObject({ state: 'ready', error: null })
  })
})

test('an import that is cancelled says so, and can be done again', async () => {
  const id = await uploadAndImport(bodyOf('cancel'))
  const { cancelJob } = await import('./jobs')
  const job = await startImport(id)
  await cancelJob(job)
  const ended = await endOf(job)
  expect(['cancelled', 'done']).toContain(ended.state)
  if (ended.state === 'cancelled') expect(await sessionLine(id)).toMatchObject({ state: 'failed', error: 'The import was cancelled.' })
})

test('samples can be opened by name', async () => {
  const { session, job } = await importSample('openai-orphan')
  await endOf(job)
  expect(await sessionLine(session)).toMatchObject({ name: 'openai-orphan.json', state: 'ready', format: 'openai-chat' })
  await expect(importSample('../../package')).rejects.toMatchObject({ fault: { code: 'no-such-sample' } })
})
