// @ts-check
// `npm run check`: types, style, imports. Quick, and without a browser or a build of the pages.
import './node-version.mjs'

const { endWith } = await import('./build.mjs')
const { checkImports, checkStyle, checkTypes, closeWith, sum } = await import('./checks.mjs')
const { ensureGenerated, ensureInstalled } = await import('./steps.mjs')

try {
  await ensureInstalled({ withDev: true })
  await ensureGenerated()
  closeWith(sum([await checkTypes(), await checkStyle(), await checkImports()]))
} catch (error) {
  endWith(error)
}
