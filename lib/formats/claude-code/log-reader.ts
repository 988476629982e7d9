/**
 * The one pass over a log: every line is decoded, parsed once and let go; what stays are columns.
 *
 * This is the hot path of an import (hundreds of thousands of lines), so it makes no closures, lists or copies for a
 * line, and asks the uuid map only when the parent is not simply the line before.
 *
 * Counting: every record is used (it became part of a message, or is a boundary), metadata (a known type without
 * messages) or noted (with a note that says what it is).
 */

import { eachLine } from '../../base/lines'
import { Refusal } from '../../base/result'
import type { Source } from '../../base/source'
import { MESSAGE_FLAGS as M } from '../../session/flags'
import { IndexColumns } from '../../session/index-columns'
import { attachmentText, attachmentType, isScreenOnly, isUnsure } from './attachments'
import { BlockWriter } from './blocks'
import { piecesOf, skipBlank } from './broken'
import { emptyHarvest, type Harvest } from './harvest'
import { LineParser } from './line-parse'
import { MessageTable } from './message-table'
import { NOTES_PER_KIND } from './notes'
import { compactBoundary, microcompactBoundary } from './raw-boundary'
import { chainKind, isHiveMindHeader, isMasked, isMetadataType, isObject, type JsonObject, KIND, LINE, textOf } from './record-types'
import { errorStatus, errorText } from './recorded-error'
import { syntheticReason } from './synthetic'

export interface ReadOptions {
  readonly onProgress?: (bytesDone: number) => void
  readonly isCancelled?: () => boolean
}

/** Asking for every line whether somebody cancelled would cost more than a late answer. */
const LINES_BETWEEN_QUESTIONS = 256

export function readLog(source: Source, options: ReadOptions): Harvest {
  const reader = new LogReader()
  const { isCancelled, onProgress } = options
  let countdown = LINES_BETWEEN_QUESTIONS
  let wasCancelled = false
  const stop = (): boolean => {
    if (--countdown > 0) return false
    countdown = LINES_BETWEEN_QUESTIONS
    wasCancelled = isCancelled?.() ?? false
    return wasCancelled
  }
  const { lines, endsWithNewline } = eachLine(source, reader.visit, { stop, ...(onProgress ? { onProgress } : {}) })
  if (wasCancelled) throw new Refusal({ code: 'cancelled', message: 'The import was cancelled.', facts: {} })
  reader.finish(lines, endsWithNewline)
  return reader.harvest
}

class LogReader {
  readonly harvest: Harvest = emptyHarvest(new IndexColumns())
  private readonly columns = this.harvest.columns
  private readonly blocks = new BlockWriter(this.columns)
  private readonly messages = new MessageTable(this.columns)
  private readonly parser = new LineParser()
  private readonly agents = new Map<string, number>()
  private readonly notesOf = new Map<string, number>()

  private lastUuid = ''
  private lastRow = -1
  private wasLost = false
  private isRedacted = false
  private line = 0
  private start = 0
  private length = 0

  readonly visit = (line: number, start: number, buffer: Buffer, from: number, to: number): void => {
    this.line = line
    this.start = start
    this.length = to - from
    let record: unknown
    try {
      record = this.parser.parse(buffer, from, to)
    } catch {
      if (skipBlank(buffer, from, to) < to) this.recover(start, buffer, from, to)
      return
    }
    this.take(record)
  }

  finish(lines: number, endsWithNewline: boolean): void {
    const notes = this.harvest.notes
    const last = notes[notes.length - 1]
    if (last?.kind !== 'broken-line' || last.line !== lines || endsWithNewline) return
    notes[notes.length - 1] = { ...last, kind: 'cut-line', what: 'The last line breaks off.' }
  }

  private recover(start: number, buffer: Buffer, from: number, to: number): void {
    const pieces = piecesOf(buffer, from, to)
    if (pieces.filter(piece => piece.kind === 'record').length > 1) {
      this.note('glued-line', `${pieces.length} records stand on one line.`, 'split')
    }
    for (const piece of pieces) {
      this.start = start + piece.from - from
      this.length = piece.to - piece.from
      if (piece.kind === 'record') {
        this.take(this.parser.parse(buffer, piece.from, piece.to))
        continue
      }
      this.harvest.read++
      this.harvest.noted++
      this.wasLost = true
      if (piece.kind === 'dropped') this.note('interleaved-write', 'A record was cut off by another one on the same line.', 'dropped')
      else this.note('broken-line', 'This is no JSON.', 'left out')
    }
  }

  private take(record: unknown): void {
    const harvest = this.harvest
    harvest.read++
    if (!isObject(record)) {
      this.unknown('A line that is no record.')
      return
    }
    const kind = chainKind(record.type)
    const uuid = record.uuid
    if (kind >= 0) {
      this.chain(record, kind, typeof uuid === 'string' ? uuid : '')
      return
    }
    if (isMetadataType(record.type) || isHiveMindHeader(record)) {
      harvest.metadata++
      if (record.type === 'last-prompt') harvest.leaf = textOf(record.leafUuid)
      return
    }
    // What it links stays linked, though nobody knows what it is.
    if (typeof uuid === 'string') this.addRow(record, KIND.other, uuid)
    this.unknown(`A record of the unknown type ${JSON.stringify(record.type ?? null)}.`)
  }

  private chain(record: JsonObject, kind: number, uuid: string): void {
    const row = this.addRow(record, kind, uuid)
    const harvest = this.harvest
    if (kind === KIND.user || kind === KIND.assistant) {
      if (isObject(record.message)) {
        harvest.used++
        this.message(record, record.message, kind, row)
      } else this.unknown(`A record of type ${String(record.type)} without a message.`)
      return
    }
    if (kind === KIND.attachment) {
      harvest.used++
      this.attachment(record, row)
      return
    }
    const subtype = kind === KIND.system ? record.subtype : undefined
    if (subtype === 'compact_boundary') this.boundary(row, LINE.cut, compactBoundary(record, row))
    else if (subtype === 'microcompact_boundary') this.boundary(row, LINE.clear, microcompactBoundary(record, row))
    else harvest.metadata++
  }

  private boundary(row: number, flag: number, boundary: Harvest['boundaries'][number]): void {
    this.harvest.used++
    this.columns.lineFlags[row] = (this.columns.lineFlags[row] ?? 0) | flag
    this.harvest.boundaries.push(boundary)
  }

  private addRow(record: JsonObject, kind: number, uuid: string): number {
    const { columns, harvest } = this
    const row = columns.addLine(this.line, this.start, this.length)
    let flags = kind
    if (record.isSidechain === true) {
      flags |= LINE.sidechain
      harvest.sideRows.push(row)
      harvest.sideAgents.push(this.agentOrdinal(record.agentId))
    }
    if (record.isMeta === true) flags |= LINE.meta
    if (this.wasLost) {
      flags |= LINE.lostBefore
      this.wasLost = false
    }
    columns.lineFlags[row] = flags
    const time = record.timestamp
    if (typeof time === 'string') columns.lineTime[row] = Date.parse(time)
    this.link(row, record.parentUuid)
    if (uuid !== '') this.name(row, uuid)
    if (typeof record.version === 'string') harvest.version = record.version
    harvest.leaf = null
    return row
  }

  private link(row: number, parent: unknown): void {
    if (typeof parent !== 'string') return
    this.harvest.hasParents = true
    const known = parent === this.lastUuid ? this.lastRow : this.harvest.rowOf.get(parent)
    if (known !== undefined) {
      this.columns.lineParent[row] = known
      return
    }
    this.columns.lineParent[row] = -2
    this.harvest.unresolved.push({ row, uuid: parent })
  }

  private name(row: number, uuid: string): void {
    const { rowOf, replaced } = this.harvest
    const older = rowOf.get(uuid)
    rowOf.set(uuid, row)
    this.lastUuid = uuid
    this.lastRow = row
    if (older !== undefined) replaced.push({ older, newer: row })
  }

  private agentOrdinal(agentId: unknown): number {
    if (typeof agentId !== 'string' || agentId === '') return -1
    const known = this.agents.get(agentId)
    if (known !== undefined) return known
    const ordinal = this.harvest.agentIds.push(agentId) - 1
    this.agents.set(agentId, ordinal)
    return ordinal
  }

  private message(record: JsonObject, message: JsonObject, kind: number, row: number): void {
    const m = kind === KIND.user ? this.userMessage(record, message, row) : this.assistantMessage(record, message, row)
    this.columns.lineMessage[row] = m
    if (((this.columns.lineFlags[row] ?? 0) & LINE.sidechain) !== 0) this.messages.flag(m, M.sideChain)
    this.content(message, m, row)
  }

  private userMessage(record: JsonObject, message: JsonObject, row: number): number {
    const m = this.messages.add(message.role, KIND.user, row)
    const reason = syntheticReason(record, message.content)
    if (reason !== null) this.columns.messageSynthetic[m] = this.columns.strings.intern(reason)
    if (record.isCompactSummary === true) {
      this.columns.lineFlags[row] = (this.columns.lineFlags[row] ?? 0) | LINE.summary
      this.messages.flag(m, M.summary)
    }
    return m
  }

  private assistantMessage(record: JsonObject, message: JsonObject, row: number): number {
    const isError = record.isApiErrorMessage === true
    const id = isError ? null : providerId(message.id)
    const agent = ((this.columns.lineFlags[row] ?? 0) & LINE.sidechain) === 0 ? '' : `side ${textOf(record.agentId) ?? ''}`
    const m =
      id === null
        ? this.messages.add(message.role, KIND.assistant, row)
        : this.messages.join(id, textOf(record.requestId), agent, message.role, row)
    this.messages.report(m, message)
    let lineFlag = id === null ? LINE.noId : 0
    if (isError) {
      lineFlag |= LINE.apiError
      this.messages.flag(m, M.apiError)
      const text = errorText(message)
      this.harvest.errors.push({ line: row, status: errorStatus(record, text), text })
    }
    if (record.isAbortedMidStream === true) this.messages.flag(m, M.aborted)
    if (lineFlag !== 0) this.columns.lineFlags[row] = (this.columns.lineFlags[row] ?? 0) | lineFlag
    return m
  }

  private content(message: JsonObject, m: number, row: number): void {
    const content = message.content
    const { blocks, parser } = this
    if (typeof content === 'string') {
      if (content === '') this.messages.flag(m, M.contentEmptyString)
      blocks.writeWhole(content, m, row, parser.hasSurrogateEscape)
      return
    }
    if (!Array.isArray(content)) {
      this.messages.flag(m, content === undefined ? M.contentAbsent : content === null ? M.contentNull : M.contentOther)
      return
    }
    if (content.length === 0) this.messages.flag(m, M.contentEmptyArray)
    blocks.clear()
    for (let i = 0; i < content.length; i++) blocks.writePart(content[i], i, m, row, parser.hasSurrogateEscape)
    if (blocks.hasResult) this.columns.lineFlags[row] = (this.columns.lineFlags[row] ?? 0) | LINE.results
    if (blocks.hasMaskedId || blocks.hasMaskedSignature) this.redacted(row)
    if (blocks.isTooDeep) this.note('too-deep', 'A value nests deeper than 200.', 'kept as text')
  }

  private redacted(row: number): void {
    if (this.blocks.hasMaskedId) this.columns.lineFlags[row] = (this.columns.lineFlags[row] ?? 0) | LINE.maskedId
    if (this.isRedacted) return
    this.isRedacted = true
    this.note('redacted', 'This file was redacted; ids or signatures from here on are blotted out.', 'kept as it is')
  }

  private attachment(record: JsonObject, row: number): void {
    const { columns, messages } = this
    const attachment = record.attachment
    const type = attachmentType(attachment)
    const m = messages.add('user', KIND.user, row)
    columns.messageSynthetic[m] = columns.strings.intern(`attachment:${type}`)
    columns.lineMessage[row] = m
    if (isScreenOnly(type)) messages.flag(m, M.screenOnly)
    else if (isUnsure(type)) messages.flag(m, M.unsure)
    this.blocks.writeAttachment(attachmentText(attachment), m, row, this.parser.hasSurrogateEscape)
  }

  private unknown(what: string): void {
    this.harvest.noted++
    this.note('unknown-record', what, 'left out')
  }

  private note(kind: string, what: string, done: string): void {
    const count = (this.notesOf.get(kind) ?? 0) + 1
    this.notesOf.set(kind, count)
    if (count <= NOTES_PER_KIND) this.harvest.notes.push({ kind, line: this.line, start: this.start, length: this.length, what, done })
  }
}

function providerId(id: unknown): string | null {
  return typeof id === 'string' && id !== '' && !isMasked(id) ? id : null
}
