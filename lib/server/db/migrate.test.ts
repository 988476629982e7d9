import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../root'
import { closeDatabase, database } from './client'
import { migrate, migrationsFolder } from './migrate'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutpoint-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Column {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  readonly key: boolean
}

const sqlTypes: Record<string, string> = {
  String: 'TEXT',
  Int: 'INTEGER',
  BigInt: 'BIGINT',
  Float: 'REAL',
  Bytes: 'BLOB',
  DateTime: 'DATETIME',
}

/** The models of a Prisma schema as tables: relation fields have no column. */
const tablesOfSchema = (schema: string): Record<string, Column[]> => {
  const tables: Record<string, Column[]> = {}
  for (const [, model = '', body = ''] of schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const keys = /@@id\(\[(.*?)\]\)/.exec(body)?.[1]?.split(/,\s*/) ?? []
    tables[model] = [...body.matchAll(/^ {2}(\w+)\s+(\w+)(\?|\[\])?(.*)$/gm)].flatMap(([, name = '', type = '', mark, rest = '']) => {
      const sqlType = sqlTypes[type]
      return sqlType === undefined
        ? []
        : [{ name, type: sqlType, notNull: mark === undefined, key: /@id\b/.test(rest) || keys.includes(name) }]
    })
  }
  return tables
}

const names = readdirSync(migrationsFolder()).sort()

const open = (): Database.Database => new Database(join(folder, 'a.db'))

describe('the migrated database', () => {
  test('equals the Prisma schema, column by column, with its indexes', () => {
    expect(migrate(join(folder, 'a.db'))).toMatchObject({ ok: true })
    const schema = readFileSync(join(projectRoot(), 'prisma', 'schema.prisma'), 'utf8')
    const wanted = tablesOfSchema(schema)
    const sqlite = open()
    const tables = sqlite.prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    )
    expect(
      tables
        .all()
        .map(row => row.name)
        .sort(),
    ).toEqual(Object.keys(wanted).sort())
    for (const [table, columns] of Object.entries(wanted)) {
      const rows = sqlite.pragma(`table_info("${table}")`) as { name: string; type: string; notnull: number; pk: number }[]
      expect(rows.map(row => ({ name: row.name, type: row.type, notNull: row.notnull === 1, key: row.pk > 0 }))).toEqual(columns)
    }
    const indexes = sqlite.prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
    )
    const wantedIndexes = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, model = '', body = '']) =>
      [...body.matchAll(/@@index\(\[(.*?)\]\)/g)].map(([, fields = '']) => `${model}_${fields.replace(/,\s*/g, '_')}_idx`),
    )
    expect(indexes.all().map(row => row.name)).toEqual(wantedIndexes.sort())
    sqlite.close()
  })

  test('is WAL, readable by its owner only, and is migrated once', () => {
    const path = join(folder, 'a.db')
    expect(migrate(path)).toEqual({ ok: true, applied: names })
    expect(migrate(path)).toEqual({ ok: true, applied: [] })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const sqlite = open()
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(sqlite.prepare('SELECT migration_name, applied_steps_count, rolled_back_at FROM _prisma_migrations').all()).toEqual(
      names.map(name => ({ migration_name: name, applied_steps_count: 1, rolled_back_at: null })),
    )
    sqlite.close()
  })

  test('keeps nothing of a migration that fails half way', () => {
    const migrations = join(folder, 'migrations')
    cpSync(migrationsFolder(), migrations, { recursive: true })
    mkdirSync(join(migrations, '9999_broken'))
    writeFileSync(join(migrations, '9999_broken', 'migration.sql'), 'CREATE TABLE "Half" ("id" TEXT); CREATE NONSENSE;')
    expect(migrate(join(folder, 'a.db'), migrations)).toMatchObject({ ok: false })
    const sqlite = open()
    expect(sqlite.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'Half'").get()).toEqual({ n: 0 })
    expect(sqlite.prepare('SELECT count(*) AS n FROM _prisma_migrations').get()).toEqual({ n: names.length })
    sqlite.close()
  })

  test('of a newer version or with another text is left alone', () => {
    const path = join(folder, 'a.db')
    migrate(path)
    const sqlite = open()
    sqlite.prepare('UPDATE _prisma_migrations SET checksum = ?').run('other')
    expect(migrate(path)).toMatchObject({ ok: false, message: expect.stringContaining('another text') })
    sqlite.prepare('UPDATE _prisma_migrations SET migration_name = ?').run('9000_later')
    expect(migrate(path)).toMatchObject({ ok: false, message: expect.stringContaining('newer Cutpoint') })
    sqlite.close()
  })
})

test('the client writes and reads, and deleting a session takes its rows with it', async () => {
  const before = process.env.CUTPOINT_DATA
  process.env.CUTPOINT_DATA = folder
  try {
    migrate(join(folder, 'cutpoint.db'))
    const client = database()
    expect(database()).toBe(client)
    await client.storedFile.create({ data: { sha256: 'f'.repeat(64), bytes: 5_000_000_000n } })
    await client.session.create({
      data: {
        id: '0123456789abcdef',
        name: 'a.jsonl',
        format: 'claude-code',
        sha256: 'f'.repeat(64),
        bytes: 5_000_000_000n,
        state: 'ready',
        index: new Uint8Array([1, 2, 3]),
        files: { create: { sha256: 'f'.repeat(64), label: 'a.jsonl', ordinal: 0 } },
        jobs: { create: { id: 'j1', kind: 'import', state: 'done' } },
        runs: { create: { id: 'r1', policy: '{}', state: 'done', stages: { create: { ordinal: 0, result: new Uint8Array([9]) } } } },
      },
    })
    const read = await client.session.findUniqueOrThrow({ where: { id: '0123456789abcdef' }, include: { files: true } })
    expect(read).toMatchObject({ bytes: 5_000_000_000n, window: null, files: [{ ordinal: 0 }] })
    expect([...(read.index ?? [])]).toEqual([1, 2, 3])
    expect(read.importedAt).toBeInstanceOf(Date)
    await client.session.delete({ where: { id: '0123456789abcdef' } })
    expect([await client.sessionFile.count(), await client.job.count(), await client.runStage.count()]).toEqual([0, 0, 0])
    expect(await client.storedFile.count()).toBe(1)
  } finally {
    await closeDatabase()
    if (before === undefined) delete process.env.CUTPOINT_DATA
    else process.env.CUTPOINT_DATA = before
  }
})
