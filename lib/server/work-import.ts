/** Imports a stored upload: reads it, says what was read, checks it once at the end, and makes the index. */
import { Refusal } from '../base/result'
import { countSeverities, profileFor, workingSetAt } from '../export/check'
import { showSession } from '../export/show'
import { formatOf } from '../formats/registry'
import { PROFILES } from '../request/profile'
import { encodeSession } from '../session/index-blob'
import { END } from '../session/moment'
import type { Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'
import { checkWorkingSet } from '../validity/check'
import { windowOfModel } from '../validity/models'
import type { ImportReport, Tokens } from '../view/models'
import { boundaryLine, errorLine, estimateOf } from '../view/rows'
import { readStored } from './opened'
import { storedSource } from './stored-source'
import type { Channel, HeaderFacts, ImportedSession, Progress, StoredSession, Verdict } from './tasks'

/** Share of the work that reading is; the rest is checking and the index. */
const READING = 0.9
const MOST_SESSIONS = 200

export function importStored(stored: StoredSession, channel: Channel): ImportedSession[] {
  const sources = stored.files.map(file => storedSource(file.path, file.label))
  const total = sources.reduce((sum, source) => sum + source.size, 0)
  const tell = (progress: Progress) => channel.port?.postMessage(progress)
  const isCancelled = () => channel.cancel !== null && Atomics.load(new Uint8Array(channel.cancel), 0) === 1
  if (isCancelled()) throw cancelled()
  try {
    tell({ done: 0, message: 'reading' })
    const onProgress = (bytes: number) => tell({ done: total > 0 ? (READING * Math.min(bytes, total)) / total : 0, message: 'reading' })
    const sessions = readStored(stored, sources, { onProgress, isCancelled })
    tell({ done: READING, message: 'checking' })
    return sessions.slice(0, MOST_SESSIONS).map((session, ordinal) => {
      if (isCancelled()) throw cancelled()
      return imported(session, ordinal, stored)
    })
  } finally {
    for (const source of sources) source.release()
  }
}

function cancelled(): Refusal {
  return new Refusal({ code: 'cancelled', message: 'The import was cancelled.', facts: {} })
}

function imported(session: Session, ordinal: number, stored: StoredSession): ImportedSession {
  const end = attempt(() => workingSetAt(session, END))
  return {
    ordinal,
    facts: { header: headerOf(session), report: reportOf(session), show: showSession(session), notes: stored.notes },
    tokens: end && tokensOf(end),
    verdict: end && attempt(() => verdictOf(session, end)),
    index: encodeSession(session),
  }
}

/** A session is kept though a rule fails on it: the page will say why when the check is asked for. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return null
  }
}

function verdictOf(session: Session, working: WorkingSet): Verdict {
  const profile = profileFor(session, 'auto')
  const { findings, checks } = checkWorkingSet({ working, profile, sending: formatOf(session.facts.format).sending })
  return { ...countSeverities(findings), checks, profile: profile.id }
}

/** What the provider last reported for this working set, else an estimate. */
function tokensOf(working: WorkingSet): Tokens {
  const { session, messages } = working
  // What was reported before the last compaction says nothing of the request after it.
  const since = session.indexOfNumber(session.facts.boundaries.at(-1)?.at ?? 0)
  for (const message of messages.toReversed()) {
    const head = message.index < since || since < 0 ? null : session.message(message.index)
    if (head?.role === 'assistant' && head.contextTokens !== null && head.contextTokens > 0) {
      return { value: head.contextTokens + (head.outputTokens ?? 0), origin: 'recorded' }
    }
  }
  let value = 0
  for (const message of messages) for (const block of message.blocks) value += estimateOf(block).value
  for (const block of working.system ?? []) value += Math.ceil(block.text.length / 4)
  for (const tool of working.tools ?? []) value += Math.ceil(tool.chars / 4)
  return { value, origin: 'estimated' }
}

function headerOf(session: Session): HeaderFacts {
  const { facts } = session
  const all = [session, ...session.agents]
  return {
    format: facts.format,
    formatLabel: formatOf(facts.format).label,
    formatVersion: facts.formatVersion,
    model: facts.model,
    window: facts.window ?? windowOfModel(facts.model),
    messages: session.messageCount,
    blocks: session.blockCount,
    isBody: facts.isBody,
    branches: facts.branches,
    agents: session.agents.map(agent => ({ agent: agent.agent, messages: agent.messageCount, name: agent.facts.name })),
    boundaries: all.flatMap(one => one.facts.boundaries.flatMap((_, i) => boundaryLine(one, i) ?? [])),
    errors: all.flatMap(one => one.facts.errors.map(errorLine)),
    profiles: PROFILES.map(({ id, label }) => ({ id, label })),
    autoProfile: profileFor(session, 'auto').id,
  }
}

function reportOf(session: Session): ImportReport {
  const { evidence, records, notes, branches, boundaries, errors } = session.facts
  const kinds = new Map<string, number>()
  for (let i = 0; i < session.blockCount; i++) {
    const { kind } = session.block(i)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const count = (kind: string) => kinds.get(kind) ?? 0
  const counts = [
    { label: 'messages', value: session.messageCount },
    { label: 'texts', value: count('text') },
    { label: 'calls', value: count('call') + count('serverCall') },
    { label: 'results', value: count('result') + count('serverResult') },
    { label: 'thinking', value: count('thinking') + count('redacted') },
    { label: 'images', value: count('image') },
    { label: 'documents', value: count('document') + count('audio') },
    { label: 'compactions', value: boundaries.length },
    { label: 'recorded errors', value: errors.length },
    { label: 'branches', value: branches },
    { label: 'sub-agents', value: session.agents.length },
    { label: 'other blocks', value: count('other') + count('compaction') },
  ]
  return { evidence, records, notes, counts }
}
