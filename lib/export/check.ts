/** The document of `check`: a session at a moment under one profile or all, every finding, and the place of an error text. */

import { refusal } from '../base/result'
import { formatOf } from '../formats/registry'
import { autoProfile, PROFILES, type Profile } from '../request/profile'
import type { Conversion } from '../request/request'
import type { Address, ImportNote } from '../session/model'
import { END, type Moment, parseMoment, printMoment } from '../session/moment'
import type { Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'
import { causeOf } from '../validity/cause'
import { type CheckResult, checkWorkingSet } from '../validity/check'
import { readErrorText } from '../validity/error-text'
import type { Finding } from '../validity/findings'
import { type Located, locateError } from '../validity/locate'
import { checkMoments, type MomentChecked } from '../validity/moments'
import { sameError } from '../validity/recorded-errors'
import { type SessionSummary, summaryOf } from './show'

export interface CheckOptions {
  /** Profile id, `auto` or `all`. */
  readonly profile?: string
  readonly moment?: Moment
  readonly branch?: number
  readonly error?: string
}

export type Severities = { readonly rejects: number; readonly alters: number; readonly fragile: number }

export function profileFor(session: Session, id: string | undefined): Profile {
  if (id === undefined || id === 'auto') return autoProfile(session.facts.format, session.facts.model)
  const profile = PROFILES.find(one => one.id === id)
  if (!profile) throw refusal('bad-usage', `there is no profile ${id}; known: ${PROFILES.map(one => one.id).join(', ')}`)
  return profile
}

export function workingSetAt(session: Session, moment: Moment, branch?: number): WorkingSet {
  return formatOf(session.facts.format).workingSet(session, moment, branch === undefined ? {} : { branch })
}

/** A check with causes and tried repairs. */
export function checkSession(session: Session, working: WorkingSet, profile: Profile): CheckResult {
  const { sending } = formatOf(session.facts.format)
  return checkWorkingSet({
    working,
    profile,
    sending,
    withRepairs: true,
    causeOf: (judged, assembly) => causeOf(judged, working, assembly),
  })
}

/** With an error text and no moment of one's own: the request that a recorded error of that text was the answer to. */
function momentFor(session: Session, options: CheckOptions): Moment {
  if (options.moment) return options.moment
  const recorded = options.error === undefined ? null : sameError(options.error, session.facts.errors)
  const number = recorded ? /m(\d+)$/.exec(recorded.at)?.[1] : undefined
  return number === undefined ? END : { kind: 'message', number: Number(number) }
}

interface ProfileBody {
  readonly checks: number
  readonly unchecked: CheckResult['unchecked']
  readonly findings: readonly Finding[]
  readonly pending: readonly Address[]
  readonly conversions: readonly Conversion[]
}

interface CheckHead {
  readonly cutpoint: 1
  readonly verb: 'check'
  readonly file: string
  readonly session: SessionSummary
  readonly at: string
  readonly complete: boolean
  readonly why: string | null
  /** The profile judged by, or the one that auto would pick. */
  readonly profile: string
  readonly notes: readonly ImportNote[]
}

export type OneProfile = CheckHead & ProfileBody & { readonly located?: Located }
export type AllProfiles = CheckHead & { readonly profiles: Readonly<Record<string, ProfileBody>> }
export type CheckDocument = OneProfile | AllProfiles

export function checkDocument(file: string, session: Session, options: CheckOptions = {}): CheckDocument {
  const moment = momentFor(session, options)
  const working = workingSetAt(session, moment, options.branch)
  const head = {
    cutpoint: 1,
    verb: 'check',
    file,
    session: summaryOf(session),
    at: printMoment(moment, session.agent),
    complete: working.complete,
    why: working.why,
  } as const
  const notes = session.facts.notes
  if (options.profile === 'all') {
    const profiles = Object.fromEntries(
      PROFILES.map(profile => [profile.id, profileBody(checkSession(session, working, profile), working)]),
    )
    return { ...head, profile: profileFor(session, 'auto').id, profiles, notes }
  }
  const profile = profileFor(session, options.profile)
  const result = checkSession(session, working, profile)
  const located = options.error === undefined ? {} : { located: locateError(readErrorText(options.error), result) }
  return { ...head, profile: profile.id, ...profileBody(result, working), ...located, notes }
}

function profileBody(result: CheckResult, working: WorkingSet): ProfileBody {
  return {
    checks: result.checks,
    unchecked: result.unchecked,
    findings: result.findings,
    pending: working.pending,
    conversions: result.assembly.conversions,
  }
}

/** What is refused at `end`, without causes and repairs: all that an exit status needs. */
export function endFindings(session: Session, profileId: string | undefined): readonly Finding[] {
  const working = workingSetAt(session, END)
  const profile = profileFor(session, profileId === 'all' ? 'auto' : profileId)
  return checkWorkingSet({ working, profile, sending: formatOf(session.facts.format).sending }).findings
}

/** Worst counts of what is not mended by the agent. */
export function countSeverities(findings: readonly Finding[]): Severities {
  const count = (severity: Finding['severity']) =>
    findings.filter(finding => finding.severity === severity && finding.mendedBy === null).length
  return { rejects: count('rejects'), alters: count('alters'), fragile: count('fragile') }
}

/** Every recorded response's request, agents included. */
export function momentsOf(session: Session, profileId: string | undefined): MomentChecked[] {
  return [session, ...session.agents].flatMap(one => {
    const format = formatOf(one.facts.format)
    const profile = profileFor(one, profileId)
    return [...checkMoments({ session: one, steps: format.walk(one), profile, sending: format.sending })]
  })
}

export function checkAllDocument(file: string, session: Session, options: CheckOptions = {}) {
  const walked = session.facts.isBody ? [bodyMoment(session, options.profile)] : momentsOf(session, options.profile)
  const first = walked.find(moment => moment.rejects.some(reject => reject.mendedBy === null))
  const rule = first?.rejects.find(reject => reject.mendedBy === null)?.rule
  return {
    cutpoint: 1,
    verb: 'check',
    file,
    session: summaryOf(session),
    profile: profileFor(session, options.profile).id,
    moments: walked,
    first: first && rule ? { at: first.at, rule } : null,
    notes: session.facts.notes,
  }
}

/** A body has the one moment `end`. */
function bodyMoment(session: Session, profileId: string | undefined): MomentChecked {
  const working = workingSetAt(session, END)
  const { findings } = checkSession(session, working, profileFor(session, profileId))
  const rejects = findings
    .filter(finding => finding.severity === 'rejects')
    .map(({ rule, at, requestPath, mendedBy }) => ({ rule, at, requestPath, mendedBy }))
  return { at: 'end', complete: working.complete, why: working.why, answered: null, rejects, standing: 0 }
}

export function momentFromText(text: string): { agent: string; moment: Moment } {
  const parsed = parseMoment(text)
  if (!parsed)
    throw refusal(
      'bad-usage',
      `"${text}" is no moment; use end, message:N, boundary:N or boundary:N:before, with a2/ in front for an agent`,
    )
  return parsed
}
