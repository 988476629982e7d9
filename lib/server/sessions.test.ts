import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../validity/findings'
import type { TranscriptRow } from '../view/models'
import { database } from './db/client'
import { bodyOf, brokenBody, startTestServer, type TestServer, uploadAndImport } from './harness'
import { projectRoot } from './root'
import {
  blockPage,
  checkAllMoments,
  checkSession,
  firstAppearance,
  importReport,
  locateError,
  nativeFile,
  planRepairs,
  repairedFile,
  requestBodyOf,
  rowsOf,
  sessionDocument,
  sessionHeader,
  stripOf,
} from './sessions'

const sample = (name: string): Buffer => readFileSync(join(projectRoot(), 'e2e', 'samples', name))

let server: TestServer
let log = ''
let broken = ''
beforeAll(async () => {
  server = startTestServer()
  log = await uploadAndImport(sample('fails-after-compaction.jsonl'), 'fails-after-compaction.jsonl')
  broken = await uploadAndImport(brokenBody(), 'broken.json')
})
afterAll(() => server.close())

const blocks = (rows: readonly TranscriptRow[]) => rows.flatMap(row => (row.kind === 'block' ? [row] : []))

async function findingsOf(id: string): Promise<readonly Finding[]> {
  const document = await checkSession(id)
  return 'findings' in document ? document.findings : []
}

async function textOf(file: { readonly body: Uint8Array | ReadableStream<Uint8Array> }): Promise<string> {
  return Buffer.from(await new Response('getReader' in file.body ? file.body : new Uint8Array(file.body)).arrayBuffer()).toString('utf8')
}

describe('a session', () => {
  test('has a header, a report and a show document', async () => {
    const header = await sessionHeader(log)
    expect(header).toMatchObject({
      id: log,
      format: 'claude-code',
      isBody: false,
      autoProfile: 'anthropic',
      name: 'fails-after-compaction.jsonl',
    })
    expect(header.boundaries.length).toBeGreaterThan(0)
    const report = await importReport(log)
    expect(report.records.read).toBe(report.records.used + report.records.metadata + report.records.noted)
    expect(report.counts.find(count => count.label === 'messages')?.value).toBe(header.messages)
    expect(await sessionDocument(log)).toMatchObject({
      cutpoint: 1,
      verb: 'show',
      session: { id: log, messages: header.messages },
      records: report.records,
    })
  })

  test('that is not there is refused by name', async () => {
    for (const asked of [sessionHeader('0'.repeat(16)), checkSession('0'.repeat(16)), sessionDocument('0'.repeat(16))]) {
      await expect(asked).rejects.toMatchObject({ fault: { code: 'no-such-session' } })
    }
  })

  test('is read again when its index is of an older version, and the new index is kept', async () => {
    const before = await rowsOf(broken, { from: 0, to: 10 })
    const id = await uploadAndImport(bodyOf('old index'))
    await database().session.update({ where: { id }, data: { index: new Uint8Array([67, 80, 73, 88, 0, 0, 0, 0, 0, 0, 0, 0]) } })
    expect((await rowsOf(id, { from: 0, to: 10 })).total).toBe(4)
    expect((await database().session.findUniqueOrThrow({ where: { id } })).index?.length).toBeGreaterThan(100)
    expect(await rowsOf(broken, { from: 0, to: 10 })).toEqual(before)
  })
})

describe('rows', () => {
  test('of the record come in file order, with dividers and errors in their place', async () => {
    const { total, rows } = await rowsOf(log, { from: 0, to: 500 })
    expect(rows).toHaveLength(total)
    const dividers = rows.filter(row => row.kind === 'boundary')
    expect(dividers.map(row => row.at)).toEqual((await sessionHeader(log)).boundaries.map(boundary => boundary.address))
    const at = rows.findIndex(row => row.kind === 'boundary')
    expect(rows[at + 1]).toMatchObject({ kind: 'block', message: 'k0.m0' })
    const numbers = blocks(rows)
      .flatMap(row => /^m(\d+)$/.exec(row.message)?.[1] ?? [])
      .map(Number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(rows.filter(row => row.kind === 'error')).toHaveLength((await sessionHeader(log)).errors.length)
  })

  test('pair calls with results, both ways', async () => {
    const { rows } = await rowsOf(log, { from: 0, to: 500 })
    const pairs = blocks(rows).filter(row => row.block === 'call' && row.partner !== null)
    expect(pairs.length).toBeGreaterThan(3)
    for (const call of pairs) {
      const result = rows[call.partner ?? -1]
      expect(result).toMatchObject({ kind: 'block', block: 'result', callId: call.callId, name: call.name, pair: 'paired' })
    }
  })

  test('come in pages that add up, and tell where an address is', async () => {
    const all = await rowsOf(log, { from: 0, to: 500 })
    const [one, two] = [await rowsOf(log, { from: 0, to: 40 }), await rowsOf(log, { from: 40, to: 500 })]
    expect([...one.rows, ...two.rows]).toEqual(all.rows)
    const wanted = all.rows[57]
    expect((await rowsOf(log, { from: 0, to: 1, at: wanted?.at ?? '' })).position).toBe(57)
    expect((await rowsOf(log, { from: 0, to: 1, at: 'm99999.b0' })).position).toBeNull()
    expect((await rowsOf(log, { from: 900, to: 1000 })).rows).toEqual([])
  })

  test('of a moment are its working set', async () => {
    const [record, end] = [await rowsOf(log, { from: 0, to: 500 }), await rowsOf(log, { from: 0, to: 500, moment: 'end' })]
    expect(end.total).toBeLessThan(record.total)
    expect(end.rows[0]).toMatchObject({ kind: 'boundary' })
    await expect(rowsOf(log, { from: 0, to: 1, moment: 'message:99999' })).rejects.toMatchObject({ fault: { code: expect.any(String) } })
    await expect(rowsOf(log, { from: 0, to: 1, agent: 'a7' })).rejects.toMatchObject({ fault: { code: 'no-such-agent' } })
    await expect(rowsOf(log, { from: 0, to: 1, branch: 99 })).rejects.toMatchObject({ fault: { code: 'no-such-branch' } })
  })

  test('carry the findings of their block', async () => {
    const { rows } = await rowsOf(broken, { from: 0, to: 10 })
    const finding = (await findingsOf(broken))[0]
    expect(blocks(rows).find(row => row.at === finding?.at)).toMatchObject({
      findings: expect.arrayContaining([finding?.id]),
      pair: 'missing',
      block: 'result',
    })
  })
})

test('the strip covers every row once and marks the worst finding', async () => {
  const { total } = await rowsOf(log, { from: 0, to: 1 })
  const cells = await stripOf(log, { cells: 20 })
  expect(cells).toHaveLength(20)
  expect([cells[0]?.fromRow, cells.at(-1)?.toRow]).toEqual([0, total])
  for (const [i, cell] of cells.entries()) if (i > 0) expect(cell.fromRow).toBe(cells[i - 1]?.toRow)
  expect(cells.filter(cell => cell.boundary).length).toBe((await sessionHeader(log)).boundaries.length)
  expect((await stripOf(broken, { cells: 1000 })).some(cell => cell.worst === 'rejects')).toBe(true)
})

describe('a block', () => {
  test('is given in pages that join to the whole', async () => {
    const long = `${'ab🙂'.repeat(60_000)}end`
    const id = await uploadAndImport(bodyOf(long))
    let text = ''
    for (;;) {
      const page = await blockPage(id, 'm0.b0', text.length, 1 << 30)
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(65_536)
      expect(Buffer.byteLength(page.raw ?? '')).toBeLessThanOrEqual(65_536)
      expect(page.chars).toBe(long.length)
      text += page.text
      if (page.text === '' || text.length >= page.chars) break
    }
    expect(text).toBe(long)
  })

  test('of the system text, a tool, a message and a call', async () => {
    const id = await uploadAndImport(bodyOf('addresses'))
    expect(await blockPage(id, 'sys.b0', 0, 100)).toMatchObject({ text: 'You are a test.', kind: 'text' })
    expect((await blockPage(id, 'tool:read', 0, 100)).text).toBe('{"name":"read","input_schema":{"type":"object"}}')
    expect((await blockPage(id, 'm1', 0, 1000)).text).toContain('tool_use')
    expect(await blockPage(id, 'm1.b1', 0, 100)).toMatchObject({
      kind: 'call',
      text: '{\n  "path": "a.txt"\n}',
      source: { path: 'messages.1.content.1' },
    })
    for (const at of ['m1.b9', 'm9', 'tool:write', 'a3/m0', 'k0', 'nonsense']) {
      await expect(blockPage(id, at, 0, 1)).rejects.toMatchObject({ fault: { code: 'no-such-address' } })
    }
  })
})

describe('checks and repairs', () => {
  test('give the documents of the command line', async () => {
    expect(await checkSession(broken)).toMatchObject({
      cutpoint: 1,
      verb: 'check',
      file: 'broken.json',
      at: 'end',
      profile: 'anthropic',
      session: { id: broken },
    })
    expect(await checkAllMoments(broken)).toMatchObject({ moments: [{ at: 'end' }], first: { at: 'end' } })
    await expect(checkSession(broken, { profile: 'nobody' })).rejects.toMatchObject({ fault: { code: 'bad-usage' } })
  })

  test('find the place of an error text', async () => {
    const text =
      'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: gone. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
    expect((await locateError(broken, text)).located).toMatchObject({ at: 'm2.b0', certainty: 'sure' })
  })

  test('preview a repair and give the file', async () => {
    const preview = await planRepairs(broken)
    expect(preview).toMatchObject({ before: { rejects: 1 }, after: { rejects: 0 }, downloadName: 'broken.repaired.json' })
    expect(preview.changes.length).toBeGreaterThan(0)
    expect(preview.changes.map(change => change.before).join()).toContain('left over')
    const file = await repairedFile(broken)
    const id = await uploadAndImport(await textOf(file), file.name)
    expect((await findingsOf(id)).filter(finding => finding.severity === 'rejects')).toEqual([])
    const whole = await uploadAndImport(bodyOf('nothing wrong'))
    await expect(repairedFile(whole)).rejects.toMatchObject({ fault: { code: 'nothing-to-repair' } })
    await expect(planRepairs(broken, { choose: { F9: 'x' } })).rejects.toMatchObject({ fault: { code: 'bad-usage' } })
  })

  test('tell where the fault of a log first appears', async () => {
    const found = await firstAppearance(log)
    expect(found).not.toBeNull()
    expect(found?.at).toMatch(/^message:\d+$/)
    expect(found?.between.length).toBeGreaterThan(0)
  })
})

test('a native export is the uploaded bytes, a request export is the body', async () => {
  expect(await textOf(await nativeFile(log))).toBe(sample('fails-after-compaction.jsonl').toString('utf8'))
  expect(await requestBodyOf(broken)).toMatchObject({
    model: expect.any(String),
    messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
  })
})

test('requests one a line become sessions of their own', async () => {
  const id = await uploadAndImport(`${bodyOf('first')}\n${bodyOf('second')}\n`, 'many.jsonl')
  expect((await blockPage(id, 'm0.b0', 0, 100)).text).toBe('first')
  expect((await blockPage(`${id}-1`, 'm0.b0', 0, 100)).text).toBe('second')
  expect(await sessionHeader(`${id}-1`)).toMatchObject({ name: 'many.jsonl:2', messages: 3 })
  expect((await textOf(await nativeFile(`${id}-1`))).trim()).toBe(bodyOf('second'))
})

test('a body inside a JSON string is opened from its index too', async () => {
  const id = await uploadAndImport(JSON.stringify({ request: { body: bodyOf('wrapped') } }), 'dump.json')
  expect((await blockPage(id, 'm0.b0', 0, 100)).text).toBe('wrapped')
})

test('companions of a zip become sub-agents that open from the index', async () => {
  const sid = '11111111-2222-4333-8444-555555555555'
  const record = (n: number, more: object) =>
    `${JSON.stringify({ type: n % 2 ? 'assistant' : 'user', uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: sid, version: '2.1.49', timestamp: '2026-01-01T00:00:00.000Z', message: n % 2 ? { role: 'assistant', id: `msg${n}`, model: 'claude-sonnet-4-5', content: [{ type: 'text', text: `answer ${n}` }] } : { role: 'user', content: `question ${n}` }, ...more })}\n`
  const main = record(0, {}) + record(1, {})
  const agent = record(0, { isSidechain: true, agentId: 'abc' }) + record(1, { isSidechain: true, agentId: 'abc' })
  const zip = zipSync({
    [`x/${sid}.jsonl`]: strToU8(main),
    [`x/${sid}/subagents/agent-abc.jsonl`]: strToU8(agent),
    'x/notes.txt': strToU8('mine'),
  })
  const id = await uploadAndImport(zip, 'project.zip')
  const header = await sessionHeader(id)
  expect(header.agents).toHaveLength(1)
  expect((await importReport(id)).notes.map(note => note.kind)).toContain('skipped-entry')
  expect((await rowsOf(id, { from: 0, to: 10, agent: 'a0' })).rows[0]).toMatchObject({ at: 'a0/m0.b0', preview: 'question 0' })
  expect((await blockPage(id, 'a0/m1.b0', 0, 100)).text).toBe('answer 1')
})
