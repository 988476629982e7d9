/**
 * Records that a repair adds, and the notice that takes the place of a record without blocks. Ids are made of hashes, so
 * the same repair of the same file gives the same bytes.
 */

import { sha256Hex } from '../../base/hash'
import { spliceSpans, valueSpan } from '../../base/spans'
import { type JsonObject, textOf } from './record-types'
import { withContent } from './write-blocks'
import { withMembers } from './write-members'

/** Members that say where and by whom a record was written: a new one takes them from its neighbour, in this order. */
const ENVELOPE = ['userType', 'entrypoint', 'cwd', 'sessionId', 'version', 'gitBranch', 'slug', 'teamName', 'agentName'] as const

/** What only a sent record says. */
const OF_MESSAGES = [
  'message',
  'attachment',
  'toolUseResult',
  'sourceToolAssistantUUID',
  'sourceToolUseID',
  'requestId',
  'promptId',
  'promptSource',
  'origin',
  'isCompactSummary',
  'isVisibleInTranscriptOnly',
  'thinkingMetadata',
  'todos',
  'effort',
  'permissionMode',
  'isAbortedMidStream',
  'interruptedMessageId',
] as const

export interface NewRecord {
  readonly uuid: string
  /** Null at a root; undefined in a log whose records name no parents. */
  readonly parent: string | null | undefined
  readonly time: number
  readonly neighbour: JsonObject
}

/** The form of a uuid with content of our own choice (version 8). */
export function uuidOf(seed: string): string {
  const hex = sha256Hex(seed)
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function messageIdOf(seed: string): string {
  return `msg_${sha256Hex(seed).slice(0, 24)}`
}

export function userRecord(
  about: NewRecord,
  contents: readonly string[],
  marks: { readonly isMeta: boolean; readonly caller: string | null },
): string {
  const own = { ...(marks.isMeta ? { isMeta: true } : {}) }
  const message = `{"role":"user","content":[${contents.join(',')}]}`
  return recordText(about, 'user', message, own, marks.caller === null ? {} : { sourceToolAssistantUUID: marks.caller })
}

export interface Said {
  readonly id: string
  readonly model: string
  readonly requestId: string | null
}

export function assistantRecord(about: NewRecord, content: string, { id, model, requestId }: Said, isCall: boolean): string {
  const head = JSON.stringify({ model, id, type: 'message', role: 'assistant' }).slice(0, -1)
  const usage = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }
  const rest = JSON.stringify({ stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null, usage }).slice(1)
  return recordText(about, 'assistant', `${head},"content":[${content}],${rest}`, requestId === null ? {} : { requestId }, {})
}

function recordText(about: NewRecord, type: string, message: string, own: JsonObject, last: JsonObject): string {
  const { neighbour, parent, uuid, time } = about
  const link = parent === undefined ? {} : { parentUuid: parent }
  const agentId = textOf(neighbour.agentId)
  const side = { isSidechain: neighbour.isSidechain === true, ...(agentId === null ? {} : { agentId }) }
  const head = JSON.stringify({ ...link, ...side, ...own, type }).slice(0, -1)
  const stamp = Number.isNaN(time) ? {} : { timestamp: new Date(time).toISOString() }
  const envelope = Object.fromEntries(ENVELOPE.flatMap(key => (neighbour[key] === undefined ? [] : [[key, neighbour[key]]])))
  const tail = JSON.stringify({ uuid, ...stamp, ...last, ...envelope }).slice(1)
  return `${head},"message":${message},${tail}`
}

/** A record once more, at another place of the chain. `content` is its one block, when it held more than that. */
export function copiedRecord(
  record: Buffer,
  about: NewRecord,
  changes: { readonly content: string | null; readonly said: Said | null },
): string {
  const { parent, uuid, time } = about
  let bytes = changes.content === null ? record : withContent(withMembers(record, { toolUseResult: null }), `[${changes.content}]`)
  const { said } = changes
  if (said) {
    const span = valueSpan(bytes, 0, bytes.length, ['message'])
    if (span)
      bytes = Buffer.from(
        spliceSpans(bytes, [{ ...span, text: withMembers(bytes.subarray(span.start, span.end), { id: JSON.stringify(said.id) }) }]),
      )
    bytes = withMembers(bytes, { requestId: said.requestId === null ? null : JSON.stringify(said.requestId) })
  }
  const fields = {
    ...(parent === undefined ? {} : { parentUuid: JSON.stringify(parent) }),
    uuid: JSON.stringify(uuid),
    ...(Number.isNaN(time) ? {} : { timestamp: JSON.stringify(new Date(time).toISOString()) }),
  }
  return withMembers(bytes, fields).toString('utf8')
}

export const NOTICE = 'Taken out of the conversation by a repair.'

/** A notice with the same uuid: what names it still finds it, and it is never sent. */
export function noticeOf(record: Buffer): Buffer {
  const fields: Record<string, string | null> = {
    type: '"system"',
    subtype: '"informational"',
    content: JSON.stringify(NOTICE),
    level: '"info"',
    isMeta: 'false',
  }
  for (const key of OF_MESSAGES) fields[key] = null
  return withMembers(record, fields)
}

/** A summary that no boundary line announces is where the context begins; without it a boundary line has to say so. */
export function boundaryOf(record: Buffer, parent: string | null): Buffer {
  const fields = {
    subtype: '"compact_boundary"',
    content: '"Conversation compacted"',
    parentUuid: 'null',
    logicalParentUuid: JSON.stringify(parent),
    compactMetadata: '{"trigger":"manual","preTokens":0}',
  }
  return withMembers(noticeOf(record), fields)
}

/** An attachment whose words were changed: a message of the user that the screen does not show. */
export function attachmentAsMessage(record: Buffer, content: string): Buffer {
  return withMembers(record, { type: '"user"', attachment: null, isMeta: 'true', message: `{"role":"user","content":[${content}]}` })
}
