/**
 * What one pass over a log gathers before anything is joined: columns over all lines of the file whatever agent they
 * are of, and the few facts that can only be resolved once every uuid is known. Lines are named by their row.
 */

import type { IndexColumns } from '../../session/index-columns'
import type { ImportNote } from '../../session/model'

/** A recorded compaction as its line states it. */
export interface RawBoundary {
  readonly line: number
  readonly isClear: boolean
  readonly trigger: string | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
  readonly logicalParent: string | null
  readonly anchor: string | null
  readonly head: string | null
  readonly tail: string | null
  /** Uuids of the records that stay; null when the line lists none. */
  readonly kept: readonly string[] | null
  /** Uuids by which later records may name the kept part, also those that were never written. */
  readonly keptNames: readonly string[]
  readonly clearedCalls: readonly string[]
  readonly clearedAttachments: readonly string[]
}

export interface RawError {
  readonly line: number
  readonly status: number | null
  readonly text: string
}

export interface Harvest {
  readonly columns: IndexColumns
  readonly rowOf: Map<string, number>
  /** Rows whose parent was not known yet, and what they call it. */
  readonly unresolved: { readonly row: number; readonly uuid: string }[]
  /** Pairs of rows with the same uuid: the older, the newer. */
  readonly replaced: { readonly older: number; readonly newer: number }[]
  readonly boundaries: RawBoundary[]
  readonly errors: RawError[]
  readonly notes: ImportNote[]
  /** Rows of sidechain lines and the ordinal of their agent in `agentIds`; -1 when the line names none. */
  readonly sideRows: number[]
  readonly sideAgents: number[]
  readonly agentIds: string[]
  read: number
  used: number
  metadata: number
  noted: number
  hasParents: boolean
  version: string | null
  /** `leafUuid` of the last `last-prompt`, unless a chain record follows it. */
  leaf: string | null
}

export function emptyHarvest(columns: IndexColumns): Harvest {
  return {
    columns,
    rowOf: new Map(),
    unresolved: [],
    replaced: [],
    boundaries: [],
    errors: [],
    notes: [],
    sideRows: [],
    sideAgents: [],
    agentIds: [],
    read: 0,
    used: 0,
    metadata: 0,
    noted: 0,
    hasParents: false,
    version: null,
    leaf: null,
  }
}
