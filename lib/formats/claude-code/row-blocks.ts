/** Which blocks lie on a line: the blocks of one line stand together, because columns are sorted by message and place. */

import type { IndexColumns } from '../../session/index-columns'

export interface RowBlocks {
  /** First block of a row; meaningless when the row has none. */
  readonly first: Int32Array
  readonly count: Int32Array
}

export function rowBlocks(columns: IndexColumns): RowBlocks {
  const first = new Int32Array(columns.lineCount)
  const count = new Int32Array(columns.lineCount)
  for (let b = 0; b < columns.blockCount; b++) {
    const row = columns.blockLine[b] ?? 0
    if ((count[row] ?? 0) === 0) first[row] = b
    count[row] = (count[row] ?? 0) + 1
  }
  return { first, count }
}
