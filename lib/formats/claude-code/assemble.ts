/** Makes a session of one agent's part of a file: boundaries, links, counts, notes and what the whole session is. */

import type { Source } from '../../base/source'
import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { IndexColumns } from '../../session/index-columns'
import type { ImportNote, RecordCounts, RecordedError, SourceRef } from '../../session/model'
import { Session, type SessionFacts } from '../../session/session'
import { CALL, makeBoundary, messageAddress, type PlacedBoundary, placeBoundaries, RESULT } from './boundaries'
import { decodeBlock } from './decode'
import type { Harvest } from './harvest'
import { chainByOrder, type DanglingParent, linkDangling } from './links'
import type { ClaudeNative, Companion } from './native'
import type { Part } from './parts'
import { KIND, KIND_MASK, LINE } from './record-types'
import { type RowBlocks, rowBlocks } from './row-blocks'
import { plant } from './tree'
import { unpairable } from './unpairable'

export const FORMAT_ID = 'claude-code'

export interface Assembly {
  readonly harvest: Harvest
  readonly part: Part
  readonly source: Source
  readonly id: string
  readonly name: string
  /** '' or 'a2'. */
  readonly agent: string
  readonly evidence: readonly string[]
  readonly records: RecordCounts
  readonly notes: readonly ImportNote[]
  readonly agents: readonly Session[]
  readonly agentMeta: unknown
  readonly toolResults: readonly Companion[]
}

export function assemble(input: Assembly): Session {
  const { harvest, part, source, agent } = input
  const { columns } = part
  if (!harvest.hasParents) chainByOrder(columns)
  const placed = placeBoundaries(harvest, part)
  const { links, dangling } = linkDangling(harvest, part, placed)
  placed.forEach((boundary, k) => {
    const message = boundary.summary >= 0 ? (columns.lineMessage[boundary.summary] ?? -1) : -1
    if (message >= 0) columns.messageOwner[message] = k
  })
  columns.finish()
  const sourceOf = (row: number): SourceRef => refOf(columns, source, row)
  const prefix = agent === '' ? '' : `${agent}/`
  const made = placed.map(boundary => makeBoundary(boundary, { columns, harvest, part, prefix, sourceOf }))
  const blocks = rowBlocks(columns)
  const lost = resultsLost(columns, blocks)
  const native: ClaudeNative = {
    links,
    boundaries: made.map(({ native }) => native),
    leaf: leafRow(harvest, part),
    resultsLost: lost,
    agentId: part.agentId,
    agentMeta: input.agentMeta,
    toolResults: input.toolResults,
  }
  const { leaves, circles } = plant(columns, native)
  const model = newestModel(columns)
  const facts: SessionFacts = {
    id: input.id,
    name: input.name,
    format: FORMAT_ID,
    formatVersion: harvest.version,
    evidence: input.evidence,
    model,
    window: windowOf(model, columns),
    isBody: false,
    recordPath: '',
    system: null,
    tools: null,
    params: {},
    records: input.records,
    boundaries: made.map(({ boundary }) => boundary),
    errors: errorsOf(harvest, part, prefix),
    notes: [...input.notes, ...notesAbout(placed, dangling, circles, sourceOf)].sort((a, b) => a.line - b.line || a.start - b.start),
    branches: leaves.length,
    unpairable: unpairable(columns, blocks, lost),
    native,
  }
  return new Session(facts, columns, source, decodeBlock, input.agents, agent)
}

function refOf(c: IndexColumns, source: Source, row: number): SourceRef {
  return { file: source.name, line: c.lineNumber[row] ?? 0, start: c.lineStart[row] ?? 0, length: c.lineLength[row] ?? 0, path: '' }
}

function leafRow(harvest: Harvest, part: Part): number {
  const row = harvest.leaf === null ? undefined : harvest.rowOf.get(harvest.leaf)
  return row === undefined ? -1 : part.place(row)
}

function errorsOf(harvest: Harvest, part: Part, prefix: string): RecordedError[] {
  const byRow = new Map<number, RecordedError>()
  for (const { line, status, text } of harvest.errors) {
    const row = part.place(line)
    const message = row < 0 ? -1 : (part.columns.lineMessage[row] ?? -1)
    if (message >= 0) byRow.set(row, { at: messageAddress(part.columns, prefix, message), status, text })
  }
  return [...byRow].sort((a, b) => a[0] - b[0]).map(([, error]) => error)
}

/**
 * Rows of calls that no result answers, just before a record that could not be read: the result was most likely in it,
 * and a fault that follows from it is none.
 */
function resultsLost(c: IndexColumns, blocks: RowBlocks): number[] {
  const found: number[] = []
  let answered: Set<number> | null = null
  for (let gap = 0; gap < c.lineCount; gap++) {
    if (((c.lineFlags[gap] ?? 0) & LINE.lostBefore) === 0) continue
    answered ??= answeredCalls(c)
    let message = -1
    for (let row = gap - 1; row >= 0 && row >= gap - 500; row--) {
      const flags = c.lineFlags[row] ?? 0
      const kind = flags & KIND_MASK
      if (kind === KIND.user && (flags & LINE.results) === 0) break
      if (kind !== KIND.assistant) continue
      const of = c.lineMessage[row] ?? -1
      if (message >= 0 && of !== message) break
      message = of
      if (hasOpenCall(c, blocks, row, answered)) found.push(row)
    }
  }
  return [...new Set(found)]
}

function answeredCalls(c: IndexColumns): Set<number> {
  const answered = new Set<number>()
  for (let b = 0; b < c.blockCount; b++) if (c.blockKind[b] === RESULT) answered.add(c.blockCall[b] ?? -1)
  return answered
}

function hasOpenCall(c: IndexColumns, blocks: RowBlocks, row: number, answered: ReadonlySet<number>): boolean {
  const first = blocks.first[row] ?? 0
  for (let b = first; b < first + (blocks.count[row] ?? 0); b++) {
    if (c.blockKind[b] === CALL && !answered.has(c.blockCall[b] ?? -1)) return true
  }
  return false
}

/** The model that most of the newest responses came from; of two that share the place the newer one. */
function newestModel(c: IndexColumns): string | null {
  const counts = new Map<number, number>()
  let seen = 0
  for (let m = c.messageCount - 1; m >= 0 && seen < 50; m--) {
    const model = c.messageModel[m] ?? -1
    if (model < 0 || ((c.messageFlags[m] ?? 0) & (M.syntheticModel | M.apiError)) !== 0) continue
    counts.set(model, (counts.get(model) ?? 0) + 1)
    seen++
  }
  let best = -1
  let most = 0
  for (const [model, count] of counts) {
    if (count <= most) continue
    best = model
    most = count
  }
  return c.strings.at(best)
}

const USUAL_WINDOW = 200_000
const LONG_WINDOW = 1_000_000

function windowOf(model: string | null, c: IndexColumns): number | null {
  if (model === null || !model.startsWith('claude')) return null
  if (model.endsWith('[1m]')) return LONG_WINDOW
  for (let m = 0; m < c.messageCount; m++) if ((c.messageContextTokens[m] ?? 0) > USUAL_WINDOW) return LONG_WINDOW
  return USUAL_WINDOW
}

function notesAbout(
  placed: readonly PlacedBoundary[],
  dangling: readonly DanglingParent[],
  circles: readonly number[],
  sourceOf: (row: number) => SourceRef,
): ImportNote[] {
  const notes: ImportNote[] = []
  const add = (kind: string, row: number, what: string, done: string): void => {
    const { line, start, length } = sourceOf(row)
    notes.push({ kind, line, start, length, what, done })
  }
  for (const { row, link } of dangling) {
    const done = link >= 0 ? `linked to the nearest record before it, line ${sourceOf(link).line}` : 'taken as the start of a chain'
    add('dangling-parent', row, 'The parent of this record is not in the file.', done)
  }
  for (const row of circles) add('parent-cycle', row, 'The parents of this record go in a circle.', 'taken as the start of a chain')
  for (const { raw, row, summary, keptMissing } of placed) {
    if (raw === null) add('summary-without-boundary', row, 'No boundary line announces this summary.', 'taken as a boundary')
    else if (!raw.isClear && summary < 0) add('boundary-without-summary', row, 'No summary follows this compaction.', 'kept without one')
    if (keptMissing > 0)
      add('kept-missing', row, `${keptMissing} messages that this compaction kept are not in the file.`, 'marked as missing')
  }
  return notes
}
