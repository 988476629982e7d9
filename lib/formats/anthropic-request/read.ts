/**
 * Blocks of an Anthropic Messages body. Source of truth: the Messages API reference as of 2026-09.
 * Unknown block types are kept as `other` with their raw value.
 */

import { kindOfType } from '../../session/anthropic-value'
import { holdsLoneSurrogate, inputFlags, isObject, textFlags } from '../../session/facts'
import { BLOCK_FLAGS, MESSAGE_FLAGS } from '../../session/flags'
import type { IndexColumns } from '../../session/index-columns'
import { BLOCK_KINDS, type Block, type BlockKind } from '../../session/model'
import type { Decode } from '../../session/session'
import { contentFlags, type MessageReader, systemBlocks, toolDeclarations } from '../body'

/** Types that the API takes, and that have no kind of their own. */
const KNOWN_OTHERS: ReadonlySet<string> = new Set(['search_result', 'container_upload', 'tool_reference', 'fallback'])
const IN_RESULT: ReadonlySet<string> = new Set(['text', 'image', 'document', 'search_result', 'tool_reference'])

export const messageReader: MessageReader = {
  roleCode: role => (role === 'assistant' ? 2 : role === 'system' ? 0 : role === 'tool' ? 3 : 1),
  blocks: readBlocks,
  system: params => systemBlocks(params.system),
  tools: params => toolDeclarations(params.tools, tool => tool.name ?? tool.type),
}

function readBlocks(columns: IndexColumns, message: number, line: number, value: Record<string, unknown>, surrogates: boolean): number {
  const flags = contentFlags(value)
  if (typeof value.content === 'string') {
    if (value.content !== '') addText(columns, message, line, value.content, surrogates)
    return flags ?? 0
  }
  if (flags !== null || !Array.isArray(value.content)) return flags ?? MESSAGE_FLAGS.contentOther
  for (const [i, block] of value.content.entries()) addBlock(columns, message, line, isObject(block) ? block : {}, i, surrogates)
  return 0
}

function addText(columns: IndexColumns, message: number, line: number, text: string, surrogates: boolean): void {
  const b = columns.addBlock(message, line, 0)
  columns.blockTemplate[b] = columns.strings.intern('content')
  columns.blockFlags[b] = BLOCK_FLAGS.wholeContent | textFlags(text, surrogates)
  columns.blockChars[b] = text.length
}

function addBlock(
  columns: IndexColumns,
  message: number,
  line: number,
  block: Record<string, unknown>,
  place: number,
  surrogates: boolean,
): void {
  const kind = kindOfType(block.type)
  const b = columns.addBlock(message, line, BLOCK_KINDS.indexOf(kind))
  columns.blockTemplate[b] = columns.strings.intern('content.#')
  columns.blockOrdinal[b] = place
  let flags = surrogates && holdsLoneSurrogate(block) ? BLOCK_FLAGS.loneSurrogate : 0
  if (block.cache_control !== undefined) flags |= BLOCK_FLAGS.hasCacheControl
  if (kind === 'other' && !KNOWN_OTHERS.has(String(block.type))) flags |= BLOCK_FLAGS.unknownType
  const id = block.id ?? block.tool_use_id
  if (typeof id === 'string') columns.blockCall[b] = columns.strings.intern(id)
  else if (kind === 'call' || kind === 'result') flags |= BLOCK_FLAGS.idMissing
  if (typeof block.name === 'string') columns.blockName[b] = columns.strings.intern(block.name)
  const [more, chars] = factsOf(kind, block)
  columns.blockFlags[b] = flags | more
  columns.blockChars[b] = chars
}

function factsOf(kind: BlockKind, block: Record<string, unknown>): [flags: number, chars: number] {
  if (kind === 'text') {
    const text = typeof block.text === 'string' ? block.text : ''
    return [textFlags(text, false), text.length]
  }
  if (kind === 'thinking') {
    const text = typeof block.thinking === 'string' ? block.thinking : ''
    const signed = block.signature === undefined ? BLOCK_FLAGS.signatureAbsent : block.signature ? BLOCK_FLAGS.signed : 0
    return [signed | (textFlags(text, false) & BLOCK_FLAGS.emptyText), text.length]
  }
  if (kind === 'redacted') return [block.data ? BLOCK_FLAGS.signed : 0, typeof block.data === 'string' ? block.data.length : 0]
  if (kind === 'call') {
    const unnamed = typeof block.name === 'string' && block.name !== '' ? 0 : BLOCK_FLAGS.nameEmpty
    return [unnamed | inputFlags(block.input), JSON.stringify(block.input ?? null).length]
  }
  if (kind === 'result') return resultFacts(block)
  if (kind === 'image' || kind === 'document') return [0, dataChars(block)]
  return [0, JSON.stringify(block).length]
}

function resultFacts(block: Record<string, unknown>): [flags: number, chars: number] {
  let flags = block.is_error === true ? BLOCK_FLAGS.isError : 0
  if (typeof block.content === 'string') return [flags | (block.content === '' ? BLOCK_FLAGS.emptyResult : 0), block.content.length]
  if (!Array.isArray(block.content) || block.content.length === 0) return [flags | BLOCK_FLAGS.emptyResult, 0]
  let chars = 0
  for (const part of block.content as unknown[]) {
    if (!isObject(part) || !IN_RESULT.has(String(part.type))) flags |= BLOCK_FLAGS.resultHasForeign
    else if (part.type === 'image') flags |= BLOCK_FLAGS.resultHasImage
    if (isObject(part)) chars += typeof part.text === 'string' ? part.text.length : dataChars(part)
  }
  return [flags, chars]
}

function dataChars(block: Record<string, unknown>): number {
  return isObject(block.source) && typeof block.source.data === 'string' ? block.source.data.length : 0
}

export const decode: Decode = value => {
  if (typeof value === 'string') return { kind: 'text', text: value }
  return isObject(value) ? blockOf(value) : { kind: 'other', type: 'unknown', raw: value }
}

/** One block of an Anthropic body, as the product's block. */
export function blockOf(raw: Record<string, unknown>): Block {
  const kind = kindOfType(raw.type)
  const text = (key: string) => (typeof raw[key] === 'string' ? raw[key] : '')
  switch (kind) {
    case 'text':
      return { kind, text: text('text') }
    case 'thinking':
      return typeof raw.signature === 'string'
        ? { kind, text: text('thinking'), signature: raw.signature }
        : { kind, text: text('thinking') }
    case 'redacted':
      return { kind, data: text('data') }
    case 'call':
    case 'serverCall':
      return { kind, id: text('id'), name: text('name'), input: raw.input }
    case 'result':
      return { kind, callId: text('tool_use_id'), content: resultContent(raw.content), ...(raw.is_error === true ? { isError: true } : {}) }
    case 'serverResult':
      return { kind, callId: text('tool_use_id'), content: raw.content }
    case 'compaction':
      return typeof raw.content === 'string' ? { kind, text: raw.content } : { kind, opaque: true }
    case 'image':
    case 'document':
      return mediaOf(kind, raw)
    default:
      return { kind: 'other', type: String(raw.type ?? 'unknown'), raw }
  }
}

function resultContent(content: unknown): Block[] | string {
  if (typeof content === 'string') return content
  return Array.isArray(content)
    ? content.map((part: unknown) => (isObject(part) ? blockOf(part) : { kind: 'other', type: 'unknown', raw: part }))
    : ''
}

function mediaOf(kind: 'image' | 'document', raw: Record<string, unknown>): Block {
  const source = isObject(raw.source) ? raw.source : {}
  const mediaType = typeof source.media_type === 'string' ? { mediaType: source.media_type } : {}
  const data = typeof source.data === 'string' ? { bytes: Math.floor((source.data.length * 3) / 4) } : {}
  const ref = typeof source.url === 'string' ? { ref: source.url } : typeof source.file_id === 'string' ? { ref: source.file_id } : {}
  return { kind, ...mediaType, ...data, ...ref }
}
