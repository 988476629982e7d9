import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectRoot } from './root'

/**
 * Where everything lies that a person brought: the database and the uploaded bytes. Readable by its owner
 * only, since transcripts hold what people said and what their machines answered.
 */
export interface DataFolder {
  readonly path: string
  /** Names the folder without telling where it is. */
  readonly id: string
  readonly database: string
  readonly files: string
  /** Who serves this folder at the moment. */
  readonly serverInfo: string
}

export type OpenedDataFolder = { readonly ok: true; readonly value: DataFolder } | { readonly ok: false; readonly message: string }

/** Only the owner: for folders and for files. */
export const folderMode = 0o700
export const fileMode = 0o600

export const dataFolderPath = (): string => resolve(/* turbopackIgnore: true */ process.env.CUTPOINT_DATA || join(projectRoot(), '.data'))

const locate = (path: string): DataFolder => ({
  path,
  id: createHash('sha256').update(realpathSync(path)).digest('hex').slice(0, 16),
  database: join(path, 'cutpoint.db'),
  files: join(path, 'files'),
  serverInfo: join(path, 'server.json'),
})

/** The data folder of a process that opened it before, or whose server did. */
export const dataFolder = (path: string = dataFolderPath()): DataFolder => locate(path)

const sentence = (path: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  const known: Record<string, string> = {
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'it lies on a read-only file system',
    ENOTDIR: 'there is a file in the way',
    EEXIST: 'there is a file in the way',
    ENOSPC: 'the disk is full',
  }
  return `The data folder ${path} cannot be used: ${known[code] ?? code}. Set CUTPOINT_DATA to a folder that can be written.`
}

/** Makes the folder if needed and proves that it can be written, before anything is promised to anyone. */
export const openDataFolder = (path: string = dataFolderPath()): OpenedDataFolder => {
  try {
    const isNew = statSync(path, { throwIfNoEntry: false }) === undefined
    mkdirSync(path, { recursive: true, mode: folderMode })
    mkdirSync(join(path, 'files'), { recursive: true, mode: folderMode })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    accessSync(join(path, 'files'), constants.R_OK | constants.W_OK | constants.X_OK)
    // A folder that a person made is theirs to open further; `files` and what we make never is.
    if (isNew) chmodSync(path, folderMode)
    chmodSync(join(path, 'files'), folderMode)
    return { ok: true, value: locate(path) }
  } catch (error) {
    return { ok: false, message: sentence(path, error) }
  }
}
