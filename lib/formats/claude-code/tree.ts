/**
 * The chain of a session as a tree whose every path is what was said in that order.
 *
 * On disk it is a graph: the results of parallel calls hang on different lines of one response, `progress` records lie
 * between messages, a compaction starts a new root, and the records it kept still hang where they were. Here
 *
 *   rows that carry nothing (progress, notices) are stepped over
 *   a response's lines and its results become one run, in order (see parallel.ts)
 *   a boundary hangs on the record it was made at, its summary on the boundary
 *   what follows kept records hangs on the summary
 *
 * so that a moment is a walk up and a branch is a leaf.
 */

import type { IndexColumns } from '../../session/index-columns'
import type { Session } from '../../session/session'
import { type ClaudeNative, nativeOf } from './native'
import { cutCircles, joinParallel } from './parallel'
import { KIND, KIND_MASK, LINE } from './record-types'
import { type RowBlocks, rowBlocks } from './row-blocks'

/** Why a row's parents are not all in the file. */
export const BROKEN = { no: 0, dangling: 1, slice: 2 } as const

export interface Tree {
  /** Parent of a row; -1 for a root. Only rows that carry something are anybody's parent. */
  readonly up: Int32Array
  readonly carries: Uint8Array
  readonly broken: Uint8Array
  /** The last row of each branch, the active one first. */
  readonly leaves: readonly number[]
  /** Rows whose parent was taken away because the parents went in a circle. */
  readonly circles: readonly number[]
  /** Position in `native.boundaries` of the rows that are boundaries. */
  readonly boundaryAt: ReadonlyMap<number, number>
  readonly blocks: RowBlocks
}

const trees = new WeakMap<IndexColumns, Tree>()

export function treeOf(session: Session): Tree {
  return trees.get(session.columns) ?? plant(session.columns, nativeOf(session.facts))
}

export function plant(columns: IndexColumns, native: ClaudeNative): Tree {
  const tree = buildTree(columns, native)
  trees.set(columns, tree)
  return tree
}

/** Rows from the start of the context (its boundary, or the root) down to `row`. */
export function pathTo(tree: Tree, columns: IndexColumns, row: number): number[] {
  const path: number[] = []
  for (let at = row; at >= 0; at = tree.up[at] ?? -1) {
    path.push(at)
    if (((columns.lineFlags[at] ?? 0) & LINE.cut) !== 0) break
  }
  return path.reverse()
}

/** Whether the row is a user's or an assistant's; others only hang on such. */
export function speaks(flags: number): boolean {
  const kind = flags & KIND_MASK
  return kind === KIND.user || kind === KIND.assistant
}

function buildTree(columns: IndexColumns, native: ClaudeNative): Tree {
  const blocks = rowBlocks(columns)
  const carries = carryingRows(columns)
  const parents = statedParents(columns, native, carries)
  const broken = new Uint8Array(columns.lineCount)
  const circles = cutCircles(parents)
  for (const row of circles) broken[row] = BROKEN.dangling
  const up = nearestCarrying(columns, native, parents, carries, broken)
  joinParallel({ columns, up, carries, broken, blocks })
  const leaves = branches(columns, native, up, carries)
  return { up, carries, broken, leaves, circles, boundaryAt: new Map(native.boundaries.map(({ row }, k) => [row, k])), blocks }
}

function carryingRows(c: IndexColumns): Uint8Array {
  const carries = new Uint8Array(c.lineCount)
  for (let row = 0; row < c.lineCount; row++) {
    if ((c.lineMessage[row] ?? -1) >= 0 || ((c.lineFlags[row] ?? 0) & (LINE.cut | LINE.clear)) !== 0) carries[row] = 1
  }
  return carries
}

/** The parent each row has by its own word, by a link, or by a boundary. */
function statedParents(c: IndexColumns, native: ClaudeNative, carries: Uint8Array): Int32Array {
  const parents = new Int32Array(c.lineCount)
  for (let row = 0; row < c.lineCount; row++) parents[row] = Math.max(c.lineParent[row] ?? -1, -1)
  for (const { row, parent } of native.links) parents[row] = parent
  for (const { row, isClear, before, summary } of native.boundaries) {
    if (isClear) continue
    parents[row] = before
    if (summary < 0 || summary === row) continue
    parents[summary] = row
    for (let at = row + 1; at < c.lineCount; at++) if (parents[at] === row && at !== summary) parents[at] = summary
  }
  for (const { row, summary, kept, isClear } of native.boundaries) {
    if (!isClear && kept.length > 0) hangOnSummary(c, parents, carries, row, summary < 0 ? row : summary, new Set(kept))
  }
  return parents
}

/** Records written after the boundary whose parent is a kept one follow the summary, not the old history. */
function hangOnSummary(
  c: IndexColumns,
  parents: Int32Array,
  carries: Uint8Array,
  boundary: number,
  anchor: number,
  kept: ReadonlySet<number>,
): void {
  for (let row = boundary + 1; row < c.lineCount; row++) {
    if (((c.lineFlags[row] ?? 0) & LINE.cut) !== 0 || row === anchor) continue
    let at = parents[row] ?? -1
    while (at >= 0 && at < boundary && carries[at] === 0 && !kept.has(at)) at = (parents[at] ?? -1) < at ? (parents[at] ?? -1) : -1
    if (at >= 0 && at < boundary && kept.has(at)) parents[row] = anchor
  }
}

function nearestCarrying(c: IndexColumns, native: ClaudeNative, parents: Int32Array, carries: Uint8Array, broken: Uint8Array): Int32Array {
  const keptLinks = new Set(native.links.filter(link => link.isKept).map(link => link.row))
  const up = new Int32Array(c.lineCount).fill(-1)
  const done = new Uint8Array(c.lineCount)
  const path: number[] = []
  for (let row = 0; row < c.lineCount; row++) {
    let at = row
    while (at >= 0 && done[at] === 0) {
      path.push(at)
      done[at] = 1
      at = parents[at] ?? -1
    }
    for (let step = path.pop(); step !== undefined; step = path.pop()) {
      const isDangling = c.lineParent[step] === -2 && !keptLinks.has(step) && ((c.lineFlags[step] ?? 0) & LINE.cut) === 0
      if (isDangling) broken[step] = step === 0 ? BROKEN.slice : BROKEN.dangling
      const parent = parents[step] ?? -1
      if (parent < 0) continue
      up[step] = carries[parent] === 1 ? parent : (up[parent] ?? -1)
      if (carries[parent] === 0) broken[step] = Math.max(broken[step] ?? 0, broken[parent] ?? 0)
    }
  }
  return up
}

/** Leaves, the active one first, the others by the line where they part from it. */
function branches(c: IndexColumns, native: ClaudeNative, up: Int32Array, carries: Uint8Array): number[] {
  const isSpoken = new Uint8Array(c.lineCount)
  for (let row = 0; row < c.lineCount; row++) {
    if (carries[row] === 0 || !speaks(c.lineFlags[row] ?? 0)) continue
    for (let at = up[row] ?? -1; at >= 0 && isSpoken[at] === 0; at = up[at] ?? -1) isSpoken[at] = 1
  }
  const leaves: number[] = []
  for (let row = 0; row < c.lineCount; row++)
    if (carries[row] === 1 && isSpoken[row] === 0 && speaks(c.lineFlags[row] ?? 0)) leaves.push(row)
  const named = native.leaf >= 0 ? (carries[native.leaf] === 1 ? native.leaf : (up[native.leaf] ?? -1)) : -1
  const active = named >= 0 ? named : (leaves[leaves.length - 1] ?? -1)
  if (active < 0) return []
  const last = extended(up, carries, isSpoken, c)
  const onActive = new Uint8Array(c.lineCount)
  for (let at = active; at >= 0; at = up[at] ?? -1) onActive[at] = 1
  const others = leaves
    .filter(leaf => leaf !== active)
    .map(leaf => ({ leaf, parts: partingRow(up, onActive, leaf) }))
    .sort((a, b) => a.parts - b.parts || a.leaf - b.leaf)
  return [last(active), ...others.map(({ leaf }) => last(leaf))]
}

/** From a leaf on to the attachments and boundaries that hang on it, the newest first. */
function extended(up: Int32Array, carries: Uint8Array, isSpoken: Uint8Array, c: IndexColumns): (leaf: number) => number {
  const newestChild = new Int32Array(c.lineCount).fill(-1)
  for (let row = 0; row < c.lineCount; row++) {
    const parent = up[row] ?? -1
    if (parent >= 0 && carries[row] === 1 && isSpoken[row] === 0 && !speaks(c.lineFlags[row] ?? 0)) newestChild[parent] = row
  }
  return leaf => {
    let at = leaf
    for (let next = newestChild[at] ?? -1; next >= 0; next = newestChild[at] ?? -1) at = next
    return at
  }
}

/** The first row of a leaf's path that the active branch does not have; a leaf on the active branch parts at itself. */
function partingRow(up: Int32Array, onActive: Uint8Array, leaf: number): number {
  let at = leaf
  for (let next = up[at] ?? -1; next >= 0 && onActive[next] === 0; next = up[at] ?? -1) at = next
  return at
}
