#!/usr/bin/env node
// @ts-check
// `npm run -s cutpoint -- …`: brings the bundle up to date and runs it. Needs no build of the pages.
import './node-version.mjs'

const { endWith } = await import('./build.mjs')
const { ensureCommandLine } = await import('./steps.mjs')
const { enterProject, runBundle } = await import('./environment.mjs')

try {
  enterProject('cutpoint')
  await ensureCommandLine()
} catch (error) {
  endWith(error)
}
await runBundle(new URL('../../.build/cutpoint.mjs', import.meta.url))
