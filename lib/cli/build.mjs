// @ts-check
// How things are made only when what goes into them changed (steps.mjs has the list).
//
// A step writes its stamp (the hash of its inputs) under .build/stamps when it succeeded, and removes it
// before it starts: a step that breaks off leaves no stamp and is done again. Hashes are of contents, not of
// times, so that a fresh clone, a restored cache and a touched file all come to the right answer.
//
// Only node: imports here: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
export const buildFolder = join(root, '.build')

/** A step that failed in a way the person can read: printed as it is, without a stack. */
export class StepError extends Error {}

/** Progress goes to stderr: stdout belongs to answers. @param {string} line */
export const say = line => {
  process.stderr.write(`${line}\n`)
}

// ---------------------------------------------------------------- hashes and stamps

/** @param {string} path @returns {Buffer | null} */
export const readIfThere = path => {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/**
 * All files under some roots (files or folders, relative to the project), sorted, `/` in names.
 * @param {string[]} roots @param {(path: string) => boolean} [keep] @returns {string[]}
 */
export const listFiles = (roots, keep = () => true) => {
  /** @type {string[]} */
  const found = []
  /** @param {string} path */
  const visit = path => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name))
    else if (stat?.isFile()) found.push(relative(root, path).split(sep).join('/'))
  }
  for (const start of roots) visit(join(root, start))
  return found.filter(keep).sort()
}

/** @param {string[]} files @param {string[]} [facts] what else decides the outcome */
export const hashFiles = (files, facts = []) => {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const file of files) {
    const bytes = readIfThere(join(root, file))
    hash.update(`\0${file}\0${bytes === null ? 'absent' : bytes.length}\0`)
    if (bytes !== null) hash.update(bytes)
  }
  return hash.digest('hex')
}

/** @param {string} name */
const stampPath = name => join(buildFolder, 'stamps', name)

/** @param {string} name */
export const readStamp = name => readIfThere(stampPath(name))?.toString('utf8') ?? null

/** @param {string} name */
export const clearStamp = name => rmSync(stampPath(name), { force: true })

/** @param {string} name @param {string} value */
export const writeStamp = (name, value) => {
  mkdirSync(join(buildFolder, 'stamps'), { recursive: true })
  replaceFile(stampPath(name), value)
}

/** Never a half-written file: others may read it at this moment. @param {string} path @param {string | Uint8Array} content */
export const replaceFile = (path, content) => {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, content)
  renameSync(temporary, path)
}

// ---------------------------------------------------------------- running things

/**
 * Runs a node script to its end. Its output is kept back and shown only when it fails.
 * @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const runNode = (args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    child.stdout.on('data', chunk => output.push(chunk))
    child.stderr.on('data', chunk => output.push(chunk))
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }))
  })

/**
 * The same with its output shown as it comes.
 * @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<number>}
 */
export const showNode = (args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })

/** npm as npm itself runs it when it started us, else the one beside this node, else the one on the path. */
const npmScript = () => {
  const beside = join(process.execPath, '..', '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const windows = join(process.execPath, '..', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const named = process.env.npm_execpath ?? ''
  return [named, beside, windows].find(path => /npm-cli\.c?js$/.test(path) && existsSync(path)) ?? null
}

/** @param {string[]} args @param {Record<string, string>} [env] */
export const runNpm = (args, env = {}) => {
  const script = npmScript()
  if (script !== null) return runNode([script, ...args], env)
  return runNode(
    [
      '-e',
      'const{spawnSync}=require("child_process");process.exit(spawnSync("npm",process.argv.slice(1),{stdio:"inherit",shell:process.platform==="win32"}).status??1)',
      ...args,
    ],
    env,
  )
}

/** @param {string} what @param {{ code: number, output: string }} ended */
export const mustSucceed = (what, ended) => {
  if (ended.code !== 0) throw new StepError(`${ended.output.trimEnd()}\n\n${what} failed (exit ${ended.code}); the lines above say why.`)
}

/** @param {number} pid */
export const isAlive = pid => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * One builder at a time: two commands started together must not write the same files.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
export const withLock = async work => {
  const lock = join(buildFolder, 'lock')
  mkdirSync(buildFolder, { recursive: true })
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = Number(readIfThere(lock)?.toString('utf8'))
    // An empty lock is one that is just being written; give it a moment before calling it dead.
    if (holder > 0 ? !isAlive(holder) : waited > 20) rmSync(lock, { force: true })
    else {
      if (waited === 10) say('Waiting for another build of this folder …')
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Does a step under its stamp; true when it had to be done. The check is made again inside the lock, since
 * another command may have done the step while this one waited.
 * @param {string} name @param {() => string} inputs @param {() => Promise<void>} work @param {() => boolean} [isThere]
 */
export const step = async (name, inputs, work, isThere = () => true) => {
  const isDone = () => readStamp(name) === inputs() && isThere()
  if (isDone()) return false
  return await withLock(async () => {
    if (isDone()) return false
    const value = inputs()
    clearStamp(name)
    await work()
    writeStamp(name, value)
    return true
  })
}

/** Ends a command on an error: a sentence for the expected ones, a stack for bugs. @param {unknown} error @returns {never} */
export const endWith = error => {
  process.stderr.write(
    `${error instanceof StepError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(2)
}
