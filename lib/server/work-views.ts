/** Answers what pages ask of an open session: rows, the strip, a block's text, checks, the way back to the first fault. */
import { parsePath } from '../base/paths'
import { refusal } from '../base/result'
import { valueSpan } from '../base/spans'
import { checkAllDocument, checkDocument, momentFromText, profileFor, workingSetAt } from '../export/check'
import { requestOf } from '../export/request'
import { formatOf } from '../formats/registry'
import type { Address, SourceRef } from '../session/model'
import { END, type Moment, printMoment } from '../session/moment'
import type { Session } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import { checkWorkingSet } from '../validity/check'
import type { Finding } from '../validity/findings'
import { firstAppearanceOf } from '../view/first-appearance'
import type { RowsPage, StripCell, TextPage } from '../view/models'
import { buildRowList, buildRowsPage, type RowList } from '../view/rows'
import { buildStrip } from '../view/strip'
import { blockText, pageOf, pageOfBytes } from '../view/text'
import { recordMessages } from './branch-record'
import { keepRecent, type OpenSession } from './opened'
import type { Question, Scope, StoredSession } from './tasks'
import { originalOf, planRepair, repairedFileOf } from './work-repairs'

/** Each asks for a working set of its own. */
const MOST_ERRORS = 50

export function answerQuestion(open: OpenSession, stored: StoredSession, question: Question): unknown {
  switch (question.kind) {
    case 'rows':
      return rows(open, question)
    case 'strip':
      return strip(open, question.scope, question.cells)
    case 'block':
      return blockPage(open.session, question.at, question.from, question.length)
    case 'check':
      return remembered(open, question, () => check(open.session, stored.name, question))
    case 'first':
      return remembered(open, question, () => firstAppearance(open.session, stored.name, question.scope))
    case 'request': {
      const { session, moment, branch } = viewed(open.session, question.scope)
      return requestOf(session, workingSetAt(session, moment ?? END, branch), profileFor(session, question.scope.profile))
    }
    case 'repair':
      return planRepair(viewed(open.session, question.request), stored, question.request)
    case 'repaired':
      return repairedFileOf(viewed(open.session, question.request), stored, question.request)
    case 'native':
      return originalOf(open.session, stored)
  }
}

export interface Viewed {
  readonly session: Session
  /** Null for the record as a whole. */
  readonly moment: Moment | null
  readonly branch: number | undefined
}

/** The agent and moment that a scope names. */
export function viewed(main: Session, scope: Scope): Viewed {
  const parsed = scope.moment === undefined ? null : momentFromText(scope.moment)
  const name = parsed && parsed.agent !== '' ? parsed.agent : (scope.agent ?? '')
  const session = name === '' ? main : main.agents.find(agent => agent.agent === name)
  if (!session) throw refusal('no-such-agent', `There is no agent ${name} in this session.`, { agent: name, agents: main.agents.length })
  if (scope.branch !== undefined && scope.branch >= Math.max(1, session.facts.branches)) {
    throw refusal('no-such-branch', `There is no branch ${scope.branch}; this session has ${session.facts.branches}.`, {
      branch: scope.branch,
    })
  }
  return { session, moment: parsed?.moment ?? null, branch: scope.branch }
}

function rows(open: OpenSession, question: Question & { kind: 'rows' }): RowsPage {
  const view = viewed(open.session, question.scope)
  const list = listOf(open, view)
  const findings = new Map<Address, string[]>()
  for (const finding of findingsOf(open, view, question.scope.profile)) {
    findings.set(finding.at, [...(findings.get(finding.at) ?? []), finding.id])
  }
  const { keeps } = formatOf(view.session.facts.format).sending
  const range = { from: question.from, to: question.to, ...(question.at === undefined ? {} : { at: question.at }) }
  return buildRowsPage(list, range, { findings, isSent: keeps })
}

function strip(open: OpenSession, scope: Scope, cells: number): StripCell[] {
  const view = viewed(open.session, scope)
  return buildStrip(listOf(open, view), cells, findingsOf(open, view, scope.profile))
}

function keyOf({ session, moment, branch }: Viewed): string {
  return `${session.agent}|${moment === null ? 'record' : printMoment(moment)}|${branch ?? 0}`
}

function listOf(open: OpenSession, view: Viewed): RowList {
  const key = keyOf(view)
  const { session, moment, branch } = view
  const isRecord = moment === null
  const known = open.lists.get(key)
  const working = known ? null : workingSetAt(session, moment ?? END, branch)
  const messages: readonly WorkingMessage[] = working === null ? [] : isRecord ? recordMessages(session, branch ?? 0) : working.messages
  const list = known ?? buildRowList({ session, messages, isRecord, pending: working?.pending ?? [] })
  return keepRecent(open.lists, key, list)
}

/** Findings without causes and repairs: what rows and the strip mark. */
function findingsOf(open: OpenSession, view: Viewed, profileId: string | undefined): readonly Finding[] {
  const profile = profileFor(view.session, profileId === 'all' ? 'auto' : profileId)
  const key = `${keyOf(view)}|${profile.id}`
  const known = open.findings.get(key)
  if (known) return keepRecent(open.findings, key, known)
  const { sending } = formatOf(view.session.facts.format)
  const working = workingSetAt(view.session, view.moment ?? END, view.branch)
  return keepRecent(open.findings, key, checkWorkingSet({ working, profile, sending }).findings)
}

/** A document of the session as it is; pages ask for the same one again and again. */
function remembered(open: OpenSession, question: Question, make: () => unknown): unknown {
  const key = JSON.stringify(question)
  return keepRecent(open.documents, key, open.documents.has(key) ? open.documents.get(key) : make())
}

function check(main: Session, name: string, question: Question & { kind: 'check' }): unknown {
  const { scope, error } = question
  const { session, moment, branch } = viewed(main, scope)
  const options = {
    ...(scope.profile === undefined ? {} : { profile: scope.profile }),
    ...(moment === null ? {} : { moment }),
    ...(branch === undefined ? {} : { branch }),
    ...(error === undefined ? {} : { error }),
  }
  return question.all ? checkAllDocument(name, session, options) : checkDocument(name, session, options)
}

function firstAppearance(main: Session, name: string, scope: Scope): unknown {
  const { session } = viewed(main, scope)
  // A body has one moment, and nothing before it.
  if (session.facts.isBody) return null
  const document = checkAllDocument(name, session, scope.profile === undefined ? {} : { profile: scope.profile })
  return firstAppearanceOf(session, document.moments, document.first ?? firstUnanswered(session, scope.profile))
}

/** Requests that no recorded response answers: those that failed, and the next one. */
function firstUnanswered(session: Session, profileId: string | undefined): { at: string; rule: string } | null {
  const profile = profileFor(session, profileId)
  const { sending } = formatOf(session.facts.format)
  const failed = session.facts.errors.flatMap(error => /m(\d+)$/.exec(error.at)?.[1] ?? []).slice(0, MOST_ERRORS)
  const moments: Moment[] = [...failed.map(number => ({ kind: 'message', number: Number(number) }) as const), END]
  for (const moment of moments) {
    const { findings } = checkWorkingSet({ working: workingSetAt(session, moment), profile, sending })
    const finding = findings.find(one => one.severity === 'rejects' && one.mendedBy === null)
    if (finding) return { at: printMoment(moment, session.agent), rule: finding.rule }
  }
  return null
}

/** A block by its address: of a message, of what a boundary owns, of the system text, a tool; or a message as a whole. */
function blockPage(main: Session, at: Address, from: number, length: number): TextPage {
  const session = main.agentOf(at)
  const own = at.replace(/^a\d+\//, '')
  const found = session && (systemText(session, own) ?? toolText(session, own) ?? blockOf(session, at))
  if (!found) throw refusal('no-such-address', `There is nothing at ${at} in this session.`, { at })
  const { text, kind, source, raw } = found
  return { at, kind, chars: text.length, from, text: pageOf(text, from, length), source, raw }
}

type Found = Pick<TextPage, 'kind' | 'text' | 'source' | 'raw'>

function blockOf(session: Session, at: Address): Found | null {
  const index = session.findMessage(at)
  if (index < 0) return null
  const head = session.findBlock(at)
  if (!head && /\.b\d+$/.test(at)) return null
  const line = head ? (session.columns.blockLine[head.index] ?? 0) : (session.columns.messageFirstLine[index] ?? 0)
  const raw = pageOfBytes(session.recordBytes(line))
  if (!head) return { kind: 'other', text: raw, source: session.messageSource(index), raw }
  return { kind: head.kind, text: textOrRaw(() => blockText(session.body(head)), raw), source: session.blockSource(head), raw }
}

/** A body that is no JSON is shown as it stands. */
function textOrRaw(read: () => string, raw: string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) return raw
    throw error
  }
}

function systemText(session: Session, at: Address): Found | null {
  const block = session.facts.system?.find(one => one.address === at)
  return block ? { kind: 'text', text: block.text, source: documentSource(session, 'system'), raw: null } : null
}

/** Declarations are not in the index: the document is asked for the one at this place. */
function toolText(session: Session, at: Address): Found | null {
  const place = session.facts.tools?.findIndex(tool => tool.address === at) ?? -1
  if (place < 0) return null
  const path = [...(parsePath(session.facts.recordPath.replace('@', '0')) ?? []).slice(0, -2), 'tools', place]
  const bytes = Buffer.from(session.source.read(0, session.source.size))
  const span = valueSpan(bytes, 0, bytes.length, path)
  if (!span) return null
  return { kind: 'other', text: bytes.toString('utf8', span.start, span.end), source: documentSource(session, `tools.${place}`), raw: null }
}

function documentSource(session: Session, path: string): SourceRef {
  return { file: session.source.name, line: 1, start: 0, length: session.source.size, path }
}
