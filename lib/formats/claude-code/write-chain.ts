/**
 * The chain that edits act on, as the reader orders it and as the file links it. The reader's order holds every record
 * that is sent; the spine is what a loader meets that goes from the leaf to its parent, and so on: notices are on it,
 * results of parallel calls often are not.
 *
 *   order   boundary, summary, kept records, then the rest
 *   spine   the rest, by parents as they stand in the file, down to the boundary or to the kept records
 */

import type { IndexColumns } from '../../session/index-columns'
import type { Session } from '../../session/session'
import { type NativeBoundary, nativeOf } from './native'
import { KIND, KIND_MASK, LINE } from './record-types'
import { type Tree, treeOf } from './tree'

export class Chain {
  readonly order: readonly number[]
  readonly boundary: NativeBoundary | null
  /** Record the order begins with when it is a boundary; else -1. */
  readonly cut: number
  private readonly tree: Tree
  private readonly columns: IndexColumns
  private readonly places = new Map<number, number>()
  private readonly kept: ReadonlySet<number>
  private readonly links: ReadonlyMap<number, number>
  private readonly onSpine = new Map<number, number>()

  constructor(session: Session, path: readonly number[]) {
    const native = nativeOf(session.facts)
    this.columns = session.columns
    this.tree = treeOf(session)
    this.links = new Map(native.links.map(({ row, parent }) => [row, parent]))
    const first = path[0] ?? -1
    this.cut = first >= 0 && ((this.columns.lineFlags[first] ?? 0) & LINE.cut) !== 0 ? first : -1
    this.boundary = this.cut < 0 ? null : (native.boundaries[this.tree.boundaryAt.get(first) ?? -1] ?? null)
    this.kept = new Set(this.boundary?.kept ?? [])
    this.order = this.ordered(path)
    for (const [i, row] of this.order.entries()) this.places.set(row, i)
    this.findSpine(path[path.length - 1] ?? -1)
  }

  private ordered(path: readonly number[]): number[] {
    const { cut, boundary, kept } = this
    if (cut < 0 || !boundary) return [...path]
    const summary = boundary.summary >= 0 && boundary.summary !== cut ? [boundary.summary] : []
    const rest = path.filter(row => row !== cut && row !== boundary.summary && !kept.has(row))
    return [cut, ...summary, ...boundary.kept.filter(row => this.carries(row)), ...rest]
  }

  private findSpine(leaf: number): void {
    let below = -1
    for (let at = leaf; at >= 0 && at !== this.cut && !this.onSpine.has(at) && !this.kept.has(at); at = this.parent(at)) {
      this.onSpine.set(at, below)
      below = at
    }
  }

  /** Position in the order; -1 for a record that is not in it. */
  place(row: number): number {
    return this.places.get(row) ?? -1
  }

  isKept(row: number): boolean {
    return this.kept.has(row)
  }

  isOnSpine(row: number): boolean {
    return this.onSpine.has(row) && !this.kept.has(row)
  }

  /** The record on the spine whose parent this one is; -1 without one. */
  childOnSpine(row: number): number {
    return this.onSpine.get(row) ?? -1
  }

  /** Parent as the file has it, or as the loader links a missing one. */
  parent(row: number): number {
    return this.links.get(row) ?? Math.max(this.columns.lineParent[row] ?? -1, -1)
  }

  carries(row: number): boolean {
    return this.tree.carries[row] === 1
  }

  blockCount(row: number): number {
    return this.tree.blocks.count[row] ?? 0
  }

  /** The line of a response behind which nothing of it follows. */
  isLastLine(row: number): boolean {
    return !this.isSameMessage(this.order[this.place(row) + 1] ?? -1, row)
  }

  kindOf(row: number): number {
    return row < 0 ? KIND.other : (this.columns.lineFlags[row] ?? 0) & KIND_MASK
  }

  isError(row: number): boolean {
    return ((this.columns.lineFlags[row] ?? 0) & LINE.apiError) !== 0
  }

  /** A line of the same response as another. */
  isSameMessage(row: number, other: number): boolean {
    return (
      row >= 0 && other >= 0 && this.kindOf(row) === KIND.assistant && this.columns.lineMessage[row] === this.columns.lineMessage[other]
    )
  }

  /** The nearest record above that carries something; -1 without one. */
  carryingAbove(row: number): number {
    let at = this.parent(row)
    while (at >= 0 && !this.carries(at)) at = this.parent(at)
    return at
  }

  /** The first record from `row` down the spine that carries something. */
  carryingBelow(row: number): number {
    let at = row
    while (at >= 0 && !this.carries(at)) at = this.childOnSpine(at)
    return at
  }
}
