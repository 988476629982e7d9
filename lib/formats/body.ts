/**
 * Reads a request body into a record: the part that the body formats share. A format gives the function that reads one
 * message. A body is complete and is checked as it stands: one moment, one branch, nothing pending.
 */

import { parsePath } from '../base/paths'
import { Refusal } from '../base/result'
import { depthOf } from '../base/spans'
import { isObject, mayHoldSurrogates, textFlags } from '../session/facts'
import { MESSAGE_FLAGS } from '../session/flags'
import { IndexColumns } from '../session/index-columns'
import type { ImportNote } from '../session/model'
import type { Moment } from '../session/moment'
import { type Decode, Session, type SessionFacts, type SystemBlock, type ToolDeclaration } from '../session/session'
import { type WorkingSet, workingMessage } from '../session/working-set'
import type { ReadInput } from './format'
import { type BodyLayout, findBody, paramsOf } from './layout'

const DEEPEST_NESTING = 200

export interface MessageReader {
  /** Appends the blocks of a message to the columns; returns message flags. */
  readonly blocks: (columns: IndexColumns, message: number, line: number, value: Record<string, unknown>, surrogates: boolean) => number
  readonly roleCode: (role: string) => number
  readonly system: (params: Record<string, unknown>) => SystemBlock[] | null
  readonly tools: (params: Record<string, unknown>) => ToolDeclaration[] | null
}

const SET_APART: ReadonlySet<string> = new Set(['system', 'tools'])

export function readBody(input: ReadInput, format: string, reader: MessageReader, decode: Decode): Session {
  const layout = findBody(input.main.source)
  if (!layout) throw new Refusal({ code: 'no-body', message: `${input.name}: no message list was found in it`, facts: {} })
  const columns = new IndexColumns()
  const notes: ImportNote[] = []
  if (layout.found)
    notes.push({ kind: 'wrapped-body', line: 1, start: layout.list.start, length: 0, what: layout.found, done: 'read the body there' })
  const noted = readMessages(layout, columns, reader, notes, input)
  columns.finish()
  const all = paramsOf(layout, new Set())
  const facts: SessionFacts = {
    ...identity(input, format, all),
    isBody: true,
    recordPath: layout.isLines ? '' : [...layout.prefix, ...(layout.body ? ['messages'] : []), '@'].join('.'),
    system: reader.system(all),
    tools: reader.tools(all),
    params: Object.fromEntries(Object.entries(all).filter(([key]) => !SET_APART.has(key))),
    records: { read: layout.messages.length, used: layout.messages.length - noted, metadata: 0, noted },
    notes,
  }
  return new Session(facts, columns, layout.source, decode)
}

function identity(input: ReadInput, format: string, params: Record<string, unknown>) {
  return {
    id: input.id,
    name: input.name,
    format,
    formatVersion: null,
    evidence: input.evidence,
    model: typeof params.model === 'string' ? params.model : null,
    window: null,
    boundaries: [],
    errors: [],
    branches: 1,
    unpairable: [],
    native: null,
  }
}

/** Reads every entry of the list; returns how many are no messages and were only noted. */
function readMessages(layout: BodyLayout, columns: IndexColumns, reader: MessageReader, notes: ImportNote[], input: ReadInput): number {
  let lineNumber = 1
  let counted = 0
  let noted = 0
  for (const span of layout.messages) {
    lineNumber += newlines(layout.bytes, counted, span.start)
    counted = span.start
    if (input.isCancelled?.()) throw new Refusal({ code: 'cancelled', message: 'reading was cancelled', facts: {} })
    const text = layout.bytes.toString('utf8', span.start, span.end)
    const tooDeep = depthOf(layout.bytes, span.start, span.end, DEEPEST_NESTING + 1) > DEEPEST_NESTING
    const value = tooDeep ? {} : parsedOr(text)
    const line = columns.addLine(lineNumber, span.start, span.end - span.start)
    const role = isObject(value) && typeof value.role === 'string' ? value.role : null
    if (!isObject(value) || role === null || tooDeep) {
      const place = { line: lineNumber, start: span.start, length: span.end - span.start }
      notes.push({
        kind: 'not-a-message',
        ...place,
        what: tooDeep ? `an entry is nested more than ${DEEPEST_NESTING} levels deep` : whyNoMessage(value, role),
        done: 'kept in the list as it came, not read',
      })
      noted++
    }
    const safe = isObject(value) && !tooDeep ? value : {}
    const message = columns.addMessage(reader.roleCode(role ?? ''), columns.strings.intern(role ?? ''), line)
    columns.lineMessage[line] = message
    columns.messageFlags[message] = reader.blocks(columns, message, line, safe, mayHoldSurrogates(text))
  }
  return noted
}

function whyNoMessage(value: unknown, role: string | null): string {
  if (value === undefined) return 'an entry of the message list is no JSON that can be read'
  if (!isObject(value)) return 'an entry of the message list is no object'
  return role === null ? 'an entry of the message list has no role' : 'an entry of the message list cannot be read'
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function newlines(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(10, from); at >= 0 && at < to; at = bytes.indexOf(10, at + 1)) count++
  return count
}

/** Flags for content that is no array of blocks; null when it is one. */
export function contentFlags(value: Record<string, unknown>): number | null {
  const content = value.content
  if (content === undefined) return MESSAGE_FLAGS.contentAbsent
  if (content === null) return MESSAGE_FLAGS.contentNull
  if (content === '') return MESSAGE_FLAGS.contentEmptyString
  if (typeof content === 'string') return 0
  if (!Array.isArray(content)) return MESSAGE_FLAGS.contentOther
  return content.length === 0 ? MESSAGE_FLAGS.contentEmptyArray : null
}

export function bodyWorkingSet(session: Session, moment: Moment): WorkingSet {
  if (moment.kind !== 'end') {
    throw new Refusal({ code: 'bad-moment', message: 'a request body has the one moment "end"', facts: { moment: moment.kind } })
  }
  const messages = Array.from({ length: session.columns.messageCount }, (_, i) => workingMessage(session, i))
  return { session, moment, complete: true, why: null, messages, system: session.facts.system, tools: session.facts.tools, pending: [] }
}

/** System text as blocks with addresses. */
export function systemBlocks(value: unknown): SystemBlock[] | null {
  if (value === undefined) return null
  const texts =
    typeof value === 'string'
      ? [value]
      : Array.isArray(value)
        ? value.map(part => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
        : []
  return texts.map((text, i) => ({ address: `sys.b${i}`, text, flags: textFlags(text, true) }))
}

export function toolDeclarations(value: unknown, nameOf: (tool: Record<string, unknown>) => unknown): ToolDeclaration[] | null {
  if (!Array.isArray(value)) return null
  return value.filter(isObject).map(tool => {
    const name = nameOf(tool)
    return {
      address: `tool:${typeof name === 'string' ? name : ''}`,
      name: typeof name === 'string' ? name : '',
      chars: JSON.stringify(tool).length,
    }
  })
}

/** Path of the body inside the document, for writing. */
export function bodyPrefix(session: Session): readonly (string | number)[] {
  const parts = parsePath(session.facts.recordPath) ?? []
  return parts.slice(0, -1)
}
