/**
 * What a file is by its first bytes, the two encodings that are not UTF-8, and the header of a zstd frame.
 *
 * The extension is never asked: tools name one JSON document `.jsonl` and zip files `.eval`. A byte order mark is
 * believed, since PowerShell's `>` writes UTF-16 with one; UTF-16 without a mark counts as binary. Text is whatever
 * holds no control characters that no text has, so an old eight-bit encoding is text too.
 */

export type Sniffed = 'zip' | 'gzip' | 'zstd' | 'sqlite' | 'html' | 'utf16le' | 'utf16be' | 'json' | 'text' | 'binary' | 'empty'

const SIGNATURES: readonly [Sniffed, readonly number[]][] = [
  ['zip', [0x50, 0x4b, 3, 4]],
  // A zip file without entries has no local header, only the end record.
  ['zip', [0x50, 0x4b, 5, 6]],
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['sqlite', [...Buffer.from('SQLite format 3\0', 'latin1')]],
  // UTF-32 starts like UTF-16 does and must not be read as it.
  ['binary', [0xff, 0xfe, 0, 0]],
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
]

const BOM = [0xef, 0xbb, 0xbf]
const ESCAPE = 27

export function sniff(head: Uint8Array): Sniffed {
  if (head.length === 0) return 'empty'
  for (const [kind, signature] of SIGNATURES) if (startsWith(head, signature)) return kind

  let at = startsWith(head, BOM) ? BOM.length : 0
  while (isSpace(head[at])) at++
  if (head[at] === 0x7b || head[at] === 0x5b) return 'json'
  const opening = Buffer.from(head.subarray(at, at + 14))
    .toString('latin1')
    .toLowerCase()
  if (opening === '<!doctype html' || /^<html[\s>]/.test(opening)) return 'html'
  return head.some(isControl) ? 'binary' : 'text'
}

/** The index of the first surrogate without its partner, or -1. Providers refuse such text. */
export function isLoneSurrogate(text: string): number {
  if (isWellFormed(text)) return -1
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(i + 1)
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return i
    i++
  }
  return -1
}

/** UTF-16 by its byte order mark (little-endian without one); the mark is not part of the text, half a unit is lost. */
export function decodeUtf16(bytes: Uint8Array): string {
  const isBigEndian = startsWith(bytes, [0xfe, 0xff])
  const hasMark = isBigEndian || startsWith(bytes, [0xff, 0xfe])
  const units = Buffer.from(bytes.subarray(hasMark ? 2 : 0, bytes.length - (bytes.length % 2)))
  return (isBigEndian ? units.swap16() : units).toString('utf16le')
}

export interface ZstdFrame {
  window: number
  size: number | null
  headBytes: number
  sumBytes: number
}

/** The header of a frame as RFC 8878 3.1.1.1 lays it out; null when none stands there. Needs 18 bytes. */
export function zstdFrame(head: Buffer): ZstdFrame | null {
  if (head.readUInt32LE(0) !== 0xfd2fb528) return null
  const flags = head.readUInt8(4)
  const isSingleSegment = (flags & 32) !== 0
  const windowBytes = isSingleSegment ? 0 : 1
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0
  const sizeAt = 5 + windowBytes + ([0, 1, 2, 4][flags & 3] ?? 0)
  const size = sizeBytes === 0 ? null : littleEndian(head, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
  const descriptor = head.readUInt8(5)
  const window = isSingleSegment ? (size ?? 0) : 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8)
  return { window, size, headBytes: sizeAt + sizeBytes, sumBytes: (flags & 4) !== 0 ? 4 : 0 }
}

function littleEndian(bytes: Buffer, at: number, length: number): number {
  return length === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUIntLE(at, length)
}

/** Native since Node 20, but not in the language version that the types are for. */
const native: unknown = Reflect.get(String.prototype, 'isWellFormed')

function isWellFormed(text: string): boolean {
  return typeof native === 'function' && native.call(text) === true
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte)
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9
}

/** The escape character is let through: terminal output is full of it. */
function isControl(byte: number): boolean {
  return byte < 32 && byte !== ESCAPE && !(byte >= 8 && byte <= 13)
}
