/**
 * Walks the lines of a source once, front to back.
 *
 * Chunks of 1 MB go into one buffer that is used again and again; it grows for a line that is longer, to at most one
 * and a half times that line. The visitor gets positions in the buffer instead of a line object, because a large log
 * has hundreds of thousands of lines; the bytes are gone when the visitor returns, so it must copy what it keeps.
 * A trailing carriage return is not part of a line, blank lines are reported, a UTF-8 BOM at offset 0 is skipped.
 */
import { readInto, type Source } from './source'

const CHUNK_BYTES = 1 << 20
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** `line` counts from 1, `start` is the offset in the source, `from` and `to` are positions in `buffer`. */
export type LineVisitor = (line: number, start: number, buffer: Buffer, from: number, to: number) => void

export interface LineOptions {
  /** Where to begin, at the start of a line; lines are counted from 1 there. */
  from?: number
  /** After each chunk, with the offset in the source up to which lines were visited or searched. */
  onProgress?: (bytesDone: number) => void
  /** Asked after each line. */
  stop?: () => boolean
}

export interface LineCount {
  lines: number
  /** Bytes walked over, line ends and BOM included; less than the source holds only when stopped. */
  bytes: number
  endsWithNewline: boolean
}

export function eachLine(source: Source, visit: LineVisitor, options: LineOptions = {}): LineCount {
  const begin = Math.min(options.from ?? 0, source.size)
  let buffer: Buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, source.size - begin)))
  let base = begin
  let held = 0
  let lines = 0
  let isFirstRead = true

  for (;;) {
    const read = readInto(source, buffer, held, base + held, buffer.length - held)
    if (read === 0) break
    let search = held
    held += read
    let from = isFirstRead && begin === 0 ? bomLength(buffer, held) : 0
    isFirstRead = false
    if (from > 0) search = from

    for (;;) {
      const end = buffer.indexOf(LINE_FEED, search)
      if (end < 0 || end >= held) break
      lines++
      visit(lines, base + from, buffer, from, withoutReturn(buffer, from, end))
      from = end + 1
      search = from
      if (options.stop?.()) return { lines, bytes: base + from - begin, endsWithNewline: true }
    }

    options.onProgress?.(base + held)
    if (from > 0) buffer.copyWithin(0, from, held)
    base += from
    held -= from
    if (held === buffer.length) buffer = grown(buffer, source.size - base)
  }

  const endsWithNewline = held === 0 && lines > 0
  if (held > 0) visit(++lines, base, buffer, 0, withoutReturn(buffer, 0, held))
  return { lines, bytes: base + held - begin, endsWithNewline }
}

function withoutReturn(buffer: Buffer, from: number, end: number): number {
  return end > from && buffer[end - 1] === CARRIAGE_RETURN ? end - 1 : end
}

function bomLength(buffer: Buffer, held: number): number {
  return held >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0
}

/** One byte more than is left is enough, so a file that ends in its longest line does not make the buffer outgrow it. */
function grown(buffer: Buffer, left: number): Buffer {
  const larger = Math.min(buffer.length + Math.max(CHUNK_BYTES, buffer.length >> 1), Math.max(left, buffer.length) + 1)
  const next = Buffer.allocUnsafe(larger)
  buffer.copy(next)
  return next
}
