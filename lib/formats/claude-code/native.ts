/**
 * What this format keeps of a session besides the columns: plain JSON, so that a session can be opened again without
 * its file being read. Rows are line rows of the session's own columns, blocks and messages are internal positions.
 */

export interface NativeBoundary {
  /** Row of the boundary line; of the summary itself where no boundary line stands. */
  readonly row: number
  readonly isClear: boolean
  /** Row of the summary; -1 without one. */
  readonly summary: number
  /** Row where the chain goes on before the boundary; -1 when it is the first. */
  readonly before: number
  readonly kept: readonly number[]
  readonly keptMissing: number
  /** Results that are cleared from here on. */
  readonly clearedBlocks: readonly number[]
  /** Attachments that are no longer sent from here on. */
  readonly clearedMessages: readonly number[]
}

export interface Link {
  readonly row: number
  readonly parent: number
  /** Linked because the parent is a kept record that was never written, not by time. */
  readonly isKept: boolean
}

/** A file beside the log: outputs that were too large for it, or facts about a sub-agent. */
export interface Companion {
  readonly label: string
  readonly bytes: number
}

export interface ClaudeNative {
  readonly links: readonly Link[]
  readonly boundaries: readonly NativeBoundary[]
  /** Row that `last-prompt` names as the leaf; -1 when it does not count. */
  readonly leaf: number
  /** Rows of calls whose results were lost with a record that could not be read. */
  readonly resultsLost: readonly number[]
  readonly agentId: string | null
  /** The sub-agent's `meta.json`, as it is. */
  readonly agentMeta: unknown
  readonly toolResults: readonly Companion[]
}

/** The facts of a session of this format; they were written by this code. */
export function nativeOf(facts: { readonly native: unknown }): ClaudeNative {
  return facts.native as ClaudeNative
}
