/** Flags of texts and arguments, for importers: what rules need to know without reading the body again. */

import { BLOCK_FLAGS } from './flags'

const { emptyText, blankText, trailingSpace, loneSurrogate } = BLOCK_FLAGS

/** Flags of a text; surrogates are looked for only when the caller says that the JSON holds such an escape. */
export function textFlags(text: string, mayHoldSurrogates: boolean): number {
  if (text.length === 0) return emptyText
  let flags = 0
  const last = text.charCodeAt(text.length - 1)
  if (last <= 32 || last === 0xa0 || last > 0x1fff) {
    const trimmed = text.trimEnd()
    if (trimmed.length === 0) flags |= blankText
    if (trimmed.length !== text.length) flags |= trailingSpace
  }
  if (mayHoldSurrogates && !text.isWellFormed()) flags |= loneSurrogate
  return flags
}

/** Flags of a call's arguments by their shape; 0 for an object. */
export function inputFlags(input: unknown): number {
  if (input === undefined) return BLOCK_FLAGS.inputAbsent
  if (input === null) return BLOCK_FLAGS.inputNull
  if (Array.isArray(input)) return BLOCK_FLAGS.inputArray
  if (typeof input === 'object') return 0
  return typeof input === 'string' ? BLOCK_FLAGS.inputString : BLOCK_FLAGS.inputScalar
}

/** Whether JSON text holds an escape that could be half of a surrogate pair. */
export function mayHoldSurrogates(json: string): boolean {
  return /\\u[dD][89a-fA-F]/.test(json)
}

/** Whether any string of a value holds half of a surrogate pair. Iterative: values can be nested deeply. */
export function holdsLoneSurrogate(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (!next.isWellFormed()) return true
    } else if (Array.isArray(next)) open.push(...next)
    else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (!key.isWellFormed()) return true
        open.push(inner)
      }
    }
  }
  return false
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
