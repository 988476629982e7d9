import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The production server for the browser tests, on a free port, with a data folder of its own that goes with it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const startTimeoutInMs = 60_000

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /running at (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('exit', () => reject(new Error(`The server did not start: ${said}`)))
    setTimeout(() => reject(new Error(`The server did not start in time: ${said}`)), startTimeoutInMs).unref()
  })

export default async function startServer(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'cutpoint-e2e-'))
  const { CUTPOINT_TOKEN: _token, CUTPOINT_HOSTS: _hosts, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'lib/cli/cutpoint.mjs'), 'serve', '--port', '0'], {
    cwd: root,
    env: { ...env, CUTPOINT_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => child.on('exit', () => resolve()))
  process.env.CUTPOINT_E2E_URL = await addressOf(child)
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}
