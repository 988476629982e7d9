/**
 * Parents that the file does not hold. Like the agent's own loader, a record whose parent is missing is linked to the
 * nearest earlier record of the same agent within five seconds; farther than that it is a root. Where no record of the
 * file names a parent at all, the order of the file is the chain.
 */

import type { IndexColumns } from '../../session/index-columns'
import type { PlacedBoundary } from './boundaries'
import type { Harvest } from './harvest'
import type { Link } from './native'
import type { Part } from './parts'

const NEAR_MS = 5000
/** How many rows back the nearest record is looked for. */
const ROWS_BACK = 64

export interface DanglingParent {
  readonly row: number
  readonly link: number
}

/** Links for rows whose parent is missing; those that no link was found for are listed with link -1. */
export function linkDangling(
  harvest: Harvest,
  part: Part,
  boundaries: readonly PlacedBoundary[],
): { links: Link[]; dangling: DanglingParent[] } {
  const { columns } = part
  const keptNames = new Map<string, PlacedBoundary>()
  for (const boundary of boundaries) for (const name of boundary.raw?.keptNames ?? []) keptNames.set(name, boundary)
  const links: Link[] = []
  const dangling: DanglingParent[] = []
  for (const { row: fileRow, uuid } of harvest.unresolved) {
    const row = part.place(fileRow)
    if (row < 0 || columns.lineParent[row] !== -2) continue
    const boundary = keptNames.get(uuid)
    if (boundary && boundary.row < row) {
      links.push({ row, parent: boundary.summary >= 0 ? boundary.summary : boundary.row, isKept: true })
      continue
    }
    const link = nearest(columns, row)
    if (link >= 0) links.push({ row, parent: link, isKept: false })
    dangling.push({ row, link })
  }
  return { links, dangling }
}

function nearest(c: IndexColumns, row: number): number {
  const time = c.lineTime[row] ?? Number.NaN
  for (let at = row - 1; at >= 0 && at >= row - ROWS_BACK; at--) {
    const distance = time - (c.lineTime[at] ?? Number.NaN)
    if (distance >= 0 && distance <= NEAR_MS) return at
  }
  return -1
}

export function chainByOrder(c: IndexColumns): void {
  for (let row = 1; row < c.lineCount; row++) c.lineParent[row] = row - 1
}
