/**
 * The columnar index of one session: what stays in memory after the bytes have passed by.
 * Columns are an encoding, not a style: readers ask `block(i)` or `message(i)` of a session and get small objects.
 *
 *   lines    one row for each record that carries messages or links of the chain
 *   messages one row for each message, in the order of their first line
 *   blocks   one row for each block; after `finish` sorted by message, then by position in it
 *
 * Strings that repeat (call ids, names, models) are interned once.
 */

const NONE = -1

type Column = Int32Array | Uint32Array | Float64Array | Uint8Array | Uint16Array

function grown<T extends Column>(column: T, size: number): T {
  const bigger = new (column.constructor as new (n: number) => T)(size)
  bigger.set(column as never)
  return bigger
}

export class Strings {
  readonly list: string[] = []
  private readonly ordinals = new Map<string, number>()

  static from(list: readonly string[]): Strings {
    const strings = new Strings()
    for (const text of list) strings.intern(text)
    return strings
  }

  intern(text: string): number {
    const known = this.ordinals.get(text)
    if (known !== undefined) return known
    const ordinal = this.list.length
    this.list.push(text)
    this.ordinals.set(text, ordinal)
    return ordinal
  }

  /** Text of an ordinal; null for -1. */
  at(ordinal: number): string | null {
    return this.list[ordinal] ?? null
  }

  find(text: string): number {
    return this.ordinals.get(text) ?? NONE
  }
}

/** Growable columns of one session. Importers append; nobody else writes. */
export class IndexColumns {
  strings = new Strings()
  lineCount = 0
  messageCount = 0
  blockCount = 0

  lineNumber = new Uint32Array(16)
  lineStart = new Float64Array(16)
  lineLength = new Uint32Array(16)
  /** Ordinal of the parent line; -1 none, -2 one that is not in the file. */
  lineParent = new Int32Array(16)
  lineMessage = new Int32Array(16)
  lineFlags = new Uint32Array(16)
  lineTime = new Float64Array(16)

  messageRole = new Uint8Array(16)
  messageRawRole = new Int32Array(16)
  messageFlags = new Uint32Array(16)
  messageSynthetic = new Int32Array(16)
  messageModel = new Int32Array(16)
  messageProviderId = new Int32Array(16)
  messageFirstLine = new Int32Array(16)
  /** Number in `m42`; -1 when a boundary owns the message. */
  messageNumber = new Int32Array(16)
  messageOwner = new Int32Array(16)
  messageContextTokens = new Int32Array(16)
  messageOutputTokens = new Int32Array(16)
  messageCacheRead = new Int32Array(16)
  messageBlocks = new Int32Array(17)

  blockMessage = new Int32Array(16)
  blockLine = new Int32Array(16)
  blockKind = new Uint8Array(16)
  blockCall = new Int32Array(16)
  blockName = new Int32Array(16)
  blockFlags = new Uint32Array(16)
  /** UTF-16 units of the text (media: bytes of the data): what estimates are made of. */
  blockChars = new Uint32Array(16)
  /** Interned path of the block inside its record, `#` standing for the ordinal: `message.content.#`. */
  blockTemplate = new Uint16Array(16)
  blockOrdinal = new Uint32Array(16)

  addLine(line: number, start: number, length: number): number {
    const i = this.lineCount++
    if (i === this.lineNumber.length) this.growLines(i * 2)
    this.lineNumber[i] = line
    this.lineStart[i] = start
    this.lineLength[i] = length
    this.lineParent[i] = NONE
    this.lineMessage[i] = NONE
    this.lineTime[i] = Number.NaN
    return i
  }

  addMessage(role: number, rawRole: number, firstLine: number): number {
    const i = this.messageCount++
    if (i === this.messageRole.length) this.growMessages(i * 2)
    this.messageRole[i] = role
    this.messageRawRole[i] = rawRole
    this.messageSynthetic[i] = NONE
    this.messageModel[i] = NONE
    this.messageProviderId[i] = NONE
    this.messageFirstLine[i] = firstLine
    this.messageNumber[i] = NONE
    this.messageOwner[i] = NONE
    this.messageContextTokens[i] = NONE
    this.messageOutputTokens[i] = NONE
    this.messageCacheRead[i] = NONE
    return i
  }

  addBlock(message: number, line: number, kind: number): number {
    const i = this.blockCount++
    if (i === this.blockMessage.length) this.growBlocks(i * 2)
    this.blockMessage[i] = message
    this.blockLine[i] = line
    this.blockKind[i] = kind
    this.blockCall[i] = NONE
    this.blockName[i] = NONE
    return i
  }

  /** Numbers the messages that no boundary owns, sorts blocks by message (stable) and cuts columns to size. */
  finish(): void {
    let number = 0
    for (let i = 0; i < this.messageCount; i++) if (this.messageOwner[i] === NONE) this.messageNumber[i] = number++
    this.sortBlocks()
    this.growLines(this.lineCount)
    this.growMessages(this.messageCount)
    this.growBlocks(this.blockCount)
  }

  private sortBlocks(): void {
    const from = new Int32Array(this.messageCount + 1)
    let sorted = true
    for (let b = 0; b < this.blockCount; b++) {
      const m = this.blockMessage[b] ?? 0
      from[m + 1] = (from[m + 1] ?? 0) + 1
      if (b > 0 && (this.blockMessage[b - 1] ?? 0) > m) sorted = false
    }
    for (let m = 0; m < this.messageCount; m++) from[m + 1] = (from[m + 1] ?? 0) + (from[m] ?? 0)
    this.messageBlocks = from
    if (sorted) return
    const next = from.slice()
    const place = new Int32Array(this.blockCount)
    for (let b = 0; b < this.blockCount; b++) {
      const m = this.blockMessage[b] ?? 0
      const at = next[m] ?? 0
      place[b] = at
      next[m] = at + 1
    }
    this.blockMessage = permuted(this.blockMessage, place)
    this.blockLine = permuted(this.blockLine, place)
    this.blockKind = permuted(this.blockKind, place)
    this.blockCall = permuted(this.blockCall, place)
    this.blockName = permuted(this.blockName, place)
    this.blockFlags = permuted(this.blockFlags, place)
    this.blockChars = permuted(this.blockChars, place)
    this.blockTemplate = permuted(this.blockTemplate, place)
    this.blockOrdinal = permuted(this.blockOrdinal, place)
  }

  private growLines(size: number): void {
    this.lineNumber = resized(this.lineNumber, size)
    this.lineStart = resized(this.lineStart, size)
    this.lineLength = resized(this.lineLength, size)
    this.lineParent = resized(this.lineParent, size)
    this.lineMessage = resized(this.lineMessage, size)
    this.lineFlags = resized(this.lineFlags, size)
    this.lineTime = resized(this.lineTime, size)
  }

  private growMessages(size: number): void {
    this.messageRole = resized(this.messageRole, size)
    this.messageRawRole = resized(this.messageRawRole, size)
    this.messageFlags = resized(this.messageFlags, size)
    this.messageSynthetic = resized(this.messageSynthetic, size)
    this.messageModel = resized(this.messageModel, size)
    this.messageProviderId = resized(this.messageProviderId, size)
    this.messageFirstLine = resized(this.messageFirstLine, size)
    this.messageNumber = resized(this.messageNumber, size)
    this.messageOwner = resized(this.messageOwner, size)
    this.messageContextTokens = resized(this.messageContextTokens, size)
    this.messageOutputTokens = resized(this.messageOutputTokens, size)
    this.messageCacheRead = resized(this.messageCacheRead, size)
  }

  private growBlocks(size: number): void {
    this.blockMessage = resized(this.blockMessage, size)
    this.blockLine = resized(this.blockLine, size)
    this.blockKind = resized(this.blockKind, size)
    this.blockCall = resized(this.blockCall, size)
    this.blockName = resized(this.blockName, size)
    this.blockFlags = resized(this.blockFlags, size)
    this.blockChars = resized(this.blockChars, size)
    this.blockTemplate = resized(this.blockTemplate, size)
    this.blockOrdinal = resized(this.blockOrdinal, size)
  }
}

function resized<T extends Column>(column: T, size: number): T {
  if (size === column.length) return column
  return size > column.length ? grown(column, size) : (column.slice(0, size) as T)
}

function permuted<T extends Column>(column: T, place: Int32Array): T {
  const out = new (column.constructor as new (n: number) => T)(place.length)
  for (let i = 0; i < place.length; i++) out[place[i] ?? 0] = column[i] ?? 0
  return out
}
