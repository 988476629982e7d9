/**
 * At the start: what a crash left behind. Half uploads and bytes without a row go; jobs that ran are failed, never left
 * "running"; imports whose bytes are whole are started again.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from './data-folder'
import { database } from './db/client'
import { startImport } from './import-job'
import { dropUnusedFiles, INCOMING, storedPath } from './store'

export const INTERRUPTED = 'interrupted by a restart'

/** Runs before the first request; imports that it starts go on behind it. */
export async function recoverStore(): Promise<void> {
  const open = { state: { in: ['queued', 'running'] } }
  await database().job.updateMany({ where: open, data: { state: 'failed', error: INTERRUPTED } })
  await database().run.updateMany({ where: { state: { in: ['queued', 'running'] } }, data: { state: 'failed', error: INTERRUPTED } })
  await dropUnusedFiles()
  await sweepFiles()
  await failWithoutBytes()
  const unfinished = await database().session.findMany({ where: { state: 'importing' }, select: { id: true } })
  for (const { id } of unfinished) await startImport(id)
}

/** Files that no row names: uploads that broke off with the process, and bytes that were placed without a session. */
async function sweepFiles(): Promise<void> {
  const folder = dataFolder().files
  const known = new Set((await database().storedFile.findMany({ select: { sha256: true } })).map(file => file.sha256))
  for (const name of await readdir(folder)) {
    const isOurs = name.startsWith(INCOMING) || /^[0-9a-f]{64}$/.test(name)
    if (isOurs && !known.has(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function failWithoutBytes(): Promise<void> {
  const files = await database().storedFile.findMany({ select: { sha256: true, bytes: true } })
  for (const { sha256, bytes } of files) {
    const found = await stat(storedPath(sha256)).catch(() => null)
    if (found?.size === Number(bytes)) continue
    const error = 'The bytes of this session are gone from the data folder. Delete it and import the file again.'
    await database().session.updateMany({ where: { files: { some: { sha256 } } }, data: { state: 'failed', error } })
  }
}
