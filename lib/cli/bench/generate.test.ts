import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type GenerateOptions, generateClaudeCode } from './generate'
import { baseline, best, inFreshProcess, peakMemory, ratioRow } from './measure'
import { writeGenerated } from './write'

interface Item {
  type: string
  id?: string
  tool_use_id?: string
}

interface Row {
  type: string
  subtype?: string
  uuid?: string
  parentUuid?: string | null
  timestamp?: string
  toolUseResult?: unknown
  sourceToolAssistantUUID?: string
  isCompactSummary?: boolean
  requestId?: string
  compactMetadata?: { preTokens: number }
  message?: { id?: string; content: string | Item[]; usage?: Record<string, unknown> }
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

const linesOf = (options: GenerateOptions): string[] => [...generateClaudeCode(options)]
const rowsOf = (options: GenerateOptions): Row[] => linesOf(options).map(line => JSON.parse(line) as Row)
const bytesOf = (text: string): number => Buffer.byteLength(text) + 1

function itemsOf(row: Row): Item[] {
  return typeof row.message?.content === 'object' ? row.message.content : []
}

function groupBy(rows: readonly Row[], key: (row: Row) => string | undefined): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = key(row)
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups.values()]
}

describe('the same options give the same bytes', () => {
  test.each(['usual', 'short'] as const)('%s', lines => {
    const options = { seed: 7, messages: 120, lines }
    expect(linesOf(options)).toEqual(linesOf(options))
    expect(linesOf(options)).not.toEqual(linesOf({ ...options, seed: 8 }))
  })

  test('a longer one starts with the same lines as a shorter one', () => {
    const short = linesOf({ seed: 3, messages: 100, lines: 'short' })
    const long = linesOf({ seed: 3, messages: 400, lines: 'short' })
    const same = short.findIndex((line, index) => line !== long[index])
    expect(same).toBeGreaterThan(short.length - 20)
  })
})

describe('lengths', () => {
  test.each([1, 2, 3])('usual, seed %i: 3.8 KB a line, a third of it in toolUseResult', seed => {
    const lines = linesOf({ seed, bytes: 16_000_000, lines: 'usual' })
    const bytes = lines.reduce((sum, line) => sum + bytesOf(line), 0)
    const rows = lines.map(line => JSON.parse(line) as Row)
    const results = rows.reduce((sum, row) => sum + (row.toolUseResult ? bytesOf(JSON.stringify(row.toolUseResult)) : 0), 0)
    expect(Math.abs(bytes / lines.length / 3800 - 1)).toBeLessThan(0.15)
    expect(Math.abs((results / bytes) * 3 - 1)).toBeLessThan(0.15)
  })

  test.each([1, 2, 3])('short, seed %i: 0.9 KB a line', seed => {
    const lines = linesOf({ seed, bytes: 3_000_000, lines: 'short' })
    const bytes = lines.reduce((sum, line) => sum + bytesOf(line), 0)
    expect(Math.abs(bytes / lines.length / 900 - 1)).toBeLessThan(0.15)
  })

  test('ends soon after what was asked for', () => {
    const byMessages = groupBy(
      rowsOf({ seed: 5, messages: 500, lines: 'short' }),
      row => row.message?.id ?? (row.message ? row.uuid : undefined),
    )
    expect(byMessages.length).toBeGreaterThanOrEqual(500)
    expect(byMessages.length).toBeLessThan(512)
    const bytes = linesOf({ seed: 5, bytes: 1_000_000, lines: 'short' }).reduce((sum, line) => sum + bytesOf(line), 0)
    expect(bytes).toBeGreaterThanOrEqual(1_000_000)
    expect(bytes).toBeLessThan(1_050_000)
  })
})

describe.each(['usual', 'short'] as const)('a sound session: %s', lines => {
  const rows = rowsOf({ seed: 11, messages: 3000, lines })

  test('parents stand before their children; only the start and boundaries have none', () => {
    const seen = new Set<string>()
    for (const row of rows) {
      if (row.uuid === undefined) continue
      if (row.parentUuid) expect(seen.has(row.parentUuid)).toBe(true)
      else expect(row === rows[0] || row.subtype === 'compact_boundary').toBe(true)
      expect(seen.has(row.uuid)).toBe(false)
      seen.add(row.uuid)
    }
  })

  test('every call has one result, after it, hanging off it', () => {
    const calls = new Map<string, string>()
    const answered = new Set<string>()
    for (const row of rows)
      for (const item of itemsOf(row)) {
        if (item.type === 'tool_use') calls.set(item.id ?? '', row.uuid ?? '')
        if (item.type !== 'tool_result') continue
        expect(answered.has(item.tool_use_id ?? '')).toBe(false)
        answered.add(item.tool_use_id ?? '')
        expect(row.parentUuid).toBe(calls.get(item.tool_use_id ?? ''))
        expect(row.sourceToolAssistantUUID).toBe(row.parentUuid)
      }
    expect(answered.size).toBe(calls.size)
    expect(calls.size).toBeGreaterThan(500)
  })

  test('no call is left open when another response, a prompt or a boundary comes', () => {
    const open = new Set<string>()
    let response: string | undefined
    for (const row of rows) {
      const items = itemsOf(row)
      const isOther = row.type === 'assistant' ? row.message?.id !== response : row.subtype === 'compact_boundary'
      if (isOther || typeof row.message?.content === 'string') expect(open.size).toBe(0)
      if (row.type === 'assistant') response = row.message?.id
      for (const item of items) {
        if (item.type === 'tool_use') open.add(item.id ?? '')
        if (item.type === 'tool_result') open.delete(item.tool_use_id ?? '')
      }
    }
    expect(open.size).toBe(0)
  })

  test('one response is several lines with the same request and usage', () => {
    const groups = groupBy(rows, row => row.message?.id)
    for (const group of groups) {
      expect(new Set(group.map(row => row.requestId)).size).toBe(1)
      expect(new Set(group.map(row => JSON.stringify(row.message?.usage))).size).toBe(1)
      for (const row of group) expect(itemsOf(row)).toHaveLength(1)
    }
    expect(groups.filter(group => group.length > 1).length).toBeGreaterThan(groups.length / 2)
    const parallel = groups.filter(group => group.filter(row => itemsOf(row)[0]?.type === 'tool_use').length > 1)
    expect(parallel.length).toBeGreaterThan(20)
  })

  test('a call that follows a call hangs off it, and so does the result of the first', () => {
    const byId = new Map(rows.map(row => [row.uuid, row]))
    const follows = rows.filter(
      row => itemsOf(row)[0]?.type === 'tool_use' && itemsOf(byId.get(row.parentUuid ?? '') ?? row)[0]?.type === 'tool_use',
    )
    const pairs = follows.filter(row => row.parentUuid && byId.get(row.parentUuid)?.message?.id === row.message?.id)
    expect(pairs.length).toBeGreaterThan(10)
    for (const pair of pairs) {
      const children = rows.filter(row => row.parentUuid === pair.parentUuid)
      expect(children.some(row => itemsOf(row)[0]?.type === 'tool_result')).toBe(true)
    }
  })

  test('times never go back, and every kind of record is there', () => {
    const times = rows.flatMap(row => (row.uuid && row.timestamp ? [row.timestamp] : []))
    expect([...times].sort()).toEqual(times)
    const kinds = new Set(rows.map(row => row.subtype ?? row.type))
    for (const kind of ['user', 'assistant', 'progress', 'file-history-snapshot', 'queue-operation', 'turn_duration'])
      expect(kinds).toContain(kind)
  })
})

test('the recorded prompt grows until a boundary, is what the boundary says, and starts low after it', () => {
  const rows = rowsOf({ seed: 2, bytes: 6_000_000, lines: 'usual' })
  const count = (row: Row, name: string): number => Number(row.message?.usage?.[name] ?? 0)
  let last = 0
  let boundaries = 0
  for (const row of rows) {
    if (row.subtype === 'compact_boundary') {
      expect(row.compactMetadata?.preTokens).toBeGreaterThan(155_000)
      expect(row.compactMetadata?.preTokens).toBeLessThan(200_000)
      expect(last).toBeLessThanOrEqual(row.compactMetadata?.preTokens ?? 0)
      last = 0
      boundaries++
    }
    if (row.type !== 'assistant') continue
    const prompt = count(row, 'input_tokens') + count(row, 'cache_creation_input_tokens') + count(row, 'cache_read_input_tokens')
    expect(prompt).toBeGreaterThanOrEqual(last)
    if (last === 0) expect(prompt).toBeLessThan(60_000)
    last = prompt
  }
  expect(boundaries).toBeGreaterThan(1)
  expect(rows.filter(row => row.isCompactSummary)).toHaveLength(boundaries)
})

describe('on disk', () => {
  const file = path.join(folder, 'session.jsonl')
  const options: GenerateOptions = { seed: 4, bytes: 3_000_000, lines: 'usual' }

  test('holds the same lines', () => {
    const lines = linesOf(options)
    const written = writeGenerated(file, options)
    expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`)
    expect(written.lines).toBe(lines.length)
    expect(written.bytes).toBe(readFileSync(file).length)
    expect(written.longest).toBe(Math.max(...lines.map(line => Buffer.byteLength(line))))
  })

  test('the baseline reads each line once, also one longer than a chunk and one without a line end', () => {
    expect(baseline(file)).toBe(writeGenerated(file, options).lines)
    const long = path.join(folder, 'long.jsonl')
    writeFileSync(long, `{"a":"${'ä'.repeat(3_000_000)}"}\n\n{"b":1}\n[2]`)
    expect(baseline(long)).toBe(3)
  })
})

describe('measuring', () => {
  test('a process of its own answers with what it prints last', () => {
    const script = path.join(folder, 'answer.cjs')
    writeFileSync(script, `console.log('noise'); console.log(JSON.stringify(process.argv.slice(2)))`)
    expect(inFreshProcess(script, ['a', 'b'])).toEqual(['a', 'b'])
    writeFileSync(script, `throw new Error('no luck')`)
    expect(() => inFreshProcess(script, [])).toThrow('no luck')
  })

  test('sees memory that work took without yielding', async () => {
    const memory = await peakMemory(() => Buffer.alloc(96 << 20, 1).length)
    expect(memory.peak - memory.idle).toBeGreaterThan(64 << 20)
  })

  test('takes the shortest round', async () => {
    const waits = [30, 2, 30]
    expect(await best(3, () => new Promise(resolve => setTimeout(resolve, waits.shift())))).toBeLessThan(28)
  })

  test('rows line up', () => {
    expect(ratioRow('import', 1.118, 1.4)).toMatch(/^import +1\.12 × {2}\(goal ≤ 1\.4\)$/)
    expect(ratioRow('import', 1.5, 1.4)).toMatch(/missed$/)
    expect(ratioRow('a', 1, 2).indexOf('×')).toBe(ratioRow('a longer name', 100, 2).indexOf('×'))
  })
})
