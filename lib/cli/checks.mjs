// @ts-check
// What is checked and how it is counted. A thing that could not run counts as failed: silence is no success.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolder, root, say, showNode } from './build.mjs'

/** @typedef {{ passed: number, failed: number }} Count */

/** @param {string} name */
const tool = name => join(root, 'node_modules', ...name.split('/'))
/** The same numbers and dates on every machine. */
const fixed = { TZ: 'UTC', LC_ALL: 'C', NEXT_TELEMETRY_DISABLED: '1', ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) }

/** @param {Count[]} counts @returns {Count} */
export const sum = counts => ({
  passed: counts.reduce((total, count) => total + count.passed, 0),
  failed: counts.reduce((total, count) => total + count.failed, 0),
})

/** The last line of a command; nothing run is a failure. @param {Count} count */
export const closeWith = ({ passed, failed }) => {
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

/** @param {string} what @param {string[]} args @returns {Promise<Count>} */
const one = async (what, args) => {
  say(`Checking ${what} …`)
  const isGood = (await showNode(args, fixed)) === 0
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

export const checkTypes = () => one('types', [tool('typescript/bin/tsc'), '--noEmit'])
export const checkStyle = () =>
  one('style', [tool('@biomejs/biome/bin/biome'), 'ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])])
export const checkImports = () =>
  one('imports', [tool('vitest/vitest.mjs'), 'run', '--config', 'lib/vitest.config.ts', 'lib/imports.test.ts'])

/** @param {string} name @returns {string} where a tool writes its report; none is left from the last time */
const reportPath = name => {
  const path = join(buildFolder, `${name}.json`)
  mkdirSync(buildFolder, { recursive: true })
  rmSync(path, { force: true })
  return path
}

/** @param {string} path @param {number} code @param {(report: any) => Count} read @returns {Count} */
const counted = (path, code, read) => {
  if (!existsSync(path)) return { passed: 0, failed: 1 }
  const count = read(JSON.parse(readFileSync(path, 'utf8')))
  // A tool that failed without a failing test failed in a way of its own: a file that does not load, a setup.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** @param {string[]} [filters] @returns {Promise<Count>} */
export const runUnitTests = async (filters = []) => {
  say('Running the unit tests …')
  const path = reportPath('unit')
  const args = ['run', '--config', 'lib/vitest.config.ts', '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`, ...filters]
  const code = await showNode([tool('vitest/vitest.mjs'), ...args], { ...fixed, NODE_ENV: 'test' })
  return counted(path, code, report => ({ passed: report.numPassedTests, failed: report.numFailedTests }))
}

/** @param {string} chromium @param {string[]} [filters] @returns {Promise<Count>} */
export const runBrowserTests = async (chromium, filters = []) => {
  say('Running the browser tests …')
  const path = reportPath('browser')
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', ...filters]
  const env = { ...fixed, CUTPOINT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: path, PLAYWRIGHT_FORCE_TTY: '0' }
  const code = await showNode([tool('@playwright/test/cli.js'), ...args], env)
  return counted(path, code, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
  }))
}
