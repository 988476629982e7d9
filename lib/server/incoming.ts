/**
 * A stream of bytes → a file that is safe on disk, under a temporary name: bounded, hashed on the way, synced. Whatever
 * goes wrong, nothing of it stays.
 */
import { createHash, type Hash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesText } from '../base/numbers'
import { isRefusal, refusal } from '../base/result'
import { dataFolder, fileMode } from './data-folder'
import { maxUploadBytes } from './limits'
import { INCOMING } from './store'

/** A stored file that the new one may have grown from. */
export interface Candidate {
  readonly sha256: string
  readonly bytes: number
}

export interface IncomingInput {
  readonly body: AsyncIterable<Uint8Array>
  /** `Content-Length`, when one was declared. */
  readonly declaredBytes: number | null
  /** Sorted by size. */
  readonly candidates: readonly Candidate[]
}

export interface Incoming {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  /** The largest candidate that these bytes begin with. */
  readonly grownFrom: string | null
}

const BATCH_BYTES = 1 << 20

export function incomingPath(): string {
  return join(dataFolder().files, INCOMING + randomUUID())
}

export async function receive(input: IncomingInput): Promise<Incoming> {
  const limit = maxUploadBytes()
  if (input.declaredBytes !== null && input.declaredBytes > limit) throw tooLarge(limit)
  const path = incomingPath()
  const file = await open(path, 'wx', fileMode)
  try {
    const hash = new PrefixHash(input.candidates)
    await writeAll(file, input.body, hash, limit)
    if (input.declaredBytes !== null && input.declaredBytes !== hash.bytes) throw cutOff(input.declaredBytes, hash.bytes)
    await file.sync()
    await file.close()
    return { path, bytes: hash.bytes, ...hash.end() }
  } catch (thrown) {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw faultOf(thrown)
  }
}

async function writeAll(file: FileHandle, body: AsyncIterable<Uint8Array>, hash: PrefixHash, limit: number): Promise<void> {
  let writing: Promise<void> = Promise.resolve()
  let batch: Uint8Array[] = []
  let held = 0
  // One batch is written while the next one comes in and is hashed.
  const flush = async () => {
    const bytes = Buffer.concat(batch, held)
    batch = []
    held = 0
    await writing
    writing = write(file, bytes)
    writing.catch(() => undefined)
  }
  for await (const chunk of body) {
    hash.update(chunk)
    if (hash.bytes > limit) throw tooLarge(limit)
    batch.push(chunk)
    held += chunk.length
    if (held >= BATCH_BYTES) await flush()
  }
  await flush()
  await writing
}

async function write(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) done += (await file.write(chunk, done)).bytesWritten
}

/** Hashes and looks, at the size of each candidate, whether these bytes are that file so far. */
class PrefixHash {
  bytes = 0
  private readonly hash: Hash = createHash('sha256')
  private next = 0
  private grownFrom: string | null = null

  constructor(private readonly candidates: readonly Candidate[]) {}

  update(chunk: Uint8Array): void {
    let rest = chunk
    for (
      let candidate = this.candidates[this.next];
      candidate && candidate.bytes < this.bytes + rest.length;
      candidate = this.candidates[++this.next]
    ) {
      const part = rest.subarray(0, candidate.bytes - this.bytes)
      this.take(part)
      rest = rest.subarray(part.length)
      if (this.bytes > 0 && this.hash.copy().digest('hex') === candidate.sha256) this.grownFrom = candidate.sha256
    }
    this.take(rest)
  }

  end(): { sha256: string; grownFrom: string | null } {
    return { sha256: this.hash.digest('hex'), grownFrom: this.grownFrom }
  }

  private take(part: Uint8Array): void {
    this.hash.update(part)
    this.bytes += part.length
  }
}

function tooLarge(limit: number) {
  return refusal('too-large', `The upload is larger than ${bytesText(limit)}. CUTPOINT_MAX_UPLOAD sets the limit.`, { limit })
}

function cutOff(declared: number, received: number) {
  const message = `The upload was announced with ${declared} bytes and came with ${received}; nothing was kept.`
  return refusal('upload-cut-off', message, { declared, received })
}

function faultOf(thrown: unknown): unknown {
  if (isRefusal(thrown)) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return refusal('disk-full', 'The disk is full; nothing was kept.', {})
  if (thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'write') return thrown
  return refusal('upload-cut-off', 'The connection broke off before the upload was complete; nothing was kept.', {})
}
