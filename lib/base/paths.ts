/**
 * JSON paths as text: `messages.4.content.0`, the way providers name a place in a request body.
 *
 * Reading is wider than writing: error texts of different providers write an index with a dot, in brackets, or both.
 * A key that would read as something else (it holds a dot or a bracket, is empty, or looks like an index) is written
 * in brackets as a JSON string, so that every path reads back as itself.
 */

export type JsonPath = readonly (string | number)[]

const INDEX = /^(?:0|[1-9]\d{0,14})$/
const PLAIN_KEY = /^[^.[\]"\s]+$/

export function printPath(path: JsonPath): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'string' && !isPlainKey(part)) text += `[${JSON.stringify(part)}]`
    else text += text === '' ? part : `.${part}`
  }
  return text
}

/** The path a text names, or null when it names none. */
export function parsePath(text: string): JsonPath | null {
  const trimmed = text.trim()
  const path: (string | number)[] = []
  const token = /(?:^|\.)([^.[\]"\s]+)|\.?\[(?:(\d{1,15})|("(?:[^"\\]|\\.)*"))\]/gy
  while (token.lastIndex < trimmed.length) {
    const [, key, index, quoted] = token.exec(trimmed) ?? []
    const part = key !== undefined ? keyOrIndex(key) : index !== undefined ? Number(index) : parseQuoted(quoted)
    if (part === null) return null
    path.push(part)
  }
  return path
}

function keyOrIndex(key: string): string | number {
  return INDEX.test(key) ? Number(key) : key
}

function isPlainKey(key: string): boolean {
  return PLAIN_KEY.test(key) && !INDEX.test(key)
}

function parseQuoted(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}
