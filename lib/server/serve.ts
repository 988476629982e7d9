import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import next from 'next'
import { type DataFolder, openDataFolder } from './data-folder'
import { closeDatabase } from './db/client'
import { migrate } from './db/migrate'
import { bindRefusal, createGate, type Gate, isLoopback, namesFor, parseHosts, type Verdict } from './gate'
import { abandonJobs } from './jobs'
import { stopWorkers } from './pool'
import { recoverStore } from './recover'
import { projectRoot } from './root'
import { claimDataFolder, releaseDataFolder, type ServerInfo } from './server-info'
import { answerUpload, isUpload } from './upload-answer'

/** Next behind node's own http server, with the gate in front. Everything that can be said before listening is said before. */
export interface ServeOptions {
  readonly port?: number
  readonly host?: string
}

export interface RunningServer {
  readonly url: string
  readonly dataFolder: DataFolder
  readonly close: () => Promise<void>
}

export type Served = { readonly ok: true; readonly value: RunningServer } | { readonly ok: false; readonly message: string }

export const defaultPort = 3000
const defaultHost = '127.0.0.1'

/** Headers must come soon; a body may take as long as a large file over a slow line takes. */
const headersTimeoutInMs = 30_000
/** How long a stopping server waits for answers that are under way. */
const graceInMs = 3000

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export const serve = async (options: ServeOptions = {}): Promise<Served> => {
  const host = options.host ?? defaultHost
  const wantedPort = options.port ?? defaultPort
  const token = process.env.CUTPOINT_TOKEN || null
  const refusal = bindRefusal(host, token)
  if (refusal !== null) return { ok: false, message: refusal }

  const folder = openDataFolder()
  if (!folder.ok) return folder

  let handle: Promise<Handler> | null = null
  let gate: Gate | null = null
  const server = createServer((request, response) => {
    if (gate === null || handle === null) return void response.destroy()
    const ready = handle
    const isLetIn = admit(gate, request, response)
    if (isLetIn) ready.then(next => next(request, response)).catch((error: unknown) => answerBroken(response, error))
  })
  server.requestTimeout = 0
  server.headersTimeout = headersTimeoutInMs
  // Nothing here speaks another protocol, and Next would answer an upgrade past the gate.
  server.on('upgrade', (_, socket) => socket.destroy())

  const listening = await listen(server, wantedPort, host)
  if (!listening.ok) return listening
  const { port } = listening
  const names = namesFor(host, port, parseHosts(process.env.CUTPOINT_HOSTS))
  gate = createGate({ port, names, token })
  const url = addressOf(host, port)
  const app = next({ dev: false, dir: projectRoot(), hostname: host, port, quiet: true })

  const close = async (): Promise<void> => {
    releaseDataFolder(folder.value)
    await stop(server)
    await app.close()
    abandonJobs()
    await stopWorkers()
    await closeDatabase()
  }

  const info = { pid: process.pid, port, url, host: names[0] ?? `127.0.0.1:${port}` }
  handle = prepare(app, folder.value, info)
  try {
    await handle
  } catch (error) {
    await close()
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
  return { ok: true, value: { url, dataFolder: folder.value, close } }
}

/** Serves until a signal comes; answers the exit code. For the command line. */
export const serveUntilStopped = async (options: ServeOptions = {}): Promise<number> => {
  // Also what SQLite and the uploads make later is for the owner only. A matter of the whole process, so not in `serve`.
  process.umask(0o077)
  const served = await serve(options)
  if (!served.ok) {
    process.stderr.write(`${served.message}\n`)
    return 2
  }
  const { url, close } = served.value
  if (!isLoopback(options.host ?? defaultHost) && !process.env.CUTPOINT_HOSTS) {
    process.stderr.write('CUTPOINT_HOSTS is not set: requests by any other name than this address are refused.\n')
  }
  process.stdout.write(`Cutpoint is running at ${url}\n`)
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        // A second signal means now.
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
  await close()
  return 0
}

/** Requests that come meanwhile wait for this. The folder is claimed before anything in it is touched. */
const prepare = async (app: ReturnType<typeof next>, folder: DataFolder, info: ServerInfo): Promise<Handler> => {
  const claimed = await claimDataFolder(folder, info)
  if (!claimed.ok) throw new Error(claimed.message)
  const migrated = migrate(folder.database)
  if (!migrated.ok) throw new Error(migrated.message)
  await recoverStore()
  await quietly(() => app.prepare())
  const pages = app.getRequestHandler()
  return (request, response) => (isUpload(request) ? answerUpload(request, response) : pages(request, response))
}

/** Next tells on stdout that it read its settings; whoever starts Cutpoint waits for one line, the address. */
const quietly = async (work: () => Promise<void>): Promise<void> => {
  const { log } = console
  console.log = () => undefined
  try {
    await work()
  } finally {
    console.log = log
  }
}

/** What a person can open: a wildcard is no address. */
const addressOf = (host: string, port: number): string => {
  const shown =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `http://${shown}:${port}`
}

const listen = (server: Server, port: number, host: string): Promise<{ ok: true; port: number } | { ok: false; message: string }> =>
  new Promise(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ ok: false, message: listenSentence(error, port, host) }))
    server.listen({ port, host: host.replace(/^\[|\]$/g, '') }, () => resolve({ ok: true, port: (server.address() as AddressInfo).port }))
  })

const listenSentence = (error: NodeJS.ErrnoException, port: number, host: string): string => {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Choose another one with --port, for example --port ${port + 1}.`
  if (error.code === 'EACCES') return `This user may not listen on port ${port}. Choose one above 1023 with --port.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${host} is no address of this machine. Leave out --host, or name one that is.`
  return `Cannot listen on ${host}, port ${port}: ${error.message}.`
}

/** Applies the gate's verdict; true when the request goes on to Next. */
const admit = (gate: Gate, request: IncomingMessage, response: ServerResponse): boolean => {
  const verdict = gate({
    method: request.method ?? 'GET',
    url: request.url ?? '',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
  })
  for (const [name, value] of Object.entries(verdict.headers)) response.setHeader(name, value)
  if (verdict.kind === 'allow') {
    // Next believes these; they are for proxies that we do not have.
    delete request.headers['x-forwarded-host']
    delete request.headers['x-middleware-subrequest']
    Object.assign(request.headers, verdict.requestHeaders)
    return true
  }
  answerRefused(verdict, request, response)
  return false
}

const answerRefused = (verdict: Exclude<Verdict, { kind: 'allow' }>, request: IncomingMessage, response: ServerResponse): void => {
  if (verdict.kind === 'redirect') {
    response.writeHead(303, { Location: verdict.location }).end()
    return
  }
  const isApi = request.url?.startsWith('/api/') ?? false
  const { status, code, message } = verdict
  const body = isApi ? JSON.stringify({ error: { code, message, facts: {}, id: null } }) : `${message}\n`
  response.writeHead(status, {
    'Content-Type': isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    // The rest of a refused upload is not waited for.
    Connection: 'close',
  })
  response.end(request.method === 'HEAD' ? undefined : body, () => request.destroy())
}

const answerBroken = (response: ServerResponse, error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  if (response.headersSent) return void response.destroy()
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Cutpoint failed on this request; its log says more.\n')
}

const stop = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), graceInMs).unref()
  })
