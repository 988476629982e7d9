/**
 * Recorded compactions of one agent: which summary belongs to which boundary line, what stayed, what was cleared.
 *
 *   compact_boundary       cuts the chain; the summary record follows; `preservedMessages` name records that stay
 *   microcompact_boundary  a link of the chain; the results it names are cleared in requests, whole on disk
 *
 * A summary that no boundary line announces is a boundary itself; a boundary line without summary owns nothing.
 */

import type { IndexColumns } from '../../session/index-columns'
import type { Address, Boundary, SourceRef } from '../../session/model'
import type { Harvest, RawBoundary } from './harvest'
import type { NativeBoundary } from './native'
import type { Part } from './parts'
import { KIND, KIND_MASK, LINE } from './record-types'

/** A boundary with rows of its own part. */
export interface PlacedBoundary {
  readonly raw: RawBoundary | null
  readonly row: number
  readonly summary: number
  readonly before: number
  readonly kept: readonly number[]
  readonly keptMissing: number
}

export function placeBoundaries(harvest: Harvest, part: Part): PlacedBoundary[] {
  const byRow = new Map<number, RawBoundary>()
  for (const raw of harvest.boundaries) {
    const row = part.place(raw.line)
    if (row >= 0) byRow.set(row, raw)
  }
  const c = part.columns
  const placed: PlacedBoundary[] = []
  const summaries = new Set<number>()
  for (const [row, raw] of [...byRow].sort((a, b) => a[0] - b[0])) {
    const summary = raw.isClear ? -1 : summaryOf(c, row)
    if (summary >= 0) summaries.add(summary)
    const kept = raw.isClear ? NOTHING_KEPT : keptRows(harvest, part, raw)
    placed.push({ raw, row, summary, before: rowBefore(harvest, part, raw, row), kept: kept.rows, keptMissing: kept.missing })
  }
  for (let row = 0; row < c.lineCount; row++) {
    if (((c.lineFlags[row] ?? 0) & LINE.summary) === 0 || summaries.has(row)) continue
    c.lineFlags[row] = (c.lineFlags[row] ?? 0) | LINE.cut
    const parent = c.lineParent[row] ?? -1
    placed.push({ raw: null, row, summary: row, before: parent >= 0 && parent !== row ? parent : row - 1, kept: [], keptMissing: 0 })
  }
  return placed.sort((a, b) => a.row - b.row)
}

const NOTHING_KEPT = { rows: [], missing: 0 } as const

/** The summary that names the boundary as its parent, else the next one before another boundary. */
function summaryOf(c: IndexColumns, boundary: number): number {
  let next = -1
  for (let row = boundary + 1; row < c.lineCount; row++) {
    const flags = c.lineFlags[row] ?? 0
    if ((flags & LINE.summary) !== 0) {
      if (c.lineParent[row] === boundary) return row
      if (next < 0) next = row
    }
    if ((flags & LINE.cut) !== 0) break
  }
  return next >= 0 && (c.lineParent[next] ?? -1) < 0 ? next : -1
}

/** The logical parent is missing from the file for every third boundary; then the line before is where the chain was. */
function rowBefore(harvest: Harvest, part: Part, raw: RawBoundary, row: number): number {
  const parent = part.columns.lineParent[row] ?? -1
  if (raw.isClear || parent >= 0) return parent
  const logical = raw.logicalParent === null ? undefined : harvest.rowOf.get(raw.logicalParent)
  const place = logical === undefined ? -1 : part.place(logical)
  return place >= 0 && place !== row ? place : row - 1
}

function keptRows(harvest: Harvest, part: Part, raw: RawBoundary): { readonly rows: readonly number[]; readonly missing: number } {
  if (raw.kept !== null) {
    const rows: number[] = []
    for (const uuid of raw.kept) {
      const row = rowOfUuid(harvest, part, uuid)
      if (row >= 0) rows.push(row)
    }
    return { rows, missing: raw.kept.length - rows.length }
  }
  if (raw.head === null && raw.tail === null) return NOTHING_KEPT
  return segment(part.columns, rowOfUuid(harvest, part, raw.head), rowOfUuid(harvest, part, raw.tail))
}

/** From tail up to head; a segment whose ends do not meet is missing. */
function segment(c: IndexColumns, head: number, tail: number): { readonly rows: readonly number[]; readonly missing: number } {
  const rows: number[] = []
  let at = tail
  while (at >= 0 && rows.length <= c.lineCount) {
    rows.push(at)
    if (at === head) return { rows: rows.reverse(), missing: 0 }
    at = c.lineParent[at] ?? -1
  }
  return { rows: [], missing: (head < 0 ? 1 : 0) + (tail < 0 ? 1 : 0) || 1 }
}

function rowOfUuid(harvest: Harvest, part: Part, uuid: string | null): number {
  const row = uuid === null ? undefined : harvest.rowOf.get(uuid)
  return row === undefined ? -1 : part.place(row)
}

/** After the columns are finished: the published boundary and what the format itself needs of it. */
export interface BoundaryMaker {
  readonly columns: IndexColumns
  readonly harvest: Harvest
  readonly part: Part
  /** '' or `a2/`. */
  readonly prefix: string
  readonly sourceOf: (row: number) => SourceRef
}

export function makeBoundary(
  placed: PlacedBoundary,
  maker: BoundaryMaker,
): { readonly boundary: Boundary; readonly native: NativeBoundary } {
  const { columns: c, prefix } = maker
  const { raw, row } = placed
  const clearedBlocks = raw === null ? [] : resultsNamed(c, raw.clearedCalls, row)
  const clearedMessages = raw === null ? [] : attachmentsNamed(maker, raw.clearedAttachments)
  const boundary: Boundary = {
    kind: raw?.isClear ? 'clear' : 'summary',
    at: numberAt(c, row),
    trigger: raw?.trigger ?? null,
    tokensBefore: raw?.tokensBefore ?? null,
    tokensAfter: raw?.tokensAfter ?? null,
    cleared: [...clearedBlocks.map(b => blockAddress(c, prefix, b)), ...clearedMessages.map(m => messageAddress(c, prefix, m))],
    kept: keptAddresses(c, prefix, placed.kept),
    keptMissing: placed.keptMissing,
    owned: placed.summary >= 0 ? [c.lineMessage[placed.summary] ?? -1].filter(m => m >= 0) : [],
    source: maker.sourceOf(row),
  }
  const { summary, before, kept, keptMissing } = placed
  return { boundary, native: { row, isClear: raw?.isClear ?? false, summary, before, kept, keptMissing, clearedBlocks, clearedMessages } }
}

/** The number of the first message whose first line stands after this row. */
function numberAt(c: IndexColumns, row: number): number {
  let number = 0
  for (let m = 0; m < c.messageCount && (c.messageFirstLine[m] ?? 0) < row; m++) if ((c.messageNumber[m] ?? -1) >= 0) number++
  return number
}

function resultsNamed(c: IndexColumns, calls: readonly string[], row: number): number[] {
  const named = new Set<number>()
  for (const call of calls) {
    const ordinal = c.strings.find(call)
    if (ordinal >= 0) named.add(ordinal)
  }
  const found: number[] = []
  if (named.size === 0) return found
  for (let b = 0; b < c.blockCount; b++) {
    if (c.blockKind[b] === RESULT && named.has(c.blockCall[b] ?? -1) && (c.blockLine[b] ?? 0) < row) found.push(b)
  }
  return found
}

/** Code of `result` in the columns. */
export const RESULT = 4
/** Code of `call` in the columns. */
export const CALL = 3

function attachmentsNamed(maker: BoundaryMaker, uuids: readonly string[]): number[] {
  const found: number[] = []
  for (const uuid of uuids) {
    const row = rowOfUuid(maker.harvest, maker.part, uuid)
    if (row < 0 || ((maker.columns.lineFlags[row] ?? 0) & KIND_MASK) !== KIND.attachment) continue
    const message = maker.columns.lineMessage[row] ?? -1
    if (message >= 0) found.push(message)
  }
  return found
}

/** A whole message by its own address, one of which only some lines stayed by its blocks. */
function keptAddresses(c: IndexColumns, prefix: string, kept: readonly number[]): Address[] {
  const rows = new Set(kept)
  const messages = new Set<number>()
  for (const row of kept) {
    const message = c.lineMessage[row] ?? -1
    if (message >= 0) messages.add(message)
  }
  return [...messages].flatMap(message => {
    const blocks: number[] = []
    let isWhole = true
    for (let b = c.messageBlocks[message] ?? 0; b < (c.messageBlocks[message + 1] ?? 0); b++) {
      if (rows.has(c.blockLine[b] ?? -1)) blocks.push(b)
      else isWhole = false
    }
    return isWhole ? [messageAddress(c, prefix, message)] : blocks.map(b => blockAddress(c, prefix, b))
  })
}

export function messageAddress(c: IndexColumns, prefix: string, message: number): Address {
  const number = c.messageNumber[message] ?? -1
  return number >= 0 ? `${prefix}m${number}` : `${prefix}k${c.messageOwner[message] ?? 0}.m0`
}

function blockAddress(c: IndexColumns, prefix: string, block: number): Address {
  const message = c.blockMessage[block] ?? 0
  return `${messageAddress(c, prefix, message)}.b${block - (c.messageBlocks[message] ?? 0)}`
}
