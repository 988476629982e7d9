/** The job that imports a stored session, and what it writes when it is done. */
import { INDEX_VERSION } from '../session/index-blob'
import { database } from './db/client'
import { type JobContext, startJob } from './jobs'
import { runTask } from './pool'
import { baseId } from './session-id'
import { storedSession } from './store'
import type { ImportedSession } from './tasks'

/** Starts importing and answers the job's id. */
export async function startImport(id: string): Promise<string> {
  await database().session.updateMany({ where: { id }, data: { state: 'importing', error: null } })
  return startJob({
    kind: 'import',
    session: id,
    work: context => importNow(id, context),
    onFailed: async error => {
      await database().session.updateMany({ where: { id }, data: { state: 'failed', error } })
    },
  })
}

async function importNow(id: string, context: JobContext): Promise<void> {
  const session = await storedSession(id, { anyState: true })
  const answer = await runTask({ kind: 'import', session }, context)
  if (answer.kind !== 'ok') throw new Error(`import answered ${answer.kind}`)
  // What the import task answers with.
  const imported = answer.value as ImportedSession[]
  for (const one of imported) if (session.ordinal === 0 && one.ordinal > 0) await addSibling(id, one)
  const own = imported[session.ordinal]
  if (!own) throw new Error(`${id} holds no session ${session.ordinal}`)
  await database().session.updateMany({ where: { id }, data: columnsOf(own) })
}

/** A file can hold several sessions (one request a line): each further one gets a row of its own on the same bytes. */
async function addSibling(id: string, one: ImportedSession): Promise<void> {
  const first = await database().session.findUnique({ where: { id }, include: { files: true } })
  if (!first) return
  const own = `${baseId(id)}-${one.ordinal}`
  if (await database().session.findUnique({ where: { id: own }, select: { id: true } })) return
  const files = first.files.map(({ sha256, label, ordinal }) => ({ sha256, label, ordinal }))
  const { sha256, bytes, importedAt } = first
  const name = `${first.name}:${one.ordinal + 1}`
  await database().session.create({ data: { id: own, name, sha256, bytes, importedAt, ...columnsOf(one), files: { create: files } } })
}

function columnsOf({ facts, tokens, verdict, index }: ImportedSession) {
  const { format, formatVersion, model, window, messages, blocks, boundaries } = facts.header
  return {
    ...{ format, formatVersion, model, window, messages, blocks, boundaries: boundaries.length },
    ...{ state: 'ready', error: null, facts: JSON.stringify(facts) },
    ...{ index: index as Uint8Array<ArrayBuffer>, indexVersion: INDEX_VERSION },
    ...{ tokens: tokens?.value ?? null, tokensOrigin: tokens?.origin ?? null },
    ...{ rejects: verdict?.rejects ?? null, alters: verdict?.alters ?? null, fragile: verdict?.fragile ?? null },
    ...{ checks: verdict?.checks ?? null, profile: verdict?.profile ?? null },
  }
}
