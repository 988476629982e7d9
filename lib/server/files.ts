/**
 * Files as sources: opened once, read synchronously at any offset, closed by whoever opened them.
 *
 * The size is taken when the file is opened; what is appended later is not read, so line offsets stay true to what was
 * indexed. A database is opened read-only and without trust in its schema. One in WAL mode whose `-wal` file is not
 * there is read from a copy in memory, because SQLite would otherwise write side files next to the upload.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { type Sniffed, sniff } from '../base/bytes'
import { refusal } from '../base/result'
import type { Source } from '../base/source'

export type FileSource = Source & { close(): void }

/** A file with what it is by its first bytes; `sqlite` is there exactly when it is a database. */
export type Upload = FileSource & { readonly kind: Sniffed }

const HEAD_BYTES = 4096
const MAX_COPIED_DATABASE = 512 * 1024 * 1024

export function fileSource(path: string, name: string = basename(path)): FileSource {
  const fd = openSync(path, 'r')
  const { size } = fstatSync(fd)
  let isOpen = true

  const readInto = (target: Uint8Array, at: number, offset: number, length: number): number => {
    if (!isOpen) throw new Error(`${name} was read after it was closed`)
    const wanted = Math.min(length, target.length - at, size - offset)
    let done = 0
    while (done < wanted) {
      const read = readSync(fd, target, at + done, wanted - done, offset + done)
      if (read === 0) break
      done += read
    }
    return done
  }

  return {
    name,
    size,
    readInto,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
      return bytes.subarray(0, readInto(bytes, 0, offset, bytes.length))
    },
    close() {
      if (isOpen) closeSync(fd)
      isOpen = false
    },
  }
}

export function openUpload(path: string, name?: string): Upload {
  const file = fileSource(path, name)
  const kind = sniff(file.read(0, HEAD_BYTES))
  if (kind !== 'sqlite') return { ...file, kind }
  let database: Database.Database | undefined
  return {
    ...file,
    kind,
    sqlite() {
      database ??= openDatabase(path, file)
      return database
    },
    close() {
      database?.close()
      file.close()
    },
  }
}

function openDatabase(path: string, file: Source): Database.Database {
  const needsCopy = isInWalMode(file) && !existsSync(`${path}-wal`)
  const database = needsCopy ? openCopy(file) : new Database(path, { readonly: true, fileMustExist: true })
  database.pragma('trusted_schema = OFF')
  return database
}

/** Bytes 18 and 19 of the header are the write and read versions: 2 means a write-ahead log. */
function isInWalMode(file: Source): boolean {
  const versions = file.read(18, 2)
  return versions[0] === 2 || versions[1] === 2
}

function openCopy(file: Source): Database.Database {
  if (file.size > MAX_COPIED_DATABASE) {
    const facts = { name: file.name, bytes: file.size, limit: MAX_COPIED_DATABASE }
    throw refusal('too-large', `The database ${file.name} is too large to be read without its -wal file.`, facts)
  }
  const copy = Buffer.from(file.read(0, file.size))
  copy[18] = 1
  copy[19] = 1
  return new Database(copy, { readonly: true })
}
