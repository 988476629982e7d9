import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DataFolder, openDataFolder } from './data-folder'
import { claimDataFolder, readServerInfo, releaseDataFolder, type ServerInfo } from './server-info'

let folder: DataFolder
let server: Server | null = null
beforeEach(() => {
  const opened = openDataFolder(mkdtempSync(join(tmpdir(), 'cutpoint-claim-')))
  if (!opened.ok) throw new Error(opened.message)
  folder = opened.value
})
afterEach(() => {
  server?.close()
  server = null
  rmSync(folder.path, { recursive: true, force: true })
})

const mine: ServerInfo = { pid: process.pid, port: 1, url: 'http://127.0.0.1:1', host: 'localhost:1' }

/** Somebody who answers to /api/health; our parent stands in for a pid that lives. */
const other = async (status: number, body: string): Promise<ServerInfo> => {
  const made = createServer((_, response) => response.writeHead(status).end(body))
  server = made
  await new Promise<void>(resolve => made.listen(0, '127.0.0.1', resolve))
  const { port } = made.address() as AddressInfo
  return { pid: process.ppid, port, url: `http://127.0.0.1:${port}`, host: `localhost:${port}` }
}
const leave = (info: ServerInfo | string): void => writeFileSync(folder.serverInfo, typeof info === 'string' ? info : JSON.stringify(info))

test('a free folder is claimed for its owner only, and released', async () => {
  expect(await claimDataFolder(folder, mine)).toEqual({ ok: true })
  expect(readServerInfo(folder)).toEqual(mine)
  expect(statSync(folder.serverInfo).mode & 0o777).toBe(0o600)
  releaseDataFolder(folder)
  expect(readServerInfo(folder)).toBeNull()
})

test.each([
  ['answers for this folder', 200, () => JSON.stringify({ data: folder.id })],
  ['asks for a token', 401, () => 'A token is needed'],
])('a server that lives and %s keeps it', async (_, status, body) => {
  const info = await other(status, body())
  leave(info)
  expect(await claimDataFolder(folder, mine)).toMatchObject({ ok: false, message: expect.stringContaining(info.url) })
  releaseDataFolder(folder)
  expect(readServerInfo(folder)).toEqual(info)
})

test('what a dead server left is taken over', async () => {
  const deadPid = 2 ** 22 + 1
  for (const left of [
    { ...mine, pid: deadPid },
    { ...mine, pid: process.ppid },
    mine,
    'not json',
    await other(200, JSON.stringify({ data: 'another folder' })),
  ]) {
    leave(left)
    expect(await claimDataFolder(folder, mine)).toEqual({ ok: true })
    releaseDataFolder(folder)
  }
})
