// @ts-check
// What `npm start` does, in order: look for a running server of this data folder, make what is missing, serve,
// import the files that were named. Apart from start.mjs so that an old Node never gets to read it.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildFolder, endWith, StepError } from './build.mjs'
import { enterProject, runBundle } from './environment.mjs'
import { checkFile, findServer, handOver } from './running.mjs'
import { ensureBundles, ensureGenerated, ensureInstalled, ensurePages } from './steps.mjs'

const usage = 'Usage: npm start -- [FILE…] [--port N] [--host H]'

/** @param {string[]} args */
const readArguments = args => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { port: { type: 'string' }, host: { type: 'string' } },
    })
    return { ...values, files: positionals.map(file => checkFile(resolve(file))) }
  } catch (error) {
    if (error instanceof StepError) throw error
    throw new StepError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** @param {import('./running.mjs').ServerInfo} server @param {string[]} files */
const handOverAll = async (server, files) => {
  let failed = 0
  for (const file of files) {
    try {
      for (const line of await handOver(server, file)) console.log(line)
    } catch (error) {
      failed++
      console.error(error instanceof Error ? error.message : String(error))
    }
  }
  return failed
}

/** The server runs in this process; it tells that it listens by its file in the data folder. @param {string} folder */
const whenListening = async folder => {
  for (;;) {
    const server = await findServer(folder)
    if (server?.pid === process.pid) return server
    await new Promise(done => setTimeout(done, 100))
  }
}

/** @param {string[]} args */
export const start = async args => {
  try {
    enterProject('start')
    const { port, host, files } = readArguments(args)
    const folder = process.env.CUTPOINT_DATA ?? ''
    const running = await findServer(folder)
    if (running !== null) {
      if (port !== undefined && Number(port) !== running.port) {
        throw new StepError(
          `Cutpoint already serves this data folder at ${running.url}. Stop it first, or set CUTPOINT_DATA to another folder.`,
        )
      }
      console.log(`Cutpoint is running at ${running.url}`)
      process.exitCode = (await handOverAll(running, files)) > 0 ? 2 : 0
      return
    }
    await ensureInstalled()
    await ensureGenerated()
    await ensureBundles()
    await ensurePages()

    const flags = [...(port === undefined ? [] : ['--port', port]), ...(host === undefined ? [] : ['--host', host])]
    process.argv = [process.execPath, join(buildFolder, 'cutpoint.mjs'), 'serve', ...flags]
    // Not awaited: the bundle runs until the server stops.
    runBundle(pathToFileURL(join(buildFolder, 'cutpoint.mjs'))).catch(endWith)
    if (files.length > 0) await handOverAll(await whenListening(folder), files)
  } catch (error) {
    endWith(error)
  }
}
