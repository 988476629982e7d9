/** Bad usage: one sentence to stderr, exit 2. */
export class UsageError extends Error {}

/** A whole number from a flag. */
export function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new UsageError(`--${flag} wants a whole number, not "${text}"`)
  return value
}

/** Answers go to stdout, one JSON document and nothing else; a reader that went away ends the program quietly. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document)}\n`)
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function warn(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Makes terminal control characters of a transcript visible, so that shown text cannot drive the terminal. */
export function plain(text: string): string {
  let out = ''
  for (const c of text) {
    const code = c.codePointAt(0) ?? 0
    out += code < 32 || (code >= 127 && code < 160) ? (code === 9 || code === 10 ? ' ' : `\\x${code.toString(16).padStart(2, '0')}`) : c
  }
  return out
}
