/** What is asked of a worker thread and what it answers: plain data, since it crosses threads. */

import type { MessagePort } from 'node:worker_threads'
import type { Fault } from '../base/result'
import type { ImportNote } from '../session/model'
import type { ImportReport, SessionHeader, Tokens } from '../view/models'

/** A stored session as a worker opens it. */
export interface StoredSession {
  readonly id: string
  readonly name: string
  /** Which one, of a file that holds several. */
  readonly ordinal: number
  /** The main file first. */
  readonly files: readonly { readonly label: string; readonly path: string }[]
  /** What happened before a format looked at the files. */
  readonly notes: readonly ImportNote[]
  /** Sent only when the worker asks for it. */
  readonly index: Uint8Array | null
}

/** What of a session is looked at. A moment can name the agent itself (`a2/end`). */
export interface Scope {
  readonly moment?: string
  readonly branch?: number
  readonly agent?: string
  readonly profile?: string
}

export interface RepairRequest extends Scope {
  /** Finding id → repair id. */
  readonly choose?: Readonly<Record<string, string>>
  /** Repair the findings that nobody chose for, too; default true. */
  readonly rest?: boolean
}

export type Question =
  | { readonly kind: 'rows'; readonly scope: Scope; readonly from: number; readonly to: number; readonly at?: string }
  | { readonly kind: 'strip'; readonly scope: Scope; readonly cells: number }
  | { readonly kind: 'block'; readonly at: string; readonly from: number; readonly length: number }
  | { readonly kind: 'check'; readonly scope: Scope; readonly all?: boolean; readonly error?: string }
  | { readonly kind: 'first'; readonly scope: Scope }
  | { readonly kind: 'repair'; readonly request: RepairRequest }
  | { readonly kind: 'repaired'; readonly request: RepairRequest }
  | { readonly kind: 'request'; readonly scope: Scope }
  | { readonly kind: 'native' }

export type Task =
  | { readonly kind: 'unpack'; readonly path: string; readonly workDir: string; readonly name: string }
  | { readonly kind: 'import'; readonly session: StoredSession }
  | { readonly kind: 'ask'; readonly session: StoredSession; readonly question: Question }

/** How a task tells how far it is, and how it is told to stop. */
export interface Channel {
  readonly port: MessagePort | null
  /** One byte: 1 means stop. Shared, because a thread that reads a file looks at no messages. */
  readonly cancel: SharedArrayBuffer | null
}

export interface Progress {
  /** 0 to 1. */
  readonly done: number
  readonly message: string
}

export type Answer =
  | { readonly kind: 'ok'; readonly value: unknown /** A new index, when the old one did not serve. */; readonly index?: Uint8Array }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'need-index' }

/** A file that came out of a container. */
export interface UnpackedFile {
  readonly label: string
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

export interface UnpackAnswer {
  /** The main file first. */
  readonly files: readonly UnpackedFile[]
  readonly isMany: boolean
  readonly notes: readonly ImportNote[]
}

/** What pages show before any body is read; kept as JSON in the session's row. */
export interface PageFacts {
  readonly header: HeaderFacts
  readonly report: ImportReport
  /** The `show` document without its head. */
  readonly show: unknown
  readonly notes: readonly ImportNote[]
}

export type HeaderFacts = Omit<SessionHeader, 'id' | 'name' | 'bytes' | 'previous' | 'newer'>

export interface Verdict {
  readonly rejects: number
  readonly alters: number
  readonly fragile: number
  readonly checks: number
  readonly profile: string
}

export interface ImportedSession {
  readonly ordinal: number
  readonly facts: PageFacts
  readonly tokens: Tokens | null
  /** Null when the check itself failed; the session is there all the same. */
  readonly verdict: Verdict | null
  readonly index: Uint8Array
}
