import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { z } from 'zod'
import { type DataFolder, fileMode } from './data-folder'

/**
 * `server.json` in the data folder says who serves it: one server at a time, since jobs and uploads of two
 * would get into each other's way, and a later `npm start -- FILE` hands its file over. A file that a dead
 * server left behind is recognised by asking.
 */
export interface ServerInfo {
  readonly pid: number
  readonly port: number
  readonly url: string
  /** A Host that the server answers to. */
  readonly host: string
}

type Claimed = { readonly ok: true } | { readonly ok: false; readonly message: string }

const schema = z.object({ pid: z.number(), port: z.number(), url: z.string(), host: z.string() })
const askTimeoutInMs = 3000

export const readServerInfo = (folder: DataFolder): ServerInfo | null => {
  try {
    return schema.parse(JSON.parse(readFileSync(folder.serverInfo, 'utf8')))
  } catch {
    return null
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Does a Cutpoint answer there? One that starts up answers late, one with a token answers 401: both count. */
const answers = (info: ServerInfo, folder: DataFolder): Promise<boolean> =>
  new Promise(resolve => {
    const { hostname } = new URL(info.url)
    const asked = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: info.port,
        path: '/api/health',
        headers: { Host: info.host },
        timeout: askTimeoutInMs,
      },
      response => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('end', () => resolve(response.statusCode === 401 || body.includes(folder.id)))
      },
    )
    asked.on('timeout', () => {
      asked.destroy()
      resolve(true)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })

const write = (folder: DataFolder, info: ServerInfo): boolean => {
  try {
    writeFileSync(folder.serverInfo, `${JSON.stringify(info)}\n`, { flag: 'wx', mode: fileMode })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

export const claimDataFolder = async (folder: DataFolder, info: ServerInfo): Promise<Claimed> => {
  if (write(folder, info)) return { ok: true }
  const other = readServerInfo(folder)
  // The same pid is a container's: its last life left the file.
  if (other !== null && other.pid !== info.pid && isAlive(other.pid) && (await answers(other, folder))) {
    return {
      ok: false,
      message: `Cutpoint already serves this data folder at ${other.url}. Stop it first, or set CUTPOINT_DATA to another folder.`,
    }
  }
  rmSync(folder.serverInfo, { force: true })
  return write(folder, info) ? { ok: true } : { ok: false, message: 'Another Cutpoint for this data folder started at the same moment.' }
}

/** Only our own: a server that was refused must not take the other's away. */
export const releaseDataFolder = (folder: DataFolder): void => {
  if (readServerInfo(folder)?.pid === process.pid) rmSync(folder.serverInfo, { force: true })
}
