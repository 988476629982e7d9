/**
 * One upload or one FILE of the command line → the main file and its companions, as sources.
 *
 *   a file             that file alone; nothing beside it is read
 *   gzip, zstd, UTF-16 what is inside it
 *   a folder or a zip  one session: for Claude Code `<sid>.jsonl` with what lies in `<sid>/` (and loose `agent-*.jsonl`
 *                      of the same session), else the largest file that is recognised
 *
 * Several sessions in one folder are refused with their names, since taking one of them would be a guess.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { sha256Hex } from '../base/hash'
import { isRefusal, type Refusal, refusal } from '../base/result'
import type { NamedSource } from '../formats/format'
import { recognise } from '../formats/read-session'
import type { ImportNote } from '../session/model'
import { fileSource, openUpload } from './files'
import { hashFile, spool } from './hash-file'
import { MAX_ENTRIES, maxUploadBytes } from './limits'
import { packFolder, type UnpackedEntry, type UnpackNote, unpack } from './unpack'

export interface OpenedInput {
  readonly main: NamedSource
  readonly companions: readonly NamedSource[]
  /** First 16 hex digits of the hash of the bytes; of the sorted hashes for a folder or zip. */
  readonly id: string
  readonly name: string
  /** What happened before a format looked at it: unpacked, re-coded, left out. */
  readonly notes: readonly ImportNote[]
  close(): Promise<void>
}

/** The files of a session on disk, before they are opened. */
export interface Bundle {
  readonly main: UnpackedEntry
  readonly companions: readonly UnpackedEntry[]
  readonly notes: readonly ImportNote[]
  /** True for a folder or zip: the id is made of the hashes of its files. */
  readonly isMany: boolean
  /** True when the files are not the upload itself but came out of it. */
  readonly isUnpacked: boolean
}

const AGENT_FILE = /(?:^|\/)agent-[^/]+$/
const MAX_CANDIDATES = 500
const MAX_LISTED = 20
const HEAD_BYTES = 64 * 1024

/** Opens a path (`-` is stdin). Throws a Refusal for what cannot be read; close it in every case. */
export async function openInput(path: string): Promise<OpenedInput> {
  const workDir = await mkdtemp(join(tmpdir(), 'cutpoint-'))
  const opened: { close(): void }[] = []
  const close = async (): Promise<void> => {
    for (const file of opened.splice(0)) file.close()
    await rm(workDir, { recursive: true, force: true })
  }
  try {
    const isStdin = path === '-'
    const file = isStdin ? await spool(process.stdin, join(workDir, 'stdin')) : resolve(path)
    const name = isStdin ? 'stdin' : basename(file)
    const bundle = await bundleOf(file, join(workDir, 'unpacked'), name)
    const id = bundle.isMany
      ? idOfHashes([bundle.main, ...bundle.companions].map(entry => hashFile(entry.path)))
      : hashFile(file).slice(0, 16)
    const named = (entry: UnpackedEntry): NamedSource => {
      const source = openUpload(entry.path, entry.label)
      opened.push(source)
      return { label: entry.label, source }
    }
    return { main: named(bundle.main), companions: bundle.companions.map(named), id, name, notes: bundle.notes, close }
  } catch (thrown) {
    await close()
    throw isRefusal(thrown) ? thrown : unreadable(path, thrown)
  }
}

export function idOfHashes(hashes: readonly string[]): string {
  return sha256Hex(hashes.toSorted().join('')).slice(0, 16)
}

/** Finds the files of the one session that a path holds, unpacking into `workDir` what is packed. */
export async function bundleOf(path: string, workDir: string, name: string): Promise<Bundle> {
  if ((await stat(path)).isDirectory()) {
    const folder = await packFolder(path)
    return { ...choose(folder.entries, name, folder.notes.map(importNote)), isMany: true, isUnpacked: false }
  }
  const unpacked = await unpack(path, workDir, { maxBytes: maxUploadBytes(), maxEntries: MAX_ENTRIES, label: name })
  const notes = unpacked.notes.map(importNote)
  const isUnpacked = unpacked.kind !== 'plain'
  if (unpacked.kind === 'zip') return { ...choose(unpacked.entries, name, notes), isMany: true, isUnpacked }
  const main = unpacked.entries[0]
  if (!main) throw refusal('empty-file', `${name} holds no file.`)
  return { main, companions: [], notes, isMany: false, isUnpacked }
}

type Choice = Pick<Bundle, 'main' | 'companions' | 'notes'>

function choose(found: readonly UnpackedEntry[], name: string, notes: readonly ImportNote[]): Choice {
  const entries = withoutCommonFolder(found)
  const only = entries[0]
  if (!only) throw refusal('empty-file', `${name} holds no files.`)
  const main = entries.length === 1 ? only : mainOf(entries, name)
  const companions = entries.filter(entry => isCompanion(entry, main))
  const taken = new Set<UnpackedEntry>([main, ...companions])
  const left = entries.filter(entry => !taken.has(entry)).map(entry => importNote({ kind: 'skipped-entry', what: entry.label }))
  return { main, companions, notes: [...notes, ...shortened(left)] }
}

function mainOf(entries: readonly UnpackedEntry[], name: string): UnpackedEntry {
  const labels = new Set(entries.map(entry => entry.label))
  const candidates = entries.filter(entry => !AGENT_FILE.test(entry.label) && !isOwned(entry.label, labels)).sort((a, b) => b.size - a.size)
  const known = candidates.slice(0, MAX_CANDIDATES).flatMap(entry => {
    const format = formatIdOf(entry)
    return format === null ? [] : [{ entry, format }]
  })
  const logs = known.filter(one => one.format === 'claude-code').map(one => one.entry)
  if (logs.length > 1) throw severalSessions(name, logs)
  const best = logs[0] ?? known[0]?.entry
  if (best) return best
  const agents = entries.filter(entry => AGENT_FILE.test(entry.label) && entry.label.endsWith('.jsonl'))
  if (agents.length > 1) throw severalSessions(name, agents)
  const last = agents[0] ?? candidates[0] ?? entries[0]
  if (!last) throw refusal('empty-file', `${name} holds no files.`)
  return last
}

/** Whether an entry lies in the folder of a session file that is there: `<sid>/…` beside `<sid>.jsonl`. */
function isOwned(label: string, labels: ReadonlySet<string>): boolean {
  const folders = label.split('/').slice(0, -1)
  return folders.some((_, i) => labels.has(`${folders.slice(0, i + 1).join('/')}.jsonl`))
}

function isCompanion(entry: UnpackedEntry, main: UnpackedEntry): boolean {
  if (entry === main) return false
  if (entry.label.startsWith(`${stemOf(main.label)}/`)) return true
  // Up to about 2.0 Claude Code put the files of agents beside the session, and those of other sessions too.
  return AGENT_FILE.test(entry.label) && folderOf(entry.label) === folderOf(main.label) && isOfSession(entry, main)
}

function isOfSession(entry: UnpackedEntry, main: UnpackedEntry): boolean {
  const own = sessionIds(entry)
  const wanted = sessionIds(main)
  wanted.add(basename(stemOf(main.label)))
  return own.size === 0 || [...own].some(id => wanted.has(id))
}

function sessionIds(entry: UnpackedEntry): Set<string> {
  const file = fileSource(entry.path)
  try {
    const head = Buffer.from(file.read(0, HEAD_BYTES)).toString('utf8')
    return new Set([...head.matchAll(/"sessionId"\s*:\s*"([^"]{1,100})"/g)].map(found => found[1] ?? ''))
  } finally {
    file.close()
  }
}

function formatIdOf(entry: UnpackedEntry): string | null {
  const source = openUpload(entry.path, entry.label)
  try {
    return recognise({ label: entry.label, source }).format.id
  } catch (thrown) {
    if (isRefusal(thrown)) return null
    throw thrown
  } finally {
    source.close()
  }
}

function severalSessions(name: string, sessions: readonly UnpackedEntry[]): Refusal {
  const labels = sessions.map(entry => entry.label).sort()
  const shown = labels.slice(0, MAX_LISTED).join(', ') + (labels.length > MAX_LISTED ? ` and ${labels.length - MAX_LISTED} more` : '')
  return refusal('several-sessions', `${name} holds ${labels.length} sessions: ${shown}. Name one of them.`, {
    sessions: labels.length,
    names: shown,
  })
}

/** A folder that was zipped as a whole puts its own name before every label. */
function withoutCommonFolder(entries: readonly UnpackedEntry[]): UnpackedEntry[] {
  const first = entries[0]?.label.split('/')[0] ?? ''
  const isCommon = entries.length > 0 && entries.every(entry => entry.label.startsWith(`${first}/`))
  if (!isCommon) return [...entries]
  return withoutCommonFolder(entries.map(entry => ({ ...entry, label: entry.label.slice(first.length + 1) })))
}

function stemOf(label: string): string {
  return label.replace(/\.[^./]+$/, '')
}

function folderOf(label: string): string {
  return label.slice(0, label.lastIndexOf('/') + 1)
}

const DONE: Readonly<Record<UnpackNote['kind'], string>> = {
  unpacked: 'read what is inside; places count in the unpacked text',
  'recoded-utf16': 'read as UTF-8; places count in the re-coded text',
  'skipped-entry': 'left out',
}

function importNote(note: UnpackNote): ImportNote {
  return { kind: note.kind, line: 0, start: 0, length: 0, what: note.what, done: DONE[note.kind] }
}

function shortened(notes: readonly ImportNote[]): ImportNote[] {
  if (notes.length <= MAX_LISTED) return [...notes]
  return [...notes.slice(0, MAX_LISTED), importNote({ kind: 'skipped-entry', what: `${notes.length - MAX_LISTED} more files` })]
}

function unreadable(path: string, thrown: unknown): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null
  if (code === null) return thrown
  const why: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'this user may not read it',
    EPERM: 'this user may not read it',
  }
  return refusal('unreadable', `${path} cannot be read: ${why[code] ?? code}.`, { file: path, reason: code })
}
