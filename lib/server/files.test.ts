import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachLine } from '../base/lines'
import { fileSource, openUpload } from './files'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cutpoint-files-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function stored(name: string, content: string | Uint8Array): string {
  const path = join(dir, name)
  writeFileSync(path, content)
  return path
}

describe('fileSource', () => {
  it('reads what is there', () => {
    const source = fileSource(stored('digits.txt', '0123456789'))
    expect(source.name).toBe('digits.txt')
    expect(source.size).toBe(10)
    expect(Buffer.from(source.read(2, 3)).toString()).toBe('234')
    expect(Buffer.from(source.read(8, 30)).toString()).toBe('89')
    expect(source.read(10, 1)).toHaveLength(0)
    expect(source.read(50, 1)).toHaveLength(0)
    const target = Buffer.from('....')
    expect(source.readInto?.(target, 1, 8, 100)).toBe(2)
    expect(target.toString()).toBe('.89.')
    source.close()
  })

  it('does not read what is appended after it was opened', () => {
    const path = stored('log.jsonl', 'a\nb\n')
    const source = fileSource(path, 'upload')
    appendFileSync(path, 'c\n')
    expect(eachLine(source, () => undefined)).toEqual({ lines: 2, bytes: 4, endsWithNewline: true })
    expect(source.name).toBe('upload')
    source.close()
  })

  it('can be closed twice and not be read after', () => {
    const source = fileSource(stored('a', 'abc'))
    source.close()
    source.close()
    expect(() => source.read(0, 1)).toThrow('closed')
    expect(() => fileSource(join(dir, 'missing'))).toThrow('ENOENT')
  })
})

describe('openUpload', () => {
  const makeDatabase = (mode: 'wal' | 'delete') => {
    const path = join(dir, `${mode}.db`)
    const database = new Database(path)
    database.pragma(`journal_mode = ${mode}`)
    database.exec("create table t(a); insert into t values ('one')")
    database.pragma('wal_checkpoint(TRUNCATE)')
    return { path, database }
  }
  const rows = (database: unknown) => (database instanceof Database ? database.prepare('select a from t').pluck().all() : database)

  it('says what a file is', () => {
    const upload = openUpload(stored('x.bin', '{"a":1}'))
    expect(upload.kind).toBe('json')
    expect(upload.sqlite).toBeUndefined()
    expect(upload.read(0, 1)).toHaveLength(1)
    upload.close()
  })

  it('opens a database read-only, once', () => {
    const { path, database } = makeDatabase('delete')
    database.close()
    const upload = openUpload(path)
    const opened = upload.sqlite?.()
    expect(upload.kind).toBe('sqlite')
    expect(rows(opened)).toEqual(['one'])
    expect(upload.sqlite?.()).toBe(opened)
    expect(() => opened instanceof Database && opened.exec('delete from t')).toThrow('readonly')
    upload.close()
    expect(() => rows(opened)).toThrow('not open')
  })

  it('leaves nothing beside a database in WAL mode that came without its log', () => {
    const { path, database } = makeDatabase('wal')
    const copy = join(dir, 'upload')
    copyFileSync(path, copy)
    database.close()
    const upload = openUpload(copy)
    expect(rows(upload.sqlite?.())).toEqual(['one'])
    upload.close()
    expect(readdirSync(dir).filter(name => name.startsWith('upload'))).toEqual(['upload'])
  })

  it('reads the log where it is there', () => {
    const { path, database } = makeDatabase('wal')
    database.exec("insert into t values ('two')")
    const upload = openUpload(path)
    expect(rows(upload.sqlite?.())).toEqual(['one', 'two'])
    upload.close()
    database.close()
  })
})
