/**
 * Call ids whose other half cannot be looked for in this file: the result was most likely in a record that could not be
 * read, or the id itself was blotted out, so that several pairs share it. What would follow from them is no fault.
 */

import type { IndexColumns } from '../../session/index-columns'
import { BLOCK_KINDS } from '../../session/model'
import { isMasked, LINE } from './record-types'
import type { RowBlocks } from './row-blocks'

const CALL = BLOCK_KINDS.indexOf('call')

export function unpairable(c: IndexColumns, blocks: RowBlocks, resultsLost: readonly number[]): string[] {
  const found = new Set<string>()
  for (const row of resultsLost) for (const id of idsOf(c, blocks, row)) found.add(id)
  for (let row = 0; row < c.lineCount; row++) {
    if (((c.lineFlags[row] ?? 0) & LINE.maskedId) === 0) continue
    for (const id of idsOf(c, blocks, row, true)) if (isMasked(id)) found.add(id)
  }
  return [...found].sort()
}

function idsOf(c: IndexColumns, blocks: RowBlocks, row: number, results = false): string[] {
  const first = blocks.first[row] ?? 0
  const out: string[] = []
  for (let b = first; b < first + (blocks.count[row] ?? 0); b++) {
    const id = results || c.blockKind[b] === CALL ? c.strings.at(c.blockCall[b] ?? -1) : null
    if (id !== null) out.push(id)
  }
  return out
}
