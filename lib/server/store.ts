/**
 * Uploaded bytes and the rows about them. A file lies under `files/<sha256>` once, whoever uses it; a session's row names
 * its files; the last session that goes takes them with it.
 *
 * Order makes crashes harmless: bytes are in place before a row speaks of them, and rows are gone before bytes are.
 * What a crash leaves between the two is swept at the next start (recover.ts).
 */
import { chmod, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal } from '../base/result'
import type { ImportNote } from '../session/model'
import type { StorageUse } from '../view/models'
import { dataFolder, fileMode } from './data-folder'
import { database } from './db/client'
import { cancelJobsOf } from './jobs'
import { withStoreLock } from './lock'
import { ordinalOf } from './session-id'
import type { PageFacts, StoredSession } from './tasks'

/** A file that is safe on disk, under a temporary name. */
export interface SafeFile {
  readonly path: string
  readonly label: string
  readonly sha256: string
  readonly bytes: number
}

export interface NewSession {
  readonly id: string
  readonly name: string
  /** The main file first. */
  readonly files: readonly SafeFile[]
  readonly notes: readonly ImportNote[]
  readonly previous: string | null
}

/** What an upload writes to begins with this; nothing else in `files` does. */
export const INCOMING = 'incoming-'

export function storedPath(sha256: string): string {
  return join(dataFolder().files, sha256)
}

/**
 * Puts files in place and writes the session's row; a session that is there stays as it is. `then` runs before anybody
 * else may change the store, with the state in which the session was found.
 */
export function addSession<T>(session: NewSession, then: (state: 'new' | 'importing' | 'ready' | 'failed') => Promise<T>): Promise<T> {
  return withStoreLock(async () => {
    for (const file of session.files) await place(file)
    await syncFolder()
    const known = await database().session.findUnique({ where: { id: session.id }, select: { state: true } })
    if (!known) await insert(session)
    return then(known ? (known.state as 'importing' | 'ready' | 'failed') : 'new')
  })
}

async function place(file: SafeFile): Promise<void> {
  const target = storedPath(file.sha256)
  if (await isThere(target, file.bytes)) return rm(file.path, { force: true })
  await chmod(file.path, fileMode)
  await rename(file.path, target)
}

async function isThere(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.size === bytes
}

/** Without this a rename may be lost with the power. Some file systems refuse it; then there is nothing to do. */
async function syncFolder(): Promise<void> {
  const folder = await open(dataFolder().files, 'r').catch(() => null)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

async function insert(session: NewSession): Promise<void> {
  const { id, name, files, previous } = session
  const [main] = files
  if (!main) throw new Error(`session ${id} has no file`)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const facts = JSON.stringify({ notes: session.notes })
  await database().$transaction([
    ...uniqueFiles(files).map(file =>
      database().storedFile.upsert({
        where: { sha256: file.sha256 },
        create: { sha256: file.sha256, bytes: BigInt(file.bytes) },
        update: {},
      }),
    ),
    database().session.create({
      data: {
        ...{ id, name, previous, facts, format: '', sha256: main.sha256, bytes: BigInt(bytes), state: 'importing' },
        files: { create: files.map((file, ordinal) => ({ sha256: file.sha256, label: file.label, ordinal })) },
      },
    }),
  ])
}

function uniqueFiles(files: readonly SafeFile[]): SafeFile[] {
  return [...new Map(files.map(file => [file.sha256, file])).values()]
}

/** Takes away a session with its rows, and the bytes that no other session uses. */
export async function deleteSession(id: string): Promise<void> {
  await cancelJobsOf(id)
  await withStoreLock(async () => {
    const { count } = await database().session.deleteMany({ where: { id } })
    if (count === 0) throw noSuchSession(id)
    await dropUnusedFiles()
  })
}

/** Rows first: bytes without a row are swept later, a row without bytes would be a lie. */
export async function dropUnusedFiles(): Promise<void> {
  const unused = await database().storedFile.findMany({ where: { sessions: { none: {} } }, select: { sha256: true } })
  if (unused.length === 0) return
  await database().storedFile.deleteMany({ where: { sessions: { none: {} } } })
  for (const { sha256 } of unused) await rm(storedPath(sha256), { force: true })
}

export async function storageUse(): Promise<StorageUse> {
  const [sum, sessions] = await Promise.all([
    database().storedFile.aggregate({ _sum: { bytes: true }, _count: { _all: true } }),
    database().session.count(),
  ])
  return { bytes: Number(sum._sum.bytes ?? 0), files: sum._count._all, sessions }
}

/** A session as a worker opens it. Throws for one that is not there or not ready, unless `anyState`. */
export async function storedSession(
  id: string,
  options: { readonly withIndex?: boolean; readonly anyState?: boolean } = {},
): Promise<StoredSession> {
  const row = await database().session.findUnique({
    where: { id },
    select: {
      ...{ name: true, state: true, error: true, facts: true, index: options.withIndex === true },
      files: { orderBy: { ordinal: 'asc' }, select: { label: true, sha256: true } },
    },
  })
  if (!row) throw noSuchSession(id)
  if (options.anyState !== true) refuseUnready(id, row.state, row.error)
  return {
    ...{ id, name: row.name, ordinal: ordinalOf(id), notes: readPageFacts(row.facts).notes ?? [] },
    files: row.files.map(({ label, sha256 }) => ({ label, path: storedPath(sha256) })),
    index: options.withIndex === true ? (row.index ?? new Uint8Array(0)) : null,
  }
}

function refuseUnready(id: string, state: string, error: string | null): void {
  if (state === 'importing') throw refusal('not-ready', 'This session is still being imported.', { session: id })
  if (state === 'failed') throw refusal('import-failed', error ?? 'This session could not be imported.', { session: id })
}

/** The facts that the row keeps as JSON; only the notes are there before the import is done. */
export function readPageFacts(text: string): Partial<PageFacts> {
  return JSON.parse(text) as Partial<PageFacts>
}

export function noSuchSession(id: string) {
  return refusal('no-such-session', `There is no session ${id}; it may have been deleted.`, { session: id })
}
