/**
 * Everything that comes in: an upload over HTTP, a path from the command line, a sample. Bytes are made safe first, then
 * the session is named and its import starts; the answer does not wait for the import.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { sniff } from '../base/bytes'
import { refusal } from '../base/result'
import type { ImportNote } from '../session/model'
import { bundleOf, idOfHashes } from './bundle'
import { folderMode } from './data-folder'
import { database } from './db/client'
import { fileSource } from './files'
import { startImport } from './import-job'
import { type Candidate, type Incoming, incomingPath, receive } from './incoming'
import { runningJobs } from './jobs'
import { runTask } from './pool'
import { projectRoot } from './root'
import { addSession, type NewSession, type SafeFile } from './store'
import type { UnpackAnswer } from './tasks'
import { safeName } from './upload-name'

export interface Uploaded {
  readonly session: string
  readonly job: string
}

export interface UploadInput {
  readonly body: AsyncIterable<Uint8Array>
  readonly name: string | null
  readonly declaredBytes: number | null
}

const HEAD_BYTES = 4096
const CONTAINERS: ReadonlySet<string> = new Set(['zip', 'gzip', 'zstd', 'utf16le', 'utf16be'])

export async function receiveUpload({ body, name, declaredBytes }: UploadInput): Promise<Uploaded> {
  const candidates = await growthCandidates()
  const incoming = await receive({ body, declaredBytes, candidates })
  return adopt(incoming, safeName(name))
}

/** Imports a file or folder of this machine; its bytes are copied. */
export async function importPath(path: string): Promise<Uploaded> {
  const full = resolve(path)
  const found = await stat(full).catch(() => null)
  if (!found) throw refusal('unreadable', `There is no file ${path}.`, { file: path })
  if (found.isDirectory()) return importFolder(full)
  return receiveUpload({ body: createReadStream(full), name: basename(full), declaredBytes: null })
}

const SAMPLES = ['e2e', 'samples']

export async function sampleNames(): Promise<string[]> {
  return (await readdir(join(/* turbopackIgnore: true */ projectRoot(), ...SAMPLES)).catch(() => [])).sort()
}

/** Imports one of the samples by its name, with or without its ending. */
export async function importSample(name: string): Promise<Uploaded> {
  const names = await sampleNames()
  const file = names.find(one => one === name || one.replace(/\.[^.]+$/, '') === name)
  if (file === undefined)
    throw refusal('no-such-sample', `There is no sample of this name; there are: ${names.join(', ')}.`, { samples: names.length })
  return importPath(join(/* turbopackIgnore: true */ projectRoot(), ...SAMPLES, file))
}

async function importFolder(path: string): Promise<Uploaded> {
  const bundle = await bundleOf(path, incomingPath(), basename(path))
  const files: SafeFile[] = []
  try {
    for (const entry of [bundle.main, ...bundle.companions]) {
      const copy = await receive({ body: createReadStream(entry.path), declaredBytes: null, candidates: [] })
      files.push({ path: copy.path, label: entry.label, sha256: copy.sha256, bytes: copy.bytes })
    }
    return await keep({
      id: idOfHashes(files.map(file => file.sha256)),
      name: safeName(basename(path)),
      files,
      notes: bundle.notes,
      previous: null,
    })
  } finally {
    for (const file of files) await rm(file.path, { force: true })
  }
}

/** Names the session that a file on disk is, unpacking it first when it is a container. */
async function adopt(incoming: Incoming, name: string): Promise<Uploaded> {
  const { path, sha256, bytes } = incoming
  try {
    if (bytes === 0) throw refusal('empty-file', `${name} is empty.`, {})
    if (isContainer(path)) return await adoptContainer(incoming, name)
    const previous = incoming.grownFrom === null ? null : await newestOf(incoming.grownFrom)
    return await keep({ id: sha256.slice(0, 16), name, files: [{ path, label: name, sha256, bytes }], notes: [], previous })
  } finally {
    await rm(path, { force: true })
  }
}

function isContainer(path: string): boolean {
  const file = fileSource(path)
  try {
    return CONTAINERS.has(sniff(file.read(0, HEAD_BYTES)))
  } finally {
    file.close()
  }
}

async function adoptContainer(incoming: Incoming, name: string): Promise<Uploaded> {
  const workDir = incomingPath()
  await mkdir(workDir, { mode: folderMode })
  try {
    const answer = await runTask({ kind: 'unpack', path: incoming.path, workDir, name })
    if (answer.kind !== 'ok') throw new Error(`unpack answered ${answer.kind}`)
    // What the unpack task answers with.
    const { files, isMany, notes } = answer.value as UnpackAnswer
    for (const file of files) await sync(file.path)
    const id = isMany ? idOfHashes(files.map(file => file.sha256)) : incoming.sha256.slice(0, 16)
    return await keep({ id, name, files, notes: notesOnce(notes), previous: null })
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

function notesOnce(notes: readonly ImportNote[]): ImportNote[] {
  return [...new Map(notes.map(note => [`${note.kind} ${note.what}`, note])).values()]
}

/** Stores the files and starts the import; bytes that are there already are the session that is there already. */
async function keep(session: NewSession): Promise<Uploaded> {
  const { id } = session
  const previous = session.previous ?? (await siblingOf(session))
  return addSession({ ...session, previous }, async state => {
    const known = state === 'new' || state === 'failed' ? null : (runningJobs().get(id)?.id ?? (await lastJobOf(id)))
    return { session: id, job: known ?? (await startImport(id)) }
  })
}

const SESSION_FILE = /^(?:[^/]+\/)*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/i

/** Agents name a log after its session, so a file of the same name is another state of it. */
async function siblingOf({ id, files }: NewSession): Promise<string | null> {
  const label = files[0]?.label ?? ''
  if (!SESSION_FILE.test(label)) return null
  const found = await database().session.findFirst({
    // One that names this as the one before it came later.
    where: { id: { not: id }, OR: [{ previous: null }, { previous: { not: id } }], files: { some: { ordinal: 0, label } } },
    orderBy: { importedAt: 'desc' },
    select: { id: true },
  })
  return found?.id ?? null
}

async function lastJobOf(id: string): Promise<string | null> {
  const job = await database().job.findFirst({
    where: { sessionId: id, kind: 'import' },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })
  return job?.id ?? null
}

/** Main files by size: a log that has grown begins with one of them. */
async function growthCandidates(): Promise<Candidate[]> {
  const rows = await database().storedFile.findMany({
    where: { sessions: { some: { ordinal: 0 } } },
    select: { sha256: true, bytes: true },
  })
  return rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) })).sort((a, b) => a.bytes - b.bytes)
}

async function newestOf(sha256: string): Promise<string | null> {
  const session = await database().session.findFirst({
    where: { sha256, files: { some: { ordinal: 0, sha256 } } },
    orderBy: { importedAt: 'desc' },
    select: { id: true },
  })
  return session?.id ?? null
}
