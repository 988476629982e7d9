/**
 * The kinds of lines in a Claude Code log, and the bits that the index keeps of each.
 *
 * Source of truth: 4,308 public logs, versions 1.0 to 2.1.220. Only `user`, `assistant`, `system`, `attachment` and (up
 * to about 2.1.80) `progress` are links of the chain; everything else is metadata and can lie anywhere.
 */

/** Kinds of a line, the low bits of `lineFlags`. Append only: they are stored. */
export const KIND = { other: 0, user: 1, assistant: 2, system: 3, attachment: 4, progress: 5 } as const

export const KIND_MASK = 7

/** Facts about a line, above the kind. Append only: they are stored. */
export const LINE = {
  sidechain: 1 << 3,
  /** A `compact_boundary`, or a summary that no boundary line announces: the context begins anew here. */
  cut: 1 << 4,
  /** A `microcompact_boundary`: results named by it are cleared from here on. */
  clear: 1 << 5,
  summary: 1 << 6,
  apiError: 1 << 7,
  /** A user line that holds at least one result. */
  results: 1 << 8,
  meta: 1 << 9,
  /** A call or result on this line carries an id that somebody masked. */
  maskedId: 1 << 10,
  /** A record that could not be read stood between the line before and this one. */
  lostBefore: 1 << 11,
  /** An assistant line without a provider's message id. */
  noId: 1 << 12,
} as const

const CHAIN = new Map<string, number>([
  ['user', KIND.user],
  ['assistant', KIND.assistant],
  ['system', KIND.system],
  ['attachment', KIND.attachment],
  ['progress', KIND.progress],
])

const METADATA = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
  'custom-title',
  'ai-title',
  'mode',
  'permission-mode',
  'pr-link',
  'agent-name',
  'agent-color',
  'agent-setting',
  'frame-link',
  'worktree-state',
  'relocated',
  'bridge-session',
  'started',
  'result',
  'atis-latch',
  'tag',
  'content-replacement',
  'attribution-snapshot',
  'speculation-accept',
  'task-summary',
])

/** Kind of a chain record; -1 when the type is none of the chain. */
export function chainKind(type: unknown): number {
  return typeof type === 'string' ? (CHAIN.get(type) ?? -1) : -1
}

export function isMetadataType(type: unknown): boolean {
  return typeof type === 'string' && METADATA.has(type)
}

/** The first line that hive-mind writes above a log it publishes. */
export function isHiveMindHeader(record: Readonly<Record<string, unknown>>): boolean {
  return typeof record._type === 'string' && record._type.startsWith('hive-mind')
}

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A non-empty string, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * True for an id that a tool which publishes logs has blotted out (`REDACTED`, `***`): such an id names nothing, and
 * several parts may share it.
 */
export function isMasked(id: string): boolean {
  return /redacted|\bmasked\b/i.test(id) || /^(?:[*•]{3,}|[xX]{6,})$/.test(id)
}
