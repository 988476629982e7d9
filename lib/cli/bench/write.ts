/** Writes a made-up session to disk, a megabyte at a time, so that a file of any size costs little memory. */

import { closeSync, openSync, writeSync } from 'node:fs'
import { type GenerateOptions, generateClaudeCode } from './generate'

export interface Written {
  readonly lines: number
  readonly bytes: number
  /** Bytes of the longest line, its line end apart. */
  readonly longest: number
}

const BATCH = 1 << 20

export function writeGenerated(path: string, options: GenerateOptions): Written {
  const file = openSync(path, 'w')
  try {
    return writeLines(file, generateClaudeCode(options))
  } finally {
    closeSync(file)
  }
}

function writeLines(file: number, source: Iterable<string>): Written {
  const written = { lines: 0, bytes: 0, longest: 0 }
  let batch: Buffer[] = []
  let waiting = 0
  for (const text of source) {
    const line = Buffer.from(`${text}\n`)
    batch.push(line)
    waiting += line.length
    written.lines++
    written.longest = Math.max(written.longest, line.length - 1)
    if (waiting < BATCH) continue
    written.bytes += writeAll(file, Buffer.concat(batch, waiting))
    batch = []
    waiting = 0
  }
  written.bytes += writeAll(file, Buffer.concat(batch, waiting))
  return written
}

/** A write may take less than it was given. */
function writeAll(file: number, bytes: Buffer): number {
  let done = 0
  while (done < bytes.length) done += writeSync(file, bytes, done)
  return done
}
