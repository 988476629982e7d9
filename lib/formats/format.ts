/**
 * What a format is: one folder that recognises its files, reads them into a record, knows what its agent sends at a
 * moment, and writes an edited working set back. Formats never import each other.
 *
 * May not: guess silently, repair pairing, drop an unknown block or record (keep it as `other` or note it).
 */

import type { Source } from '../base/source'
import type { Edit } from '../edits/edit'
import type { IndexColumns } from '../session/index-columns'
import type { Moment } from '../session/moment'
import type { Sending } from '../session/sending'
import type { Session, SessionFacts } from '../session/session'
import type { MomentStep, WorkingSet } from '../session/working-set'

/** What detection looks at: up to 200 records of a log, or the top-level value of a document. */
export interface Sample {
  /** Parsed records of the first lines that parse; empty for a document. */
  readonly records: readonly unknown[]
  /** The document, when the whole file is one JSON value (its message list may be cut to 200 entries). */
  readonly document: unknown
}

/** One file of an upload: the main file or a companion. `label` is its path inside the folder or archive. */
export interface NamedSource {
  readonly label: string
  readonly source: Source
}

export interface ReadInput {
  /** Session id: first 16 hex digits of the hash of the bytes. */
  readonly id: string
  readonly name: string
  readonly main: NamedSource
  readonly companions: readonly NamedSource[]
  readonly evidence: readonly string[]
  readonly onProgress?: (bytesDone: number) => void
  /** Asked now and then; true ends the reading with a refusal `cancelled`. */
  readonly isCancelled?: () => boolean
}

export interface MomentOptions {
  /** Branch number; 0 is the active one. */
  readonly branch?: number
}

/** How to use a file that was written: where to put it, how to resume. Plain sentences. */
export interface PutBack {
  readonly bytes: Uint8Array
  readonly resume: readonly string[]
}

/** A place on disk where people find files of this format. */
export interface KnownPlace {
  readonly agent: string
  readonly path: string
  readonly hint: string
}

export interface Format {
  readonly id: string
  readonly label: string
  readonly places: readonly KnownPlace[]
  /** Evidence in words when the sample is of this format, else null. */
  readonly detect: (sample: Sample) => readonly string[] | null
  readonly read: (input: ReadInput) => Session
  /** The same session from its stored facts and columns, without reading the file again. */
  readonly open: (facts: SessionFacts, columns: IndexColumns, source: Source, agents: readonly Session[], agent: string) => Session
  /** What the agent would send at a moment; throws a Refusal for a moment this session does not have. */
  readonly workingSet: (session: Session, moment: Moment, options?: MomentOptions) => WorkingSet
  /** Every recorded response's request, as differences (see `MomentStep`); bodies have none. */
  readonly walk: (session: Session) => Iterable<MomentStep>
  readonly sending: Sending
  /**
   * The file with edits of the working set at `end` applied, spliced into the original bytes: untouched records come out
   * byte for byte. The result must be one that the agent loads.
   */
  readonly write: (session: Session, edits: readonly Edit[], params?: Readonly<Record<string, unknown>>) => PutBack
}
