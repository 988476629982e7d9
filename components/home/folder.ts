import { Zip, ZipPassThrough } from 'fflate'

export interface FoundFile {
  readonly path: string
  readonly file: File
}

/** What was dropped: each file by itself, each folder as one. */
export interface Dropped {
  readonly name: string
  readonly files: readonly FoundFile[]
  readonly isFolder: boolean
}

/** Must be called while the drop event is handled: the browser empties the list afterwards. */
export function readDrop(data: DataTransfer): Promise<readonly Dropped[]> {
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null)).filter(entry => entry !== null)
  if (entries.length === 0) return Promise.resolve(fromFiles(data.files))
  return Promise.all(entries.map(readEntry))
}

export function fromFiles(files: Iterable<File>): readonly Dropped[] {
  return [...files].map(file => ({ name: file.name, files: [{ path: file.name, file }], isFolder: false }))
}

/** From a folder chooser: the browser names each file with the folder in front. */
export function fromFolder(files: Iterable<File>): readonly Dropped[] {
  const found = [...files].map(file => ({ path: file.webkitRelativePath || file.name, file }))
  const name = found[0]?.path.split('/')[0]
  return name === undefined ? [] : [{ name, files: found, isFolder: true }]
}

async function readEntry(entry: FileSystemEntry): Promise<Dropped> {
  const files: FoundFile[] = []
  await collect(entry, entry.name, files)
  return { name: entry.name, files, isFolder: entry.isDirectory }
}

async function collect(entry: FileSystemEntry, path: string, into: FoundFile[]): Promise<void> {
  if (isFile(entry)) into.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) })
  else if (isFolder(entry)) {
    const reader = entry.createReader()
    // A reader gives at most a hundred at a time, and none at the end.
    for (;;) {
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (part.length === 0) return
      for (const child of part) await collect(child, `${path}/${child.name}`, into)
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** One archive of a folder, not compressed: it goes to the same machine. Files are read one after the other, in pieces. */
export async function zipFolder(files: readonly FoundFile[], onProgress: (share: number) => void): Promise<Blob> {
  const parts: BlobPart[] = []
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  let done = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(chunk.slice())
  })
  for (const { path, file } of files) {
    const member = new ZipPassThrough(path)
    zip.add(member)
    const reader = file.stream().getReader()
    for (;;) {
      const { value, done: isEnd } = await reader.read()
      if (isEnd) break
      member.push(value)
      done += value.length
      onProgress(total > 0 ? done / total : 1)
    }
    member.push(new Uint8Array(), true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}
