import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from './data-folder'
import { serve } from './serve'
import { readServerInfo } from './server-info'

// What a server says when it cannot start. That it serves is seen by the browser tests (e2e/frame.spec.ts).

let folder = ''
const kept = { ...process.env }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutpoint-serve-'))
  process.env.CUTPOINT_DATA = folder
  delete process.env.CUTPOINT_TOKEN
})
afterEach(() => {
  process.env = { ...kept }
  rmSync(folder, { recursive: true, force: true })
})

test('beyond loopback without a token', async () => {
  expect(await serve({ host: '0.0.0.0', port: 0 })).toMatchObject({ ok: false, message: expect.stringContaining('CUTPOINT_TOKEN') })
})

test('a port that is taken', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  expect(await serve({ port })).toEqual({
    ok: false,
    message: `Port ${port} on 127.0.0.1 is taken by another program. Choose another one with --port, for example --port ${port + 1}.`,
  })
  other.close()
})

test('a data folder that cannot be used', async () => {
  process.env.CUTPOINT_DATA = join(folder, 'file')
  writeFileSync(process.env.CUTPOINT_DATA, '')
  expect(await serve({ port: 0 })).toMatchObject({ ok: false, message: expect.stringContaining('cannot be used') })
})

test('a database that is none; the folder is free again', async () => {
  writeFileSync(join(folder, 'cutpoint.db'), 'this is not a database, but it is long enough to be looked at')
  expect(await serve({ port: 0 })).toMatchObject({ ok: false, message: expect.stringContaining('not a database') })
  const opened = openDataFolder(folder)
  expect(opened.ok && readServerInfo(opened.value)).toBeNull()
})
