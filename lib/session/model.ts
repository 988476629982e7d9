/**
 * The canonical words of the product: what a transcript holds, whatever agent or provider wrote it.
 * Source of truth: the published contracts (section 2). Everything here is immutable; a policy or a repair
 * never changes a record, it plans edits on a working set.
 */

export type Role = 'system' | 'user' | 'assistant' | 'tool'

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly signature?: string }
  | { readonly kind: 'redacted'; readonly data: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown; readonly rawInput?: string }
  | { readonly kind: 'result'; readonly callId: string; readonly content: readonly Block[] | string; readonly isError?: boolean }
  | { readonly kind: 'image' | 'document' | 'audio'; readonly mediaType?: string; readonly bytes?: number; readonly ref?: string }
  | { readonly kind: 'serverCall'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly kind: 'serverResult'; readonly callId: string; readonly content: unknown }
  | { readonly kind: 'compaction'; readonly text?: string; readonly opaque?: true }
  | { readonly kind: 'other'; readonly type: string; readonly raw: unknown }

export type BlockKind = Block['kind']

/** Order is the code of a kind in the columns: append only. */
export const BLOCK_KINDS: readonly BlockKind[] = [
  'text',
  'thinking',
  'redacted',
  'call',
  'result',
  'image',
  'document',
  'audio',
  'serverCall',
  'serverResult',
  'compaction',
  'other',
]

/** An address such as `m42.b1`, `k0.m0.b0`, `a2/m5`, `sys.b0`, `tool:read_file`, `n3.b0`. */
export type Address = string

/** Where the bytes lie: 1-based line; start and length of the record in bytes of the UTF-8 text; path inside that line's JSON. */
export interface SourceRef {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly length: number
  readonly path: string
}

export type BoundaryKind = 'summary' | 'replace' | 'clear' | 'forget' | 'rewrite' | 'opaque'

/** A compaction that really happened. `at` is the message number it stands before. */
export interface Boundary {
  readonly kind: BoundaryKind
  readonly at: number
  readonly trigger: string | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
  readonly cleared: readonly Address[]
  readonly kept: readonly Address[]
  /** Kept messages that the record names but the file does not hold. */
  readonly keptMissing: number
  /** Internal message positions of what the boundary wrote; addressed `k1.m0`. */
  readonly owned: readonly number[]
  readonly source: SourceRef
}

/** Whose fault a provider's error is. */
export type FaultKind = 'transcript' | 'size' | 'model' | 'account' | 'unknown'

/** An error that the agent wrote down. `at` is the message that carries it. */
export interface RecordedError {
  readonly at: Address
  readonly status: number | null
  readonly text: string
}

/** What the importer could not read as the format says, and what it did about it. Kinds are the published list in `notes.ts`. */
export interface ImportNote {
  readonly kind: string
  readonly line: number
  readonly start: number
  readonly length: number
  readonly what: string
  readonly done: string
}

/** records read = used + metadata + noted, for every import. */
export interface RecordCounts {
  readonly read: number
  readonly used: number
  readonly metadata: number
  readonly noted: number
}

/** Why a request cannot be rebuilt whole from the file. */
export type Incomplete = 'dangling-parent' | 'kept-missing' | 'results-missing' | 'slice'
