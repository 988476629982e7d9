/**
 * Repairs a session: chooses repairs (least loss unless a person chose), applies them, checks again, until nothing is
 * refused or nothing more can be done; then writes the file, reads it back as an agent would, and checks that.
 */

import { refusal } from '../base/result'
import { bytesSource } from '../base/source'
import { applyEdits } from '../edits/apply'
import type { Edit } from '../edits/edit'
import { formatOf } from '../formats/registry'
import type { Profile } from '../request/profile'
import { END, type Moment } from '../session/moment'
import type { Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'
import type { Finding } from '../validity/findings'
import { withParams } from '../validity/repair'
import type { RepairPlan } from '../validity/rule'
import { checkSession, countSeverities, type Severities, workingSetAt } from './check'

export interface RepairOptions {
  readonly profile: Profile
  readonly moment: Moment
  readonly branch?: number
  /** Finding id → repair id. Findings not named get their least loss when `rest` is set. */
  readonly choose?: Readonly<Record<string, string>>
  /** Repair the findings that nobody chose for, too; default true. */
  readonly rest?: boolean
}

export interface Chosen {
  readonly finding: string
  readonly rule: string
  readonly repair: string
  readonly title: string
  readonly loses: string
  readonly edits: readonly Edit[]
}

export interface Repaired {
  readonly chosen: readonly Chosen[]
  readonly edits: readonly Edit[]
  readonly params: Readonly<Record<string, unknown>>
  readonly before: Severities
  readonly after: Severities
  /** Null when nothing was to be repaired. */
  readonly bytes: Uint8Array | null
  readonly resume: readonly string[]
  /** True when nothing is refused any more at the moment and at the end. */
  readonly isSound: boolean
}

/** Rounds that change something; a check with very many faults tries only some of their repairs at once. */
const MOST_ROUNDS = 100

interface Progress {
  readonly chosen: Chosen[]
  readonly edits: Edit[]
  params: Record<string, unknown>
}

/** Refuses (`bad-usage`) a choice that names no finding or repair. */
export function repairSession(session: Session, options: RepairOptions): Repaired {
  const progress: Progress = { chosen: [], edits: [], params: {} }
  const working = workingSetAt(session, options.moment, options.branch)
  const before = countSeverities(checkSession(session, working, options.profile).findings)
  const isEnd = options.moment.kind === 'end'
  mendAll(session, working, options, progress)
  if (!isEnd) mendAll(session, withEdits(workingSetAt(session, END, options.branch), progress.edits), { ...options, choose: {} }, progress)
  if (progress.edits.length === 0 && Object.keys(progress.params).length === 0) {
    return { ...progress, before, after: before, bytes: null, resume: [], isSound: before.rejects === 0 }
  }
  const written = formatOf(session.facts.format).write(session, progress.edits, progress.params)
  const { after, isSound } = checkWritten(session, written.bytes, options, withEdits(working, progress.edits), progress.params)
  return { ...progress, before, after, bytes: written.bytes, resume: written.resume, isSound }
}

/** Rounds of: check, choose, apply. A repair can uncover what stood behind the fault. */
function mendAll(session: Session, start: WorkingSet, options: RepairOptions, progress: Progress): void {
  let working = start
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const current = withSessionParams(session, working, progress.params)
    const result = checkSession(session, current, options.profile)
    const choices = round === 0 ? (options.choose ?? {}) : {}
    refuseUnknownChoices(choices, result.findings, result.plans)
    let isChanged = false
    for (const finding of result.findings) {
      const plan = choiceFor(finding, result.plans.get(finding.id) ?? [], choices, options.rest ?? true)
      if (!plan) continue
      const renamed = freshly(plan, progress.edits)
      const after = applyEdits(working, renamed)
      if (!after.ok) continue
      working = after.value
      progress.edits.push(...renamed)
      progress.params = { ...progress.params, ...plan.params }
      progress.chosen.push({
        finding: finding.id,
        rule: finding.rule,
        repair: plan.id,
        title: plan.title,
        loses: plan.loses,
        edits: renamed,
      })
      isChanged = true
    }
    if (!isChanged) return
  }
}

function choiceFor(
  finding: Finding,
  plans: readonly RepairPlan[],
  choices: Readonly<Record<string, string>>,
  rest: boolean,
): RepairPlan | undefined {
  const wanted = choices[finding.id]
  if (wanted !== undefined) return plans.find(plan => plan.id === wanted)
  return rest && finding.severity === 'rejects' && finding.mendedBy === null ? plans[0] : undefined
}

function refuseUnknownChoices(
  choices: Readonly<Record<string, string>>,
  findings: readonly Finding[],
  plans: ReadonlyMap<string, readonly RepairPlan[]>,
): void {
  for (const [id, repair] of Object.entries(choices)) {
    if (!findings.some(finding => finding.id === id)) throw refusal('bad-usage', `there is no finding ${id} at this moment`)
    const offered = plans.get(id) ?? []
    if (!offered.some(plan => plan.id === repair))
      throw refusal('bad-usage', `${id} has no repair ${repair}; offered: ${offered.map(plan => plan.id).join(', ') || 'none'}`)
  }
}

/** Gives what a plan creates addresses that no earlier edit took. */
function freshly(plan: RepairPlan, taken: readonly Edit[]): Edit[] {
  const used = taken.filter(edit => /^n\d+$/.test(edit.at) && (edit.op === 'insert-block' || edit.op === 'insert-message')).length
  const names = new Map<string, string>()
  const rename = (address: string) => address.replace(/^n(\d+)/, whole => names.get(whole) ?? whole)
  let next = used
  for (const edit of plan.edits) {
    if ((edit.op === 'insert-block' || edit.op === 'insert-message') && /^n\d+$/.test(edit.at)) names.set(edit.at, `n${next++}`)
  }
  return plan.edits.map(edit => renamed(edit, rename))
}

function renamed(edit: Edit, rename: (address: string) => string): Edit {
  const place =
    'place' in edit
      ? {
          place:
            typeof edit.place === 'string'
              ? edit.place
              : 'before' in edit.place
                ? { before: rename(edit.place.before) }
                : { after: rename(edit.place.after) },
        }
      : {}
  const into = 'into' in edit && edit.into !== null ? { into: rename(edit.into) } : {}
  const isNew = edit.op === 'insert-block' || edit.op === 'insert-message' || /^n\d+/.test(edit.at)
  return { ...edit, ...place, ...into, at: isNew ? rename(edit.at) : edit.at } as Edit
}

/** Applies what still applies; an edit of a message that is not in this working set is for another moment. */
function withEdits(working: WorkingSet, edits: readonly Edit[]): WorkingSet {
  let current = working
  for (const edit of edits) {
    const after = applyEdits(current, [edit])
    if (after.ok) current = after.value
  }
  return current
}

function withSessionParams(session: Session, working: WorkingSet, params: Readonly<Record<string, unknown>>): WorkingSet {
  if (Object.keys(params).length === 0) return working
  return { ...working, tools: params.tools === null ? null : working.tools, params: withParams(session.facts.params, params) }
}

/** Reads the written bytes as a new session and checks them at the end; the moment itself is judged on the edited working set. */
function checkWritten(
  session: Session,
  bytes: Uint8Array,
  options: RepairOptions,
  edited: WorkingSet,
  params: Readonly<Record<string, unknown>>,
) {
  const format = formatOf(session.facts.format)
  const source = bytesSource(session.facts.name, bytes)
  const again = format.read({
    id: session.facts.id,
    name: session.facts.name,
    main: { label: session.facts.name, source },
    companions: [],
    evidence: session.facts.evidence,
  })
  const agent = session.agent === '' ? again : (again.agents.find(one => one.agent === session.agent) ?? again)
  const end = countSeverities(checkSession(agent, workingSetAt(agent, END, options.branch), options.profile).findings)
  if (options.moment.kind === 'end') return { after: end, isSound: end.rejects === 0 }
  const current = withSessionParams(session, edited, params)
  const there = countSeverities(checkSession(session, current, options.profile).findings)
  return { after: there, isSound: there.rejects === 0 && end.rejects === 0 }
}

export function repairDocument(file: string, out: string | null, profile: Profile, repaired: Repaired) {
  return {
    cutpoint: 1,
    verb: 'repair',
    file,
    out,
    profile: profile.id,
    chosen: repaired.chosen.map(one => ({ finding: one.finding, rule: one.rule, repair: one.repair, loses: one.loses, edits: one.edits })),
    before: repaired.before,
    after: repaired.after,
    resume: repaired.resume.join('\n'),
  }
}
