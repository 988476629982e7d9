/**
 * Reads a Claude Code session: the log, the sub-agents inside it, and its companions (`subagents/agent-*.jsonl` with
 * their `meta.json`, outputs that were too large under `tool-results/`). Sub-agents of the main file come first, in
 * order of their first line, then those of companion files, by name.
 */

import type { Source } from '../../base/source'
import type { RecordCounts } from '../../session/model'
import type { Session } from '../../session/session'
import type { NamedSource, ReadInput } from '../format'
import { assemble } from './assemble'
import type { Harvest } from './harvest'
import { readLog } from './log-reader'
import type { Companion } from './native'
import { type Part, partsOf } from './parts'
import { KIND, KIND_MASK, LINE } from './record-types'

export function readClaudeCode(input: ReadInput): Session {
  const { harvest, parts } = divided(input.main.source, input)
  const [main, ...inner] = parts
  if (!main) throw new Error('a log has at least one part')
  const companions = sorted(input.companions)
  const agents: Session[] = []
  for (const part of inner)
    agents.push(agentSession(input, { harvest, part, source: input.main.source, agent: agents.length, label: null, meta: null }))
  for (const { label, source } of companions.logs) {
    const meta = metaOf(companions.others, label)
    const read = divided(source, input)
    for (const part of read.parts) {
      if (part.columns.messageCount === 0) continue
      agents.push(agentSession(input, { harvest: read.harvest, part, source, agent: agents.length, label, meta }))
    }
  }
  return assemble({
    harvest,
    part: main,
    source: input.main.source,
    id: input.id,
    name: input.name,
    agent: '',
    evidence: input.evidence,
    records: countsOf(harvest),
    notes: harvest.notes,
    agents,
    agentMeta: null,
    toolResults: companions.others.filter(isToolResult).map(sizeOf),
  })
}

interface AgentInput {
  readonly harvest: Harvest
  readonly part: Part
  readonly source: Source
  readonly agent: number
  /** Label of the companion file; null for an agent inside the main file. */
  readonly label: string | null
  readonly meta: unknown
}

function agentSession(input: ReadInput, own: AgentInput): Session {
  const { harvest, part, source, label } = own
  return assemble({
    harvest,
    part,
    source,
    id: `${input.id}/a${own.agent}`,
    name: label === null ? (part.agentId ?? `agent ${own.agent}`) : nameOf(label),
    agent: `a${own.agent}`,
    evidence: [label === null ? 'sidechain lines of the main file' : `the companion file ${nameOf(label)}`],
    records: label === null ? countsOfPart(part) : countsOf(harvest),
    notes: label === null ? [] : harvest.notes,
    agents: [],
    agentMeta: own.meta,
    toolResults: [],
  })
}

function divided(source: Source, input: ReadInput): { readonly harvest: Harvest; readonly parts: readonly Part[] } {
  const { onProgress, isCancelled } = input
  const isMain = source === input.main.source
  const harvest = readLog(source, { ...(onProgress && isMain ? { onProgress } : {}), ...(isCancelled ? { isCancelled } : {}) })
  noteDuplicates(harvest)
  return { harvest, parts: partsOf(harvest) }
}

/** A line that a later one with the same uuid replaces is not used; its note stands for it. */
function noteDuplicates(harvest: Harvest): void {
  const c = harvest.columns
  for (const { older } of harvest.replaced) {
    const flags = c.lineFlags[older] ?? 0
    const wasUsed = (c.lineMessage[older] ?? -1) >= 0 || (flags & (LINE.cut | LINE.clear)) !== 0
    const kind = flags & KIND_MASK
    if (wasUsed) harvest.used--
    else if (kind === KIND.system || kind === KIND.progress) harvest.metadata--
    else continue
    harvest.noted++
    harvest.notes.push({
      kind: 'duplicate-uuid',
      line: c.lineNumber[older] ?? 0,
      start: c.lineStart[older] ?? 0,
      length: c.lineLength[older] ?? 0,
      what: 'A later record has the same uuid.',
      done: 'its place was kept, the content of the later one counts',
    })
  }
}

function countsOf({ read, used, metadata, noted }: Harvest): RecordCounts {
  return { read, used, metadata, noted }
}

/** The records of an agent inside a main file; the file's own counts hold them too. */
function countsOfPart({ columns }: Part): RecordCounts {
  let used = 0
  for (let row = 0; row < columns.lineCount; row++) {
    if ((columns.lineMessage[row] ?? -1) >= 0 || ((columns.lineFlags[row] ?? 0) & (LINE.cut | LINE.clear)) !== 0) used++
  }
  return { read: columns.lineCount, used, metadata: columns.lineCount - used, noted: 0 }
}

function sorted(companions: readonly NamedSource[]): { readonly logs: readonly NamedSource[]; readonly others: readonly NamedSource[] } {
  const all = [...companions].sort((a, b) =>
    nameOf(a.label) < nameOf(b.label) ? -1 : nameOf(a.label) > nameOf(b.label) ? 1 : a.label < b.label ? -1 : 1,
  )
  return { logs: all.filter(isAgentLog), others: all.filter(companion => !isAgentLog(companion)) }
}

function isAgentLog({ label }: NamedSource): boolean {
  return label.endsWith('.jsonl') && (/(^|\/)subagents\//.test(label) || nameOf(label).startsWith('agent-'))
}

function isToolResult({ label }: NamedSource): boolean {
  return /(^|\/)tool-results\//.test(label)
}

function sizeOf({ label, source }: NamedSource): Companion {
  return { label, bytes: source.size }
}

function nameOf(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1)
}

/** Small facts beside a sub-agent's log; unreadable ones are worth nothing. */
function metaOf(others: readonly NamedSource[], label: string): unknown {
  const wanted = label.replace(/\.jsonl$/, '.meta.json')
  const meta = others.find(other => other.label === wanted)
  if (!meta || meta.source.size > 1 << 20) return null
  try {
    return JSON.parse(Buffer.from(meta.source.read(0, meta.source.size)).toString('utf8'))
  } catch {
    return null
  }
}
