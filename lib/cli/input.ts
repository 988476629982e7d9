/** FILE of the CLI: a file, a folder or zip (one session with its companions), or `-` for stdin. */

import { readSessions } from '../formats/read-session'
import { openInput } from '../server/bundle'
import type { ImportNote } from '../session/model'
import type { Session } from '../session/session'
import { UsageError } from './usage'

export interface Opened {
  readonly file: string
  readonly sessions: readonly Session[]
  readonly close: () => void
}

export async function openSessions(file: string, sessionId?: string): Promise<Opened> {
  const input = await openInput(file)
  try {
    const { id, name, main, companions } = input
    const all = readSessions({ id, name, main, companions }).map(session => withNotes(session, input.notes))
    const sessions = sessionId === undefined ? all : all.filter(session => session.facts.id === sessionId)
    if (sessions.length === 0)
      throw new UsageError(`${file} holds no session ${sessionId}; it has ${all.map(one => one.facts.id).join(', ')}`)
    return { file, sessions, close: () => input.close() }
  } catch (error) {
    input.close()
    throw error
  }
}

/** What the container layer noted (unpacked, re-coded) stands before the reader's own notes. */
function withNotes(session: Session, notes: readonly ImportNote[]): Session {
  return notes.length === 0 ? session : session.withNotes(notes)
}

/** The session of an agent (`a2`), or the main one. */
export function agentOf(session: Session, agent: string | undefined): Session {
  if (agent === undefined || agent === '') return session
  const found = session.agents.find(one => one.agent === agent)
  if (!found)
    throw new UsageError(
      `there is no agent ${agent}; this session has ${session.agents.length === 0 ? 'none' : session.agents.map(one => one.agent).join(', ')}`,
    )
  return found
}
