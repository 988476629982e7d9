/**
 * Parses one line of a log. A third of the bytes of a usual log lie in `toolUseResult` and in `progress.data`, which
 * nobody reads while importing; on long lines their ranges are left out of the text that is parsed (they read as null).
 *
 * Their keys are found by a search and not by a scan of the line: inside a JSON string a quote is always escaped, so
 * `,"toolUseResult":` in the bytes is a key, wherever it stands. Only a call's input could hold such a key further
 * down; lines of the assistant, which have none of their own, are parsed again as a whole then.
 */

import { skipValue } from '../../base/spans'

/** Shorter lines are parsed faster than they are searched. */
const SEARCH_BYTES = 1500
/** A range shorter than this is not worth a copy. */
const CUT_BYTES = 256

const TOOL_USE_RESULT = Buffer.from(',"toolUseResult":')
const PROGRESS_DATA = Buffer.from('"type":"progress","data":')
const NULL = Buffer.from('null')

export class LineParser {
  /** The text just parsed holds an escape that may be half of a surrogate pair. */
  hasSurrogateEscape = false

  private scratch = Buffer.allocUnsafe(1 << 16)
  private cutFrom = -1
  private cutTo = -1

  /** Throws a SyntaxError as JSON.parse does. */
  parse(buffer: Buffer, from: number, to: number): unknown {
    if (to - from <= SEARCH_BYTES || !this.findCut(buffer, from, to)) return this.parsed(buffer.toString('utf8', from, to))
    const value = this.parsed(this.shortened(buffer, from, to))
    return isOfAssistant(value) ? this.parsed(buffer.toString('utf8', from, to)) : value
  }

  private parsed(text: string): unknown {
    this.hasSurrogateEscape = text.includes('\\u') && (text.includes('\\ud') || text.includes('\\uD'))
    return JSON.parse(text)
  }

  private findCut(buffer: Buffer, from: number, to: number): boolean {
    const line = buffer.subarray(from, to)
    const result = line.indexOf(TOOL_USE_RESULT)
    const start = result >= 0 ? result + TOOL_USE_RESULT.length : line.indexOf(PROGRESS_DATA) + PROGRESS_DATA.length
    if (result < 0 && start < PROGRESS_DATA.length) return false
    this.cutFrom = from + start
    this.cutTo = skipValue(buffer, this.cutFrom, to)
    return this.cutTo - this.cutFrom >= CUT_BYTES
  }

  /** Copied together first: a text joined of two would be flattened again, which costs more than the copy. */
  private shortened(buffer: Buffer, from: number, to: number): string {
    const size = to - from
    if (this.scratch.length < size) this.scratch = Buffer.allocUnsafe(size * 2)
    let end = buffer.copy(this.scratch, 0, from, this.cutFrom)
    end += NULL.copy(this.scratch, end)
    end += buffer.copy(this.scratch, end, this.cutTo, to)
    return this.scratch.toString('utf8', 0, end)
  }
}

function isOfAssistant(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'assistant'
}
