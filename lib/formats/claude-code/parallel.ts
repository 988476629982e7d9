/**
 * One response with several calls is written as several lines, and each result hangs on the line of its own call:
 *
 *        L1(call a) ── L2(call b) ── R2 ── next            L1 ── L2 ── R1 ── R2 ── next
 *           └── R1                              becomes
 *
 * Going up from `next` would lose R1 (or L2 and R2, when `next` hangs on R1). So the lines of a response, the results
 * that hang on them and what hangs on those without going on become one run, lines first, each in the order of the
 * file. What goes on from any result of the run goes on from its end.
 *
 * A prompt that hangs on a line in the middle of a response is a real branch and stays there. Two results of one call
 * that both go on are two branches.
 */

import type { IndexColumns } from '../../session/index-columns'
import { CALL, RESULT } from './boundaries'
import { KIND, KIND_MASK, LINE } from './record-types'
import type { RowBlocks } from './row-blocks'

export interface Links {
  readonly columns: IndexColumns
  /** Changed in place. */
  readonly up: Int32Array
  readonly carries: Uint8Array
  readonly broken: Uint8Array
  readonly blocks: RowBlocks
}

export function joinParallel(links: Links): void {
  homelessResults(links)
  new Parallel(links).join()
}

/** A result whose parent is not in the file belongs to the line that holds its call. */
function homelessResults({ columns: c, up, carries, broken, blocks }: Links): void {
  let callRow: Map<number, number> | null = null
  for (let row = 0; row < c.lineCount; row++) {
    if (carries[row] === 0 || c.lineParent[row] !== -2 || ((c.lineFlags[row] ?? 0) & LINE.results) === 0) continue
    callRow ??= rowsOfCalls(c)
    const owner = ordinalsOf(c, blocks, row, RESULT)
      .map(call => callRow?.get(call) ?? -1)
      .find(found => found >= 0)
    if (owner === undefined) continue
    up[row] = owner
    broken[row] = 0
  }
  if (callRow !== null) cutCircles(up)
}

function rowsOfCalls(c: IndexColumns): Map<number, number> {
  const rows = new Map<number, number>()
  for (let b = 0; b < c.blockCount; b++)
    if (c.blockKind[b] === CALL && (c.blockCall[b] ?? -1) >= 0) rows.set(c.blockCall[b] ?? -1, c.blockLine[b] ?? -1)
  return rows
}

function ordinalsOf(c: IndexColumns, blocks: RowBlocks, row: number, kind: number): number[] {
  const found: number[] = []
  const first = blocks.first[row] ?? 0
  for (let b = first; b < first + (blocks.count[row] ?? 0); b++) {
    if (c.blockKind[b] === kind && (c.blockCall[b] ?? -1) >= 0) found.push(c.blockCall[b] ?? -1)
  }
  return found
}

/** Takes one link out of every circle of parents; gives the rows whose parent was taken. */
export function cutCircles(parents: Int32Array): number[] {
  const cut: number[] = []
  const seen = new Int32Array(parents.length)
  for (let row = 0; row < parents.length; row++) {
    let at = row
    let last = -1
    while (at >= 0 && seen[at] === 0) {
      seen[at] = row + 1
      last = at
      at = parents[at] ?? -1
    }
    if (at < 0 || last < 0 || seen[at] !== row + 1) continue
    parents[last] = -1
    cut.push(last)
  }
  return cut
}

class Parallel {
  private readonly c: IndexColumns
  private readonly children: Children
  /** The last row of the run that a row is part of; -1 for a row of none. */
  private readonly tail: Int32Array
  /** 1 for a line of a response, 2 for a result or what hangs on it. */
  private readonly part: Uint8Array
  private readonly lastLine: Int32Array
  private readonly goesOn: Uint8Array

  constructor(private readonly links: Links) {
    this.c = links.columns
    this.children = new Children(links.up, links.carries)
    this.tail = new Int32Array(this.c.lineCount).fill(-1)
    this.lastLine = new Int32Array(this.c.lineCount).fill(-1)
    this.part = new Uint8Array(this.c.lineCount)
    this.goesOn = this.rowsThatGoOn()
  }

  join(): void {
    const { up, carries } = this.links
    const stated = up.slice()
    const runs: number[][] = []
    for (let row = 0; row < this.c.lineCount; row++) {
      if (carries[row] === 1 && this.isSaid(row) && !this.continues(row, stated)) runs.push(this.run(row))
    }
    for (let row = 0; row < this.c.lineCount; row++) {
      const parent = stated[row] ?? -1
      if (parent >= 0 && (this.tail[row] ?? -1) < 0) up[row] = this.end(row, parent)
    }
    for (const run of runs) {
      const head = run[0] ?? -1
      const first = this.outerParent(run, stated)
      for (let i = 1; i < run.length; i++) up[run[i] ?? 0] = run[i - 1] ?? -1
      up[head] = first < 0 ? -1 : this.end(head, first)
    }
  }

  /** The stated parent that lies outside the run. */
  private outerParent(run: readonly number[], stated: Int32Array): number {
    const tail = run[run.length - 1] ?? -1
    let at = run[0] ?? -1
    while (at >= 0 && this.tail[at] === tail) at = stated[at] ?? -1
    return at
  }

  /** Where a row that hangs on `parent` hangs now. */
  private end(row: number, parent: number): number {
    const tail = this.tail[parent] ?? -1
    if (tail < 0) return parent
    if (this.part[parent] === 2) return tail
    const last = this.lastLine[parent] ?? parent
    if (this.isResult(row)) return last
    return parent === last ? tail : parent
  }

  /** True for a line that goes on with the response of the line above: by its id or, where logs hold no ids, by itself. */
  private continues(row: number, stated: Int32Array): boolean {
    const parent = stated[row] ?? -1
    if (parent < 0 || !this.isSaid(parent) || !this.isSaid(row)) return false
    if (this.c.lineMessage[row] === this.c.lineMessage[parent]) return true
    if (((this.c.lineFlags[row] ?? 0) & (this.c.lineFlags[parent] ?? 0) & LINE.noId) === 0) return false
    let assistants = 0
    for (let child = this.children.first(parent); child >= 0; child = this.children.next(child)) if (this.isSaid(child)) assistants++
    return assistants === 1
  }

  /** Lines of the model itself. */
  private isSaid(row: number): boolean {
    return ((this.c.lineFlags[row] ?? 0) & (KIND_MASK | LINE.apiError)) === KIND.assistant
  }

  private run(head: number): number[] {
    const lines = [head]
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? 0
      for (let child = this.children.first(line); child >= 0; child = this.children.next(child)) {
        if (this.continues(child, this.links.up)) lines.push(child)
      }
    }
    lines.sort(byRow)
    const results = this.resultsOf(lines)
    const run = results.length === 0 ? lines : [...lines, ...results]
    const last = lines[lines.length - 1] ?? head
    const tail = run[run.length - 1] ?? head
    for (const row of lines) this.mark(row, 1, last, tail)
    for (const row of results) this.mark(row, 2, last, tail)
    return run
  }

  private mark(row: number, part: number, last: number, tail: number): void {
    this.part[row] = part
    this.lastLine[row] = last
    this.tail[row] = tail
  }

  /** Results that hang on the lines, and whatever hangs on lines or results without going on. */
  private resultsOf(lines: readonly number[]): number[] {
    const found: number[] = []
    const answered = new Map<number, boolean>()
    for (const line of lines) {
      for (let child = this.children.first(line); child >= 0; child = this.children.next(child)) {
        if (this.isResult(child) ? !this.isOtherBranch(child, answered) : this.isDeadEnd(child)) found.push(child)
      }
    }
    for (let i = 0; i < found.length; i++) {
      for (let child = this.children.first(found[i] ?? 0); child >= 0; child = this.children.next(child)) {
        if (this.isResult(child) || this.isDeadEnd(child)) found.push(child)
      }
    }
    return found.sort(byRow)
  }

  /** A second result of a call is a branch of its own when both go on; one that leads nowhere is a duplicate. */
  private isOtherBranch(row: number, answered: Map<number, boolean>): boolean {
    const calls = ordinalsOf(this.c, this.links.blocks, row, RESULT)
    const goesOn = this.goesOn[row] === 1
    const isOther = goesOn && calls.length > 0 && calls.every(call => answered.get(call) === true)
    if (!isOther) for (const call of calls) answered.set(call, goesOn || answered.get(call) === true)
    return isOther
  }

  private isDeadEnd(row: number): boolean {
    return this.kind(row) === KIND.attachment && this.goesOn[row] === 0
  }

  private isResult(row: number): boolean {
    const flags = this.c.lineFlags[row] ?? 0
    return (flags & KIND_MASK) === KIND.user && (flags & LINE.results) !== 0
  }

  private kind(row: number): number {
    return (this.c.lineFlags[row] ?? 0) & KIND_MASK
  }

  /** Rows under which the conversation goes on: with a prompt, a response or a boundary. */
  private rowsThatGoOn(): Uint8Array {
    const { up, carries } = this.links
    const goesOn = new Uint8Array(this.c.lineCount)
    for (let row = 0; row < this.c.lineCount; row++) {
      if (carries[row] === 0 || this.isResult(row) || this.kind(row) === KIND.attachment) continue
      for (let at = row; at >= 0 && goesOn[at] === 0; at = up[at] ?? -1) goesOn[at] = 1
    }
    return goesOn
  }
}

/** Children of rows as linked lists in the order of rows, without a list for each row. */
class Children {
  private readonly firstOf: Int32Array
  private readonly nextOf: Int32Array

  constructor(up: Int32Array, carries: Uint8Array) {
    this.firstOf = new Int32Array(up.length).fill(-1)
    this.nextOf = new Int32Array(up.length).fill(-1)
    for (let row = up.length - 1; row >= 0; row--) {
      const parent = up[row] ?? -1
      if (parent < 0 || carries[row] === 0) continue
      this.nextOf[row] = this.firstOf[parent] ?? -1
      this.firstOf[parent] = row
    }
  }

  first(row: number): number {
    return this.firstOf[row] ?? -1
  }

  next(row: number): number {
    return this.nextOf[row] ?? -1
  }
}

function byRow(a: number, b: number): number {
  return a - b
}
