/**
 * The working messages at a place of the tree, row by row, and back again: pushing a row adds what it carries, popping
 * takes it away. So the lists of all moments cost one walk over the tree, and one moment costs its own path.
 *
 * What a row does:
 *   a message's first row      adds a message
 *   a further row of it        adds its blocks to the message, which keeps its place
 *   a compaction               begins a new list: the summary, then what was kept
 *   a microcompaction          clears the results it names
 *   an error line              nothing: it was never part of a request
 */

import { BLOCK_FLAGS as F, MESSAGE_FLAGS as M } from '../../session/flags'
import type { Incomplete } from '../../session/model'
import type { BlockHead, Session } from '../../session/session'
import { type WorkingMessage, workingMessage } from '../../session/working-set'
import { type NativeBoundary, nativeOf } from './native'
import { LINE } from './record-types'
import { BROKEN, type Tree, treeOf } from './tree'

export const CLEARED_RESULT = '[Old tool result content cleared]'

interface Entry {
  readonly message: number
  readonly blocks: readonly number[]
  readonly cleared: ReadonlySet<number> | null
  /** An attachment that a microcompaction took out of the request. */
  readonly isDropped: boolean
  working: WorkingMessage | null
}

interface Change {
  readonly index: number
  /** What stood there; null where an entry was added; a list where everything was replaced. */
  readonly old: Entry | null | readonly Entry[]
}

interface Frame {
  readonly changes: number
  readonly maxRow: number
  readonly why: number
  readonly summary: number
}

/** In order of weight: of several reasons the heaviest is told. */
const REASONS: readonly (Incomplete | null)[] = [null, 'results-missing', 'kept-missing', 'dangling-parent', 'slice']
const REASON = { none: 0, results: 1, kept: 2, dangling: 3, slice: 4 } as const

/** Facts about a result's content that do not hold for a cleared one. */
const OF_CONTENT = F.emptyResult | F.resultHasImage | F.resultHasForeign | F.loneSurrogate | F.syntheticResult | F.hasCacheControl

export class WorkingList {
  private entries: Entry[] = []
  private readonly place: Int32Array
  private readonly changes: Change[] = []
  private readonly frames: Frame[] = []
  private readonly tree: Tree
  private readonly boundaries: readonly NativeBoundary[]
  private readonly resultsLost: ReadonlySet<number>
  private firstChanged = 0
  private reason: number = REASON.none
  /** The summary that a boundary has already put in. */
  private summary = -1
  /** The last row, by its place in the file, that the list is made of. */
  maxRow = -1

  constructor(private readonly session: Session) {
    const native = nativeOf(session.facts)
    this.tree = treeOf(session)
    this.boundaries = native.boundaries
    this.resultsLost = new Set(native.resultsLost)
    this.place = new Int32Array(session.columns.messageCount).fill(-1)
  }

  get length(): number {
    return this.entries.length
  }

  /** No request is empty: what came before a first response is not in the file. */
  get why(): Incomplete | null {
    return REASONS[this.reason] ?? (this.entries.length === 0 ? 'slice' : null)
  }

  /** The first position that changed since this was asked last. */
  takeFirstChanged(): number {
    const first = this.firstChanged
    this.firstChanged = this.entries.length
    return first
  }

  at(index: number): WorkingMessage {
    const entry = this.entries[index]
    if (!entry) throw new RangeError(`no working message ${index} of ${this.entries.length}`)
    entry.working ??= this.materialise(entry)
    return entry.working
  }

  messages(): WorkingMessage[] {
    return this.entries.map((_, index) => this.at(index))
  }

  /** Position of a message in the list; -1 when it is not in it. */
  placeOf(message: number): number {
    return this.place[message] ?? -1
  }

  push(row: number): void {
    const { columns } = this.session
    const flags = columns.lineFlags[row] ?? 0
    this.frames.push({ changes: this.changes.length, maxRow: this.maxRow, why: this.reason, summary: this.summary })
    if ((flags & LINE.cut) !== 0) {
      this.begin(row)
      return
    }
    this.maxRow = Math.max(this.maxRow, row)
    this.reason = Math.max(this.reason, this.reasonOf(row, flags))
    if ((flags & LINE.clear) !== 0) this.clear(row)
    else if (row !== this.summary) this.add(row, flags)
  }

  pop(): void {
    const frame = this.frames.pop()
    if (!frame) return
    while (this.changes.length > frame.changes) this.undo(this.changes.pop())
    this.maxRow = frame.maxRow
    this.reason = frame.why
    this.summary = frame.summary
  }

  private reasonOf(row: number, flags: number): number {
    const broken = this.tree.broken[row] ?? 0
    if (broken !== BROKEN.no) return broken === BROKEN.slice ? REASON.slice : REASON.dangling
    return (flags & LINE.maskedId) !== 0 || this.resultsLost.has(row) ? REASON.results : REASON.none
  }

  private begin(row: number): void {
    const boundary = this.boundaryAt(row)
    this.changes.push({ index: 0, old: this.entries })
    for (const { message } of this.entries) this.place[message] = -1
    this.entries = []
    this.firstChanged = 0
    this.maxRow = row
    this.reason = (boundary?.keptMissing ?? 0) > 0 ? REASON.kept : REASON.none
    this.summary = boundary?.summary ?? -1
    if (this.summary >= 0) this.addBlocks(this.summary)
    for (const kept of boundary?.kept ?? []) this.add(kept, this.session.columns.lineFlags[kept] ?? 0)
  }

  private add(row: number, flags: number): void {
    if ((flags & LINE.apiError) === 0 && (this.session.columns.lineMessage[row] ?? -1) >= 0) this.addBlocks(row)
  }

  private addBlocks(row: number): void {
    const message = this.session.columns.lineMessage[row] ?? -1
    const index = this.placeOf(message)
    const before = this.entries[index]
    const blocks = this.blocksOf(row)
    if (!before) {
      this.place[message] = this.entries.length
      this.set(this.entries.length, null, { message, blocks, cleared: null, isDropped: false, working: null })
    } else if (blocks.length > 0) {
      this.set(index, before, { ...before, blocks: together(before.blocks, blocks), working: null })
    }
  }

  private blocksOf(row: number): number[] {
    const { first, count } = this.tree.blocks
    const from = first[row] ?? 0
    return Array.from({ length: count[row] ?? 0 }, (_, i) => from + i)
  }

  private clear(row: number): void {
    const boundary = this.boundaryAt(row)
    for (const block of boundary?.clearedBlocks ?? []) {
      const index = this.placeOf(this.session.columns.blockMessage[block] ?? -1)
      const before = this.entries[index]
      if (!before?.blocks.includes(block)) continue
      this.set(index, before, { ...before, cleared: new Set([...(before.cleared ?? []), block]), working: null })
    }
    for (const message of boundary?.clearedMessages ?? []) {
      const index = this.placeOf(message)
      const before = this.entries[index]
      if (before) this.set(index, before, { ...before, isDropped: true, working: null })
    }
  }

  private boundaryAt(row: number): NativeBoundary | undefined {
    return this.boundaries[this.tree.boundaryAt.get(row) ?? -1]
  }

  private set(index: number, old: Entry | null, entry: Entry): void {
    this.changes.push({ index, old })
    this.entries[index] = entry
    this.firstChanged = Math.min(this.firstChanged, index)
  }

  private undo(change: Change | undefined): void {
    if (!change) return
    const { index, old } = change
    this.firstChanged = Math.min(this.firstChanged, index)
    if (old === null) {
      const entry = this.entries.pop()
      if (entry) this.place[entry.message] = -1
    } else if ('message' in old) {
      this.entries[index] = old
    } else {
      for (const { message } of this.entries) this.place[message] = -1
      this.entries = [...old]
      this.entries.forEach(({ message }, i) => {
        this.place[message] = i
      })
    }
  }

  private materialise(entry: Entry): WorkingMessage {
    const made = workingMessage(
      this.session,
      entry.message,
      entry.blocks.map(block => this.head(block, entry)),
    )
    return entry.isDropped ? { ...made, flags: made.flags | M.screenOnly } : made
  }

  private head(block: number, entry: Entry): BlockHead {
    const head = this.session.block(block)
    if (!entry.cleared?.has(block)) return head
    const isError = (head.flags & F.isError) !== 0
    const content = { kind: 'result', callId: head.callId ?? '', content: CLEARED_RESULT, ...(isError ? { isError } : {}) } as const
    return { ...head, flags: head.flags & ~OF_CONTENT, chars: CLEARED_RESULT.length, content }
  }
}

/** Both in the order of the record; the lines of a response nearly always come in that order already. */
function together(before: readonly number[], more: readonly number[]): readonly number[] {
  if ((before[before.length - 1] ?? -1) < (more[0] ?? -1)) return before.concat(more)
  return [...new Set([...before, ...more])].sort((a, b) => a - b)
}
