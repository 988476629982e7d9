/**
 * Writes a body with edits applied: the bytes of every message that no edit touched, and everything around the list,
 * come out as they went in; a changed message keeps the bytes of its untouched blocks and of its other keys.
 */

import { Refusal } from '../base/result'
import { memberSpan, members, removalSpan, type Splice, spliceSpans } from '../base/spans'
import { applyEdits } from '../edits/apply'
import type { Edit } from '../edits/edit'
import type { Block } from '../session/model'
import { END } from '../session/moment'
import type { BlockHead, Session } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import { bodyWorkingSet } from './body'
import type { PutBack } from './format'
import { type BodyLayout, findBody, wholeBuffer } from './layout'

/** How a format writes what edits made. */
export interface BlockWriter {
  /** JSON text of the message's keys that hold its blocks; null removes the key. */
  readonly fields: (message: WorkingMessage, textOf: (head: BlockHead) => string) => Readonly<Record<string, string | null>>
  readonly blockText: (block: Block) => string
}

export function writeBody(
  session: Session,
  edits: readonly Edit[],
  params: Readonly<Record<string, unknown>> | undefined,
  writer: BlockWriter,
): PutBack {
  const layout = findBody(session.source)
  if (!layout) throw new Refusal({ code: 'no-body', message: 'the file holds no message list any more', facts: {} })
  const before = bodyWorkingSet(session, END)
  const after = applyEdits(before, edits)
  if (!after.ok) throw new Refusal(after.fault)
  const untouched = new Map(before.messages.map(message => [message, message.index]))
  const texts = after.value.messages.map(message => messageText(session, layout, message, untouched.get(message), writer))
  const changes: Splice[] = edits.length > 0 ? [{ ...layout.list, text: listText(layout, after.value.messages, texts) }] : []
  for (const change of paramChanges(layout, params ?? {})) changes.push(change)
  const bytes =
    changes.length > 0
      ? spliceSpans(
          layout.bytes,
          changes.toSorted((a, b) => a.start - b.start),
        )
      : layout.bytes
  return { bytes, resume: ['Send this body in place of the one that was refused.'] }
}

function messageText(
  session: Session,
  layout: BodyLayout,
  message: WorkingMessage,
  original: number | undefined,
  writer: BlockWriter,
): string {
  const span = message.index >= 0 ? layout.messages[session.columns.messageFirstLine[message.index] ?? -1] : undefined
  if (span && original !== undefined) return layout.bytes.toString('utf8', span.start, span.end)
  const textOf = (head: BlockHead) =>
    head.content === undefined ? (session.bytes(head)?.toString('utf8') ?? 'null') : writer.blockText(head.content)
  const fields = writer.fields(message, textOf)
  if (!span) return objectText({ role: JSON.stringify(message.rawRole), ...fields })
  const record = layout.bytes.subarray(span.start, span.end)
  const changed: Readonly<Record<string, string | null>> = isRoleChanged(session, message)
    ? { role: JSON.stringify(message.rawRole), ...fields }
    : fields
  return Buffer.from(setMembers(record, changed)).toString('utf8')
}

function isRoleChanged(session: Session, message: WorkingMessage): boolean {
  return session.message(message.index).rawRole !== message.rawRole
}

function objectText(fields: Readonly<Record<string, string | null>>): string {
  const parts = Object.entries(fields).flatMap(([key, text]) => (text === null ? [] : [`${JSON.stringify(key)}:${text}`]))
  return `{${parts.join(',')}}`
}

/** Sets or removes top-level members of an object's bytes; the rest stays as it is. */
export function setMembers(record: Buffer, fields: Readonly<Record<string, string | null>>): Uint8Array {
  const list = members(record, 0, record.length)
  if (!list) throw new Refusal({ code: 'broken-record', message: 'the record is no JSON object', facts: {} })
  let bytes: Buffer = record
  for (const [key, text] of Object.entries(fields)) {
    const now = members(bytes, 0, bytes.length) ?? []
    const at = now.map(member => member.key).lastIndexOf(key)
    const member = now[at]
    if (text === null) {
      if (member)
        bytes = Buffer.from(spliceSpans(bytes, [{ ...removalSpan(bytes, now.map(memberSpan), at, bytes.lastIndexOf(0x7d) + 1), text: '' }]))
    } else if (member) {
      if (bytes.toString('utf8', member.start, member.end) !== text)
        bytes = Buffer.from(spliceSpans(bytes, [{ start: member.start, end: member.end, text }]))
    } else {
      const close = bytes.lastIndexOf(0x7d)
      bytes = Buffer.from(
        spliceSpans(bytes, [{ start: close, end: close, text: `${now.length > 0 ? ',' : ''}${JSON.stringify(key)}:${text}` }]),
      )
    }
  }
  return bytes
}

/** The list with the spacing that the file had between its entries. */
function listText(layout: BodyLayout, messages: readonly WorkingMessage[], texts: readonly string[]): string {
  const { bytes, messages: spans, list } = layout
  const gap = (i: number) => bytes.toString('utf8', spans[i - 1]?.end ?? list.start + 1, spans[i]?.start ?? 0)
  const first = spans[0] && !layout.isLines ? bytes.toString('utf8', list.start + 1, spans[0].start) : ''
  const between = spans[1] ? gap(1) : layout.isLines ? '\n' : `,${first}`
  const last = spans.at(-1)
  const tail = last && messages.length > 0 && !layout.isLines ? bytes.toString('utf8', last.end, list.end - 1) : ''
  const parts = texts.map((text, i) => {
    if (i === 0) return first + text
    const index = messages[i]?.index ?? -1
    return (index > 0 ? gap(index) : between) + text
  })
  return layout.isLines ? parts.join('') : `[${parts.join('')}${tail}]`
}

function paramChanges(layout: BodyLayout, params: Readonly<Record<string, unknown>>): Splice[] {
  if (layout.body === null) return []
  const out: Splice[] = []
  for (const [key, value] of Object.entries(params)) {
    const member = layout.members.find(one => one.key === key)
    if (value === null) {
      if (!member) continue
      const all = members(layout.bytes, layout.body.start, layout.body.end) ?? []
      const at = all.findIndex(one => one.start === member.start)
      out.push({ ...removalSpan(layout.bytes, all.map(memberSpan), at, layout.bytes.lastIndexOf(0x7d, layout.body.end - 1) + 1), text: '' })
    } else if (member) out.push({ start: member.start, end: member.end, text: JSON.stringify(value) })
    else out.push({ start: layout.body.start + 1, end: layout.body.start + 1, text: `${JSON.stringify(key)}:${JSON.stringify(value)},` })
  }
  return out
}

/** The text of the main file as it was read: what an export without edits gives back. */
export function originalBytes(session: Session): Uint8Array {
  return wholeBuffer(session.source)
}
