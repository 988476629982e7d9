/** After edits: what hung on a record that is gone hangs where it should, and a loader still finds the same branch. */

import type { Session } from '../../session/session'
import { textOf } from './record-types'
import { speaks } from './tree'
import type { Chain } from './write-chain'
import type { LineEdits } from './write-lines'
import { strayParent } from './write-thread'

/** `resultRows` hold a result when all is done: those are found by their calls, wherever they hang. */
export function rehang(chain: Chain, lines: LineEdits, resultRows: ReadonlySet<number>): void {
  if (lines.notices.size === 0) return
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
  if (old === undefined || leaf === undefined || old === leaf) return
  let newest = lineCount - 1
  while (newest >= 0 && (!spoken(newest) || lines.isGone(newest))) newest--
  if (chain.place(newest) >= 0) return
  const sessionId = textOf(lines.record(leaf)['sessionId'])
  lines.addLast(JSON.stringify({ type: 'last-prompt', leafUuid: lines.uuid(leaf), ...(sessionId === null ? {} : { sessionId }) }))
}
