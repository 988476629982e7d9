/** What is to become of the lines of a file: changes of records, new lines beside them, and the bytes that come of it. */

import { elements, type Splice, spliceSpans, valueSpan } from '../../base/spans'
import type { Session } from '../../session/session'
import { wholeBuffer } from '../layout'
import { isObject, type JsonObject, textOf } from './record-types'
import { type ContentEdit, editContent } from './write-blocks'
import { withMembers } from './write-members'
import { boundaryOf, noticeOf } from './write-records'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BOM_BYTES = 3

/** A name put into the lists of kept records of a boundary, beside one that is there. */
export interface KeptName {
  readonly uuid: string
  readonly beside: string
  readonly isBefore: boolean
}

export class LineEdits {
  readonly parents = new Map<number, string | null>()
  readonly contents = new Map<number, ContentEdit>()
  /** Records without blocks, which become notices; true for a summary that is its own boundary. */
  readonly notices = new Map<number, boolean>()
  readonly keptNames = new Map<number, KeptName[]>()
  /** Records that are written anew. */
  readonly others = new Map<number, (record: Buffer) => Buffer>()
  private readonly lines = new Map<number, string[]>()
  private readonly bytes: Buffer
  private readonly parsed = new Map<number, JsonObject>()

  constructor(private readonly session: Session) {
    this.bytes = wholeBuffer(session.source)
  }

  record(row: number): JsonObject {
    const known = this.parsed.get(row)
    if (known) return known
    const value: unknown = row < 0 ? {} : JSON.parse(this.recordBytes(row).toString('utf8'))
    const record = isObject(value) ? value : {}
    this.parsed.set(row, record)
    return record
  }

  recordBytes(row: number): Buffer {
    return this.session.recordBytes(row)
  }

  /** '' for a record without one. */
  uuid(row: number): string {
    return textOf(this.record(row).uuid) ?? ''
  }

  content(row: number): ContentEdit {
    const known = this.contents.get(row)
    if (known) return known
    const edit: ContentEdit = { set: new Map(), before: new Map(), after: new Map(), fill: [] }
    this.contents.set(row, edit)
    return edit
  }

  keep(row: number, name: KeptName): void {
    this.keptNames.set(row, [...(this.keptNames.get(row) ?? []), name])
  }

  isGone(row: number): boolean {
    return this.notices.has(row)
  }

  addBefore(row: number, line: string): void {
    this.add(this.lineStart(this.session.columns.lineStart[row] ?? 0), line)
  }

  addAfter(row: number, line: string): void {
    const { lineStart, lineLength } = this.session.columns
    this.add(this.nextLine((lineStart[row] ?? 0) + (lineLength[row] ?? 0)), line)
  }

  addLast(line: string): void {
    this.add(this.bytes.length, line)
  }

  private add(offset: number, line: string): void {
    const lines = this.lines.get(offset)
    if (lines) lines.push(line)
    else this.lines.set(offset, [line])
  }

  private lineStart(offset: number): number {
    const start = offset === 0 ? 0 : this.bytes.lastIndexOf(LINE_FEED, offset - 1) + 1
    return start === 0 && this.bytes[0] === 0xef && offset >= BOM_BYTES ? BOM_BYTES : start
  }

  private nextLine(offset: number): number {
    const end = this.bytes.indexOf(LINE_FEED, offset)
    return end < 0 ? this.bytes.length : end + 1
  }

  get isEmpty(): boolean {
    return [this.parents, this.contents, this.notices, this.keptNames, this.others, this.lines].every(part => part.size === 0)
  }

  written(): Uint8Array {
    if (this.isEmpty) return this.bytes
    const rows = new Set([
      ...this.parents.keys(),
      ...this.contents.keys(),
      ...this.notices.keys(),
      ...this.keptNames.keys(),
      ...this.others.keys(),
    ])
    const { lineStart, lineLength } = this.session.columns
    const changes: Splice[] = [...rows].map(row => {
      const start = lineStart[row] ?? 0
      return { start, end: start + (lineLength[row] ?? 0), text: this.changed(row) }
    })
    for (const [offset, lines] of this.lines) changes.push({ start: offset, end: offset, text: this.linesAt(offset, lines) })
    changes.sort((a, b) => a.start - b.start || a.end - b.end)
    return spliceSpans(this.bytes, changes)
  }

  private changed(row: number): Buffer {
    let bytes = this.recordBytes(row)
    const content = this.contents.get(row)
    const notice = this.notices.get(row)
    if (notice !== undefined) bytes = notice ? boundaryOf(bytes, textOf(this.record(row).parentUuid)) : noticeOf(bytes)
    else if (content) bytes = editContent(bytes, content)
    bytes = this.others.get(row)?.(bytes) ?? bytes
    const parent = this.parents.get(row)
    if (parent !== undefined && notice !== true) bytes = withMembers(bytes, { parentUuid: JSON.stringify(parent) })
    for (const name of this.keptNames.get(row) ?? []) bytes = withKeptName(bytes, name)
    return bytes
  }

  /** New lines end as the line before them does; a file without a last line end stays one. */
  private linesAt(offset: number, lines: readonly string[]): string {
    const end = this.lineEnd(offset)
    const isOpen = offset === this.bytes.length && offset > 0 && this.bytes[offset - 1] !== LINE_FEED
    return isOpen ? lines.map(line => end + line).join('') : lines.map(line => line + end).join('')
  }

  private lineEnd(offset: number): string {
    const before = offset > 0 ? this.bytes.lastIndexOf(LINE_FEED, offset - 1) : -1
    const feed = before >= 0 ? before : this.bytes.indexOf(LINE_FEED)
    return feed > 0 && this.bytes[feed - 1] === CARRIAGE_RETURN ? '\r\n' : '\n'
  }
}

const META = 'compactMetadata'

/** The lists of kept uuids with one more, and the ends of the segment when it is a new end. */
function withKeptName(record: Buffer, name: KeptName): Buffer {
  let bytes = record
  for (const list of ['uuids', 'allUuids'] as const) {
    const span = valueSpan(bytes, 0, bytes.length, [META, 'preservedMessages', list])
    const names = span && elements(bytes, span.start, span.end)
    const beside = names?.find(({ start, end }) => bytes.toString('utf8', start, end) === JSON.stringify(name.beside))
    if (!beside) continue
    const at = name.isBefore ? beside.start : beside.end
    const text = name.isBefore ? `${JSON.stringify(name.uuid)},` : `,${JSON.stringify(name.uuid)}`
    bytes = Buffer.from(spliceSpans(bytes, [{ start: at, end: at, text }]))
  }
  const end = name.isBefore ? 'headUuid' : 'tailUuid'
  const span = valueSpan(bytes, 0, bytes.length, [META, 'preservedSegment', end])
  if (span && bytes.toString('utf8', span.start, span.end) === JSON.stringify(name.beside)) {
    bytes = Buffer.from(spliceSpans(bytes, [{ ...span, text: JSON.stringify(name.uuid) }]))
  }
  return bytes
}
