import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '../base/hash'
import { idOfHashes, type OpenedInput, openInput } from './bundle'
import { bodyOf } from './harness'

const SID = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutpoint-bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

function logOf(sessionId: string, more: object = {}): string {
  const base = { sessionId, version: '2.1.49', timestamp: '2026-01-01T00:00:00.000Z', ...more }
  const user = { type: 'user', uuid: 'u0', parentUuid: null, ...base, message: { role: 'user', content: 'hi' } }
  const answer = {
    type: 'assistant',
    uuid: 'u1',
    parentUuid: 'u0',
    ...base,
    message: { role: 'assistant', id: 'm', model: 'claude-x', content: [] },
  }
  return `${JSON.stringify(user)}\n${JSON.stringify(answer)}\n`
}

const agentOf = (sessionId: string): string => logOf(sessionId, { isSidechain: true, agentId: 'abc' })

async function labelsOf(path: string): Promise<{ main: string; companions: string[]; left: string[]; id: string }> {
  const input: OpenedInput = await openInput(path)
  try {
    const left = input.notes.filter(note => note.kind === 'skipped-entry').map(note => note.what)
    return { main: input.main.label, companions: input.companions.map(one => one.label), left, id: input.id }
  } finally {
    await input.close()
  }
}

describe('a file', () => {
  test('is read alone, under the hash of its bytes', async () => {
    const path = put(`${SID}.jsonl`, logOf(SID))
    put(`${SID}/subagents/agent-abc.jsonl`, agentOf(SID))
    expect(await labelsOf(path)).toEqual({ main: `${SID}.jsonl`, companions: [], left: [], id: sha256Hex(logOf(SID)).slice(0, 16) })
  })

  test('in a gzip is read as what is inside, and says so', async () => {
    const input = await openInput(put('a.json.gz', gzipSync(bodyOf('x'))))
    expect(Buffer.from(input.main.source.read(0, 1 << 20)).toString()).toBe(bodyOf('x'))
    expect([input.main.label, input.name, input.notes.map(note => note.kind)]).toEqual(['a.json', 'a.json.gz', ['unpacked']])
    await input.close()
    expect(() => input.main.source.read(0, 1)).toThrow('closed')
  })

  test('that is not there, or a folder with nothing in it, is refused with a sentence', async () => {
    await expect(openInput(join(folder, 'nothing.json'))).rejects.toMatchObject({
      fault: { code: 'unreadable', message: expect.stringContaining('no such file') },
    })
    await expect(openInput(folder)).rejects.toMatchObject({ fault: { code: 'empty-file' } })
  })
})

describe('a folder', () => {
  test('is one session with what lies in the folder of its name', async () => {
    put(`p/${SID}.jsonl`, logOf(SID))
    put(`p/${SID}/subagents/agent-abc.jsonl`, agentOf(SID))
    put(`p/${SID}/subagents/agent-abc.meta.json`, '{}')
    put(`p/${SID}/tool-results/t1.txt`, 'long')
    put(`p/${OTHER}/subagents/agent-old.jsonl`, agentOf(OTHER))
    put('p/memory/notes.md', '# mine')
    const found = await labelsOf(join(folder, 'p'))
    expect(found.main).toBe(`${SID}.jsonl`)
    expect(found.companions).toEqual(
      ['agent-abc.jsonl', 'agent-abc.meta.json'].map(name => `${SID}/subagents/${name}`).concat(`${SID}/tool-results/t1.txt`),
    )
    expect(found.left).toEqual([`${OTHER}/subagents/agent-old.jsonl`, 'memory/notes.md'])
    expect(found.id).toBe(idOfHashes([logOf(SID), agentOf(SID), '{}', 'long'].map(sha256Hex)))
  })

  test('with loose files of agents takes those of this session', async () => {
    put(`p/${SID}.jsonl`, logOf(SID))
    put('p/agent-1a.jsonl', agentOf(SID))
    put('p/agent-2b.jsonl', agentOf(OTHER))
    expect(await labelsOf(join(folder, 'p'))).toMatchObject({
      main: `${SID}.jsonl`,
      companions: ['agent-1a.jsonl'],
      left: ['agent-2b.jsonl'],
    })
  })

  test('with several sessions is refused, and they are named', async () => {
    put(`p/${SID}.jsonl`, logOf(SID))
    put(`p/${OTHER}.jsonl`, logOf(OTHER))
    put(`p/${SID}/subagents/agent-abc.jsonl`, agentOf(SID))
    const message = expect.stringMatching(new RegExp(`holds 2 sessions: .*${SID}.*${OTHER}.*Name one`))
    await expect(openInput(join(folder, 'p'))).rejects.toMatchObject({ fault: { code: 'several-sessions', message } })
  })

  test('of other files gives the largest that is known', async () => {
    put('p/big.txt', 'no session '.repeat(1000))
    put('p/small.json', bodyOf('s'))
    put('p/large.json', bodyOf('l'.repeat(1000)))
    expect(await labelsOf(join(folder, 'p'))).toMatchObject({ main: 'large.json', companions: [], left: ['big.txt', 'small.json'] })
  })

  test('and a zip of it, from whatever folder, are the same session', async () => {
    put(`p/${SID}.jsonl`, logOf(SID))
    put(`p/${SID}/subagents/agent-abc.jsonl`, agentOf(SID))
    const entries = { [`x/y/${SID}.jsonl`]: strToU8(logOf(SID)), [`x/y/${SID}/subagents/agent-abc.jsonl`]: strToU8(agentOf(SID)) }
    const zip = await labelsOf(put('a.zip', zipSync(entries)))
    expect(zip).toEqual(await labelsOf(join(folder, 'p')))
    expect(zip.companions).toEqual([`${SID}/subagents/agent-abc.jsonl`])
  })
})
