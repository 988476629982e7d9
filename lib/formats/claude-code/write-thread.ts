/**
 * Threads new records into a chain. Each gets a parent, and the record that had this parent on the way to the leaf gets
 * the new one as its parent; records of other branches are left alone.
 *
 *   a result          hangs on the line of its call, as the agent writes it
 *   more of a response  a further line of it, behind its last
 *   anything else     between two records of the spine
 *   among kept records  its name goes into the boundary's lists, which is all that the loader looks at there
 */

import { Refusal } from '../../base/result'
import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { BlockHead, Session } from '../../session/session'
import { KIND, textOf } from './record-types'
import { blockText, isAttachment, recordedTwin } from './write-blocks'
import type { Chain } from './write-chain'
import type { Context } from './write-contexts'
import type { Item } from './write-diff'
import type { LineEdits } from './write-lines'
import { assistantRecord, copiedRecord, messageIdOf, type NewRecord, type Said, userRecord, uuidOf } from './write-records'

/** A record in the chain: one of the file, or a new one. */
interface Node {
  readonly uuid: string
  /** -1 for a new one. */
  readonly row: number
  /** Record of the file that it stands at; -1 at the start. */
  readonly beside: number
  /** Its name stands in the boundary's lists. */
  readonly isKept: boolean
  readonly said: Said | null
  readonly time: number
  /** Record before or after which its line goes; both -1 at the end. */
  readonly before: number
  readonly after: number
}

/** Blocks that make one new record. */
interface Unit {
  readonly items: readonly Item[]
  readonly role: 'user' | 'assistant'
  readonly isResult: boolean
}

interface Spot extends Pick<Node, 'before' | 'after'> {
  readonly parent: string | null
}

export class Thread {
  private readonly session: Session
  /** Where the calls of the response passed last are: a row, or a new record. */
  private readonly calls = new Map<string, number | Node>()
  private readonly childOf = new Map<string, number>()
  private readonly keptBehind = new Map<number, string>()
  private readonly hasParents: boolean
  private message = -1
  private leftRow = -1
  /** The last place of the order that was passed: lines of a response can stand behind results of it. */
  private reached = -1
  private leftNode: Node | null = null
  private tail: string | null
  private appended = 0

  constructor(
    private readonly chain: Chain,
    private readonly lines: LineEdits,
    private readonly context: Context,
    /** Rows that hold a result when all is done. */
    private readonly resultRows: ReadonlySet<number>,
  ) {
    this.session = context.before.session
    this.hasParents = namesParents(this.session, lines)
    const last = chain.order.findLast(row => chain.isOnSpine(row)) ?? chain.order[chain.order.length - 1] ?? -1
    this.tail = last < 0 ? null : this.linkTo(last, chain.order.length)
  }

  /** True when something new stands at the end of the branch. */
  get isLonger(): boolean {
    return this.appended > 0
  }

  /** Passes a block that stays. Nothing is read for it: most blocks have nothing new beside them. */
  pass({ head, message }: Item): void {
    if (message.role === 'assistant' && message.index !== this.message) this.calls.clear()
    if (message.role === 'assistant') this.message = message.index
    this.leftRow = this.rowOf(head)
    this.reached = Math.max(this.reached, this.chain.place(this.leftRow))
    this.leftNode = null
    if (head.kind === 'call' && head.callId !== null) this.calls.set(head.callId, this.leftRow)
  }

  /** Puts new blocks between the last one passed and the next that stays. */
  put(items: readonly Item[], next: Item | null): void {
    const right = next ? this.rowOf(next.head) : -1
    const units = unitsOf(items)
    units.forEach((unit, i) => {
      const isBeforeCall = units.slice(i + 1).some(({ role }) => role === 'assistant')
      const said = this.left?.said?.id
      const placed = this.place(unit, right, isBeforeCall, next)
      this.leftNode = placed
      if (unit.role === 'assistant' && placed.said?.id !== said) this.calls.clear()
      for (const { head } of unit.items) if (head.kind === 'call' && head.callId !== null) this.calls.set(head.callId, placed)
    })
  }

  private get left(): Node | null {
    if (this.leftNode === null && this.leftRow >= 0) this.leftNode = this.nodeOf(this.leftRow)
    return this.leftNode
  }

  private holderOf(unit: Unit): Node | null {
    const id = unit.isResult ? unit.items[0]?.head.callId : null
    const found = typeof id === 'string' ? this.calls.get(id) : undefined
    return typeof found === 'number' ? this.nodeOf(found) : (found ?? null)
  }

  private place(unit: Unit, right: number, isBeforeCall: boolean, next: Item | null): Node {
    const { chain, left } = this
    const holder = this.holderOf(unit)
    const line = unit.role === 'assistant' && left?.said ? left : null
    const side = line ?? holder
    if (chain.isKept(right) || side?.isKept) return this.keep(unit, right, side)
    this.refuseBeforeSummary(right)
    if (holder) return this.answer(unit, holder, right)
    if (line) return this.goOn(unit, line)
    return this.between(unit, right, isBeforeCall, next)
  }

  private refuseBeforeSummary(right: number): void {
    const { boundary, cut } = this.chain
    if (!boundary || right < 0 || right !== boundary.summary) return
    const message = `A message cannot stand before the summary of a compaction in a Claude Code log (line ${this.session.columns.lineNumber[cut] ?? 0}).`
    throw new Refusal({ code: 'before-summary', message, facts: { line: this.session.columns.lineNumber[cut] ?? 0 } })
  }

  /** Behind the line of the call, like the agent's own results. */
  private answer(unit: Unit, holder: Node, right: number): Node {
    const node = this.make(unit, { parent: holder.uuid, before: right, after: holder.row }, holder)
    const child = this.childOf.get(holder.uuid) ?? this.chain.childOnSpine(holder.row)
    if (child >= 0 && !this.chain.isSameMessage(this.chain.carryingBelow(child), holder.row)) this.hang(child, node, holder)
    if (this.tail === holder.uuid) this.tail = node.uuid
    return node
  }

  /** One more line of the response that was passed last. */
  private goOn(unit: Unit, line: Node): Node {
    const node = this.make(unit, { parent: line.uuid, before: line.before, after: line.after }, null)
    const child = this.childOf.get(line.uuid) ?? this.chain.childOnSpine(line.row)
    if (child >= 0) this.hang(child, node, line)
    if (this.tail === line.uuid) this.tail = node.uuid
    return node
  }

  private hang(child: number, node: Node, from: Node): void {
    if (this.lines.parents.has(child) && this.lines.parents.get(child) !== from.uuid) return
    this.link(child, node.uuid)
    this.childOf.set(node.uuid, child)
  }

  private link(row: number, parent: string): void {
    if (this.hasParents) this.lines.parents.set(row, parent)
  }

  private between(unit: Unit, right: number, isBeforeCall: boolean, next: Item | null): Node {
    const isSameAsNext = next !== null && unit.role === 'assistant' && unit.items[0]?.message === next.message
    const below = isSameAsNext ? right : this.nextOnSpine(unit, isBeforeCall)
    if (below < 0) return this.append(unit)
    const node = this.make(unit, { parent: this.parentAbove(below), before: below, after: -1 }, null, isSameAsNext ? this.saidOf(right) : null)
    this.link(below, node.uuid)
    this.childOf.set(node.uuid, below)
    return node
  }

  /**
   * The record in front of which a new one goes. A text among results goes behind them: when it is sent, results come
   * first anyway, and results hang on the lines of their calls.
   */
  private nextOnSpine(unit: Unit, isBeforeCall: boolean): number {
    const { chain, left } = this
    const from = Math.max(this.reached, chain.place(chain.cut))
    const skipsResults = unit.role === 'user' && !isBeforeCall && left !== null
    for (let i = from + 1; i < chain.order.length; i++) {
      const row = chain.order[i] ?? -1
      if (!chain.isOnSpine(row) || this.lines.isGone(row) || row === chain.boundary?.summary) continue
      if (skipsResults && this.resultRows.has(row)) continue
      return row
    }
    return -1
  }

  /** Parent for what goes in front of `row`. */
  private parentAbove(row: number): string | null {
    const planned = this.lines.parents.get(row)
    if (planned !== undefined) return planned
    const { chain, lines } = this
    const parent = chain.parent(row)
    const stated = textOf(lines.record(row)['parentUuid'])
    if (parent >= 0) return lines.uuid(parent) === stated ? this.linkTo(parent, chain.place(row)) : lines.uuid(parent)
    const last = stated === null ? -1 : liveBefore(chain, lines, chain.place(row))
    return last < 0 ? stated : lines.uuid(last)
  }

  private linkTo(row: number, place: number): string {
    const { chain, lines } = this
    const other = strayParent(chain, lines, row, place)
    return lines.uuid(other?.expected ?? row)
  }

  private append(unit: Unit): Node {
    const node = this.make(unit, { parent: this.tail, before: -1, after: -1 }, null)
    this.tail = node.uuid
    this.appended++
    return node
  }

  /** Among kept records: the record itself when the file holds it before the boundary, else a new one. */
  private keep(unit: Unit, right: number, side: Node | null): Node {
    const { chain, lines } = this
    const { cut } = chain
    const anchor = chain.isKept(right) ? right : (side?.beside ?? this.left?.beside ?? -1)
    const isBefore = anchor === right
    const beside = isBefore ? lines.uuid(right) : (this.keptBehind.get(anchor) ?? lines.uuid(anchor))
    const there = this.recorded(unit)
    const parent = unit.isResult && side ? side.uuid : isBefore ? this.parentAbove(right) : beside
    const node = there >= 0 ? this.nodeOf(there) : this.make(unit, { parent, before: isBefore ? right : -1, after: isBefore ? -1 : anchor }, side)
    lines.keep(cut, { uuid: node.uuid, beside, isBefore })
    if (!isBefore) this.behindKept(anchor, node)
    if (!this.hasKeptList() && isBefore) this.link(right, node.uuid)
    return { ...node, beside: anchor, isKept: true }
  }

  /** What followed the last kept record follows the new one. */
  private behindKept(anchor: number, node: Node): void {
    this.keptBehind.set(anchor, node.uuid)
    const { chain } = this
    const last = chain.boundary?.kept.findLast(row => chain.carries(row)) ?? -1
    if (anchor !== last) return
    const first = chain.order.find(row => chain.place(row) > chain.place(last)) ?? -1
    if (first >= 0) this.link(first, node.uuid)
    else this.tail = node.uuid
  }

  private hasKeptList(): boolean {
    const meta = this.lines.record(this.chain.cut)['compactMetadata']
    return typeof meta === 'object' && meta !== null && 'preservedMessages' in meta
  }

  /** Row of the one-block record before the boundary that holds just this block. */
  private recorded(unit: Unit): number {
    const [item, ...others] = unit.items
    if (!item || others.length > 0 || !this.hasKeptList()) return -1
    const twin = item.head.content === undefined ? item.head : recordedTwin(this.session, item.head.content)
    const row = twin && twin.index >= 0 ? (this.session.columns.blockLine[twin.index] ?? -1) : -1
    const isFree = row >= 0 && row < this.chain.cut && this.chain.blockCount(row) === 1 && this.chain.place(row) < 0
    return isFree && this.lines.uuid(row) !== '' ? row : -1
  }

  private make(unit: Unit, spot: Spot, caller: Node | null, said: Said | null = null): Node {
    const { lines, left } = this
    const beside = left?.beside ?? -1
    const neighbour = [caller?.beside ?? -1, beside, spot.before, spot.after, this.chain.order[0] ?? -1].find(row => row >= 0) ?? -1
    const time = this.timeFor(spot)
    const about: NewRecord = {
      uuid: uuidOf(`${this.session.facts.id} ${unit.items[0]?.head.address ?? ''}`),
      parent: this.hasParents ? spot.parent : undefined,
      time,
      neighbour: lines.record(neighbour),
    }
    const speech = unit.role === 'assistant' ? (said ?? left?.said ?? this.newlySaid(unit)) : null
    this.addLine(this.textOf(unit, about, caller, speech), spot)
    return { uuid: about.uuid, row: -1, beside, isKept: false, said: speech, time, before: spot.before, after: spot.after }
  }

  private addLine(line: string, { before, after }: Spot): void {
    const { lines } = this
    if (before >= 0) lines.addBefore(before, line)
    else if (after >= 0) lines.addAfter(after, line)
    else if (this.context.isActive && this.session.agent === '') lines.addLast(line)
    else lines.addAfter(this.lastRow(), line)
  }

  /** The last record in the file of this agent, or of this branch when it is not the active one. */
  private lastRow(): number {
    const { lineStart, lineCount } = this.session.columns
    if (!this.context.isActive) return this.chain.order[this.chain.order.length - 1] ?? -1
    let last = 0
    for (let row = 1; row < lineCount; row++) if ((lineStart[row] ?? 0) > (lineStart[last] ?? 0)) last = row
    return last
  }

  private textOf(unit: Unit, about: NewRecord, caller: Node | null, said: Said | null): string {
    const [first] = unit.items
    const source = first ? this.copySource(unit, first) : -1
    if (first && source >= 0) {
      const content = this.chain.blockCount(source) === 1 || isAttachment(this.session, first.head) ? null : blockText(this.session, first.head)
      return copiedRecord(this.lines.recordBytes(source), about, { content, said })
    }
    const contents = unit.items.map(({ head }) => blockText(this.session, head))
    if (unit.role === 'user') {
      const isMade = first !== undefined && (first.head.index >= 0 || (first.message.index < 0 && first.message.synthetic !== null))
      const isMeta = !unit.isResult && isMade
      return userRecord(about, contents, { isMeta, caller: caller?.uuid ?? null })
    }
    return assistantRecord(about, contents[0] ?? '', said ?? this.newlySaid(unit), first?.head.kind === 'call')
  }

  /** The record that a block of the record is copied from; -1 when a new one has to be made. */
  private copySource(unit: Unit, { head }: Item): number {
    if (head.index < 0 || head.content !== undefined || unit.items.length > 1) return -1
    const row = this.session.columns.blockLine[head.index] ?? -1
    const isSaid = this.chain.kindOf(row) === KIND.assistant
    return isSaid === (unit.role === 'assistant') ? row : -1
  }

  /** A response of its own: never `<synthetic>`, which is not sent. */
  private newlySaid(unit: Unit): Said {
    const [item] = unit.items
    const head = item?.head
    const twin = head && (head.index >= 0 ? head : head.content && recordedTwin(this.session, head.content))
    const row = twin ? (this.session.columns.blockMessage[twin.index] ?? -1) : -1
    const seed = row >= 0 ? `from ${this.session.message(row).address}` : (item?.message.address ?? '')
    const model = this.realModel(row) ?? this.nearestModel() ?? this.session.facts.model ?? 'unknown'
    return { id: messageIdOf(`${this.session.facts.id} ${seed}`), model, requestId: null }
  }

  private realModel(message: number): string | null {
    const model = message < 0 ? null : this.session.message(message).model
    return model === '<synthetic>' ? null : model
  }

  private nearestModel(): string | null {
    const { columns } = this.session
    const from = this.left ? this.chain.place(this.left.beside) : 0
    const rows = [...this.chain.order.slice(0, from + 1).reverse(), ...this.chain.order.slice(from + 1)]
    for (const row of rows) {
      const model = this.realModel(columns.lineMessage[row] ?? -1)
      if (model !== null) return model
    }
    return null
  }

  /** Between the neighbours' times, as far as milliseconds allow. */
  private timeFor({ before, after }: Spot): number {
    const { lineTime } = this.session.columns
    const from = this.left?.time ?? (after >= 0 ? (lineTime[after] ?? Number.NaN) : Number.NaN)
    const to = before >= 0 ? (lineTime[before] ?? Number.NaN) : Number.NaN
    if (Number.isNaN(from)) return Number.isNaN(to) ? Number.NaN : to - 1
    return from + 1 < to || Number.isNaN(to) ? from + 1 : from
  }

  private rowOf(head: BlockHead): number {
    return this.session.columns.blockLine[head.index] ?? -1
  }

  private nodeOf(row: number): Node {
    return { uuid: this.lines.uuid(row), row, beside: row, isKept: this.chain.isKept(row), said: this.saidOf(row), time: this.session.columns.lineTime[row] ?? Number.NaN, before: -1, after: row }
  }

  /** What further lines of a response repeat; null for a record that no line can be added to. */
  private saidOf(row: number): Said | null {
    if (this.chain.kindOf(row) !== KIND.assistant || this.chain.isError(row)) return null
    const message = this.session.columns.lineMessage[row] ?? -1
    const { providerId, model, flags } = this.session.message(message)
    if (providerId === null || model === null || (flags & M.syntheticModel) !== 0) return null
    return { id: providerId, model, requestId: textOf(this.lines.record(row)['requestId']) }
  }
}

/** What the user says in a row, results in front: so it is sent, and so the lines hang one behind the other. */
function resultsFirst(items: readonly Item[]): Item[] {
  const out: Item[] = []
  const texts: Item[] = []
  for (const item of items) {
    if (item.message.role === 'assistant') out.push(...texts.splice(0), item)
    else if (item.head.kind === 'result') out.push(item)
    else texts.push(item)
  }
  return [...out, ...texts]
}

/** Results and parts of a response get a record each, other blocks of one message share one. */
function unitsOf(items: readonly Item[]): Unit[] {
  const units: { items: Item[]; role: 'user' | 'assistant'; isResult: boolean }[] = []
  for (const item of resultsFirst(items)) {
    const role = item.message.role === 'assistant' ? 'assistant' : 'user'
    const isResult = role === 'user' && item.head.kind === 'result'
    const last = units[units.length - 1]
    const isMore = last && role === 'user' && !isResult && last.role === 'user' && !last.isResult
    if (isMore && item.head.index < 0 && last.items[0]?.message === item.message && last.items[0].head.index < 0) last.items.push(item)
    else units.push({ items: [item], role, isResult })
  }
  return units
}

/** False for a log whose order is its chain: a parent there would make roots of all other records. */
function namesParents({ columns }: Session, lines: LineEdits): boolean {
  let row = 0
  while (row < columns.lineCount && columns.lineParent[row] === -1) row++
  return row < columns.lineCount ? textOf(lines.record(row)['parentUuid']) !== null : columns.lineCount > 0 && 'parentUuid' in lines.record(0)
}

/** The last record before a place of the order that still holds something. */
export function liveBefore(chain: Chain, lines: LineEdits, place: number): number {
  for (let i = place - 1; i >= 0; i--) {
    const row = chain.order[i] ?? -1
    if (!lines.isGone(row)) return row
  }
  return -1
}

export interface Stray {
  /** The notice nearest to what hangs on it. */
  readonly notice: number
  readonly expected: number
}

/**
 * What hung on a result that is gone would now hang in the middle of a response, and its other lines and results would
 * be another branch: then it has to hang on the record that came before it.
 *
 *   L1 ── L2 ── R2        next hung on R1; with R1 gone it hangs on L1, and L2 and R2 would be lost
 *    └── (R1) ── next
 */
export function strayParent(chain: Chain, lines: LineEdits, from: number, place: number): Stray | null {
  let above = from
  let notice = -1
  for (; above >= 0 && (!chain.carries(above) || lines.isGone(above)); above = chain.parent(above)) if (notice < 0 && lines.isGone(above)) notice = above
  if (notice < 0 || chain.place(above) < 0 || chain.kindOf(above) !== KIND.assistant || chain.isLastLine(above)) return null
  const expected = liveBefore(chain, lines, place)
  for (let at = expected; at >= 0 && at !== above; at = chain.parent(at)) if (at === notice) return null
  return expected < 0 || expected === above ? null : { notice, expected }
}
