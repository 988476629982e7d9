// @ts-check
// Where we are: the project's folder, the data folder, and the folder that the person typed the command in.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './build.mjs'

/**
 * npm runs scripts in the project's folder; file names are meant from where the person stands. After this
 * the working directory is the person's, CUTPOINT_ROOT names the project and CUTPOINT_DATA is absolute.
 * @param {string} script the npm script that leads here
 */
export const enterProject = script => {
  const typedIn = process.env.INIT_CWD
  if (process.env.npm_lifecycle_event === script && typedIn !== undefined) process.chdir(typedIn)
  process.env.CUTPOINT_ROOT = root
  process.env.CUTPOINT_DATA = process.env.CUTPOINT_DATA ? resolve(process.env.CUTPOINT_DATA) : join(root, '.data')
}

/**
 * The bundles run in production mode whatever the shell says: React and Next differ otherwise. Only then, since
 * npm would leave out the development packages.
 * @param {URL} bundle
 */
export const runBundle = async bundle => {
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
  process.setSourceMapsEnabled(true)
  await import(bundle.href)
}

/** Names a data folder without telling where it is; `lib/server/data-folder.ts` computes the same. @param {string} folder */
export const dataFolderId = folder => createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
