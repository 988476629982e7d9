/**
 * Loads a log as Claude Code does, written from what is known of its loader and of nothing else here: the tests' second
 * opinion on what the writer wrote.
 *
 *   one record per uuid: the first line gives the place, the last one the content
 *   newest boundary: kept uuids are chained under its anchor, the anchor's other children follow the last of them, and
 *   everything earlier is dropped; when one of them is missing, all stays as it is
 *   leaf: the last user or assistant record below which nobody speaks and that is no side result; `last-prompt` wins when no chain record follows it
 *   attachments that hang on the leaf belong to it
 *   from there up by parent; then lines and results of the same responses that the walk has passed by
 *   sent: no notices, error lines or `<synthetic>` answers; neighbours of one role are one message, results first
 */

type Fields = Record<string, unknown>

interface Line {
  readonly uuid: string
  readonly place: number
  record: Fields
  parent: string | null
}

export interface Loaded {
  /** Every record on the way, notices too. */
  readonly uuids: readonly string[]
  readonly messages: readonly { readonly role: string; readonly blocks: readonly Fields[] }[]
}

const CHAIN = new Set(['user', 'assistant', 'system', 'attachment', 'progress'])

export function loadLikeClaudeCode(text: readonly string[]): Loaded {
  const { lines, named } = parsed(text)
  relink(lines)
  const leaf = extended(named !== null && lines.has(named) ? lines.get(named) : leafOf(lines), lines)
  const path: Line[] = []
  const seen = new Set<string>()
  for (let at = leaf; at && !seen.has(at.uuid); at = at.parent === null ? undefined : lines.get(at.parent)) {
    seen.add(at.uuid)
    path.unshift(at)
  }
  const whole = withParallel(path, lines)
  return { uuids: whole.map(line => line.uuid), messages: sentOf(whole) }
}

function parsed(text: readonly string[]): { lines: Map<string, Line>; named: string | null } {
  const lines = new Map<string, Line>()
  let named: string | null = null
  for (const [place, one] of text.entries()) {
    const record = fieldsOf(tried(one))
    if (record.type === 'last-prompt' && typeof record.leafUuid === 'string') named = record.leafUuid
    if (!CHAIN.has(String(record.type)) || typeof record.uuid !== 'string' || record.isSidechain === true) continue
    named = null
    const parent = typeof record.parentUuid === 'string' ? record.parentUuid : null
    const known = lines.get(record.uuid)
    if (known) {
      known.record = record
      known.parent = parent
    } else lines.set(record.uuid, { uuid: record.uuid, place, record, parent })
  }
  return { lines, named }
}

function relink(lines: Map<string, Line>): void {
  const boundary = [...lines.values()].filter(line => line.record.subtype === 'compact_boundary').at(-1)
  const kept = fieldsOf(fieldsOf(boundary?.record.compactMetadata).preservedMessages)
  if (!boundary || !Array.isArray(kept.uuids) || typeof kept.anchorUuid !== 'string') return
  const uuids = kept.uuids.map(String)
  if (!lines.has(kept.anchorUuid) || uuids.some(uuid => !lines.has(uuid))) return
  const last = uuids.at(-1) ?? kept.anchorUuid
  for (const line of lines.values()) {
    if (line.parent === kept.anchorUuid) line.parent = last
    if (line.place < boundary.place && !uuids.includes(line.uuid)) lines.delete(line.uuid)
  }
  let above = kept.anchorUuid
  for (const uuid of uuids) {
    const line = lines.get(uuid)
    if (line) line.parent = above
    above = uuid
  }
}

/** What tells the lines of one response: the provider's id, and the request. */
function responseOf(line: Line): string | null {
  const { id } = fieldsOf(line.record.message)
  return line.record.type === 'assistant' && typeof id === 'string' ? `${id} ${String(line.record.requestId ?? '')}` : null
}

function leafOf(lines: ReadonlyMap<string, Line>): Line | undefined {
  const spoken = [...lines.values()].filter(line => line.record.type === 'user' || line.record.type === 'assistant')
  const above = new Set<string>()
  for (const line of spoken) {
    for (let at = line.parent; at !== null && !above.has(at); at = lines.get(at)?.parent ?? null) above.add(at)
  }
  return spoken.sort((a, b) => a.place - b.place).findLast(line => !above.has(line.uuid) && !isSideResult(line, lines, above))
}

/** On to the newest of the notices and attachments that hang on a leaf. */
function extended(leaf: Line | undefined, lines: ReadonlyMap<string, Line>): Line | undefined {
  let at = leaf
  for (
    let next = at;
    next;
    next = [...lines.values()].findLast(line => line.parent === at?.uuid && !['user', 'assistant'].includes(String(line.record.type)))
  )
    at = next
  return at
}

/** A result without children, whose response goes on elsewhere. */
function isSideResult(line: Line, lines: ReadonlyMap<string, Line>, above: ReadonlySet<string>): boolean {
  const caller = line.parent === null ? undefined : lines.get(line.parent)
  const response = caller ? responseOf(caller) : null
  if (response === null || blocksOf(line).every(block => block.type !== 'tool_result')) return false
  const own = new Set<string>()
  for (let at: Line | undefined = line; at && !own.has(at.uuid); at = at.parent === null ? undefined : lines.get(at.parent))
    own.add(at.uuid)
  return [...lines.values()].some(other => {
    const parent = other.parent === null ? undefined : lines.get(other.parent)
    const isSpoken = other.record.type === 'user' || other.record.type === 'assistant'
    return (
      !own.has(other.uuid) &&
      isSpoken &&
      parent !== undefined &&
      responseOf(parent) === response &&
      responseOf(other) !== response &&
      above.has(other.uuid)
    )
  })
}

function withParallel(path: readonly Line[], lines: ReadonlyMap<string, Line>): Line[] {
  const onPath = new Set(path)
  const out: Line[] = []
  path.forEach((line, i) => {
    out.push(line)
    const response = responseOf(line)
    const isLast = response !== null && !path.slice(i + 1).some(later => responseOf(later) === response)
    if (!isLast) return
    const others = [...lines.values()].filter(other => responseOf(other) === response && !onPath.has(other) && isNear(other, path, lines))
    const calls = new Set(
      [...path.filter(one => responseOf(one) === response), ...others]
        .flatMap(blocksOf)
        .flatMap(block => (block.type === 'tool_use' ? [block.id] : [])),
    )
    const results = [...lines.values()].filter(
      other =>
        other.record.type === 'user' &&
        !onPath.has(other) &&
        isNear(other, path, lines) &&
        blocksOf(other).some(block => calls.has(block.tool_use_id)),
    )
    out.push(...others, ...results)
  })
  return out
}

/** Hangs, over lines of the same response or results of it, on the path. */
function isNear(line: Line, path: readonly Line[], lines: ReadonlyMap<string, Line>): boolean {
  let at: Line | undefined = line
  for (let steps = 0; at && steps < 50; steps++) {
    if (path.includes(at)) return true
    at = at.parent === null ? undefined : lines.get(at.parent)
  }
  return false
}

function sentOf(lines: readonly Line[]): { role: string; blocks: readonly Fields[] }[] {
  const groups: { role: string; blocks: Fields[] }[] = []
  for (const line of lines) {
    const { record } = line
    const isSpoken = record.type === 'user' || record.type === 'assistant' || record.type === 'attachment'
    if (!isSpoken || record.isApiErrorMessage === true || fieldsOf(record.message).model === '<synthetic>') continue
    const last = groups[groups.length - 1]
    const response = responseOf(line)
    const earlier = response === null ? undefined : groups.at(-1)?.role === 'user' ? groups.at(-2) : last
    if (
      earlier &&
      response !== null &&
      earlier.role === 'assistant' &&
      lines.some(one => one !== line && responseOf(one) === response && earlier.blocks.includes(blocksOf(one)[0] ?? {}))
    )
      earlier.blocks.push(...blocksOf(line))
    else if (last && last.role === roleOf(record)) last.blocks.push(...blocksOf(line))
    else groups.push({ role: roleOf(record), blocks: [...blocksOf(line)] })
  }
  const isResult = (block: Fields) => block.type === 'tool_result'
  return groups.map(({ role, blocks }) => ({ role, blocks: [...blocks.filter(isResult), ...blocks.filter(block => !isResult(block))] }))
}

function roleOf(record: Fields): string {
  return record.type === 'assistant' ? 'assistant' : 'user'
}

const contents = new WeakMap<Fields, readonly Fields[]>()

function blocksOf({ record }: Line): readonly Fields[] {
  const known = contents.get(record)
  if (known) return known
  const { content } = fieldsOf(record.message)
  const isAttachment = record.type === 'attachment'
  const blocks = isAttachment
    ? [{ type: 'text', text: '<system-reminder>' }]
    : typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : Array.isArray(content)
        ? content.map(fieldsOf)
        : []
  contents.set(record, blocks)
  return blocks
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function tried(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
