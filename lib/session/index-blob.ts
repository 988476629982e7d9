/**
 * The index of a session and its sub-agents as one binary blob, so that a session opens without its file being read.
 *
 *   "CPIX" · version · length of the head · head (JSON: facts, strings, where each column lies) · columns, 8-byte aligned
 *
 * Columns are written as they lie in memory: the blob never leaves the machine that made it. A blob of another version,
 * or one that is cut off, is null: the caller reads the file again. Columns that are added, removed or change their
 * meaning need a new INDEX_VERSION (a test holds their names).
 */

import type { Source } from '../base/source'
import { IndexColumns, Strings } from './index-columns'
import type { Session, SessionFacts } from './session'

export const INDEX_VERSION = 1

const MAGIC = 0x58495043
const HEAD_BYTES = 12
const ALIGNMENT = 8

type Column = Int32Array | Uint32Array | Float64Array | Uint8Array | Uint16Array

interface ColumnPlace {
  readonly name: string
  readonly offset: number
  readonly bytes: number
}

interface SessionHead {
  readonly agent: string
  /** Name of the source that the offsets count in. */
  readonly source: string
  readonly facts: SessionFacts
  readonly strings: readonly string[]
  readonly counts: readonly [lines: number, messages: number, blocks: number]
  readonly columns: readonly ColumnPlace[]
}

export interface IndexOpener {
  /** The bytes that a session was read from, by the name of its source; null when they are not there. */
  source(name: string): Source | null
  open(facts: SessionFacts, columns: IndexColumns, source: Source, agents: readonly Session[], agent: string): Session
}

export function encodeSession(session: Session): Uint8Array {
  let length = 0
  const pieces: { offset: number; bytes: Uint8Array }[] = []
  const heads = [session, ...session.agents].map((one): SessionHead => {
    const { columns, facts, agent, source } = one
    const places = columnsOf(columns).map(([name, column]) => {
      const offset = length
      pieces.push({ offset, bytes: new Uint8Array(column.buffer, column.byteOffset, column.byteLength) })
      length = aligned(offset + column.byteLength)
      return { name, offset, bytes: column.byteLength }
    })
    const counts = [columns.lineCount, columns.messageCount, columns.blockCount] as const
    return { agent, source: source.name, facts, strings: columns.strings.list, counts, columns: places }
  })
  const head = Buffer.from(JSON.stringify(heads), 'utf8')
  const body = aligned(HEAD_BYTES + head.length)
  const blob = Buffer.alloc(body + length)
  blob.writeUInt32LE(MAGIC, 0)
  blob.writeUInt32LE(INDEX_VERSION, 4)
  blob.writeUInt32LE(head.length, 8)
  head.copy(blob, HEAD_BYTES)
  for (const piece of pieces) blob.set(piece.bytes, body + piece.offset)
  return blob
}

/** The session as it was read, or null when the blob or its sources do not serve any more. */
export function decodeSession(bytes: Uint8Array, opener: IndexOpener): Session | null {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (blob.length < HEAD_BYTES || blob.readUInt32LE(0) !== MAGIC || blob.readUInt32LE(4) !== INDEX_VERSION) return null
  const end = HEAD_BYTES + blob.readUInt32LE(8)
  if (end > blob.length) return null
  // What this version wrote under its own magic number is of this shape.
  const [main, ...agents] = JSON.parse(blob.toString('utf8', HEAD_BYTES, end)) as SessionHead[]
  if (!main) return null
  const body = blob.subarray(aligned(end))
  const opened: Session[] = []
  for (const head of agents) {
    const agent = openOne(head, body, opener, [])
    if (!agent) return null
    opened.push(agent)
  }
  return openOne(main, body, opener, opened)
}

function openOne(head: SessionHead, body: Buffer, opener: IndexOpener, agents: readonly Session[]): Session | null {
  const columns = readColumns(head, body)
  const source = columns && opener.source(head.source)
  return source ? opener.open(head.facts, columns, source, agents, head.agent) : null
}

function readColumns(head: SessionHead, body: Buffer): IndexColumns | null {
  const columns = new IndexColumns()
  const own = new Map(columnsOf(columns))
  for (const { name, offset, bytes } of head.columns) {
    const column = own.get(name)
    if (!column || offset + bytes > body.length) return null
    // A copy: the blob may lie at an odd address, and its bytes belong to the caller.
    const copy = new Uint8Array(bytes)
    copy.set(body.subarray(offset, offset + bytes))
    Reflect.set(columns, name, new (column.constructor as new (buffer: ArrayBuffer) => Column)(copy.buffer))
    own.delete(name)
  }
  if (own.size > 0) return null
  columns.strings = Strings.from(head.strings)
  ;[columns.lineCount, columns.messageCount, columns.blockCount] = head.counts
  return columns
}

/** All columns by name, in the order in which the class declares them. */
export function columnsOf(columns: IndexColumns): [string, Column][] {
  return Object.entries(columns).filter((entry): entry is [string, Column] => ArrayBuffer.isView(entry[1]))
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}
