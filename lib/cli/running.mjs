// @ts-check
// Asking a running server: is there one for this data folder, and here is a file for it.
//
// Over http and without a package, since a second `npm start` must be able to do it before anything else.
// The wanted Host is sent explicitly: beyond loopback a server answers only to the names it was given.
import { createReadStream, readFileSync, realpathSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { basename, join } from 'node:path'
import { isAlive, StepError } from './build.mjs'
import { dataFolderId } from './environment.mjs'

/** @typedef {{ pid: number, port: number, url: string, host: string }} ServerInfo written by lib/server/server-info.ts */
/** @typedef {{ status: number, body: any }} Answer */

const askTimeoutInMs = 3000

/**
 * @param {ServerInfo} server @param {string} path @param {{ method?: string, file?: string, timeout?: number }} [options]
 * @returns {Promise<Answer>}
 */
const ask = (server, path, { method = 'GET', file, timeout } = {}) =>
  new Promise((resolve, reject) => {
    const token = process.env.CUTPOINT_TOKEN
    const headers = {
      Host: server.host,
      Accept: 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(file ? { 'Content-Type': 'application/octet-stream', 'Content-Length': statSync(file).size } : {}),
    }
    const host = new URL(server.url).hostname.replace(/^\[|\]$/g, '')
    const asked = request({ host, port: server.port, path, method, headers, timeout }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => {
        let body = null
        try {
          body = JSON.parse(text)
        } catch {
          // Not ours, or a refusal in words: the status says enough.
        }
        resolve({ status: response.statusCode ?? 0, body })
      })
      response.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', reject)
    if (file) createReadStream(file).on('error', reject).pipe(asked)
    else asked.end()
  })

/** The server of this data folder, if one runs and answers. @param {string} folder @returns {Promise<ServerInfo | null>} */
export const findServer = async folder => {
  try {
    const info = /** @type {ServerInfo} */ (JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')))
    if (!isAlive(info.pid)) return null
    const { status, body } = await ask(info, '/api/health', { timeout: askTimeoutInMs })
    return status === 401 || body?.data === dataFolderId(folder) ? info : null
  } catch {
    return null
  }
}

/** A FILE must be readable before anything is started for it. @param {string} file */
export const checkFile = file => {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw new StepError(`There is no file ${file}.`)
  if (!stat.isFile()) throw new StepError(`${file} is not a file. Give a file, or a zip of the folder.`)
  return realpathSync(file)
}

/** @param {Answer} answer @param {string} what */
const told = (answer, what) => {
  if (answer.status < 400) return answer.body
  const message =
    answer.body?.error?.message ??
    (answer.status === 401 ? 'Set CUTPOINT_TOKEN as the server has it.' : `the server answered ${answer.status}`)
  throw new StepError(`${what}: ${message}`)
}

/** @param {ServerInfo} server @param {unknown} job */
const waitForJob = async (server, job) => {
  const id = typeof job === 'string' ? job : /** @type {{ id?: string } | null} */ (job)?.id
  if (!id) return
  for (;;) {
    const { status, body } = await ask(server, `/api/jobs/${encodeURIComponent(id)}`)
    const state = body?.job?.state ?? body?.state
    if (status >= 400 || state === 'done') return
    if (state === 'failed' || state === 'cancelled') throw new StepError(body?.job?.error ?? body?.error ?? `The import ${state}.`)
    await new Promise(resolve => setTimeout(resolve, 150))
  }
}

const mostLines = 5
const severities = ['rejects', 'alters', 'fragile']

/** @param {any} check a check document of contracts.md 3 @returns {string[]} */
export const findingLines = check => {
  const findings = /** @type {{ id: string, severity: string, at: string, message: string }[]} */ (check?.findings ?? [])
  if (findings.length === 0) return check ? [`  no fault found by ${check.checks} checks`] : []
  // The worst first: what refuses the request must not be among those that are only counted.
  const worst = findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  const lines = worst.slice(0, mostLines).map(finding => `  ${finding.id} ${finding.severity} ${finding.at}: ${finding.message}`)
  return findings.length > mostLines ? [...lines, `  and ${findings.length - mostLines} more`] : lines
}

/** Gives a file to a server; the link and the findings in a few lines. @param {ServerInfo} server @param {string} file @returns {Promise<string[]>} */
export const handOver = async (server, file) => {
  const name = basename(file)
  const answer = await ask(server, `/api/sessions?name=${encodeURIComponent(name)}`, { method: 'POST', file })
  const { session, job } = told(answer, `${name} was not imported`) ?? {}
  const id = typeof session === 'string' ? session : session?.id
  if (!id) throw new StepError(`${name} was not imported: the server did not name a session.`)
  await waitForJob(server, job)
  const checked = await ask(server, `/api/sessions/${id}/check`)
  return [`${name}: ${server.url}/sessions/${id}`, ...(checked.status < 400 ? findingLines(checked.body) : [])]
}
