/** A stored file as a source that is opened when it is read and can be let go in between. */
import { statSync } from 'node:fs'
import type { Source } from '../base/source'
import { type FileSource, fileSource } from './files'

export interface StoredSource extends Source {
  /** Closes the file; the next read opens it again. A deleted session's bytes are then gone from the disk. */
  release(): void
}

export function storedSource(path: string, label: string): StoredSource {
  let file: FileSource | null = null
  const opened = (): FileSource => {
    file ??= fileSource(path, label)
    return file
  }
  return {
    name: label,
    size: statSync(path).size,
    read: (offset, length) => opened().read(offset, length),
    readInto: (target, at, offset, length) => opened().readInto?.(target, at, offset, length) ?? 0,
    release() {
      file?.close()
      file = null
    },
  }
}
