/**
 * Finds the records in a line that is not one JSON value. Real logs have three such shapes:
 *
 *   {…}{…}                          two records on one line: split
 *   {…"slug":"abc{"parentUuid":…}   two processes wrote at once, the first record was cut: the rest of the line holds
 *                                   the second one, and its own tail follows on a later line
 *   {…                              cut off at the end of the file
 */

import { skipValue } from '../../base/spans'

const OPEN_OBJECT = 123
/** How much may be looked at to find the second record, so that a hostile line costs no minutes. */
const SEARCH_BYTES = 256 * 1024 * 1024
const STARTS = [Buffer.from('{"parentUuid"'), Buffer.from('{"type"')]

export interface Piece {
  readonly from: number
  readonly to: number
  /** 'record' parses; 'dropped' is what stood before an interleaved record; 'broken' is anything else. */
  readonly kind: 'record' | 'dropped' | 'broken'
}

/** The pieces of a line in order; they cover everything but white space. */
export function piecesOf(buffer: Buffer, from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  let at = skipBlank(buffer, from, to)
  while (at < to) {
    const end = buffer[at] === OPEN_OBJECT ? skipValue(buffer, at, to) : -1
    if (end < 0 || !parses(buffer, at, end)) return [...pieces, ...unreadable(buffer, at, to)]
    pieces.push({ from: at, to: end, kind: 'record' })
    at = skipBlank(buffer, end, to)
  }
  return pieces
}

function unreadable(buffer: Buffer, from: number, to: number): Piece[] {
  const start = lastStart(buffer, from, to)
  if (start < 0) return [{ from, to, kind: 'broken' }]
  return [
    { from, to: start, kind: 'dropped' },
    { from: start, to, kind: 'record' },
  ]
}

/** The last place where a record starts that fills the rest of the line; -1 when there is none. */
function lastStart(buffer: Buffer, from: number, to: number): number {
  const line = buffer.subarray(from, to)
  const last = STARTS.map(word => line.lastIndexOf(word))
  let budget = SEARCH_BYTES
  for (;;) {
    const at = Math.max(...last)
    if (at <= 0 || budget <= 0) return -1
    const end = skipValue(line, at, line.length)
    budget -= (end < 0 ? line.length : end) - at
    if (end >= 0 && skipBlank(line, end, line.length) >= line.length && parses(line, at, end)) return from + at
    const which = last.indexOf(at)
    last[which] = line.lastIndexOf(STARTS[which] ?? '', at - 1)
  }
}

function parses(buffer: Buffer, from: number, to: number): boolean {
  try {
    JSON.parse(buffer.toString('utf8', from, to))
    return true
  } catch {
    return false
  }
}

export function skipBlank(buffer: Buffer, pos: number, to: number): number {
  let at = pos
  while (at < to && (buffer[at] ?? 33) <= 32) at++
  return at
}
