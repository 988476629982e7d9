/**
 * What pages show: plain JSON, computed once on the server, the same numbers in chart and table.
 * Components import these types and nothing of formats, rules or the server.
 */

import type { Address, BlockKind, FaultKind, ImportNote, RecordCounts, SourceRef } from '../session/model'

/** A token count and where it is from. */
export interface Tokens {
  readonly value: number
  readonly origin: 'recorded' | 'tokenised' | 'estimated'
}

/** One line of the sessions table. */
export interface SessionLine {
  readonly id: string
  readonly name: string
  readonly format: string
  readonly model: string | null
  readonly messages: number
  readonly blocks: number
  readonly boundaries: number
  readonly bytes: number
  readonly tokens: Tokens | null
  readonly window: number | null
  readonly state: 'importing' | 'ready' | 'failed'
  readonly error: string | null
  /** 0 to 1 while importing. */
  readonly progress: number | null
  readonly job: string | null
  readonly verdict: {
    readonly rejects: number
    readonly alters: number
    readonly fragile: number
    readonly checks: number
    readonly profile: string
  } | null
  /** ISO time. */
  readonly importedAt: string
  /** Newer session that continues this one. */
  readonly newer: string | null
}

export interface StorageUse {
  readonly bytes: number
  readonly files: number
  readonly sessions: number
}

/** The head of a session page: the same for all lenses. */
export interface SessionHeader {
  readonly id: string
  readonly name: string
  readonly format: string
  readonly formatLabel: string
  readonly formatVersion: string | null
  readonly model: string | null
  readonly window: number | null
  readonly messages: number
  readonly blocks: number
  readonly bytes: number
  readonly isBody: boolean
  readonly branches: number
  readonly agents: readonly { readonly agent: string; readonly messages: number; readonly name: string }[]
  readonly boundaries: readonly BoundaryLine[]
  readonly errors: readonly ErrorLine[]
  readonly profiles: readonly { readonly id: string; readonly label: string }[]
  readonly autoProfile: string
  readonly previous: string | null
  readonly newer: string | null
}

export interface BoundaryLine {
  readonly address: Address
  readonly kind: string
  readonly at: number
  readonly trigger: string | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
  readonly kept: number
  readonly keptMissing: number
  readonly cleared: number
}

export interface ErrorLine {
  readonly at: Address
  readonly status: number | null
  readonly kind: FaultKind
  readonly text: string
}

/** One block of the transcript, or a divider; one row of the virtual list. */
export type TranscriptRow =
  | {
      readonly kind: 'block'
      readonly at: Address
      readonly message: Address
      readonly role: string
      readonly synthetic: string | null
      readonly block: BlockKind
      /** Name of the tool of a call or of the call that a result answers. */
      readonly name: string | null
      readonly callId: string | null
      /** Row position of the partner, or null; with `pair` it says what the gutter draws. */
      readonly partner: number | null
      readonly pair: 'none' | 'paired' | 'missing' | 'pending'
      readonly tokens: Tokens
      /** First characters of the text; never the whole. */
      readonly preview: string
      readonly isError: boolean
      /** Not part of the request: the screen's own, error lines. */
      readonly isSent: boolean
      readonly findings: readonly string[]
      readonly line: number
      readonly time: string | null
      readonly isFirstOfMessage: boolean
    }
  | { readonly kind: 'boundary'; readonly at: Address; readonly boundary: BoundaryLine }
  | { readonly kind: 'error'; readonly at: Address; readonly message: Address; readonly error: ErrorLine; readonly line: number }

export interface RowsPage {
  readonly total: number
  readonly from: number
  readonly rows: readonly TranscriptRow[]
  /** Row position of an address asked for, or null. */
  readonly position: number | null
}

/** One cell of the overview strip: a bucket of neighbouring rows. */
export interface StripCell {
  readonly fromRow: number
  readonly toRow: number
  readonly tokens: number
  readonly roles: Readonly<Record<string, number>>
  readonly worst: 'rejects' | 'alters' | 'fragile' | null
  readonly boundary: boolean
}

export interface TextPage {
  readonly at: Address
  readonly kind: BlockKind
  readonly chars: number
  readonly from: number
  readonly text: string
  readonly source: SourceRef | null
  /** The record's own JSON, cut to the same limit. */
  readonly raw: string | null
}

export interface ImportReport {
  readonly evidence: readonly string[]
  readonly records: RecordCounts
  readonly notes: readonly ImportNote[]
  readonly counts: readonly { readonly label: string; readonly value: number }[]
}

export interface RepairPreview {
  readonly before: { readonly rejects: number; readonly alters: number; readonly fragile: number }
  readonly after: { readonly rejects: number; readonly alters: number; readonly fragile: number }
  readonly chosen: readonly { readonly finding: string; readonly repair: string; readonly edits: number }[]
  /** What each edit does: address, words, text before and after (cut). */
  readonly changes: readonly {
    readonly at: Address
    readonly op: string
    readonly reason: string
    readonly before: string
    readonly after: string
  }[]
  readonly resume: readonly string[]
  readonly downloadName: string
}

/** "This fault first appears at …; the last answered request was …; between them …" */
export interface FirstAppearance {
  readonly at: string
  readonly rule: string
  readonly lastAnswered: string | null
  /** What stands between the two: boundaries, errors, interruptions. */
  readonly between: readonly { readonly at: Address; readonly what: string }[]
}
