/**
 * Messages of an OpenAI Chat Completions body and its dialects. Source of truth: the API reference as of 2026-09, and
 * the dialects of exports that put calls and results among the content parts as `tool_call` and `tool_output`.
 *
 *   {role: assistant, content, tool_calls: [c0, c1]}   → blocks: reasoning?, content parts, c0, c1
 *   {role: tool, tool_call_id, content}                → one result block, which is the message itself
 */

import { holdsLoneSurrogate, inputFlags, isObject, textFlags } from '../../session/facts'
import { BLOCK_FLAGS, MESSAGE_FLAGS } from '../../session/flags'
import type { IndexColumns } from '../../session/index-columns'
import { BLOCK_KINDS, type Block, type BlockKind } from '../../session/model'
import type { BlockHead, Decode } from '../../session/session'
import { contentFlags, type MessageReader, toolDeclarations } from '../body'

const PART_KIND: Readonly<Record<string, BlockKind>> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  image_url: 'image',
  input_image: 'image',
  input_audio: 'audio',
  file: 'document',
}

interface Place {
  readonly columns: IndexColumns
  readonly message: number
  readonly line: number
  readonly surrogates: boolean
}

export const messageReader: MessageReader = {
  roleCode: role =>
    role === 'assistant' ? 2 : role === 'system' || role === 'developer' ? 0 : role === 'tool' || role === 'function' ? 3 : 1,
  blocks: readBlocks,
  system: () => null,
  tools: params => toolDeclarations(params.tools ?? params.functions, tool => (isObject(tool.function) ? tool.function.name : tool.name)),
}

function readBlocks(columns: IndexColumns, message: number, line: number, value: Record<string, unknown>, surrogates: boolean): number {
  const at: Place = { columns, message, line, surrogates }
  let flags = contentFlags(value) ?? 0
  if (value.role === 'tool' || value.role === 'function') {
    addResult(at, value)
    return flags
  }
  if (typeof value.reasoning_content === 'string') addReasoning(at, value.reasoning_content)
  addContent(at, value.content)
  if (isObject(value.function_call)) addCall(at, value.function_call, 'function_call', 0, null)
  if (Array.isArray(value.tool_calls)) {
    if (value.tool_calls.length === 0) flags |= MESSAGE_FLAGS.toolCallsEmpty
    value.tool_calls.forEach((call: unknown, i) => {
      const fields = isObject(call) ? call : {}
      addCall(
        at,
        isObject(fields.function) ? fields.function : isObject(fields.custom) ? fields.custom : fields,
        'tool_calls.#',
        i,
        fields.id,
      )
    })
  }
  return flags
}

function add(at: Place, kind: BlockKind, template: string, ordinal: number, flags: number, chars: number): number {
  const b = at.columns.addBlock(at.message, at.line, BLOCK_KINDS.indexOf(kind))
  at.columns.blockTemplate[b] = at.columns.strings.intern(template)
  at.columns.blockOrdinal[b] = ordinal
  at.columns.blockFlags[b] = flags
  at.columns.blockChars[b] = chars
  return b
}

function addReasoning(at: Place, text: string): void {
  add(at, 'thinking', 'reasoning_content', 0, BLOCK_FLAGS.ownField | textFlags(text, at.surrogates), text.length)
}

function addContent(at: Place, content: unknown): void {
  if (typeof content === 'string') {
    if (content !== '') add(at, 'text', 'content', 0, BLOCK_FLAGS.wholeContent | textFlags(content, at.surrogates), content.length)
    return
  }
  if (!Array.isArray(content)) return
  for (const [i, part] of content.entries()) addPart(at, isObject(part) ? part : {}, i)
}

function addPart(at: Place, part: Record<string, unknown>, i: number): void {
  const kind = PART_KIND[String(part.type)]
  const bad = at.surrogates && holdsLoneSurrogate(part) ? BLOCK_FLAGS.loneSurrogate : 0
  const cached = part.cache_control === undefined ? 0 : BLOCK_FLAGS.hasCacheControl
  if (kind === 'text' && typeof part.text === 'string') {
    add(at, 'text', 'content.#', i, bad | cached | textFlags(part.text, false), part.text.length)
  } else if (part.type === 'refusal' || part.type === 'tool_call' || kind === undefined) {
    const known = part.type === 'refusal' ? 0 : BLOCK_FLAGS.unknownType
    add(at, 'other', 'content.#', i, bad | known, JSON.stringify(part).length)
  } else {
    add(at, kind, 'content.#', i, bad | cached, JSON.stringify(part).length)
  }
}

function addCall(at: Place, fn: Record<string, unknown>, template: string, ordinal: number, id: unknown): void {
  const args = fn.arguments ?? fn.input
  const text = typeof args === 'string' ? args : JSON.stringify(args ?? null)
  const parsed = typeof args === 'string' ? jsonOrUndefined(args) : args
  let flags = template === 'function_call' ? BLOCK_FLAGS.ownField : 0
  flags |= typeof args !== 'string' ? inputFlags(args) : parsed === undefined ? BLOCK_FLAGS.argumentsNotJson : inputFlags(parsed)
  if (typeof fn.name !== 'string' || fn.name === '') flags |= BLOCK_FLAGS.nameEmpty
  if (template !== 'function_call' && typeof id !== 'string') flags |= BLOCK_FLAGS.idMissing
  if (at.surrogates && (!text.isWellFormed() || holdsLoneSurrogate(parsed))) flags |= BLOCK_FLAGS.loneSurrogate
  const b = add(at, 'call', template, ordinal, flags, text.length)
  if (typeof id === 'string') at.columns.blockCall[b] = at.columns.strings.intern(id)
  if (typeof fn.name === 'string') at.columns.blockName[b] = at.columns.strings.intern(fn.name)
}

function addResult(at: Place, value: Record<string, unknown>): void {
  const content = value.content
  const text = typeof content === 'string' ? content : ''
  const parts = Array.isArray(content) ? (content as unknown[]) : []
  let flags = at.surrogates && holdsLoneSurrogate(content) ? BLOCK_FLAGS.loneSurrogate : 0
  if (text === '' && parts.length === 0) flags |= BLOCK_FLAGS.emptyResult
  if (parts.some(part => isObject(part) && (part.type === 'image_url' || part.type === 'input_image'))) flags |= BLOCK_FLAGS.resultHasImage
  const id = value.tool_call_id
  if (typeof id !== 'string' && value.role === 'tool') flags |= BLOCK_FLAGS.idMissing
  const chars = parts.reduce<number>(
    (sum, part) => sum + (isObject(part) && typeof part.text === 'string' ? part.text.length : 0),
    text.length,
  )
  const b = add(at, 'result', '', 0, flags, chars)
  if (typeof id === 'string') at.columns.blockCall[b] = at.columns.strings.intern(id)
  if (typeof value.name === 'string') at.columns.blockName[b] = at.columns.strings.intern(value.name)
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const decode: Decode = (value, head) => {
  if (head.kind === 'text')
    return { kind: 'text', text: typeof value === 'string' ? value : isObject(value) && typeof value.text === 'string' ? value.text : '' }
  if (head.kind === 'thinking') return { kind: 'thinking', text: typeof value === 'string' ? value : '' }
  if (!isObject(value)) return { kind: 'other', type: 'unknown', raw: value }
  if (head.kind === 'call') return callOf(value, head)
  if (head.kind === 'result') return { kind: 'result', callId: head.callId ?? '', content: resultContent(value.content) }
  if (head.kind === 'image' || head.kind === 'document' || head.kind === 'audio') return mediaOf(head.kind, value)
  return { kind: 'other', type: String(value.type ?? 'unknown'), raw: value }
}

function callOf(value: Record<string, unknown>, head: BlockHead): Block {
  const fn = isObject(value.function) ? value.function : isObject(value.custom) ? value.custom : value
  const args = fn.arguments ?? fn.input
  const common = { kind: 'call', id: head.callId ?? '', name: head.name ?? '' } as const
  if (typeof args !== 'string') return { ...common, input: args }
  const parsed = jsonOrUndefined(args)
  return { ...common, input: parsed === undefined ? args : parsed, rawInput: args }
}

function resultContent(content: unknown): Block[] | string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: unknown): Block => {
    if (!isObject(part)) return { kind: 'other', type: 'unknown', raw: part }
    if (typeof part.text === 'string') return { kind: 'text', text: part.text }
    const kind = PART_KIND[String(part.type)]
    return kind === 'image' || kind === 'document' || kind === 'audio'
      ? mediaOf(kind, part)
      : { kind: 'other', type: String(part.type ?? 'unknown'), raw: part }
  })
}

function mediaOf(kind: 'image' | 'document' | 'audio', part: Record<string, unknown>): Block {
  const url = isObject(part.image_url) ? part.image_url.url : part.image_url
  if (typeof url !== 'string') return { kind }
  const data = /^data:([^;,]+);base64,/.exec(url)
  return data?.[1] ? { kind, mediaType: data[1], bytes: Math.floor(((url.length - data[0].length) * 3) / 4) } : { kind, ref: url }
}
