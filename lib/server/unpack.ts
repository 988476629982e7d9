/**
 * Opens what an upload is packed in, before any format is looked at: gzip, zip, zstd, UTF-16.
 *
 * Every file that comes out gets a number for a name; the name an archive gives it is a label and never a path.
 * Sizes are counted while bytes are written, since what an archive declares about itself can be a lie: declared sizes
 * and checksums are compared with what came. Inside a container one more gzip is opened; an archive within an archive
 * is left out with a note. On any failure nothing that was written stays.
 */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { Decompress } from 'fzstd'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { type Sniffed, sniff, zstdFrame } from '../base/bytes'
import { isRefusal, type Refusal, refusal } from '../base/result'
import { fileSource } from './files'

export interface UnpackLimits {
  /** Of everything unpacked together. */
  maxBytes: number
  /** How many times its packed size an upload may grow to; counted above 10 MB. */
  maxRatio?: number
  maxEntries: number
  /** What the upload is called, if not by its path. */
  label?: string
}

export interface UnpackedEntry {
  label: string
  path: string
  size: number
}

export interface UnpackNote {
  kind: 'recoded-utf16' | 'unpacked' | 'skipped-entry'
  what: string
}

export interface Unpacked {
  kind: 'plain' | 'gzip' | 'zip' | 'zstd' | 'utf16'
  entries: UnpackedEntry[]
  notes: UnpackNote[]
}

type Chunks = AsyncIterable<Uint8Array>

const CHUNK_BYTES = 256 * 1024
const HEAD_BYTES = 4096
const RATIO_FLOOR = 10 * 1024 * 1024
const MAX_LABEL = 1024
const MAX_FOLDER_FILES = 10_000
const MAX_FOLDER_DEPTH = 8
const UTF8_FLAG = 0x800
const STORED = 0
const DEFLATED = 8
const ZSTANDARD = 93

/** The zstd tool refuses larger windows too; the decoder would allocate whatever the header asks for. */
const MAX_ZSTD_WINDOW = 128 * 1024 * 1024
/** The decoder moves its whole window for every block, so tiny blocks in a large window are refused beforehand. */
const MAX_ZSTD_WORK = 2 ** 40
const LEAST_BLOCK_WORK = 2 ** 20
/** A block of four bytes can stand for 128 KB; a small slice keeps what one step can hold in memory small. */
const ZSTD_SLICE = 1024

export async function unpack(path: string, workDir: string, limits: UnpackLimits): Promise<Unpacked> {
  const { size } = await stat(path)
  const label = limits.label ?? basename(path)
  const sniffed = sniffFile(path)
  const kind = containerKind(sniffed)
  if (kind === 'plain') return { kind, entries: [{ label, path, size }], notes: [] }

  const isNewDir = (await mkdir(workDir, { recursive: true })) !== undefined
  const job = new Job(workDir, new Set(await readdir(workDir)), size, limits)
  try {
    const entries = kind === 'zip' ? await unpackZip(job, path, label) : [await unpackOne(job, path, label, sniffed)]
    return { kind, entries, notes: job.notes }
  } catch (thrown) {
    await job.discard()
    if (isNewDir) await rm(workDir, { recursive: true, force: true })
    throw faultOf(label, thrown)
  }
}

/** The files of a folder as entries, sorted by label. Symbolic links are left out, with a note. */
export async function packFolder(dir: string): Promise<Pick<Unpacked, 'entries' | 'notes'>> {
  const entries: UnpackedEntry[] = []
  const notes: UnpackNote[] = []
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    if (depth > MAX_FOLDER_DEPTH) throw refusal('too-large', `${prefix} is nested too deep.`, { folder: prefix, limit: MAX_FOLDER_DEPTH })
    for (const found of await readdir(folder, { withFileTypes: true })) {
      const label = prefix + found.name
      const path = join(folder, found.name)
      if (found.isDirectory() && !isClutter(label)) await walk(path, `${label}/`, depth + 1)
      else if (!found.isFile() || isClutter(label)) notes.push({ kind: 'skipped-entry', what: label })
      else entries.push({ label, path, size: (await lstat(path)).size })
      if (entries.length + notes.length > MAX_FOLDER_FILES)
        throw refusal('too-large', 'The folder holds too many files.', { limit: MAX_FOLDER_FILES })
    }
  }
  await walk(dir, '', 0)
  entries.sort((a, b) => (a.label < b.label ? -1 : 1))
  notes.sort((a, b) => (a.what < b.what ? -1 : 1))
  return { entries, notes }
}

/** What one call has written and may still write. */
class Job {
  readonly notes: UnpackNote[] = []
  private readonly written = new Map<string, number>()
  private spent = 0
  private next = 0

  constructor(
    private readonly workDir: string,
    private readonly taken: ReadonlySet<string>,
    private readonly packedBytes: number,
    readonly limits: UnpackLimits,
  ) {}

  /** Writes to a new file and gives its path. */
  async store(label: string, chunks: Chunks): Promise<string> {
    while (this.taken.has(String(this.next))) this.next++
    const path = join(this.workDir, String(this.next++))
    const file = await open(path, 'wx')
    this.written.set(path, 0)
    let size = 0
    try {
      for await (const chunk of chunks) {
        size += chunk.length
        this.spend(label, chunk.length)
        await file.appendFile(chunk)
        this.written.set(path, size)
      }
    } finally {
      await file.close()
    }
    return path
  }

  async drop(path: string): Promise<void> {
    const size = this.written.get(path)
    if (size === undefined) return
    this.written.delete(path)
    this.spent -= size
    await rm(path, { force: true })
  }

  entry(label: string, path: string): UnpackedEntry {
    return { label, path, size: this.written.get(path) ?? 0 }
  }

  skip(what: string): void {
    this.notes.push({ kind: 'skipped-entry', what })
  }

  async discard(): Promise<void> {
    for (const path of this.written.keys()) await rm(path, { force: true })
  }

  private spend(label: string, bytes: number): void {
    this.spent += bytes
    const { maxBytes, maxRatio = 200 } = this.limits
    if (this.spent > maxBytes) throw refusal('too-large', `Unpacking ${label} passes the size limit.`, { entry: label, limit: maxBytes })
    if (this.spent > RATIO_FLOOR && this.spent > this.packedBytes * maxRatio) {
      throw refusal('bad-ratio', `${label} unpacks to more than ${maxRatio} times its size.`, { entry: label, limit: maxRatio })
    }
  }
}

/** A container of one file, or one text in another encoding. */
async function unpackOne(job: Job, path: string, label: string, sniffed: Sniffed): Promise<UnpackedEntry> {
  if (isUtf16(sniffed)) return recode(job, path, label, sniffed)
  const opened = await job.store(label, sniffed === 'zstd' ? unzstd(path, label) : gunzipped(path))
  job.notes.push({ kind: 'unpacked', what: label })
  const entry = await settle(job, opened, withoutSuffix(label), 1)
  if (!entry) throw refusal('broken-archive', `${label} holds only another archive, which is not opened.`, { entry: label })
  return entry
}

async function unpackZip(job: Job, path: string, label: string): Promise<UnpackedEntry[]> {
  // Names are decoded here and not by the library: it would turn backslashes into slashes before they can be refused.
  const zip = await openPromise(path, { decodeStrings: false, validateEntrySizes: true, autoClose: true })
  job.notes.push({ kind: 'unpacked', what: label })
  const byName = new Map<string, UnpackedEntry>()
  const { maxEntries } = job.limits
  for await (const entry of zip.eachEntry()) {
    if (zip.entriesRead > maxEntries) throw refusal('too-large', `${label} holds more than ${maxEntries} entries.`, { limit: maxEntries })
    const name = entryName(entry)
    if (name.endsWith('/')) continue
    const made = isClutter(name) || isSymlink(entry) ? null : await unpackEntry(job, zip, entry, name)
    // Of two entries with one name the later counts, as when they are unpacked one over the other.
    const replaced = made && byName.get(name)
    if (replaced) await job.drop(replaced.path)
    if (replaced || !made) job.skip(name)
    if (made) byName.set(name, made)
  }
  return [...byName.values()]
}

async function unpackEntry(job: Job, zip: ZipFile, entry: Entry, name: string): Promise<UnpackedEntry | null> {
  const method = entry.compressionMethod
  if (entry.isEncrypted()) throw broken(name, 'it is encrypted')
  if (method !== STORED && method !== DEFLATED && method !== ZSTANDARD) throw broken(name, `compression method ${method} is not known`)
  try {
    const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    if (method === ZSTANDARD) {
      const packed = await job.store(name, raw)
      const path = await job.store(name, checked(unzstd(packed, name), entry, name))
      await job.drop(packed)
      return await settle(job, path, name, 1)
    }
    const content = method === DEFLATED ? through(raw, createInflateRaw({ chunkSize: CHUNK_BYTES })) : raw
    return await settle(job, await job.store(name, checked(content, entry, name)), name, 1)
  } catch (thrown) {
    throw faultOf(name, thrown)
  }
}

/**
 * Makes an entry of a file that came out of a container, opening gzip as many times as `levels` says. Null, and the
 * file is gone, when it is an archive of another kind.
 */
async function settle(job: Job, path: string, label: string, levels: number): Promise<UnpackedEntry | null> {
  const sniffed = sniffFile(path)
  if (isUtf16(sniffed)) return recode(job, path, label, sniffed)
  if (containerKind(sniffed) === 'plain') return job.entry(label, path)
  if (sniffed === 'gzip') {
    if (levels === 0) throw refusal('broken-archive', `${label} is packed too many times.`, { entry: label })
    const inner = await job.store(label, gunzipped(path))
    await job.drop(path)
    job.notes.push({ kind: 'unpacked', what: label })
    return settle(job, inner, withoutSuffix(label), levels - 1)
  }
  await job.drop(path)
  return null
}

async function recode(job: Job, path: string, label: string, sniffed: Sniffed): Promise<UnpackedEntry> {
  const recoded = await job.store(label, toUtf8(createReadStream(path), sniffed === 'utf16be' ? 'utf-16be' : 'utf-16le'))
  await job.drop(path)
  job.notes.push({ kind: 'recoded-utf16', what: label })
  return job.entry(label, recoded)
}

async function* toUtf8(chunks: Chunks, encoding: 'utf-16le' | 'utf-16be'): Chunks {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** `pipeline` and not `pipe`: a limit that ends the reading early must close the file as well. */
function through(source: Readable, decoder: Transform): Chunks {
  return pipeline(source, decoder, () => undefined)
}

function gunzipped(path: string): Chunks {
  return through(createReadStream(path), createGunzip({ chunkSize: CHUNK_BYTES }))
}

/** Refuses an entry at the first byte beyond its declared size, and at the end when size or checksum differ. */
async function* checked(chunks: Chunks, entry: Entry, name: string): Chunks {
  const declared = entry.uncompressedSize
  let size = 0
  let sum = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > declared) break
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (size !== declared) throw broken(name, `it declares ${declared} bytes and holds ${size > declared ? 'more' : size}`)
  if (sum !== entry.crc32) throw broken(name, 'its checksum differs')
}

async function* unzstd(path: string, label: string): Chunks {
  const declared = zstdSize(path, label)
  const ready: Uint8Array[] = []
  const decoder = new Decompress(block => ready.push(block))
  let size = 0
  const take = () => {
    const blocks = ready.splice(0)
    for (const block of blocks) size += block.length
    return blocks
  }
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    for (let at = 0; at < chunk.length; at += ZSTD_SLICE) {
      decoder.push(chunk.subarray(at, at + ZSTD_SLICE))
      yield* take()
    }
  }
  decoder.push(new Uint8Array(0), true)
  yield* take()
  if (declared !== null && size !== declared) throw broken(label, `it declares ${declared} bytes and holds ${size}`)
}

/**
 * Walks frames and blocks without decoding them: finds a file that was cut off and windows that are too large, and
 * adds up the declared sizes (null when a frame declares none).
 */
function zstdSize(path: string, label: string): number | null {
  const file = fileSource(path)
  try {
    let declared: number | null = 0
    let work = 0
    let at = 0
    while (at < file.size) {
      const head = Buffer.concat([file.read(at, 18), Buffer.alloc(18)])
      if (head.readUInt32LE(0) >>> 4 === 0x184d2a5) {
        at += 8 + head.readUInt32LE(4)
        continue
      }
      const frame = zstdFrame(head)
      if (!frame) throw broken(label, `no frame begins at byte ${at}`)
      declared = declared === null || frame.size === null ? null : declared + frame.size
      at += frame.headBytes
      for (let isLast = false; !isLast; ) {
        const block = Buffer.concat([file.read(at, 3), Buffer.alloc(3)]).readUIntLE(0, 3)
        isLast = (block & 1) === 1
        at += 3 + ((block >> 1) % 4 === 1 ? 1 : block >> 3)
        work += Math.max(frame.window, LEAST_BLOCK_WORK)
        if (at > file.size) break
        if (frame.window > MAX_ZSTD_WINDOW || work > MAX_ZSTD_WORK) {
          throw refusal('too-large', `${label} needs too much memory or time to unpack.`, { entry: label, window: frame.window })
        }
      }
      at += frame.sumBytes
    }
    if (at > file.size) throw broken(label, 'it is cut off')
    return declared
  } finally {
    file.close()
  }
}

function entryName(entry: Entry): string {
  // Some packers write UTF-8 without saying so; the code page assumed otherwise also makes letters of control bytes.
  const flags = entry.generalPurposeBitFlag | (isUtf8(entry.fileNameRaw) ? UTF8_FLAG : 0)
  const name = getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, true)
  const fault = nameFault(name)
  if (fault !== null) {
    const shown = name.slice(0, 200)
    throw refusal('bad-entry-name', `The archive names an entry ${JSON.stringify(shown)}: ${fault}.`, { entry: shown })
  }
  return name.replace(/^(?:\.\/)+/, '')
}

function nameFault(name: string): string | null {
  if (name === '' || name.length > MAX_LABEL) return 'it is empty or too long'
  // Marks that turn the direction of writing make a name look like another one.
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)) return 'it holds control characters'
  if (name.includes('\\')) return 'it holds a backslash'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'it is an absolute path'
  return name.split('/').includes('..') ? 'it leaves the folder' : null
}

/** What macOS adds to archives and folders of its own accord. */
function isClutter(label: string): boolean {
  return label === '__MACOSX' || label.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(label)
}

function isSymlink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000
}

function withoutSuffix(label: string): string {
  return label.replace(/(?<=[^/])\.(?:gz|gzip|zst|zstd)$/i, '')
}

function sniffFile(path: string): Sniffed {
  const file = fileSource(path)
  try {
    return sniff(file.read(0, HEAD_BYTES))
  } finally {
    file.close()
  }
}

function containerKind(sniffed: Sniffed): Unpacked['kind'] {
  if (isUtf16(sniffed)) return 'utf16'
  return sniffed === 'zip' || sniffed === 'gzip' || sniffed === 'zstd' ? sniffed : 'plain'
}

function isUtf16(sniffed: Sniffed): boolean {
  return sniffed === 'utf16le' || sniffed === 'utf16be'
}

function broken(label: string, reason: string): Refusal {
  return refusal('broken-archive', `${label} cannot be unpacked: ${reason}.`, { entry: label, reason })
}

/** Whatever a decoder throws is the archive's fault; a full disk or a missing file says nothing about the archive. */
function faultOf(label: string, thrown: unknown): unknown {
  if (isRefusal(thrown) || (thrown instanceof Error && 'syscall' in thrown)) return thrown
  return broken(label, thrown instanceof Error ? thrown.message : String(thrown))
}
