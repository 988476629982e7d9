// @ts-check
// `npm test`: installs what tests need, builds what they run against, and closes with one line of numbers.
// `-- --unit` and `-- --browser` run one half, further words filter by file name; `--checks` adds `npm run check`.
import './node-version.mjs'

const { parseArgs } = await import('node:util')
const { say } = await import('./build.mjs')
const { checkStyle, checkTypes, closeWith, runBrowserTests, runUnitTests, sum } = await import('./checks.mjs')
const { ensureChromium } = await import('./chromium.mjs')
const { ensureBundles, ensureGenerated, ensureInstalled, ensurePages } = await import('./steps.mjs')

const browserTests = async (/** @type {string[]} */ filters) => {
  const chromium = await ensureChromium()
  if (chromium !== undefined) return await runBrowserTests(chromium, filters)
  say('No Chromium can be had here, so the browser tests did not run: install one (Debian: apt-get install chromium) and try again.')
  return { passed: 0, failed: 1 }
}

try {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false })
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { unit: flag, browser: flag, checks: flag } })
  const isAll = values.unit === values.browser
  await ensureInstalled({ withDev: true })
  await ensureGenerated()
  await ensureBundles()
  const counts = []
  // The import test is one of the unit tests.
  if (values.checks) counts.push(await checkTypes(), await checkStyle())
  if (isAll || values.unit) counts.push(await runUnitTests(positionals))
  if (isAll || values.browser) {
    await ensurePages()
    counts.push(await browserTests(positionals))
  }
  closeWith(sum(counts))
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  closeWith({ passed: 0, failed: 1 })
}
