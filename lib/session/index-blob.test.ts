import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bytesSource } from '../base/source'
import { readSessions } from '../formats/read-session'
import { formatOf } from '../formats/registry'
import { columnsOf, decodeSession, encodeSession, INDEX_VERSION } from './index-blob'
import { IndexColumns } from './index-columns'
import { END } from './moment'
import type { Session } from './session'

const samples = join(fileURLToPath(new URL('../..', import.meta.url)), 'e2e', 'samples')

function read(
  name: string,
  companions: readonly string[] = [],
): { session: Session; source: (name: string) => ReturnType<typeof bytesSource> } {
  const source = (label: string) => bytesSource(label, readFileSync(join(samples, label)))
  const input = {
    id: '0123456789abcdef',
    name,
    main: { label: name, source: source(name) },
    companions: companions.map(label => ({ label, source: source(label) })),
  }
  const [session] = readSessions(input)
  if (!session) throw new Error('no session')
  return { session, source }
}

function opened(bytes: Uint8Array, source: (name: string) => ReturnType<typeof bytesSource> | null): Session | null {
  return decodeSession(bytes, {
    source,
    open: (facts, columns, from, agents, agent) => formatOf(facts.format).open(facts, columns, from, agents, agent),
  })
}

/** Everything a page could ask of a session, as text. */
function everything(session: Session): unknown {
  return [session, ...session.agents].map(one => ({
    agent: one.agent,
    facts: one.facts,
    messages: Array.from({ length: one.columns.messageCount }, (_, i) => one.message(i)),
    blocks: Array.from({ length: one.blockCount }, (_, i) => ({
      head: one.block(i),
      source: one.blockSource(one.block(i)),
      body: one.body(one.block(i)),
    })),
    times: [...one.columns.lineTime],
  }))
}

describe.each(['fails-after-compaction.jsonl', 'rejected-thinking.json', 'openai-orphan.json'])('the index of %s', name => {
  const { session, source } = read(name)

  test('opens as the same session', () => {
    const again = opened(encodeSession(session), source)
    if (!again) throw new Error('not opened')
    expect(everything(again)).toEqual(JSON.parse(JSON.stringify(everything(session), keepNaN), reviveNaN))
    const { workingSet } = formatOf(session.facts.format)
    expect(workingSet(again, END).messages.map(message => message.address)).toEqual(
      workingSet(session, END).messages.map(message => message.address),
    )
  })

  test('is the same bytes each time, also from a session that was opened from it', () => {
    const blob = encodeSession(session)
    expect(Buffer.compare(blob, encodeSession(session))).toBe(0)
    const again = opened(blob, source)
    expect(again && Buffer.compare(encodeSession(again), blob)).toBe(0)
  })
})

test('times that are not there stay so, and a negative zero too', () => {
  const { session, source } = read('openai-orphan.json')
  session.columns.lineTime[0] = Number.NaN
  session.columns.lineTime[1] = -0
  const again = opened(encodeSession(session), source)
  expect(again?.columns.lineTime[0]).toBeNaN()
  expect(again?.columns.lineTime[1]).toBe(-0)
})

test('another version, another file, a cut blob, or bytes that are gone are null', () => {
  const { session, source } = read('openai-orphan.json')
  const blob = encodeSession(session)
  const older = Buffer.from(blob)
  older.writeUInt32LE(INDEX_VERSION + 1, 4)
  expect(opened(older, source)).toBeNull()
  expect(opened(Buffer.from('no index at all'), source)).toBeNull()
  expect(opened(new Uint8Array(0), source)).toBeNull()
  expect(opened(blob.subarray(0, blob.length - 64), source)).toBeNull()
  expect(opened(blob.subarray(0, 40), source)).toBeNull()
  expect(opened(blob, () => null)).toBeNull()
})

test('a blob may lie at an odd address', () => {
  const { session, source } = read('openai-orphan.json')
  const blob = encodeSession(session)
  const shifted = Buffer.alloc(blob.length + 3)
  shifted.set(blob, 3)
  expect(opened(shifted.subarray(3), source)?.messageCount).toBe(session.messageCount)
})

/** Who changes this list changes INDEX_VERSION with it. */
test('version 1 has these columns', () => {
  expect(INDEX_VERSION).toBe(1)
  expect(columnsOf(new IndexColumns()).map(([name, column]) => `${name} ${column.constructor.name}`)).toEqual(
    (
      'lineNumber Uint32Array, lineStart Float64Array, lineLength Uint32Array, lineParent Int32Array, lineMessage Int32Array, lineFlags Uint32Array, ' +
      'lineTime Float64Array, messageRole Uint8Array, messageRawRole Int32Array, messageFlags Uint32Array, messageSynthetic Int32Array, ' +
      'messageModel Int32Array, messageProviderId Int32Array, messageFirstLine Int32Array, messageNumber Int32Array, messageOwner Int32Array, ' +
      'messageContextTokens Int32Array, messageOutputTokens Int32Array, messageCacheRead Int32Array, messageBlocks Int32Array, blockMessage Int32Array, ' +
      'blockLine Int32Array, blockKind Uint8Array, blockCall Int32Array, blockName Int32Array, blockFlags Uint32Array, blockChars Uint32Array, ' +
      'blockTemplate Uint16Array, blockOrdinal Uint32Array'
    ).split(', '),
  )
})

function keepNaN(_key: string, value: unknown): unknown {
  return typeof value === 'number' && Number.isNaN(value) ? '#NaN' : value
}

function reviveNaN(_key: string, value: unknown): unknown {
  return value === '#NaN' ? Number.NaN : value
}
