/**
 * What pages and routes ask about sessions. Every answer is plain JSON (the view models, the documents of the CLI), and
 * what needs a session's bytes is done in a worker thread.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { CheckDocument, checkAllDocument, OneProfile } from '../export/check'
import { explainDocument } from '../export/explain'
import type { KnownPlace } from '../formats/format'
import { FORMATS } from '../formats/registry'
import type { Address } from '../session/model'
import type {
  FirstAppearance,
  ImportReport,
  RepairPreview,
  RowsPage,
  SessionHeader,
  SessionLine,
  StripCell,
  TextPage,
  Tokens,
} from '../view/models'
import { database } from './db/client'
import { runningJobs } from './jobs'
import { runTask } from './pool'
import { noSuchSession, readPageFacts, storedSession } from './store'
import type { HeaderFacts, Question, RepairRequest, Scope } from './tasks'

export { cancelJob, type JobView, jobOf } from './jobs'
export { deleteSession, storageUse } from './store'
export type { RepairRequest, Scope } from './tasks'
export { importPath, importSample, receiveUpload, sampleNames, type Uploaded } from './upload'

export interface RowsRequest extends Scope {
  readonly from: number
  readonly to: number
  /** An address whose row position is wanted too. */
  readonly at?: Address
}

export interface FileDownload {
  readonly name: string
  readonly bytes: number
  readonly body: Uint8Array | ReadableStream<Uint8Array>
}

/** Rows of one page; a page that asks for more gets these. */
const MOST_ROWS = 500

/** Newest first. */
export async function listSessions(): Promise<SessionLine[]> {
  const rows = await database().session.findMany({ orderBy: [{ importedAt: 'desc' }, { id: 'asc' }], omit: { index: true, facts: true } })
  const jobs = runningJobs()
  const newer = new Map(rows.toReversed().flatMap(row => (row.previous === null ? [] : [[row.previous, row.id] as const])))
  return rows.map(row => lineOf(row, jobs.get(row.id) ?? null, newer.get(row.id) ?? null))
}

type Row = Awaited<ReturnType<typeof findRow>>

async function findRow(id: string) {
  const row = await database().session.findUnique({ where: { id }, omit: { index: true } })
  if (!row) throw noSuchSession(id)
  return row
}

function lineOf(
  row: Omit<Row, 'facts'>,
  job: { readonly id: string; readonly progress: number } | null,
  newer: string | null,
): SessionLine {
  const { id, name, format, model, messages, blocks, boundaries, window, error, rejects, alters, fragile, checks, profile } = row
  const isCounted = rejects !== null && alters !== null && fragile !== null && checks !== null && profile !== null
  return {
    ...{ id, name, format, model, messages, blocks, boundaries, window, error, newer },
    bytes: Number(row.bytes),
    tokens: row.tokens === null ? null : { value: row.tokens, origin: row.tokensOrigin as Tokens['origin'] },
    state: row.state as SessionLine['state'],
    progress: row.state === 'importing' ? (job?.progress ?? 0) : null,
    job: job?.id ?? null,
    verdict: isCounted ? { rejects, alters, fragile, checks, profile } : null,
    importedAt: row.importedAt.toISOString(),
  }
}

/** The table's line of one session, whatever its state. */
export async function sessionLine(id: string): Promise<SessionLine> {
  const [row, newer] = await Promise.all([findRow(id), newerThan(id)])
  return lineOf(row, runningJobs().get(id) ?? null, newer)
}

/** Throws `not-ready` while the session is imported, `import-failed` when it could not be. */
export async function sessionHeader(id: string): Promise<SessionHeader> {
  const { row, header } = await readyRow(id)
  return { id, name: row.name, bytes: Number(row.bytes), ...header, previous: await ifThere(row.previous), newer: await newerThan(id) }
}

/** The `show` document, and what the sessions table shows. */
export async function sessionDocument(id: string): Promise<unknown> {
  const [row, line] = await Promise.all([findRow(id), sessionLine(id)])
  const facts = readPageFacts(row.facts)
  const shown = row.state === 'ready' && typeof facts.show === 'object' ? facts.show : {}
  return { cutpoint: 1, verb: 'show', file: row.name, state: row.state, ...shown, line }
}

export async function importReport(id: string): Promise<ImportReport> {
  return (await readyRow(id)).report
}

async function readyRow(id: string): Promise<{ row: Row; header: HeaderFacts; report: ImportReport }> {
  const row = await findRow(id)
  const { header, report } = readPageFacts(row.facts)
  if (row.state !== 'ready' || !header || !report) {
    await storedSession(id)
    throw new Error(`session ${id} is ready without facts`)
  }
  return { row, header, report }
}

async function newerThan(id: string): Promise<string | null> {
  const newer = await database().session.findFirst({ where: { previous: id }, orderBy: { importedAt: 'desc' }, select: { id: true } })
  return newer?.id ?? null
}

async function ifThere(id: string | null): Promise<string | null> {
  return id !== null && (await database().session.count({ where: { id } })) > 0 ? id : null
}

/** The check document of one moment (`end` unless the scope names another). */
export async function checkSession(id: string, scope: Scope = {}): Promise<CheckDocument> {
  return ask<CheckDocument>(id, { kind: 'check', scope })
}

/** The check document over every recorded response. */
export async function checkAllMoments(id: string, scope: Scope = {}): Promise<ReturnType<typeof checkAllDocument>> {
  return ask<ReturnType<typeof checkAllDocument>>(id, { kind: 'check', scope, all: true })
}

/** The check document with `located`: where a pasted error text points. */
export async function locateError(id: string, text: string, scope: Scope = {}): Promise<OneProfile> {
  // A text is one provider's: all profiles at once have no place for it.
  const { profile, ...rest } = scope
  const asked = profile === undefined || profile === 'all' ? rest : scope
  return ask<OneProfile>(id, { kind: 'check', scope: asked, error: text })
}

/** Rows of the record (no moment) or of the working set at a moment. */
export async function rowsOf(id: string, request: RowsRequest): Promise<RowsPage> {
  const { from, to, at, ...scope } = request
  return ask<RowsPage>(id, { kind: 'rows', scope, from, to: Math.min(to, from + MOST_ROWS), ...(at === undefined ? {} : { at }) })
}

export async function stripOf(id: string, request: Scope & { readonly cells: number }): Promise<StripCell[]> {
  const { cells, ...scope } = request
  return ask<StripCell[]>(id, { kind: 'strip', scope, cells })
}

/** A part of a block's text, at most 64 KB. */
export async function blockPage(id: string, at: Address, from: number, length: number): Promise<TextPage> {
  return ask<TextPage>(id, { kind: 'block', at, from, length })
}

/** Where the fault first appears; null when no recorded request would be refused. */
export async function firstAppearance(id: string, profile?: string): Promise<FirstAppearance | null> {
  return ask<FirstAppearance | null>(id, { kind: 'first', scope: profile === undefined ? {} : { profile } })
}

export async function planRepairs(id: string, request: RepairRequest = {}): Promise<RepairPreview> {
  return ask<RepairPreview>(id, { kind: 'repair', request })
}

export async function repairedFile(id: string, request: RepairRequest = {}): Promise<FileDownload> {
  return download(await ask<{ bytes: Uint8Array; name: string }>(id, { kind: 'repaired', request }))
}

/** The main file's text as it was read. */
export async function nativeFile(id: string): Promise<FileDownload> {
  const session = await storedSession(id)
  const [main] = session.files
  if (!main || session.ordinal > 0) return download(await ask<{ bytes: Uint8Array; name: string }>(id, { kind: 'native' }))
  // As it lies there: a large file is never held in memory.
  const { size } = await stat(main.path)
  const body = streamOf(main.path)
  return { name: main.label.slice(main.label.lastIndexOf('/') + 1), bytes: size, body }
}

/** The body that would be sent at a moment. */
export async function requestBodyOf(id: string, scope: Scope = {}): Promise<unknown> {
  return ask<unknown>(id, { kind: 'request', scope })
}

export function explainText(text: string): ReturnType<typeof explainDocument> {
  return explainDocument(text)
}

/** Where people find files of the formats that are read. */
export function knownPlaces(): KnownPlace[] {
  return FORMATS.flatMap(format => format.places)
}

function download({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }): FileDownload {
  return { name, bytes: bytes.length, body: bytes }
}

function streamOf(path: string): ReadableStream<Uint8Array> {
  const chunks = createReadStream(path)
  const reader = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array)
    },
    cancel: () => void chunks.destroy(),
  })
}

/** Asks a worker; sends the index along when the worker does not have it, and keeps a newer one that it made. */
async function ask<T>(id: string, question: Question): Promise<T> {
  const first = await runTask({ kind: 'ask', session: await storedSession(id), question })
  if (first.kind === 'ok') return first.value as T
  const answer = await runTask({ kind: 'ask', session: await storedSession(id, { withIndex: true }), question })
  if (answer.kind !== 'ok') throw new Error(`${question.kind} of ${id} answered ${answer.kind}`)
  if (answer.index) await database().session.updateMany({ where: { id }, data: { index: new Uint8Array(answer.index) } })
  return answer.value as T
}
