/** The published list of import notes: what a reader may have met, in words. */

import { NOTE_KINDS as CLAUDE_CODE } from './claude-code/notes'

export interface NoteKindMeaning {
  readonly kind: string
  readonly means: string
}

/** Kinds of the body readers and of the container layer. */
const OTHERS: readonly NoteKindMeaning[] = [
  { kind: 'wrapped-body', means: 'The request body stood inside another document, or was a JSON string in it.' },
  { kind: 'not-a-message', means: 'An entry of the message list is no message; it stays in the list as it came.' },
  { kind: 'unpacked', means: 'The file was a compressed container and was unpacked.' },
  { kind: 'recoded-utf16', means: 'The file was UTF-16 and was read as UTF-8; byte numbers count in the re-coded text.' },
  { kind: 'skipped-entry', means: 'An entry of the archive was left out.' },
]

export const NOTE_KINDS: readonly NoteKindMeaning[] = [...CLAUDE_CODE.map(({ kind, means }) => ({ kind, means })), ...OTHERS]
