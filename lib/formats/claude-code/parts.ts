/**
 * Divides the rows of a file among its agents. Lines of sub-agents in a main file are told by `agentId`; old versions
 * wrote none, there the root of the chain tells. A file that holds one agent alone is that agent's own session.
 */

import type { IndexColumns } from '../../session/index-columns'
import type { Harvest } from './harvest'
import { KIND, KIND_MASK } from './record-types'
import { blocksByRow, copyRows } from './split'

export interface Part {
  readonly columns: IndexColumns
  /** Row of this part for a row of the file; -1 when it is another's. */
  readonly place: (row: number) => number
  readonly agentId: string | null
}

/** Marks rows on the way to a root, so that parents in a circle end. */
const UNDER_WAY = 0x7fffffff

/** The main session's part first, then the sub-agents in order of their first line. */
export function partsOf(harvest: Harvest): Part[] {
  resolve(harvest)
  const { columns, agentIds } = harvest
  const newest = newestRows(harvest)
  const agents = harvest.sideRows.length === 0 ? null : agentOfRows(harvest)
  const order = agents === null ? [] : firstLines(agents)
  const only = order[0]
  const isAlone = agents === null || (order.length === 1 && !hasMainMessages(columns, agents))
  const agentId = isAlone && only !== undefined ? (agentIds[only] ?? null) : null
  if (isAlone && newest === null) return [{ columns, place: row => row, agentId }]
  const divided = divide(harvest, newest, isAlone ? null : agents)
  if (isAlone) return [{ ...divided(MAIN), agentId }]
  return [MAIN, ...order].map(divided)
}

const MAIN = -1

/** Parents that come later in the file are known now. */
function resolve(harvest: Harvest): void {
  for (const { row, uuid } of harvest.unresolved) {
    const parent = harvest.rowOf.get(uuid)
    if (parent !== undefined) harvest.columns.lineParent[row] = parent
  }
}

/** For each row the row whose content counts there: itself, the last with its uuid, or -1 for one that was taken. */
function newestRows(harvest: Harvest): Int32Array | null {
  if (harvest.replaced.length === 0) return null
  const newest = Int32Array.from({ length: harvest.columns.lineCount }, (_, row) => row)
  const firstOf = new Map<number, number>()
  for (const { older, newer } of harvest.replaced) {
    const first = firstOf.get(older) ?? older
    firstOf.set(newer, first)
    newest[first] = newer
    newest[newer] = -1
  }
  return newest
}

/** One pass gives every row its place in its own part; a part then costs only what it holds. */
function divide(harvest: Harvest, newest: Int32Array | null, agents: Int32Array | null): (agent: number) => Part {
  const old = harvest.columns
  const sources = new Map<number, number[]>()
  const places = new Int32Array(old.lineCount).fill(-1)
  const ofPart = new Int32Array(old.lineCount).fill(MAIN)
  for (let row = 0; row < old.lineCount; row++) {
    const source = newest === null ? row : (newest[row] ?? -1)
    if (source < 0) continue
    const agent = agents === null ? MAIN : (agents[source] ?? MAIN)
    const rows = sources.get(agent) ?? []
    if (rows.length === 0) sources.set(agent, rows)
    places[row] = rows.length
    places[source] = rows.length
    ofPart[row] = agent
    ofPart[source] = agent
    rows.push(source)
  }
  for (const { older, newer } of harvest.replaced) {
    if ((places[newer] ?? -1) >= 0) continue
    places[newer] = places[older] ?? -1
    ofPart[newer] = ofPart[older] ?? MAIN
  }
  const blocksFrom = blocksByRow(old)
  return agent => {
    const place = (row: number): number => (ofPart[row] === agent ? (places[row] ?? -1) : -1)
    const rows = sources.get(agent) ?? []
    const columns = copyRows(old, blocksFrom, rows)
    for (let i = 0; i < rows.length; i++) {
      const parent = old.lineParent[rows[i] ?? 0] ?? -1
      columns.lineParent[i] = parent < 0 ? parent : place(parent)
    }
    return { columns, place, agentId: harvest.agentIds[agent] ?? null }
  }
}

/** Ordinal of the agent of each row, -1 for the main session; agents without an id get ordinals above those with one. */
function agentOfRows(harvest: Harvest): Int32Array {
  const { columns, sideRows, sideAgents, agentIds } = harvest
  const agents = new Int32Array(columns.lineCount).fill(-1)
  const nameless = new Set<number>()
  sideRows.forEach((row, i) => {
    const agent = sideAgents[i] ?? -1
    if (agent >= 0) agents[row] = agent
    else nameless.add(row)
  })
  let next = agentIds.length
  for (const row of nameless) {
    const path: number[] = []
    let at = row
    while (nameless.has(at) && (agents[at] ?? -1) < 0) {
      path.push(at)
      agents[at] = UNDER_WAY
      at = columns.lineParent[at] ?? -1
    }
    const found = at >= 0 ? (agents[at] ?? -1) : -1
    const agent = found >= 0 && found !== UNDER_WAY ? found : next++
    for (const step of path) agents[step] = agent
  }
  return agents
}

function firstLines(agents: Int32Array): number[] {
  const order = new Set<number>()
  for (const agent of agents) if (agent >= 0) order.add(agent)
  return [...order]
}

function hasMainMessages(columns: IndexColumns, agents: Int32Array): boolean {
  for (let row = 0; row < columns.lineCount; row++) {
    const kind = (columns.lineFlags[row] ?? 0) & KIND_MASK
    if (agents[row] === -1 && (kind === KIND.user || kind === KIND.assistant || kind === KIND.attachment)) return true
  }
  return false
}
