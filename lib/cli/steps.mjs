// @ts-check
// The steps from a clone to something that runs. Each says one line when it has to be done, and nothing when not.
//
// Only node: imports here: this runs before anything is installed (bundle.mjs loads esbuild when it bundles).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  hashFiles,
  listFiles,
  mustSucceed,
  readIfThere,
  readStamp,
  root,
  runNode,
  runNpm,
  say,
  step,
  withLock,
  writeStamp,
} from './build.mjs'
import { buildBundles, bundlesAreFresh } from './bundle.mjs'

/** @param {string} path @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean, peer?: boolean }> | null} */
const lockedPackages = path => {
  const bytes = readIfThere(path)
  if (bytes === null) return null
  try {
    return JSON.parse(bytes.toString('utf8')).packages ?? null
  } catch {
    return null
  }
}

/**
 * Do the installed packages match the lock file? npm keeps its own list of what it installed, so an
 * installation made by hand counts too. Packages for another platform may be missing.
 * @param {ReturnType<typeof lockedPackages>} wanted @param {ReturnType<typeof lockedPackages>} installed @param {boolean} withDev
 */
export const isInstalled = (wanted, installed, withDev) => {
  if (wanted === null || installed === null) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    if (path === '' || found?.version === entry.version) return true
    const mayMiss = entry.optional === true || ((entry.dev === true || entry.devOptional === true) && !withDev)
    return found === undefined && mayMiss
  })
}

/** @param {{ withDev?: boolean }} [options] */
export const ensureInstalled = async ({ withDev = false } = {}) => {
  const lockFile = join(root, 'package-lock.json')
  const listing = join(root, 'node_modules', '.package-lock.json')
  // Native modules belong to one Node ABI, so another Node means another installation.
  const inputs = () => hashFiles(['package-lock.json'], [process.versions.modules, process.platform, process.arch])
  const name = withDev ? 'installed-dev' : 'installed'
  return await step(
    name,
    inputs,
    async () => {
      const abi = readStamp('abi')
      const here = `${process.versions.modules} ${process.platform} ${process.arch}`
      if ((abi !== null && abi !== here) || !isInstalled(lockedPackages(lockFile), lockedPackages(listing), withDev)) {
        say('Installing packages (a few minutes, only the first time) …')
        mustSucceed('npm ci', await runNpm(['ci', ...(withDev ? ['--include=dev'] : []), '--no-fund', '--no-audit']))
      }
      writeStamp('abi', here)
    },
    () => existsSync(listing),
  )
}

const quiet = { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }

/** The database client, from prisma/schema.prisma. */
export const ensureGenerated = () =>
  step(
    'generated',
    () => hashFiles(['prisma/schema.prisma', 'prisma/prisma.config.ts', 'node_modules/prisma/package.json']),
    async () => {
      say('Generating the database client …')
      // Generating needs no engine, but Prisma wants to fetch one unless this names an executable that exists.
      const env = { ...quiet, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
      const cli = join(root, 'node_modules', 'prisma', 'build', 'index.js')
      mustSucceed('prisma generate', await runNode([cli, 'generate', '--config', 'prisma/prisma.config.ts'], env))
    },
    () => existsSync(join(root, 'lib', 'server', 'generated', 'client.ts')),
  )

/** What ends up in the pages: tests, samples and the command line do not. @param {string} path */
const isPageInput = path =>
  !path.startsWith('lib/cli/') && !path.endsWith('.md') && !/(^|\/)fixtures\//.test(path) && !/\.test\.tsx?$/.test(path)

const configFiles = ['next.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']

export const ensurePages = () =>
  step(
    'pages',
    () => hashFiles([...listFiles(['app', 'components', 'lib', 'prisma'], isPageInput), ...configFiles]),
    async () => {
      say('Building the pages (a minute or so, only after a change) …')
      const cli = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
      mustSucceed('next build', await runNode([cli, 'build'], { ...quiet, NODE_ENV: 'production' }))
    },
    () => existsSync(join(root, '.next', 'BUILD_ID')),
  )

/** The command line, the server and the worker. esbuild is loaded only when something has to be bundled. */
export const ensureBundles = async () => {
  if (bundlesAreFresh()) return false
  return await withLock(async () => {
    if (bundlesAreFresh()) return false
    await buildBundles()
    return true
  })
}

/** All that the command line needs. */
export const ensureCommandLine = async () => {
  await ensureInstalled()
  await ensureGenerated()
  await ensureBundles()
}
