/**
 * Parses one line of a log. A third of the bytes of a usual log lie in `toolUseResult` and in `progress.data`, which
 * nobody reads while importing; on long lines their ranges are found by a scan of the top-level keys and left out of
 * the text that is parsed (they read as null). Anything odd is parsed whole.
 */

import { topKeys } from '../../base/spans'

/** Shorter lines are parsed faster than they are scanned. */
const SCAN_BYTES = 1500
/** A range shorter than this is not worth a second piece of text. */
const CUT_BYTES = 256

const TOOL_USE_RESULT = Buffer.from('"toolUseResult"')
const DATA = Buffer.from('"data"')
const TYPE = Buffer.from('"type"')
const PROGRESS = Buffer.from('"progress"')

export class LineParser {
  /** The text just parsed holds an escape that may be half of a surrogate pair. */
  hasSurrogateEscape = false

  private buffer: Buffer = TYPE
  private cutFrom = -1
  private cutTo = -1
  private dataFrom = -1
  private dataTo = -1
  private isProgress = false

  /** Throws a SyntaxError as JSON.parse does. */
  parse(buffer: Buffer, from: number, to: number): unknown {
    const text = to - from > SCAN_BYTES ? this.shortened(buffer, from, to) : buffer.toString('utf8', from, to)
    this.hasSurrogateEscape = text.includes('\\u') && (text.includes('\\ud') || text.includes('\\uD'))
    return JSON.parse(text)
  }

  private shortened(buffer: Buffer, from: number, to: number): string {
    this.buffer = buffer
    this.cutFrom = -1
    this.dataFrom = -1
    this.isProgress = false
    const isWhole = topKeys(buffer, from, to, this.lookAt)
    if (this.isProgress && this.dataFrom >= 0) {
      this.cutFrom = this.dataFrom
      this.cutTo = this.dataTo
    }
    if (!isWhole || this.cutFrom < 0 || this.cutTo - this.cutFrom < CUT_BYTES) return buffer.toString('utf8', from, to)
    return `${buffer.toString('utf8', from, this.cutFrom)}null${buffer.toString('utf8', this.cutTo, to)}`
  }

  /** Made once: a closure for each line would cost more than the scan saves. */
  private readonly lookAt = (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void => {
    const length = keyEnd - keyStart
    if (length === TOOL_USE_RESULT.length && this.isAt(keyStart, TOOL_USE_RESULT)) {
      this.cutFrom = valueStart
      this.cutTo = valueEnd
    } else if (length === DATA.length && this.isAt(keyStart, DATA)) {
      this.dataFrom = valueStart
      this.dataTo = valueEnd
    } else if (length === TYPE.length && valueEnd - valueStart === PROGRESS.length && this.isAt(keyStart, TYPE)) {
      this.isProgress = this.isAt(valueStart, PROGRESS)
    }
  }

  private isAt(start: number, word: Buffer): boolean {
    for (let i = 0; i < word.length; i++) if (this.buffer[start + i] !== word[i]) return false
    return true
  }
}
