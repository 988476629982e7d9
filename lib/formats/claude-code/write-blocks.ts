/**
 * Blocks as JSON text, and the content of a record with blocks changed in place. What an edit did not touch keeps its
 * bytes: keys that the product's words do not hold (`caller`, `citations`), numbers as they were spelled, media.
 */

import { elements, removalSpans, type Splice, spliceSpans, valueSpan } from '../../base/spans'
import { blockValue } from '../../session/anthropic-value'
import { isObject } from '../../session/facts'
import { BLOCK_FLAGS, has } from '../../session/flags'
import type { Block } from '../../session/model'
import type { BlockHead, Session } from '../../session/session'
import { RESULT } from './boundaries'
import { withMembers } from './write-members'

const QUOTE = 34
const OPEN_ARRAY = 91
const CONTENT = ['message', 'content'] as const

/** A block as an element of a content list. */
export function blockText(session: Session, head: BlockHead): string {
  if (head.content !== undefined)
    return head.index >= 0 ? asElement(replacementText(session, head.index, head.content)) : madeText(session, head.content)
  if (isAttachment(session, head)) return JSON.stringify(blockValue(session.body(head)))
  const text = session.bytes(head)?.toString('utf8') ?? JSON.stringify(blockValue(session.body(head)))
  return asElement(text)
}

/** What goes to the place of a record's block: string content stays a string when its new content is text. */
export function replacementText(session: Session, index: number, block: Block): string {
  const head = session.block(index)
  if (has(head.flags, BLOCK_FLAGS.wholeContent)) return block.kind === 'text' ? JSON.stringify(block.text) : `[${madeText(session, block)}]`
  const bytes = session.bytes(head)
  const before = session.body(head)
  if (bytes === null || isAttachment(session, head) || before.kind !== block.kind || block.kind === 'other') return madeText(session, block)
  const [from, to] = [blockValue(before), blockValue(block)]
  if (!isObject(from) || !isObject(to)) return madeText(session, block)
  const fields: Record<string, string | null> = {}
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (JSON.stringify(from[key]) === JSON.stringify(to[key])) continue
    if (to[key] === undefined) fields[key] = null
    else fields[key] = key === 'content' && block.kind === 'result' ? contentText(session, block, head.callId) : JSON.stringify(to[key])
  }
  return withMembers(bytes, fields).toString('utf8')
}

export function isAttachment(session: Session, head: BlockHead): boolean {
  return head.index >= 0 && session.relativePath(head.index)[0] === 'attachment'
}

/** The record's own block of this call, when it says the same as an inserted one. */
export function recordedTwin(session: Session, block: Block): BlockHead | null {
  if (block.kind !== 'call' && block.kind !== 'result') return null
  const ordinal = session.columns.strings.find(block.kind === 'call' ? block.id : block.callId)
  if (ordinal < 0) return null
  const wanted = JSON.stringify(block)
  for (let b = 0; b < session.blockCount; b++) {
    if (session.columns.blockCall[b] !== ordinal) continue
    const head = session.block(b)
    if (head.kind === block.kind && JSON.stringify(session.body(head)) === wanted) return head
  }
  return null
}

function madeText(session: Session, block: Block): string {
  const twin = recordedTwin(session, block)
  if (twin) return session.bytes(twin)?.toString('utf8') ?? ''
  if (block.kind !== 'result' || typeof block.content === 'string') return JSON.stringify(blockValue(block))
  const value = { type: 'tool_result', tool_use_id: block.callId, content: null, ...(block.isError ? { is_error: true } : {}) }
  return withMembers(Buffer.from(JSON.stringify(value)), { content: contentText(session, block, null) }).toString('utf8')
}

/** Parts of a result that the record holds come as their bytes: media have no other copy. */
function contentText(session: Session, block: Block & { kind: 'result' }, oldId: string | null): string {
  if (typeof block.content === 'string') return JSON.stringify(block.content)
  const known = recordedParts(session, [block.callId, ...(oldId === null ? [] : [oldId])])
  return `[${block.content.map(part => known.get(JSON.stringify(part)) ?? JSON.stringify(blockValue(part))).join(',')}]`
}

function recordedParts(session: Session, callIds: readonly string[]): ReadonlyMap<string, string> {
  const { columns } = session
  const known = new Map<string, string>()
  const ordinals = new Set(callIds.map(id => columns.strings.find(id)).filter(ordinal => ordinal >= 0))
  for (let b = 0; ordinals.size > 0 && b < session.blockCount; b++) {
    if (!ordinals.has(columns.blockCall[b] ?? -1) || columns.blockKind[b] !== RESULT) continue
    const head = session.block(b)
    const bytes = session.bytes(head)
    const body = session.body(head)
    const span = bytes && valueSpan(bytes, 0, bytes.length, ['content'])
    const parts = bytes && span && elements(bytes, span.start, span.end)
    if (!parts || body.kind !== 'result' || typeof body.content === 'string') continue
    body.content.forEach((part, i) => {
      const at = parts[i]
      if (at) known.set(JSON.stringify(part), bytes.toString('utf8', at.start, at.end))
    })
  }
  return known
}

/** A string that was the whole content becomes a text block. */
function asElement(text: string): string {
  if (text.startsWith('"')) return `{"type":"text","text":${text}}`
  return text.startsWith('[') ? text.slice(1, -1) : text
}

/** Changes of one record's content, by the ordinal of the block. */
export interface ContentEdit {
  /** New text of a block; null takes it out. */
  readonly set: Map<number, string | null>
  readonly before: Map<number, string[]>
  readonly after: Map<number, string[]>
  /** Elements of a content that held none. */
  readonly fill: string[]
}

export function editContent(record: Buffer, edit: ContentEdit): Buffer {
  const span = valueSpan(record, 0, record.length, CONTENT)
  if (!span || edit.fill.length > 0) return withContent(record, `[${edit.fill.join(',')}]`)
  if (record[span.start] === QUOTE) return withContent(record, wholeText(record.toString('utf8', span.start, span.end), edit))
  const spans = record[span.start] === OPEN_ARRAY ? elements(record, span.start, span.end) : null
  if (!spans) return record
  const gone = [...edit.set].flatMap(([at, text]) => (text === null ? [at] : []))
  const changes: Splice[] = removalSpans(record, spans, gone, span.end).map(cut => ({ ...cut, text: '' }))
  spans.forEach(({ start, end }, i) => {
    const text = edit.set.get(i)
    const [front, back] = [edit.before.get(i), edit.after.get(i)]
    if (front) changes.push({ start, end: start, text: `${front.join(',')},` })
    if (typeof text === 'string') changes.push({ start, end, text })
    if (back) changes.push({ start: end, end, text: `,${back.join(',')}` })
  })
  changes.sort((a, b) => a.start - b.start || a.end - b.end)
  return Buffer.from(spliceSpans(record, changes))
}

function wholeText(text: string, edit: ContentEdit): string {
  const now = edit.set.get(0) ?? text
  const parts = [...(edit.before.get(0) ?? []), asElement(now), ...(edit.after.get(0) ?? [])]
  return parts.length === 1 ? now : `[${parts.join(',')}]`
}

export function withContent(record: Buffer, text: string): Buffer {
  const message = valueSpan(record, 0, record.length, ['message'])
  if (!message) return record
  const changed = withMembers(record.subarray(message.start, message.end), { content: text })
  return Buffer.from(spliceSpans(record, [{ ...message, text: changed }]))
}
