// @ts-check
// A Chromium for the browser tests: the system's, or Playwright's, or one that can be installed here and now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, say } from './build.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const installTimeoutInMs = 300_000

/** Found is not enough: one with a missing library starts and dies. @param {string | undefined} path */
const runs = path =>
  path !== undefined && existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0

const onPath = () => {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(runs)
}

const playwrightsOwn = async () => {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return runs(path) ? path : undefined
}

/** One that is there already. @returns {Promise<string | undefined>} */
export const findChromium = async () => {
  const named = process.env.CUTPOINT_CHROMIUM
  return runs(named) ? named : (onPath() ?? (await playwrightsOwn()))
}

/** @param {string} command @param {string[]} args */
const tried = (command, args) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: 'ignore',
    timeout: installTimeoutInMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const installFromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  say('Installing Chromium for the browser tests (Debian package) …')
  tried('apt-get', ['update', '-qq'])
  return tried('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
}

/** Playwright's own build comes last: on a bare Debian it lacks the libraries that the package brings along. */
const installFromPlaywright = () => {
  say('Installing Chromium for the browser tests (Playwright) …')
  return tried(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'])
}

/** @returns {Promise<string | undefined>} */
export const ensureChromium = async () => {
  const found = await findChromium()
  if (found !== undefined) return found
  if (installFromDebian()) return await findChromium()
  return installFromPlaywright() ? await findChromium() : undefined
}
