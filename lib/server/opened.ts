/**
 * The sessions that a worker has open: a few, the last used stay. Only the index and what was built from it is kept;
 * files are closed after each task.
 */
import { eachLine } from '../base/lines'
import { type Source, subSource } from '../base/source'
import { findBody } from '../formats/layout'
import { readSessions } from '../formats/read-session'
import { formatOf } from '../formats/registry'
import { decodeSession, encodeSession } from '../session/index-blob'
import type { Session } from '../session/session'
import type { Finding } from '../validity/findings'
import type { RowList } from '../view/rows'
import { baseId } from './session-id'
import { type StoredSource, storedSource } from './stored-source'
import type { StoredSession } from './tasks'

export interface OpenSession {
  readonly session: Session
  readonly lists: Map<string, RowList>
  /** Findings that rows and the strip mark. The check they came from is let go: it holds the whole request. */
  readonly findings: Map<string, readonly Finding[]>
  /** Documents that cost a walk over the session, by question. */
  readonly documents: Map<string, unknown>
  release(): void
}

export type Opened = { readonly kind: 'open'; readonly open: OpenSession; readonly index?: Uint8Array } | { readonly kind: 'need-index' }

const MOST_SESSIONS = 4
const MOST_VIEWS = 6

export class OpenSessions {
  private readonly open = new Map<string, OpenSession>()

  /** An open session; asks for the index when it has to be opened and the caller did not send it. */
  get(stored: StoredSession): Opened {
    const known = this.open.get(stored.id)
    if (known) {
      this.keep(stored.id, known)
      return { kind: 'open', open: known }
    }
    if (stored.index === null) return { kind: 'need-index' }
    const { session, release, isNew } = openStored(stored, stored.index)
    const open: OpenSession = { session, lists: new Map(), findings: new Map(), documents: new Map(), release }
    this.keep(stored.id, open)
    return { kind: 'open', open, ...(isNew ? { index: encodeSession(session) } : {}) }
  }

  private keep(id: string, open: OpenSession): void {
    keepRecent(this.open, id, open, MOST_SESSIONS)
  }
}

/** Puts a value at the end of a map that keeps the last `most`. */
export function keepRecent<T>(map: Map<string, T>, key: string, value: T, most: number = MOST_VIEWS): T {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
  return value
}

function openStored(stored: StoredSession, index: Uint8Array): { session: Session; release: () => void; isNew: boolean } {
  const sources = stored.files.map(file => storedSource(file.path, file.label))
  const release = () => {
    for (const source of sources) source.release()
  }
  const known = decodeSession(index, {
    source: name => sourceNamed(name, sources),
    open: (facts, columns, source, agents, agent) => formatOf(facts.format).open(facts, columns, source, agents, agent),
  })
  if (known) return { session: known, release, isNew: false }
  const again = readStored(stored, sources)[stored.ordinal]
  if (!again) throw new Error(`${stored.id} holds no session ${stored.ordinal}`)
  return { session: again, release, isNew: true }
}

export interface ReadHooks {
  readonly onProgress?: (bytesDone: number) => void
  readonly isCancelled?: () => boolean
}

/** Reads the files of a stored session from their bytes. */
export function readStored(stored: StoredSession, sources: readonly StoredSource[], hooks: ReadHooks = {}): Session[] {
  const [main, ...companions] = sources.map(source => ({ label: source.name, source }))
  if (!main) throw new Error(`${stored.id} has no file`)
  const sessions = readSessions({ id: baseId(stored.id), name: stored.name, main, companions, ...hooks })
  return sessions.map(session => (stored.notes.length === 0 ? session : session.withNotes(stored.notes)))
}

/**
 * The source that an index counts in: a file of the upload, one line of it (`name:12`, requests one a line), or the
 * text inside a JSON string of it (`name#path`).
 */
function sourceNamed(name: string, sources: readonly Source[]): Source | null {
  const own = sources.find(source => source.name === name)
  if (own) return own
  const hash = name.lastIndexOf('#')
  if (hash > 0) {
    const outer = sourceNamed(name.slice(0, hash), sources)
    const inner = outer && findBody(outer)?.source
    if (inner?.name === name) return inner
  }
  const line = /^(.+):(\d+)$/s.exec(name)
  const outer = line ? sourceNamed(line[1] ?? '', sources) : null
  return outer ? lineOf(outer, name, Number(line?.[2])) : null
}

function lineOf(source: Source, name: string, wanted: number): Source | null {
  let found: Source | null = null
  eachLine(
    source,
    (line, start, _buffer, from, to) => {
      if (line === wanted) found = subSource(source, name, start, to - from)
    },
    { stop: () => found !== null },
  )
  return found
}
