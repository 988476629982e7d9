/** Makes the records that a thread puts into a chain: their text, their ids and times, and their place in the file. */

import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { Session } from '../../session/session'
import { KIND, textOf } from './record-types'
import { blockText, isAttachment, recordedTwin } from './write-blocks'
import type { Chain } from './write-chain'
import type { Item } from './write-diff'
import { namesParents } from './write-leaf'
import type { LineEdits } from './write-lines'
import { assistantRecord, copiedRecord, messageIdOf, type NewRecord, type Said, userRecord, uuidOf } from './write-records'

/** A record in the chain: one of the file, or a new one. */
export interface Node {
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
export interface Unit {
  readonly items: readonly Item[]
  readonly role: 'user' | 'assistant'
  readonly isResult: boolean
}

/** Where a new record goes. */
export interface Spot extends Pick<Node, 'before' | 'after'> {
  readonly parent: string | null
}

export interface Around {
  /** What stands before it. */
  readonly left: Node | null
  /** The record of the call that it answers. */
  readonly caller: Node | null
  /** The response that it is part of. */
  readonly said: Said | null
}

export class RecordMaker {
  private readonly hasParents: boolean

  constructor(
    private readonly session: Session,
    private readonly chain: Chain,
    private readonly lines: LineEdits,
    private readonly isActive: boolean,
  ) {
    this.hasParents = namesParents(session, lines)
  }

  make(unit: Unit, spot: Spot, { left, caller, said }: Around): Node {
    const { lines } = this
    const beside = left?.beside ?? -1
    const neighbour = [caller?.beside ?? -1, beside, spot.before, spot.after, this.chain.order[0] ?? -1].find(row => row >= 0) ?? -1
    const time = this.timeFor(spot, left)
    const about: NewRecord = {
      uuid: uuidOf(`${this.session.facts.id} ${unit.items[0]?.head.address ?? ''}`),
      parent: this.hasParents ? spot.parent : undefined,
      time,
      neighbour: lines.record(neighbour),
    }
    const speech = unit.role === 'assistant' ? (said ?? left?.said ?? this.newlySaid(unit, left)) : null
    this.addLine(this.textOf(unit, about, { left, caller, said: speech }), spot)
    return { uuid: about.uuid, row: -1, beside, isKept: false, said: speech, time, before: spot.before, after: spot.after }
  }

  private addLine(line: string, { before, after }: Spot): void {
    const { lines } = this
    if (before >= 0) lines.addBefore(before, line)
    else if (after >= 0) lines.addAfter(after, line)
    else if (this.isActive && this.session.agent === '') lines.addLast(line)
    else lines.addAfter(this.lastRow(), line)
  }

  /** The last record in the file of this agent, or of this branch when it is not the active one. */
  private lastRow(): number {
    const { lineStart, lineCount } = this.session.columns
    if (!this.isActive) return this.chain.order[this.chain.order.length - 1] ?? -1
    let last = 0
    for (let row = 1; row < lineCount; row++) if ((lineStart[row] ?? 0) > (lineStart[last] ?? 0)) last = row
    return last
  }

  private textOf(unit: Unit, about: NewRecord, { left, caller, said }: Around): string {
    const [first] = unit.items
    const source = first ? this.copySource(unit, first) : -1
    if (first && source >= 0) {
      const content =
        this.chain.blockCount(source) === 1 || isAttachment(this.session, first.head) ? null : blockText(this.session, first.head)
      return copiedRecord(this.lines.recordBytes(source), about, { content, said })
    }
    const contents = unit.items.map(({ head }) => blockText(this.session, head))
    if (unit.role === 'user') {
      const isMade = first !== undefined && (first.head.index >= 0 || (first.message.index < 0 && first.message.synthetic !== null))
      const isMeta = !unit.isResult && isMade
      return userRecord(about, contents, { isMeta, caller: caller?.uuid ?? null })
    }
    return assistantRecord(about, contents[0] ?? '', said ?? this.newlySaid(unit, left), first?.head.kind === 'call')
  }

  /** The record that a block of the record is copied from; -1 when a new one has to be made. */
  private copySource(unit: Unit, { head }: Item): number {
    if (head.index < 0 || head.content !== undefined || unit.items.length > 1) return -1
    const row = this.session.columns.blockLine[head.index] ?? -1
    const isSaid = this.chain.kindOf(row) === KIND.assistant
    return isSaid === (unit.role === 'assistant') ? row : -1
  }

  /** A response of its own: never `<synthetic>`, which is not sent. */
  private newlySaid(unit: Unit, left: Node | null): Said {
    const [item] = unit.items
    const head = item?.head
    const twin = head && (head.index >= 0 ? head : head.content && recordedTwin(this.session, head.content))
    const row = twin ? (this.session.columns.blockMessage[twin.index] ?? -1) : -1
    const seed = row >= 0 ? `from ${this.session.message(row).address}` : (item?.message.address ?? '')
    const model = this.realModel(row) ?? this.nearestModel(left) ?? this.session.facts.model ?? 'unknown'
    return { id: messageIdOf(`${this.session.facts.id} ${seed}`), model, requestId: null }
  }

  private realModel(message: number): string | null {
    const model = message < 0 ? null : this.session.message(message).model
    return model === '<synthetic>' ? null : model
  }

  private nearestModel(left: Node | null): string | null {
    const { columns } = this.session
    const { order } = this.chain
    const from = left ? this.chain.place(left.beside) : 0
    for (let i = from; i >= 0; i--) {
      const model = this.realModel(columns.lineMessage[order[i] ?? -1] ?? -1)
      if (model !== null) return model
    }
    for (let i = from + 1; i < order.length; i++) {
      const model = this.realModel(columns.lineMessage[order[i] ?? -1] ?? -1)
      if (model !== null) return model
    }
    return null
  }

  /** Between the neighbours' times, as far as milliseconds allow; at the end of the active branch the newest of all. */
  private timeFor({ before, after }: Spot, left: Node | null): number {
    const { lineTime } = this.session.columns
    const to = before >= 0 ? (lineTime[before] ?? Number.NaN) : Number.NaN
    let from = left?.time ?? (after >= 0 ? (lineTime[after] ?? Number.NaN) : Number.NaN)
    const isLast = before < 0 && after < 0 && this.isActive
    if (isLast) for (const time of lineTime) if (time > from || (Number.isNaN(from) && !Number.isNaN(time))) from = time
    if (Number.isNaN(from)) return Number.isNaN(to) ? Number.NaN : to - 1
    return from + 1 < to || Number.isNaN(to) ? from + 1 : from
  }

  nodeOf(row: number): Node {
    return {
      uuid: this.lines.uuid(row),
      row,
      beside: row,
      isKept: this.chain.isKept(row),
      said: this.saidOf(row),
      time: this.session.columns.lineTime[row] ?? Number.NaN,
      before: -1,
      after: row,
    }
  }

  /** What further lines of a response repeat; null for a record that no line can be added to. */
  saidOf(row: number): Said | null {
    if (this.chain.kindOf(row) !== KIND.assistant || this.chain.isError(row)) return null
    const message = this.session.columns.lineMessage[row] ?? -1
    const { providerId, model, flags } = this.session.message(message)
    if (providerId === null || model === null || (flags & M.syntheticModel) !== 0) return null
    return { id: providerId, model, requestId: textOf(this.lines.record(row).requestId) }
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
export function unitsOf(items: readonly Item[]): Unit[] {
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
