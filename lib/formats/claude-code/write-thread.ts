/**
 * Threads new records into a chain. Each gets a parent, and the record that had this parent on the way to the leaf gets
 * the new one as its parent; records of other branches are left alone.
 *
 *   a result            hangs on the line of its call, as the agent writes it
 *   more of a response  a further line of it, behind its last
 *   anything else       between two records of the spine
 *   among kept records  its name goes into the boundary's lists, which is all that the loader looks at there
 */

import { Refusal } from '../../base/result'
import type { BlockHead, Session } from '../../session/session'
import { textOf } from './record-types'
import { recordedTwin } from './write-blocks'
import type { Chain } from './write-chain'
import type { Context } from './write-contexts'
import type { Item } from './write-diff'
import { liveBefore, namesParents, strayParent } from './write-leaf'
import type { LineEdits } from './write-lines'
import { type Node, RecordMaker, type Spot, type Unit, unitsOf } from './write-make'
import type { Said } from './write-records'

export class Thread {
  private readonly maker: RecordMaker
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
    { before, isActive }: Context,
    /** Rows that hold a result when all is done. */
    private readonly resultRows: ReadonlySet<number>,
  ) {
    this.session = before.session
    this.maker = new RecordMaker(this.session, chain, lines, isActive)
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
    if (this.leftNode === null && this.leftRow >= 0) this.leftNode = this.maker.nodeOf(this.leftRow)
    return this.leftNode
  }

  private holderOf(unit: Unit): Node | null {
    const id = unit.isResult ? unit.items[0]?.head.callId : null
    const found = typeof id === 'string' ? this.calls.get(id) : undefined
    return typeof found === 'number' ? this.maker.nodeOf(found) : (found ?? null)
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
    const node = this.make(
      unit,
      { parent: this.parentAbove(below), before: below, after: -1 },
      null,
      isSameAsNext ? this.maker.saidOf(right) : null,
    )
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
    const stated = textOf(lines.record(row).parentUuid)
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
    const node =
      there >= 0
        ? this.maker.nodeOf(there)
        : this.make(unit, { parent, before: isBefore ? right : -1, after: isBefore ? -1 : anchor }, side)
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
    const meta = this.lines.record(this.chain.cut).compactMetadata
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
    return this.maker.make(unit, spot, { left: this.left, caller, said })
  }

  private rowOf(head: BlockHead): number {
    return this.session.columns.blockLine[head.index] ?? -1
  }
}
