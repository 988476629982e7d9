/**
 * Runs the minimal history of a report as a user's file runs: body → reader → rules → error text → repairs → written file.
 * Test code: production never imports it.
 */

import { expect } from 'vitest'
import { repairSession } from '../../export/repair'
import { findProfile, type Profile } from '../../request/profile'
import { END } from '../../session/moment'
import type { CheckResult } from '../check'
import { readErrorText } from '../error-text'
import type { Finding } from '../findings'
import { locateError } from '../locate'
import { checkText, exampleText, openBody } from '../rule-tester'

type Params = Readonly<Record<string, unknown>>

export interface ReportCase {
  readonly report: string
  readonly name: string
  /** The history before the faulty step, where the step is the point; nothing of it is refused. */
  readonly before?: string
  readonly beforeParams?: Params
  readonly after: string
  readonly params?: Params
  /** All findings, in order: `rule address`. */
  readonly faults: readonly string[]
  /** What the provider said, with our ids and places. */
  readonly error?: string
  /** Where that text must lead: `address form certainty`. */
  readonly place?: string
  /** Repairs of least loss, as `repair` chooses them; nothing is refused afterwards. */
  readonly mends: readonly string[]
  /** Words that must still stand in the repaired file. */
  readonly keeps?: string
}

export const toldFaults = (findings: readonly Finding[]) => findings.map(finding => `${finding.rule} ${finding.at}`)

export const rejectsOf = (result: CheckResult) => result.findings.filter(finding => finding.severity === 'rejects')

/** Messages of small talk, `user` first, so that a fault stands where the report has it. */
export function talk(count: number): string {
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? `user: Step ${i}, please.` : `assistant: Step ${i - 1} is done.`)).join(
    '\n',
  )
}

export function profileOf(id: string): Profile {
  const profile = findProfile(id)
  if (!profile) throw new Error(`no profile ${id}`)
  return profile
}

export function bodyOf(history: string, profile: string, params: Params = {}): string {
  return exampleText({ name: 'report', profile, history, params })
}

export function placeOf(error: string, result: CheckResult): string {
  const { at, form, certainty } = locateError(readErrorText(error), result)
  return `${at} ${form} ${certainty}`
}

export function expectReport(one: ReportCase, profile: string): void {
  const text = bodyOf(one.after, profile, one.params)
  const { result } = checkText(text, profile)
  expect(toldFaults(result.findings)).toEqual(one.faults)
  if (one.before !== undefined) expectSound(bodyOf(one.before, profile, one.beforeParams ?? one.params), profile, worstOf(result)[0]?.rule)
  if (one.error !== undefined) expect(placeOf(one.error, result)).toBe(one.place)
  const written = expectMended(text, profile, one.mends)
  if (one.keeps !== undefined) expect(written).toContain(one.keeps)
}

function expectSound(text: string, profile: string, rule: string | undefined): void {
  const { result } = checkText(text, profile)
  expect(toldFaults(rejectsOf(result))).toEqual([])
  expect(result.findings.map(finding => finding.rule)).not.toContain(rule)
}

/** What is refused; where nothing is, everything that was found. */
function worstOf(result: CheckResult): readonly Finding[] {
  const rejects = rejectsOf(result)
  return rejects.length > 0 ? rejects : result.findings
}

function expectMended(text: string, profile: string, mends: readonly string[]): string {
  const { session } = openBody(text, profile)
  const { result } = checkText(text, profile)
  const first = worstOf(result)[0]
  const repair = first?.repairs[0]
  // What is not refused is repaired only when somebody chooses so.
  const choose = first && repair && first.severity !== 'rejects' ? { [first.id]: repair.id } : {}
  const repaired = repairSession(session, { profile: profileOf(profile), moment: END, choose })
  expect(repaired.chosen.map(chosen => chosen.repair)).toEqual(mends)
  expect(repaired.after.rejects).toBe(0)
  expect(repaired.isSound).toBe(true)
  return Buffer.from(repaired.bytes ?? []).toString('utf8')
}
