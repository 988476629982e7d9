/**
 * Bytes with a name: what every reader reads from.
 *
 * Reading is synchronous, since bodies are read lazily while a view is built; an open file and a byte array both
 * answer at once. A read past the end gives what there is. `read` may return a view of the source's own memory, so a
 * caller never writes into what it gets.
 */

export interface Source {
  readonly name: string
  readonly size: number
  read(offset: number, length: number): Uint8Array
  /** The same without allocating: fills `target` from `at` and says how many bytes it put there. */
  readInto?(target: Uint8Array, at: number, offset: number, length: number): number
  /** An open, read-only database, where the file is one. */
  sqlite?(): unknown
}

export function bytesSource(name: string, bytes: Uint8Array): Source {
  const read = (offset: number, length: number) => bytes.subarray(Math.max(0, offset), Math.max(0, offset + length))
  return {
    name,
    size: bytes.length,
    read,
    readInto(target, at, offset, length) {
      const found = read(offset, Math.min(length, target.length - at))
      target.set(found, at)
      return found.length
    },
  }
}

/** A window on a source: offsets count from its start, and nothing outside it can be read. */
export function subSource(source: Source, name: string, offset: number, length: number): Source {
  const start = Math.min(Math.max(0, offset), source.size)
  const size = Math.max(0, Math.min(length, source.size - start))
  const room = (from: number, wanted: number) => Math.max(0, Math.min(wanted, size - from))
  const window: Source = {
    name,
    size,
    read: (from, wanted) => source.read(start + from, room(from, wanted)),
  }
  const readInto = source.readInto?.bind(source)
  if (readInto) window.readInto = (target, at, from, wanted) => readInto(target, at, start + from, room(from, wanted))
  return window
}

/** Reads into a buffer by whichever way the source has. */
export function readInto(source: Source, target: Uint8Array, at: number, offset: number, length: number): number {
  if (source.readInto) return source.readInto(target, at, offset, length)
  const found = source.read(offset, length)
  target.set(found, at)
  return found.length
}
