/**
 * Copies chosen rows of columns into new columns, in a given order: how the lines of one agent are taken out of a file
 * that holds several, and how the last of several lines with one uuid takes the place of the first.
 * Works on columns that are not finished yet.
 */

import { IndexColumns } from '../../session/index-columns'
import { TEMPLATE } from './blocks'

/** First block of each row and one past the last: until `finish`, blocks stand in the order of their rows. */
export function blocksByRow(columns: IndexColumns): Int32Array {
  const from = new Int32Array(columns.lineCount + 1)
  for (let b = 0; b < columns.blockCount; b++) {
    const next = (columns.blockLine[b] ?? 0) + 1
    from[next] = (from[next] ?? 0) + 1
  }
  for (let row = 0; row < columns.lineCount; row++) from[row + 1] = (from[row + 1] ?? 0) + (from[row] ?? 0)
  return from
}

/** `sources[i]` is the old row that becomes row i. Costs what it copies, however large the file is. */
export function copyRows(old: IndexColumns, blocksFrom: Int32Array, sources: readonly number[]): IndexColumns {
  const copy = new Copy(old, blocksFrom)
  for (const row of sources) copy.row(row)
  return copy.columns
}

class Copy {
  readonly columns = new IndexColumns()
  private readonly messages = new Map<number, number>()
  private readonly texts = new Map<number, number>()

  constructor(
    private readonly old: IndexColumns,
    private readonly blocksFrom: Int32Array,
  ) {
    for (const template of Object.values(TEMPLATE)) this.columns.strings.intern(template)
  }

  row(source: number): void {
    const { old, columns } = this
    const row = columns.addLine(old.lineNumber[source] ?? 0, old.lineStart[source] ?? 0, old.lineLength[source] ?? 0)
    columns.lineFlags[row] = old.lineFlags[source] ?? 0
    columns.lineTime[row] = old.lineTime[source] ?? Number.NaN
    const message = old.lineMessage[source] ?? -1
    if (message < 0) return
    const m = this.message(message, row)
    columns.lineMessage[row] = m
    for (let b = this.blocksFrom[source] ?? 0; b < (this.blocksFrom[source + 1] ?? 0); b++) this.block(b, m, row)
  }

  private message(message: number, row: number): number {
    const known = this.messages.get(message)
    if (known !== undefined) return known
    const { old, columns } = this
    const m = columns.addMessage(old.messageRole[message] ?? 1, this.text(old.messageRawRole[message]), row)
    this.messages.set(message, m)
    columns.messageFlags[m] = old.messageFlags[message] ?? 0
    columns.messageSynthetic[m] = this.text(old.messageSynthetic[message])
    columns.messageModel[m] = this.text(old.messageModel[message])
    columns.messageProviderId[m] = this.text(old.messageProviderId[message])
    columns.messageContextTokens[m] = old.messageContextTokens[message] ?? -1
    columns.messageOutputTokens[m] = old.messageOutputTokens[message] ?? -1
    columns.messageCacheRead[m] = old.messageCacheRead[message] ?? -1
    return m
  }

  private block(source: number, message: number, row: number): void {
    const { old, columns } = this
    const b = columns.addBlock(message, row, old.blockKind[source] ?? 0)
    columns.blockCall[b] = this.text(old.blockCall[source])
    columns.blockName[b] = this.text(old.blockName[source])
    columns.blockFlags[b] = old.blockFlags[source] ?? 0
    columns.blockChars[b] = old.blockChars[source] ?? 0
    columns.blockTemplate[b] = this.text(old.blockTemplate[source])
    columns.blockOrdinal[b] = old.blockOrdinal[source] ?? 0
  }

  private text(ordinal: number | undefined): number {
    if (ordinal === undefined || ordinal < 0) return -1
    const known = this.texts.get(ordinal)
    if (known !== undefined) return known
    const fresh = this.columns.strings.intern(this.old.strings.at(ordinal) ?? '')
    this.texts.set(ordinal, fresh)
    return fresh
  }
}
