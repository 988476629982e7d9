/** The document of `show`: what was read. Same shape in the CLI and over HTTP. */

import type { Boundary, ImportNote, RecordCounts } from '../session/model'
import type { Session } from '../session/session'
import { errorKind } from '../validity/recorded-errors'

export interface SessionSummary {
  readonly id: string
  readonly format: string
  readonly formatVersion: string | null
  readonly evidence: readonly string[]
  readonly model: string | null
  readonly window: number | null
  readonly messages: number
  readonly blocks: number
  readonly branches: number
  readonly agents: number
}

export interface ShowOne {
  readonly session: SessionSummary
  readonly records: RecordCounts
  readonly boundaries: readonly unknown[]
  readonly errors: readonly unknown[]
  readonly notes: readonly ImportNote[]
}

export function summaryOf(session: Session): SessionSummary {
  const { id, format, formatVersion, evidence, model, window, branches } = session.facts
  const all = [session, ...session.agents]
  const messages = session.messageCount
  const blocks = all.length === 1 ? session.blockCount : session.blockCount
  return { id, format, formatVersion, evidence, model, window, messages, blocks, branches, agents: session.agents.length }
}

export function showSession(session: Session): ShowOne {
  const { facts } = session
  return {
    session: summaryOf(session),
    records: facts.records,
    boundaries: [session, ...session.agents].flatMap(one => one.facts.boundaries.map((boundary, i) => boundaryLine(one, boundary, i))),
    errors: [session, ...session.agents].flatMap(one =>
      one.facts.errors.map(error => ({ at: error.at, status: error.status, kind: errorKind(error.text), text: error.text })),
    ),
    notes: facts.notes,
  }
}

function boundaryLine(session: Session, boundary: Boundary, i: number) {
  const prefix = session.agent === '' ? '' : `${session.agent}/`
  return {
    address: `${prefix}k${i}`,
    kind: boundary.kind,
    at: boundary.at,
    trigger: boundary.trigger,
    tokensBefore: boundary.tokensBefore,
    tokensAfter: boundary.tokensAfter,
    cleared: boundary.cleared.length,
    kept: boundary.kept.length,
    keptMissing: boundary.keptMissing,
    owned: boundary.owned.length,
  }
}

export function showDocument(file: string, sessions: readonly Session[]) {
  const head = { cutpoint: 1, verb: 'show', file }
  const only = sessions[0]
  if (sessions.length === 1 && only) return { ...head, ...showSession(only) }
  const all = sessions.map(showSession)
  return { ...head, sessions: all, records: summed(all.map(one => one.records)) }
}

function summed(list: readonly RecordCounts[]): RecordCounts {
  const sum = (key: keyof RecordCounts) => list.reduce((total, one) => total + one[key], 0)
  return { read: sum('read'), used: sum('used'), metadata: sum('metadata'), noted: sum('noted') }
}
