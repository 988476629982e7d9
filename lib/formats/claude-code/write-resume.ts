/** How to put a repaired log back in plain sentences: keep a copy, put it in place, resume. */

import type { Session } from '../../session/session'
import { textOf } from './record-types'
import type { LineEdits } from './write-lines'

const SESSION_FILE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/i

export function resumeSteps(session: Session, lines: LineEdits): string[] {
  const cwd = newest(session, lines, 'cwd')
  const id = idOf(session, newest(session, lines, 'sessionId'))
  const file = session.agent === '' ? (id === null ? session.facts.name : `${id}.jsonl`) : baseName(session.source.name)
  const folder = cwd === null ? 'the folder it came from' : `the folder it came from (usually ~/.claude/projects/${folderOf(cwd)})`
  const steps = [
    'Close Claude Code first: it goes on writing to a session that is open.',
    `Keep a copy of the original as ${file}.bak: every .jsonl file in that folder is offered as a session, so the copy needs another ending or another folder.`,
    `Put the repaired file in place of the original, under the same name ${file}, in ${folder}.`,
    'Leave what lies beside it (the folder named like the session, with its sub-agents and tool results) where it is.',
    resumeStep(cwd, id),
  ]
  if (!session.facts.notes.some(note => note.kind === 'redacted')) return steps
  return [
    ...steps,
    'This file was redacted: ids or signatures in it are blotted out. Thinking with a masked signature is refused by the provider, whatever is repaired; resume from a repaired copy of the unredacted original.',
  ]
}

function resumeStep(cwd: string | null, id: string | null): string {
  const resume = id === null ? 'claude --resume' : `claude --resume ${id}`
  return cwd === null ? `Then run, in the folder of the project: ${resume}` : `Then run: cd ${quoted(cwd)} && ${resume}`
}

/** The name of the file is what Claude Code looks a session up by. */
function idOf(session: Session, recorded: string | null): string | null {
  const name = baseName(session.facts.name)
  return SESSION_FILE.test(name) ? name.slice(0, -'.jsonl'.length) : recorded
}

function newest(session: Session, lines: LineEdits, key: string): string | null {
  for (let row = session.columns.lineCount - 1; row >= 0; row--) {
    const text = textOf(lines.record(row)[key])
    if (text !== null) return text
  }
  return null
}

function folderOf(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, '-')
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function quoted(path: string): string {
  return /^[\w./:\\~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
