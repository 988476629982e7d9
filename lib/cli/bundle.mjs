// @ts-check
// The bundles under .build: one file per entry and shared chunks, so that a verb that never serves never
// loads Next, Prisma or better-sqlite3. Packages stay outside and are found in node_modules.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildFolder, hashFiles, readStamp, replaceFile, root, StepError, writeStamp } from './build.mjs'

const entries = { cutpoint: 'lib/cli/main.ts', worker: 'lib/server/worker.ts', bench: 'lib/cli/bench/main.ts' }
const alsoDeciding = ['lib/cli/bundle.mjs', 'package-lock.json', 'tsconfig.json', ...Object.values(entries)]
const dayInMs = 86_400_000

/** The stamp is the list of files that went in, and their hash: reading those is all a check costs. */
export const bundlesAreFresh = () => {
  const stamp = readStamp('bundles')
  if (stamp === null) return false
  const { hash, inputs, outputs } = JSON.parse(stamp)
  return hashFiles(inputs, outputs) === hash && outputs.every((/** @type {string} */ file) => existsSync(join(buildFolder, file)))
}

export const buildBundles = async () => {
  const { build, formatMessages, stop } = await import('esbuild')
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)))
  const made = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: buildFolder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'silent',
  }).catch(async error => {
    const lines = await formatMessages(error.errors ?? [], { kind: 'error', color: false })
    throw new StepError(`${lines.join('\n').trimEnd() || error.message}\n\nBundling the command line failed.`)
  })

  // Its service would live as long as this process, which is the server's.
  await stop()

  mkdirSync(join(buildFolder, 'chunks'), { recursive: true })
  const outputs = made.outputFiles.map(file => file.path.slice(buildFolder.length + 1))
  // Entries last: whoever starts one at this moment must find its chunks.
  const isChunk = (/** @type {string} */ path) => basename(join(path, '..')) === 'chunks'
  const ordered = [...made.outputFiles].sort((a, b) => Number(isChunk(b.path)) - Number(isChunk(a.path)))
  for (const file of ordered) replaceFile(file.path, file.contents)
  forgetOldChunks(new Set(outputs))

  const inputs = [...new Set([...Object.keys(made.metafile.inputs), ...alsoDeciding])].sort()
  writeStamp('bundles', JSON.stringify({ hash: hashFiles(inputs, outputs), inputs, outputs }))
}

/** A server that still runs may load a chunk of its own build late, so chunks are kept for a day. @param {Set<string>} current */
const forgetOldChunks = current => {
  for (const name of readdirSync(join(buildFolder, 'chunks'))) {
    const path = join(buildFolder, 'chunks', name)
    if (!current.has(join('chunks', name)) && Date.now() - statSync(path).mtimeMs > dayInMs) rmSync(path, { force: true })
  }
}
