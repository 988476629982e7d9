/** After edits: what hung on a record that is gone hangs where it should, and a loader still finds the same branch. */

import type { Session } from '../../session/session'
import { KIND, textOf } from './record-types'
import { speaks } from './tree'
import type { Chain } from './write-chain'
import type { LineEdits } from './write-lines'

/** `resultRows` hold a result when all is done: those are found by their calls, wherever they hang. */
export function rehang(session: Session, chain: Chain, lines: LineEdits, resultRows: ReadonlySet<number>): void {
  if (lines.notices.size === 0 || !namesParents(session, lines)) return
  chain.order.forEach((row, place) => {
    if (!chain.isOnSpine(row) || lines.isGone(row) || resultRows.has(row) || lines.parents.has(row)) return
    const stray = strayParent(chain, lines, chain.parent(row), place)
    if (stray) lines.parents.set(stray.notice, lines.uuid(stray.expected))
  })
}

/** Loaders take the newest record as the leaf. When that was taken out and another branch would win, the leaf is named. */
export function nameLeaf(session: Session, chain: Chain, lines: LineEdits): void {
  const { lineFlags, lineCount } = session.columns
  const spoken = (row: number) => speaks(lineFlags[row] ?? 0)
  const old = chain.order.findLast(spoken)
  const leaf = chain.order.findLast(row => spoken(row) && !lines.isGone(row))
  if (session.agent !== '' || old === undefined || leaf === undefined || old === leaf) return
  let newest = lineCount - 1
  while (newest >= 0 && (!spoken(newest) || lines.isGone(newest))) newest--
  if (chain.place(newest) >= 0) return
  const sessionId = textOf(lines.record(leaf).sessionId)
  lines.addLast(JSON.stringify({ type: 'last-prompt', leafUuid: lines.uuid(leaf), ...(sessionId === null ? {} : { sessionId }) }))
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
  for (; above >= 0 && (!chain.carries(above) || lines.isGone(above)); above = chain.parent(above))
    if (notice < 0 && lines.isGone(above)) notice = above
  if (notice < 0 || chain.place(above) < 0 || chain.kindOf(above) !== KIND.assistant || chain.isLastLine(above)) return null
  const expected = liveBefore(chain, lines, place)
  for (let at = expected; at >= 0 && at !== above; at = chain.parent(at)) if (at === notice) return null
  return expected < 0 || expected === above ? null : { notice, expected }
}

/** False for a log whose order is its chain: a parent there would make roots of all other records. */
export function namesParents({ columns }: Session, lines: LineEdits): boolean {
  let row = 0
  while (row < columns.lineCount && columns.lineParent[row] === -1) row++
  return row < columns.lineCount ? textOf(lines.record(row).parentUuid) !== null : columns.lineCount > 0 && 'parentUuid' in lines.record(0)
}
