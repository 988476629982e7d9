/** Hashes and copies of files in bounded memory. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileMode } from './data-folder'

const CHUNK_BYTES = 1 << 20

/** SHA-256 of a file, read in pieces into one buffer. */
export function hashFile(path: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const fd = openSync(path, 'r')
  try {
    for (;;) {
      const read = readSync(fd, buffer, 0, buffer.length, null)
      if (read === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, read))
    }
  } finally {
    closeSync(fd)
  }
}

/** Writes a stream to a new file and gives its path. */
export async function spool(chunks: AsyncIterable<Uint8Array | string>, path: string): Promise<string> {
  const file = await open(path, 'wx', fileMode)
  try {
    for await (const chunk of chunks) await file.appendFile(chunk)
  } finally {
    await file.close()
  }
  return path
}
