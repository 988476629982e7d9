/** Limits that a person can set through the environment, read when they are asked for so that tests can set them. */

const DEFAULT_UPLOAD_BYTES = 2 * 1024 ** 3
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** `CUTPOINT_MAX_UPLOAD`: bytes, or a number with a unit (`500MB`, `2g`). What cannot be read counts as not set. */
export function maxUploadBytes(): number {
  const parts = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?)i?b?\s*$/i.exec(process.env.CUTPOINT_MAX_UPLOAD ?? '')
  if (!parts) return DEFAULT_UPLOAD_BYTES
  return Math.floor(Number(parts[1]) * (UNITS[(parts[2] ?? '').toLowerCase()] ?? 1))
}

/** Entries of an archive or files of a folder that are looked at. */
export const MAX_ENTRIES = 10_000
