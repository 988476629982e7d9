import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { fileMode } from '../data-folder'
import { projectRoot } from '../root'

/**
 * Applies prisma/migrations to the database, each in one transaction. The rows in `_prisma_migrations` are
 * what Prisma's own command would have written, so that it can take over where it is available.
 */
export type Migrated = { readonly ok: true; readonly applied: readonly string[] } | { readonly ok: false; readonly message: string }

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const bookkeeping = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" DATETIME,
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" DATETIME,
  "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
)`

export const migrationsFolder = (): string => join(projectRoot(), 'prisma', 'migrations')

const readMigrations = (folder: string): readonly Migration[] =>
  readdirSync(folder)
    .filter(name => existsSync(join(folder, name, 'migration.sql')))
    .sort()
    .map(name => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

const appliedChecksums = (database: Database.Database): ReadonlyMap<string, string> => {
  const rows = database
    .prepare<[], { migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    .all()
  return new Map(rows.map(row => [row.migration_name, row.checksum]))
}

/** Why this database must not be touched, or null. */
const refusal = (known: readonly Migration[], applied: ReadonlyMap<string, string>): string | null => {
  const names = new Set(known.map(migration => migration.name))
  const foreign = [...applied.keys()].find(name => !names.has(name))
  if (foreign !== undefined) {
    return `The database was made by a newer Cutpoint (it has "${foreign}"). Start that version, or set CUTPOINT_DATA to another folder.`
  }
  const changed = known.find(migration => (applied.get(migration.name) ?? migration.checksum) !== migration.checksum)
  if (changed === undefined) return null
  return `The database was made with another text of the migration "${changed.name}". Set CUTPOINT_DATA to another folder.`
}

const applyOne = (database: Database.Database, migration: Migration): void => {
  const startedAt = Date.now()
  database.exec(migration.sql)
  database
    .prepare(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
    )
    .run(randomUUID(), migration.checksum, migration.name, startedAt, Date.now())
}

export const migrate = (path: string, folder: string = migrationsFolder()): Migrated => {
  const migrations = readMigrations(folder)
  const database = new Database(path)
  try {
    chmodSync(path, fileMode)
    database.pragma('journal_mode = WAL')
    database.pragma('busy_timeout = 5000')
    database.exec(bookkeeping)
    const applied: string[] = []
    for (const migration of migrations) {
      // Immediate: a second server that starts now waits here and then finds the migration applied.
      const outcome = database
        .transaction(() => {
          const present = appliedChecksums(database)
          const why = refusal(migrations, present)
          if (why !== null || present.has(migration.name)) return why
          applyOne(database, migration)
          applied.push(migration.name)
          return null
        })
        .immediate()
      if (outcome !== null) return { ok: false, message: outcome }
    }
    return { ok: true, applied }
  } catch (error) {
    return { ok: false, message: `The database ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.` }
  } finally {
    database.close()
  }
}
