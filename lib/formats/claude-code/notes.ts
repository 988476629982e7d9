/**
 * The kinds of import notes of this format. A kind is part of what scripts read, so none is ever renamed.
 * `stands: true` means that such a note stands for a record that is counted as noted.
 */

export interface NoteKind {
  readonly kind: string
  readonly stands: boolean
  readonly means: string
}

export const NOTE_KINDS: readonly NoteKind[] = [
  { kind: 'glued-line', stands: false, means: 'Several records stand on one line; each was read.' },
  {
    kind: 'interleaved-write',
    stands: true,
    means: 'A record was cut off by another one that starts on the same line; the first was dropped.',
  },
  { kind: 'cut-line', stands: true, means: 'The last line breaks off.' },
  { kind: 'broken-line', stands: true, means: 'A line that is no JSON.' },
  { kind: 'unknown-record', stands: true, means: 'A record of a type that is not known, or without what its type needs.' },
  { kind: 'duplicate-uuid', stands: true, means: 'Several records share one uuid: the first fixes the place, the last gives the content.' },
  { kind: 'too-deep', stands: false, means: 'A value nests deeper than 200 and is kept as text.' },
  { kind: 'redacted', stands: false, means: 'Ids or signatures were blotted out: signatures and pairs cannot be checked there.' },
  { kind: 'dangling-parent', stands: false, means: 'The parent of a record is not in the file.' },
  { kind: 'parent-cycle', stands: false, means: 'Records name each other as parents; the chain was cut there.' },
  { kind: 'kept-missing', stands: false, means: 'A compaction kept messages that are not in the file.' },
  { kind: 'boundary-without-summary', stands: false, means: 'A compaction without the summary that should follow it.' },
  { kind: 'summary-without-boundary', stands: false, means: 'A summary that no boundary line announces; it counts as a boundary.' },
  { kind: 'companion-unread', stands: false, means: 'A companion file that holds no records of an agent.' },
]

/** Notes of one kind beyond this many are counted, not listed. */
export const NOTES_PER_KIND = 1000
