/**
 * The transcript as rows: blocks, dividers where a compaction happened, recorded errors. The list is built once from
 * heads; texts are read only for the rows of a page.
 *
 *   record    every message of a branch in file order, what a boundary owns behind its divider
 *   moment    the working set, in its order
 */

import { BLOCK_FLAGS, has, MESSAGE_FLAGS } from '../session/flags'
import type { Address, RecordedError } from '../session/model'
import type { BlockHead, Session } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import { errorKind } from '../validity/recorded-errors'
import type { BoundaryLine, ErrorLine, RowsPage, Tokens, TranscriptRow } from './models'
import { blockText, previewOf } from './text'

export type Row =
  | { readonly kind: 'block'; readonly message: WorkingMessage; readonly block: BlockHead | null; readonly isFirst: boolean }
  | { readonly kind: 'boundary'; readonly boundary: number }
  | { readonly kind: 'error'; readonly message: WorkingMessage; readonly error: RecordedError }

export interface RowList {
  readonly session: Session
  readonly rows: readonly Row[]
  /** Row of the partner of a call or result; -1 without one. */
  readonly partners: Int32Array
  readonly positions: ReadonlyMap<Address, number>
  readonly pending: ReadonlySet<Address>
}

export interface RowsInput {
  readonly session: Session
  readonly messages: readonly WorkingMessage[]
  /** True for the record: every divider is shown, each before the message it stands before. */
  readonly isRecord: boolean
  readonly pending: readonly Address[]
}

export interface RowLooks {
  /** Finding ids by the address they point at. */
  readonly findings: ReadonlyMap<Address, readonly string[]>
  readonly isSent: (message: WorkingMessage) => boolean
}

/** An image costs about this much whatever its file size. */
const IMAGE_TOKENS = 1600

export function buildRowList(input: RowsInput): RowList {
  const { session } = input
  const rows = rowsOf(input)
  const positions = new Map<Address, number>()
  rows.forEach((row, i) => {
    for (const address of addressesOf(row, session)) if (!positions.has(address)) positions.set(address, i)
  })
  return { session, rows, partners: partnersOf(rows), positions, pending: new Set(input.pending) }
}

export function buildRowsPage(
  list: RowList,
  range: { readonly from: number; readonly to: number; readonly at?: Address },
  looks: RowLooks,
): RowsPage {
  const from = Math.max(0, Math.min(range.from, list.rows.length))
  const to = Math.max(from, Math.min(range.to, list.rows.length))
  const rows: TranscriptRow[] = []
  for (let i = from; i < to; i++) rows.push(rowAt(list, i, looks))
  return { total: list.rows.length, from, rows, position: range.at === undefined ? null : positionOf(list, range.at) }
}

/** Row of an address: the block, or the first row of the message that held it. */
export function positionOf(list: RowList, at: Address): number | null {
  return list.positions.get(at) ?? list.positions.get(at.replace(/\.b\d+$/, '')) ?? null
}

export function estimateOf(block: BlockHead): Tokens {
  return { value: block.kind === 'image' ? IMAGE_TOKENS : Math.ceil(block.chars / 4), origin: 'estimated' }
}

export function boundaryLine(session: Session, number: number): BoundaryLine | null {
  const boundary = session.facts.boundaries[number]
  if (!boundary) return null
  const { kind, at, trigger, tokensBefore, tokensAfter, keptMissing } = boundary
  const address = `${session.agent === '' ? '' : `${session.agent}/`}k${number}`
  return {
    address,
    kind,
    at,
    trigger,
    tokensBefore,
    tokensAfter,
    kept: boundary.kept.length,
    keptMissing,
    cleared: boundary.cleared.length,
  }
}

export function errorLine(error: RecordedError): ErrorLine {
  return { at: error.at, status: error.status, kind: errorKind(error.text), text: error.text }
}

function rowsOf(input: RowsInput): Row[] {
  const errors = new Map(input.session.facts.errors.map(error => [error.at, error]))
  const rows: Row[] = []
  const dividers = new Dividers(input, rows)
  for (const message of input.messages) {
    dividers.before(message)
    const error = errors.get(message.address)
    if (error) rows.push({ kind: 'error', message, error })
    else if (message.blocks.length === 0) rows.push({ kind: 'block', message, block: null, isFirst: true })
    else for (const [i, block] of message.blocks.entries()) rows.push({ kind: 'block', message, block, isFirst: i === 0 })
  }
  dividers.rest()
  return rows
}

/** Puts each divider before the first message that it stands before, or that it owns. */
class Dividers {
  private next = 0

  constructor(
    private readonly input: RowsInput,
    private readonly rows: Row[],
  ) {}

  before(message: WorkingMessage): void {
    const { columns, facts } = this.input.session
    const owner = columns.messageOwner[message.index] ?? -1
    const number = message.index < 0 ? -1 : (columns.messageNumber[message.index] ?? -1)
    if (!this.input.isRecord) {
      if (owner >= this.next && message.index >= 0) this.put(owner)
      return
    }
    if (owner >= 0 && number < 0) while (this.next <= owner) this.put(this.next)
    else while (this.next < facts.boundaries.length && (facts.boundaries[this.next]?.at ?? 0) <= number) this.put(this.next)
  }

  rest(): void {
    if (this.input.isRecord) while (this.next < this.input.session.facts.boundaries.length) this.put(this.next)
  }

  private put(boundary: number): void {
    this.rows.push({ kind: 'boundary', boundary })
    this.next = boundary + 1
  }
}

function addressesOf(row: Row, session: Session): Address[] {
  if (row.kind === 'boundary') return [`${session.agent === '' ? '' : `${session.agent}/`}k${row.boundary}`]
  if (row.kind === 'error') return [row.message.address, ...row.message.blocks.map(block => block.address)]
  return row.block ? [row.block.address, row.message.address] : [row.message.address]
}

/** A result belongs to the last call of its id before it; a call to the first result that chose it. */
function partnersOf(rows: readonly Row[]): Int32Array {
  const partners = new Int32Array(rows.length).fill(-1)
  const calls = new Map<string, number>()
  rows.forEach((row, i) => {
    if (row.kind !== 'block' || !row.block || row.block.callId === null) return
    const { kind, callId } = row.block
    if (kind === 'call' || kind === 'serverCall') calls.set(callId, i)
    if (kind !== 'result' && kind !== 'serverResult') return
    const call = calls.get(callId)
    if (call === undefined) return
    partners[i] = call
    if (partners[call] === -1) partners[call] = i
  })
  return partners
}

function rowAt(list: RowList, i: number, looks: RowLooks): TranscriptRow {
  const row = list.rows[i]
  if (!row) throw new RangeError(`no row ${i} of ${list.rows.length}`)
  if (row.kind === 'boundary') {
    const boundary = boundaryLine(list.session, row.boundary)
    if (!boundary) throw new RangeError(`no boundary ${row.boundary}`)
    return { kind: 'boundary', at: boundary.address, boundary }
  }
  if (row.kind === 'error') {
    const { message, error } = row
    const at = message.blocks[0]?.address ?? message.address
    return {
      kind: 'error',
      at,
      message: message.address,
      error: errorLine(error),
      line: lineOf(list.session, message, message.blocks[0] ?? null),
    }
  }
  return blockRow(list, i, row, looks)
}

function blockRow(list: RowList, i: number, row: Row & { kind: 'block' }, looks: RowLooks): TranscriptRow {
  const { message, block, isFirst } = row
  const { session } = list
  const partner = list.partners[i] ?? -1
  const time = message.index < 0 ? null : session.message(message.index).time
  return {
    kind: 'block',
    at: block?.address ?? message.address,
    message: message.address,
    role: message.role,
    synthetic: message.synthetic,
    block: block?.kind ?? 'other',
    name: block?.name ?? nameAt(list, partner),
    callId: block?.callId ?? null,
    partner: partner < 0 ? null : partner,
    pair: pairOf(list, block, partner),
    tokens: block ? estimateOf(block) : { value: 0, origin: 'estimated' },
    preview: block ? previewText(session, block) : '(no content)',
    isError: has(message.flags, MESSAGE_FLAGS.apiError) || (block !== null && has(block.flags, BLOCK_FLAGS.isError)),
    isSent: looks.isSent(message),
    findings: [
      ...(block ? (looks.findings.get(block.address) ?? []) : []),
      ...(isFirst ? (looks.findings.get(message.address) ?? []) : []),
    ],
    line: lineOf(session, message, block),
    time: time === null ? null : new Date(time).toISOString(),
    isFirstOfMessage: isFirst,
  }
}

function nameAt(list: RowList, partner: number): string | null {
  const row = list.rows[partner]
  return row?.kind === 'block' ? (row.block?.name ?? null) : null
}

function pairOf(list: RowList, block: BlockHead | null, partner: number): 'none' | 'paired' | 'missing' | 'pending' {
  if (partner >= 0) return 'paired'
  if (block === null || (block.kind !== 'call' && block.kind !== 'result')) return 'none'
  return list.pending.has(block.address) ? 'pending' : 'missing'
}

function lineOf(session: Session, message: WorkingMessage, block: BlockHead | null): number {
  if (block && block.index >= 0) return session.blockSource(block).line
  return message.index < 0 ? 0 : session.messageSource(message.index).line
}

/** A body that cannot be read is not worth the whole page. */
function previewText(session: Session, block: BlockHead): string {
  try {
    return previewOf(blockText(session.body(block)))
  } catch (error) {
    if (error instanceof SyntaxError) return previewOf(session.bytes(block)?.toString('utf8') ?? '')
    throw error
  }
}
