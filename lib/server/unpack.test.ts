import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal } from '../base/result'
import { packFolder, type Unpacked, type UnpackLimits, unpack } from './unpack'

const LIMITS: UnpackLimits = { maxBytes: 100e6, maxEntries: 100 }
const MEGABYTE = 1024 * 1024

let dir: string
let work: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cutpoint-unpack-'))
  work = join(dir, 'work')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function stored(name: string, content: string | Uint8Array): string {
  const path = join(dir, name)
  writeFileSync(path, content)
  return path
}

const open = (name: string, content: string | Uint8Array, limits: Partial<UnpackLimits> = {}) =>
  unpack(stored(name, content), work, { ...LIMITS, ...limits })

const contents = (unpacked: Unpacked) => unpacked.entries.map(entry => [entry.label, readFileSync(entry.path, 'utf8')])

async function refused(attempt: Promise<unknown>) {
  const thrown = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!isRefusal(thrown)) throw new Error('was not refused', { cause: thrown })
  expect(readdirSync(dir)).not.toContain('work')
  return thrown.fault
}

/** One zstd frame of raw and repeated blocks, which needs no encoder; a repeated block is [byte, count]. */
function zstd(blocks: (string | [byte: number, count: number])[], declared?: number, window = 0x58): Buffer {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, declared === undefined ? 0 : 0x80, window])]
  if (declared !== undefined) parts.push(Buffer.from(Uint32Array.of(declared).buffer))
  blocks.forEach((block, i) => {
    const isRun = typeof block !== 'string'
    const size = isRun ? block[1] : Buffer.byteLength(block)
    const head = Buffer.alloc(3)
    head.writeUIntLE((size << 3) | (isRun ? 2 : 0) | (i === blocks.length - 1 ? 1 : 0), 0, 3)
    parts.push(head, isRun ? Buffer.from([block[0]]) : Buffer.from(block))
  })
  return Buffer.concat(parts)
}

/** Overwrites a field of the central directory's entry for a file; offsets as in the zip specification. */
function patched(zip: Uint8Array, name: string, fields: Record<number, [bytes: number, value: number]>): Buffer {
  const bytes = Buffer.from(zip)
  const at = bytes.lastIndexOf(name) - 46
  for (const [offset, [length, value]] of Object.entries(fields)) bytes.writeUIntLE(value, at + Number(offset), length)
  return bytes
}

const METHOD = 10
const CHECKSUM = 16
const PACKED_SIZE = 20
const SIZE = 24
const zip = (files: Zippable) => zipSync(files, { level: 6 })

describe('unpack, plain', () => {
  it('leaves a plain file where it is', async () => {
    const path = stored('a.jsonl', '{"a":1}\n')
    const unpacked = await unpack(path, work, LIMITS)
    expect(unpacked).toEqual({ kind: 'plain', entries: [{ label: 'a.jsonl', path, size: 8 }], notes: [] })
    expect(readdirSync(dir)).toEqual(['a.jsonl'])
    expect((await open('b', '', { label: 'named.json' })).entries[0]).toMatchObject({ label: 'named.json', size: 0 })
  })
})

describe('unpack, UTF-16', () => {
  const text = `{"a":"é😀${'x'.repeat(70_000)}"}\r\n`
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')

  it.each([
    ['little-endian', little],
    ['big-endian', Buffer.from(little).swap16()],
  ])('re-codes %s and keeps the upload', async (_, bytes) => {
    const unpacked = await open('a.json', bytes)
    expect(unpacked.kind).toBe('utf16')
    expect(contents(unpacked)).toEqual([['a.json', text]])
    expect(unpacked.notes).toEqual([{ kind: 'recoded-utf16', what: 'a.json' }])
    expect(readFileSync(join(dir, 'a.json')).equals(bytes)).toBe(true)
  })

  it('re-codes inside containers', async () => {
    expect(contents(await open('a.gz', gzipSync(little)))).toEqual([['a', text]])
    expect(contents(await open('b.zip', zip({ 'b.json': little })))).toEqual([['b.json', text]])
  })
})

describe('unpack, gzip', () => {
  it('opens it and drops the suffix', async () => {
    const unpacked = await open('a.jsonl.gz', gzipSync('{"a":1}'))
    expect(unpacked.kind).toBe('gzip')
    expect(contents(unpacked)).toEqual([['a.jsonl', '{"a":1}']])
    expect(unpacked.notes).toEqual([{ kind: 'unpacked', what: 'a.jsonl.gz' }])
    expect(readdirSync(work)).toEqual(['0'])
  })

  it('reads members one after the other', async () => {
    const unpacked = await open('a.gz', Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]))
    expect(contents(unpacked)).toEqual([['a', 'one\ntwo\n']])
  })

  it('refuses one that was cut off or damaged, and leaves nothing', async () => {
    const whole = gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251)))
    expect(await refused(open('a.gz', whole.subarray(0, whole.length - 20)))).toMatchObject({
      code: 'broken-archive',
      facts: { entry: 'a.gz' },
    })
    const damaged = Buffer.from(whole)
    damaged.writeUInt8((damaged.readUInt8(damaged.length - 6) + 1) % 256, damaged.length - 6)
    expect((await refused(open('b.gz', damaged))).code).toBe('broken-archive')
  })

  it('refuses one that grows too much', async () => {
    const bomb = gzipSync(Buffer.alloc(30 * MEGABYTE))
    expect((await refused(open('a.gz', bomb, { maxBytes: MEGABYTE }))).code).toBe('too-large')
    expect((await refused(open('a.gz', bomb))).code).toBe('bad-ratio')
    expect((await open('a.gz', bomb, { maxRatio: 2000 })).entries[0]?.size).toBe(30 * MEGABYTE)
    expect((await open('b.gz', gzipSync(Buffer.alloc(9 * MEGABYTE)))).entries).toHaveLength(1)
  })

  it('opens one more level and no other', async () => {
    const twice = gzipSync(gzipSync('x'))
    expect(contents(await open('a.txt.gz.gz', twice))).toEqual([['a.txt', 'x']])
    rmSync(work, { recursive: true })
    expect((await refused(open('b.gz', gzipSync(twice)))).code).toBe('broken-archive')
    expect((await refused(open('c.gz', gzipSync(zip({ a: strToU8('x') }))))).code).toBe('broken-archive')
  })
})

describe('unpack, zstd', () => {
  it('opens frames one after the other', async () => {
    const skipped = Buffer.from('502A4D1803000000AABBCC', 'hex')
    const unpacked = await open('a.jsonl.zst', Buffer.concat([zstd(['{"a":', '1}\n'], 8), skipped, zstd([[120, 5]])]))
    expect(unpacked.kind).toBe('zstd')
    expect(contents(unpacked)).toEqual([['a.jsonl', '{"a":1}\nxxxxx']])
  })

  it('refuses a lie, a cut and a window that asks for too much', async () => {
    expect((await refused(open('a.zst', zstd(['abc'], 9)))).message).toContain('declares 9 bytes and holds 3')
    expect((await refused(open('b.zst', zstd(['abc']).subarray(0, -1)))).message).toContain('cut off')
    expect((await refused(open('c.zst', zstd(['abc'], undefined, 0xa0)))).code).toBe('too-large')
    expect((await refused(open('d.zst', Buffer.concat([zstd(['abc']), Buffer.from('junk')])))).code).toBe('broken-archive')
  })

  it('refuses a bomb of repeated blocks', async () => {
    const blocks = Array.from({ length: 400 }, (): [number, number] => [0, 128 * 1024])
    expect((await refused(open('a.zst', zstd(blocks)))).code).toBe('bad-ratio')
    expect((await refused(open('a.zst', zstd(blocks), { maxBytes: MEGABYTE }))).code).toBe('too-large')
  })
})

describe('unpack, zip', () => {
  const files = { 'p/a.jsonl': strToU8('{"a":1}'), 'p/sub/': new Uint8Array(0), 'p/sub/b.json': strToU8('[]'), 'é.txt': strToU8('é') }

  it('writes entries under numbers and keeps their names as labels', async () => {
    const unpacked = await open('bundle.zip', zip(files))
    expect(unpacked.kind).toBe('zip')
    expect(contents(unpacked)).toEqual([
      ['p/a.jsonl', '{"a":1}'],
      ['p/sub/b.json', '[]'],
      ['é.txt', 'é'],
    ])
    expect(unpacked.entries.map(entry => entry.size)).toEqual([7, 2, 2])
    expect(unpacked.notes).toEqual([{ kind: 'unpacked', what: 'bundle.zip' }])
    expect(readdirSync(work).sort()).toEqual(['0', '1', '2'])
    expect((await open('empty.zip', zip({}))).entries).toEqual([])
  })

  it('does not write over what is in the folder already', async () => {
    mkdirSync(work)
    writeFileSync(join(work, '0'), 'mine')
    const unpacked = await open('a.zip', zip({ a: strToU8('x'), b: strToU8('y') }))
    expect(unpacked.entries.map(entry => entry.path)).toEqual([join(work, '1'), join(work, '2')])
    await unpack(stored('b.zip', zip({ a: strToU8('x'), '../b': strToU8('y') })), work, LIMITS).catch(() => undefined)
    expect(readdirSync(work).sort()).toEqual(['0', '1', '2'])
    expect(readFileSync(join(work, '0'), 'utf8')).toBe('mine')
  })

  it.each(['../evil', 'a/../../evil', '/etc/evil', 'C:/evil', 'c:evil', 'a\\evil', '..\\evil', 'a\nb', 'a\u0000b', '\u202egnp.exe', '../'])(
    'refuses the name %j',
    async name => {
      const fault = await refused(open('a.zip', zip({ 'good.json': strToU8('{}'), [name]: strToU8('x') })))
      expect(fault).toMatchObject({ code: 'bad-entry-name', facts: { entry: name } })
      expect(fault.message).toContain(JSON.stringify(name))
    },
  )

  it('takes names with dots that stay inside', async () => {
    const unpacked = await open('a.zip', zip({ './a..b': strToU8('x'), '...': strToU8('y') }))
    expect(contents(unpacked)).toEqual([
      ['a..b', 'x'],
      ['...', 'y'],
    ])
  })

  it('leaves out clutter, links and archives', async () => {
    const link = { os: 3, attrs: (0o120777 << 16) >>> 0 }
    const unpacked = await open(
      'a.zip',
      zip({
        '__MACOSX/._a': strToU8('x'),
        'a/.DS_Store': strToU8('x'),
        link: [strToU8('/etc/passwd'), link],
        'in.zip': zip(files),
        a: strToU8('1'),
      }),
    )
    expect(contents(unpacked)).toEqual([['a', '1']])
    const skipped = unpacked.notes.filter(note => note.kind === 'skipped-entry').map(note => note.what)
    expect(skipped).toEqual(['__MACOSX/._a', 'a/.DS_Store', 'link', 'in.zip'])
    expect(readdirSync(work)).toHaveLength(1)
  })

  it('keeps a file beside its packed twin', async () => {
    const unpacked = await open('a.zip', zip({ 'a.jsonl': strToU8('new'), 'a.jsonl.gz': gzipSync('old') }))
    expect(contents(unpacked)).toEqual([
      ['a.jsonl', 'new'],
      ['a.jsonl', 'old'],
    ])
  })

  it('opens one gzip inside, and refuses a deeper one', async () => {
    const unpacked = await open('a.zip', zip({ 'a.jsonl.gz': gzipSync('{}') }))
    expect(contents(unpacked)).toEqual([['a.jsonl', '{}']])
    rmSync(work, { recursive: true })
    expect((await refused(open('b.zip', zip({ 'a.gz': gzipSync(gzipSync('{}')) })))).code).toBe('broken-archive')
  })

  it('reads entries packed with zstd', async () => {
    const text = '{"a":1}'
    const packed = zstd([text])
    const archive = zipSync({ 'a.json': packed }, { level: 0 })
    const fields: Record<number, [number, number]> = { [METHOD]: [2, 93], [SIZE]: [4, text.length], [CHECKSUM]: [4, crc32(text)] }
    expect(contents(await open('a.eval', patched(archive, 'a.json', fields)))).toEqual([['a.json', text]])
    rmSync(work, { recursive: true })
    expect((await refused(open('b.eval', patched(archive, 'a.json', { ...fields, [SIZE]: [4, 6] })))).code).toBe('broken-archive')
  })

  it('refuses a bomb while it unpacks', async () => {
    const bomb = zip({ 'zeros.json': new Uint8Array(30 * MEGABYTE) })
    expect(bomb.length).toBeLessThan(100_000)
    const fault = await refused(open('a.zip', bomb, { maxBytes: 5 * MEGABYTE }))
    expect(fault).toMatchObject({ code: 'too-large', facts: { entry: 'zeros.json', limit: 5 * MEGABYTE } })
    expect((await refused(open('b.zip', bomb))).code).toBe('bad-ratio')
    expect((await refused(open('c.zip', zip({ 'z.gz': gzipSync(new Uint8Array(30 * MEGABYTE)) })))).code).toBe('bad-ratio')
  })

  it('counts the limit over all entries, and the entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, strToU8('0123456789')]))
    expect((await refused(open('a.zip', zip(many), { maxBytes: 199 }))).code).toBe('too-large')
    expect((await open('a.zip', zip(many), { maxBytes: 200 })).entries).toHaveLength(20)
    rmSync(work, { recursive: true })
    expect((await refused(open('a.zip', zip(many), { maxEntries: 19 }))).code).toBe('too-large')
  })

  it('refuses a length or a checksum that is not true', async () => {
    const archive = zip({ 'a.json': strToU8('x'.repeat(5000)) })
    const lies = [{ [SIZE]: 10 }, { [SIZE]: 5001 }, { [CHECKSUM]: 1 }, { [PACKED_SIZE]: 5 }]
    for (const lie of lies) {
      const fields = Object.fromEntries(Object.entries(lie).map(([at, value]): [string, [number, number]] => [at, [4, value]]))
      expect(await refused(open('a.zip', patched(archive, 'a.json', fields)))).toMatchObject({
        code: 'broken-archive',
        facts: { entry: 'a.json' },
      })
    }
  })

  it('refuses what is cut off, encrypted or packed in an unknown way', async () => {
    const archive = zip({ 'a.json': strToU8('x'.repeat(5000)) })
    expect((await refused(open('a.zip', archive.subarray(0, archive.length - 30)))).code).toBe('broken-archive')
    expect((await refused(open('b.zip', patched(archive, 'a.json', { 8: [2, 1] })))).message).toContain('encrypted')
    expect((await refused(open('c.zip', patched(archive, 'a.json', { [METHOD]: [2, 12] })))).message).toContain('method 12')
  })

  it('keeps the later of two entries with one name', async () => {
    const archive = Buffer.from(zip({ 'a.json': strToU8('old'), 'b.json': strToU8('new') }))
    const renamed = Buffer.from(archive.toString('latin1').replaceAll('b.json', 'a.json'), 'latin1')
    const unpacked = await open('a.zip', renamed)
    expect(contents(unpacked)).toEqual([['a.json', 'new']])
    expect(unpacked.notes).toContainEqual({ kind: 'skipped-entry', what: 'a.json' })
    expect(readdirSync(work)).toHaveLength(1)
  })
})

describe('packFolder', () => {
  it('lists files by label, without links and clutter', async () => {
    mkdirSync(join(dir, 's/subagents'), { recursive: true })
    for (const name of ['s/subagents/b.jsonl', 's.jsonl', 's/.DS_Store', 'A.txt']) stored(name, name)
    symlinkSync('/etc', join(dir, 'link'))
    symlinkSync(join(dir, 's.jsonl'), join(dir, 's/link.jsonl'))
    const packed = await packFolder(dir)
    expect(packed.entries.map(entry => entry.label)).toEqual(['A.txt', 's.jsonl', 's/subagents/b.jsonl'])
    expect(packed.entries[2]).toEqual({ label: 's/subagents/b.jsonl', path: join(dir, 's/subagents/b.jsonl'), size: 19 })
    expect(packed.notes.map(note => note.what)).toEqual(['link', 's/.DS_Store', 's/link.jsonl'])
  })

  it('refuses what is nested too deep', async () => {
    mkdirSync(join(dir, '1/2/3/4/5/6/7/8/9'), { recursive: true })
    expect((await refused(packFolder(dir))).code).toBe('too-large')
    rmSync(join(dir, '1/2/3/4/5/6/7/8/9'), { recursive: true })
    stored('1/2/3/4/5/6/7/8/a', 'x')
    expect((await packFolder(dir)).entries).toHaveLength(1)
  })
})
