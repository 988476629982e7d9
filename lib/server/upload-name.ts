/** The name that people see of an upload. It names no path anywhere: bytes lie under their hash. */

const MOST_CHARS = 200
const NAMELESS = 'upload'

/** Without folders, control characters and marks that turn the direction of writing. */
export function safeName(raw: string | null): string {
  const last = (raw ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  const cut = [...plain].slice(0, MOST_CHARS).join('').slice(0, MOST_CHARS).trim().toWellFormed()
  return cut === '' || cut === '.' || cut === '..' ? NAMELESS : cut
}
