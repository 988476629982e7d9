/**
 * Writes the blocks of one record into the columns: kind, ids, sizes and the flags that rules need, so that nobody has
 * to parse a body again to check it. Sizes are what estimates are made of: text exactly, structured values roughly.
 */

import { BLOCK_FLAGS as F } from '../../session/flags'
import type { IndexColumns } from '../../session/index-columns'
import { BLOCK_KINDS, type BlockKind } from '../../session/model'
import { isMasked, isObject, type JsonObject } from './record-types'
import { isOwnResult } from './synthetic'

/** Deeper values are kept as text: what walks a value must not run out of stack. */
export const DEEPEST = 200

export const TEMPLATE = { part: 'message.content.#', whole: 'message.content', attachment: 'attachment' } as const

const CODE = Object.fromEntries(BLOCK_KINDS.map((kind, code) => [kind, code])) as Readonly<Record<BlockKind, number>>

const LONE_SURROGATE = /\p{Surrogate}/u

const SERVER_RESULT = /_tool_result$/

/** Block types that the wire allows inside a result. */
const INSIDE_RESULT = new Set(['text', 'image', 'document', 'search_result', 'tool_reference'])

export class BlockWriter {
  /** Set by what was just written; the reader clears and reads them. */
  hasResult = false
  hasMaskedId = false
  hasMaskedSignature = false
  isTooDeep = false

  private readonly part: number
  private readonly whole: number
  private readonly attachment: number

  constructor(private readonly columns: IndexColumns) {
    // Interned first, because a template's ordinal has 16 bits.
    this.part = columns.strings.intern(TEMPLATE.part)
    this.whole = columns.strings.intern(TEMPLATE.whole)
    this.attachment = columns.strings.intern(TEMPLATE.attachment)
  }

  clear(): void {
    this.hasResult = false
    this.hasMaskedId = false
    this.hasMaskedSignature = false
    this.isTooDeep = false
  }

  /** Content that is one string. */
  writeWhole(text: string, message: number, line: number, mayHoldSurrogates: boolean): void {
    const b = this.columns.addBlock(message, line, CODE.text)
    this.columns.blockTemplate[b] = this.whole
    this.columns.blockChars[b] = text.length
    this.columns.blockFlags[b] = F.wholeContent | textFlags(text) | (mayHoldSurrogates && LONE_SURROGATE.test(text) ? F.loneSurrogate : 0)
  }

  writeAttachment(text: string, message: number, line: number, mayHoldSurrogates: boolean): void {
    const b = this.columns.addBlock(message, line, CODE.text)
    this.columns.blockTemplate[b] = this.attachment
    this.columns.blockChars[b] = text.length
    this.columns.blockFlags[b] = mayHoldSurrogates && LONE_SURROGATE.test(text) ? F.loneSurrogate : 0
  }

  writePart(value: unknown, ordinal: number, message: number, line: number, mayHoldSurrogates: boolean): void {
    const c = this.columns
    const b = c.addBlock(message, line, CODE.other)
    c.blockTemplate[b] = this.part
    c.blockOrdinal[b] = ordinal
    if (!isObject(value)) {
      c.blockFlags[b] = F.unknownType
      c.blockChars[b] = typeof value === 'string' ? value.length : 4
      return
    }
    let flags = this.writeKnown(b, value)
    if ('cache_control' in value) flags |= F.hasCacheControl
    if (mayHoldSurrogates) flags |= surrogateFlags(value)
    c.blockFlags[b] = flags
  }

  private writeKnown(b: number, value: JsonObject): number {
    const c = this.columns
    switch (value.type) {
      case 'text':
        c.blockKind[b] = CODE.text
        return this.text(b, value.text)
      case 'thinking':
        c.blockKind[b] = CODE.thinking
        return this.text(b, value.thinking) | this.signature(value)
      case 'tool_use':
        c.blockKind[b] = CODE.call
        return this.call(b, value)
      case 'tool_result':
        c.blockKind[b] = CODE.result
        this.hasResult = true
        return this.id(b, value.tool_use_id) | this.result(b, value)
      case 'redacted_thinking':
        c.blockKind[b] = CODE.redacted
        c.blockChars[b] = typeof value.data === 'string' ? value.data.length : 0
        return c.blockChars[b] === 0 ? 0 : F.signed
      case 'image':
      case 'document':
        c.blockKind[b] = value.type === 'image' ? CODE.image : CODE.document
        c.blockChars[b] = mediaBytes(value.source)
        return 0
      case 'server_tool_use':
      case 'mcp_tool_use':
        c.blockKind[b] = CODE.serverCall
        return this.call(b, value)
      case 'compaction':
        c.blockKind[b] = CODE.compaction
        c.blockChars[b] = typeof value.content === 'string' ? value.content.length : 0
        return 0
      default:
        return this.rarer(b, value)
    }
  }

  private rarer(b: number, value: JsonObject): number {
    this.columns.blockChars[b] = this.size(value)
    if (typeof value.type !== 'string' || !SERVER_RESULT.test(value.type)) return F.unknownType
    this.columns.blockKind[b] = CODE.serverResult
    return this.id(b, value.tool_use_id)
  }

  private text(b: number, text: unknown): number {
    if (typeof text !== 'string') return F.emptyText
    this.columns.blockChars[b] = text.length
    return textFlags(text)
  }

  private signature(value: JsonObject): number {
    const signature = value.signature
    if (signature === undefined) return F.signatureAbsent
    if (typeof signature !== 'string' || signature === '') return 0
    if (signature.length < 4000 && isMasked(signature)) this.hasMaskedSignature = true
    return F.signed
  }

  private id(b: number, id: unknown): number {
    if (typeof id !== 'string') return F.idMissing
    this.columns.blockCall[b] = this.columns.strings.intern(id)
    if (isMasked(id)) this.hasMaskedId = true
    return 0
  }

  private call(b: number, value: JsonObject): number {
    let flags = this.id(b, value.id)
    const name = value.name
    if (typeof name === 'string' && name !== '') this.columns.blockName[b] = this.columns.strings.intern(name)
    else flags |= F.nameEmpty
    const input = value.input
    this.columns.blockChars[b] = (typeof name === 'string' ? name.length : 0) + this.size(input)
    if (isObject(input)) return flags
    return flags | inputFlag(input)
  }

  private result(b: number, value: JsonObject): number {
    let flags = value.is_error === true ? F.isError : 0
    const content = value.content
    let chars = 0
    if (typeof content === 'string') {
      chars = content.length
      if (chars === 0) flags |= F.emptyResult
      else if (isOwnResult(content)) flags |= F.syntheticResult
    } else if (Array.isArray(content)) {
      if (content.length === 0) flags |= F.emptyResult
      for (const part of content as readonly unknown[]) {
        if (!isObject(part)) flags |= F.resultHasForeign
        else if (part.type === 'text') {
          const text = part.text
          if (typeof text !== 'string') continue
          chars += text.length
          if (isOwnResult(text)) flags |= F.syntheticResult
        } else if (part.type === 'image') flags |= F.resultHasImage
        else {
          chars += this.size(part)
          if (typeof part.type !== 'string' || !INSIDE_RESULT.has(part.type)) flags |= F.resultHasForeign
        }
      }
    } else if (content === undefined || content === null) flags |= F.emptyResult
    else {
      flags |= F.resultHasForeign
      chars = this.size(content)
    }
    this.columns.blockChars[b] = chars
    return flags
  }

  private size(value: unknown): number {
    const size = roughSize(value, 0)
    if (size < 0) this.isTooDeep = true
    return Math.abs(size)
  }
}

function textFlags(text: string): number {
  const length = text.length
  if (length === 0) return F.emptyText
  if (!isSpace(text.charCodeAt(length - 1))) return 0
  return text.trim() === '' ? F.blankText | F.trailingSpace : F.trailingSpace
}

function isSpace(code: number): boolean {
  return (
    code <= 32 ||
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029
  )
}

function inputFlag(input: unknown): number {
  if (input === undefined) return F.inputAbsent
  if (input === null) return F.inputNull
  if (typeof input === 'string') return F.inputString
  return Array.isArray(input) ? F.inputArray : F.inputScalar
}

/** Bytes of base64 data, of a text source its length. */
function mediaBytes(source: unknown): number {
  if (!isObject(source) || typeof source.data !== 'string') return 0
  return source.type === 'text' ? source.data.length : Math.floor((source.data.length * 3) / 4)
}

/** About as many units as the JSON text has; negative when something in it nests too deep and was not counted. */
function roughSize(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return value > -10 && value < 100 && Number.isInteger(value) ? 2 : String(value).length
  if (typeof value !== 'object' || value === null) return 4
  if (depth >= DEEPEST) return -2
  let size = 2
  let isTooDeep = false
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const part = roughSize(item, depth + 1)
      if (part < 0) isTooDeep = true
      size += Math.abs(part) + 1
    }
  } else {
    const object = value as JsonObject
    for (const key in object) {
      const part = roughSize(object[key], depth + 1)
      if (part < 0) isTooDeep = true
      size += Math.abs(part) + key.length + 4
    }
  }
  return isTooDeep ? -size : size
}

function surrogateFlags(value: JsonObject): number {
  let flags = holdsLoneSurrogate(value, 0) ? F.loneSurrogate : 0
  for (const key of ['id', 'name', 'tool_use_id'] as const) {
    const text = value[key]
    if (typeof text === 'string' && LONE_SURROGATE.test(text)) flags |= F.surrogateInId
  }
  return flags
}

function holdsLoneSurrogate(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return LONE_SURROGATE.test(value)
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return false
  if (Array.isArray(value)) return value.some(item => holdsLoneSurrogate(item, depth + 1))
  const object = value as JsonObject
  for (const key in object) if (LONE_SURROGATE.test(key) || holdsLoneSurrogate(object[key], depth + 1)) return true
  return false
}
