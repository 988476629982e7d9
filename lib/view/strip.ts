/** The overview strip: all rows of a list in a given number of cells, each as large as its neighbours. */

import type { Address } from '../session/model'
import type { StripCell } from './models'
import { estimateOf, positionOf, type Row, type RowList } from './rows'

type Severity = NonNullable<StripCell['worst']>

const ORDER: readonly Severity[] = ['fragile', 'alters', 'rejects']

export interface StripFinding {
  readonly at: Address
  readonly severity: Severity
}

export function buildStrip(list: RowList, cells: number, findings: readonly StripFinding[]): StripCell[] {
  const count = Math.min(Math.max(1, cells), list.rows.length)
  const worst = worstByRow(list, findings)
  return Array.from({ length: count }, (_, i) => {
    const fromRow = Math.floor((i * list.rows.length) / count)
    return cellOf(list, fromRow, Math.floor(((i + 1) * list.rows.length) / count), worst)
  })
}

function cellOf(list: RowList, fromRow: number, toRow: number, worst: ReadonlyMap<number, Severity>): StripCell {
  const roles: Record<string, number> = {}
  let tokens = 0
  let boundary = false
  let severity: Severity | null = null
  for (let i = fromRow; i < toRow; i++) {
    const row = list.rows[i]
    if (!row) continue
    if (row.kind === 'boundary') boundary = true
    else {
      const size = tokensOf(row)
      tokens += size
      roles[row.message.role] = (roles[row.message.role] ?? 0) + size
    }
    severity = worse(severity, worst.get(i) ?? null)
  }
  return { fromRow, toRow, tokens, roles, worst: severity, boundary }
}

function tokensOf(row: Row): number {
  return row.kind === 'block' && row.block ? estimateOf(row.block).value : 0
}

function worstByRow(list: RowList, findings: readonly StripFinding[]): Map<number, Severity> {
  const out = new Map<number, Severity>()
  for (const finding of findings) {
    const row = positionOf(list, finding.at)
    if (row === null) continue
    const severity = worse(out.get(row) ?? null, finding.severity)
    if (severity) out.set(row, severity)
  }
  return out
}

function worse(one: Severity | null, other: Severity | null): Severity | null {
  if (one === null || other === null) return one ?? other
  return ORDER.indexOf(one) >= ORDER.indexOf(other) ? one : other
}
