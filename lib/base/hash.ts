/**
 * Names for content: SHA-256 of bytes, and of values in a form that does not depend on the order of their keys.
 *
 * Two values have one hash when `JSON.stringify` would write the same members for both. Keys are sorted by UTF-16
 * units, so the result is the same under every locale.
 */
import { createHash } from 'node:crypto'

export function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** JSON without white space and with sorted keys; what JSON cannot hold is left out or null, as `JSON.stringify` does. */
export function stableJson(value: unknown): string {
  return written(value, '') ?? 'null'
}

export function contentHash(value: unknown): string {
  return sha256Hex(stableJson(value))
}

function written(value: unknown, key: string): string | undefined {
  const plain = hasToJson(value) ? value.toJSON(key) : value
  if (typeof plain !== 'object' || plain === null) return JSON.stringify(plain)
  if (Array.isArray(plain)) return `[${plain.map((element, i) => written(element, String(i)) ?? 'null').join()}]`
  if (plain instanceof Number || plain instanceof String || plain instanceof Boolean) return JSON.stringify(plain)
  const members: string[] = []
  for (const [name, member] of Object.entries(plain).sort(byName)) {
    const text = written(member, name)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join()}}`
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
}
