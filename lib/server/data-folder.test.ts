import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFolderId } from '../cli/environment.mjs'
import { openDataFolder } from './data-folder'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cutpoint-data-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a new folder is its owner’s only', () => {
  const path = join(base, 'deep', 'data')
  const opened = openDataFolder(path)
  if (!opened.ok) throw new Error(opened.message)
  expect([modeOf(path), modeOf(opened.value.files)]).toEqual([0o700, 0o700])
})

test('the mode of a folder that was there is left alone, that of the files is not', () => {
  chmodSync(base, 0o755)
  mkdirSync(join(base, 'files'), { mode: 0o755 })
  openDataFolder(base)
  expect([modeOf(base), modeOf(join(base, 'files'))]).toEqual([0o755, 0o700])
})

test('its id tells nothing about the place and is the one that the commands compute', () => {
  const opened = openDataFolder(base)
  if (!opened.ok) throw new Error(opened.message)
  expect(opened.value.id).toMatch(/^[0-9a-f]{16}$/)
  expect(dataFolderId(base)).toBe(opened.value.id)
})

test('a folder that cannot be used is a sentence', () => {
  writeFileSync(join(base, 'file'), '')
  for (const path of [join(base, 'file'), join(base, 'file', 'data')]) {
    expect(openDataFolder(path)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/cannot be used: there is a file in the way\. Set CUTPOINT_DATA/),
    })
  }
  if (process.getuid?.() === 0) return
  chmodSync(base, 0o500)
  expect(openDataFolder(base)).toMatchObject({ ok: false, message: expect.stringContaining('may not write') })
})
