import { afterEach, describe, expect, test } from 'vitest'
import { clearStamp, hashFiles, listFiles, readStamp, step } from './build.mjs'
import { isInstalled } from './steps.mjs'

const name = `test-${process.pid}`
afterEach(() => clearStamp(name))

describe('a step', () => {
  const run = async (inputs: string, fail = false): Promise<boolean> => {
    let wasDone = false
    await step(
      name,
      () => inputs,
      async () => {
        wasDone = true
        if (fail) throw new Error('broken')
      },
    ).catch(() => undefined)
    return wasDone
  }

  test('is done again only when its inputs changed', async () => {
    expect([await run('a'), await run('a'), await run('b'), await run('b')]).toEqual([true, false, true, false])
  })

  test('that fails leaves no stamp and no lock', async () => {
    await run('a')
    expect(await run('b', true)).toBe(true)
    expect(readStamp(name)).toBeNull()
    expect(await run('a')).toBe(true)
  })

  test('is done again when what it made is gone', async () => {
    await run('a')
    let wasDone = false
    await step(
      name,
      () => 'a',
      async () => {
        wasDone = true
      },
      () => wasDone,
    )
    expect(wasDone).toBe(true)
  })

  test('is done by one of two that come together', async () => {
    let times = 0
    const work = () =>
      step(
        name,
        () => 'c',
        async () => {
          times++
        },
      )
    await Promise.all([work(), work()])
    expect(times).toBe(1)
  })
})

test('a hash is of contents, names and facts', () => {
  const here = ['lib/cli/build.mjs']
  expect(hashFiles(here)).toBe(hashFiles(here))
  expect(hashFiles(here, ['x'])).not.toBe(hashFiles(here))
  expect(hashFiles(['lib/cli/absent.mjs'])).not.toBe(hashFiles([]))
  expect(listFiles(['lib/cli', 'absent'], path => path.endsWith('build.mjs'))).toEqual(here)
})

describe('an installation', () => {
  const wanted = { '': {}, a: { version: '1' }, b: { version: '2', optional: true }, c: { version: '3', dev: true } }

  test.each([
    ['as locked', { a: { version: '1' }, b: { version: '2' }, c: { version: '3' } }, true, true],
    ['without an optional package', { a: { version: '1' }, c: { version: '3' } }, true, true],
    ['without development packages, which are not needed', { a: { version: '1' } }, false, true],
    ['without development packages, which are needed', { a: { version: '1' } }, true, false],
    ['with another version', { a: { version: '9' }, c: { version: '3' } }, true, false],
    ['with another version of an optional package', { a: { version: '1' }, b: { version: '9' }, c: { version: '3' } }, true, false],
    ['with a package missing', { c: { version: '3' } }, true, false],
    ['that is none', null, false, false],
  ])('%s', (_, installed, withDev, good) => expect(isInstalled(wanted, installed, withDev)).toBe(good))
})
