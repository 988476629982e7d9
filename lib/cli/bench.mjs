// @ts-check
// `npm run bench`: measures in ratios against work done in the same process, so that machines compare.
import './node-version.mjs'

const { existsSync } = await import('node:fs')
const { endWith, StepError } = await import('./build.mjs')
const { enterProject, runBundle } = await import('./environment.mjs')
const { ensureCommandLine } = await import('./steps.mjs')

const bundle = new URL('../../.build/bench.mjs', import.meta.url)
try {
  enterProject('bench')
  await ensureCommandLine()
  if (!existsSync(bundle)) throw new StepError('There is no benchmark in lib/cli/bench.')
} catch (error) {
  endWith(error)
}
await runBundle(bundle)
