/**
 * Runs the minimal history of a report as a user's file runs: body → reader → rules → error text → repairs → written file.
 * Test code: production never imports it.
 */

import { expect } from 'vitest'
import type { CheckResult } from '../check'
import { readErrorText } from '../error-text'
import type { Finding } from '../findings'
import { locateError } from '../locate'
import type { RepairPlan } from '../rule'
import { checkText, exampleText } from '../rule-tester'

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
  /** The least lossy repair of each refusal, one after another, until nothing is refused. */
  readonly mends: readonly string[]
}

/** A body that is mended one fault at a time, since one repair can bring a second fault to light. */
const MOST_REPAIRS = 8

export const toldFaults = (findings: readonly Finding[]) => findings.map(finding => `${finding.rule} ${finding.at}`)

export const rejectsOf = (result: CheckResult) => result.findings.filter(finding => finding.severity === 'rejects')

/** Messages of small talk, `user` first, so that a fault stands where the report has it. */
export function talk(count: number): string {
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? `user: Step ${i}, please.` : `assistant: Step ${i - 1} is done.`)).join('\n')
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
  expect(mended(text, profile)).toEqual({ mends: one.mends, rejects: [] })
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

interface Mended {
  readonly mends: string[]
  readonly rejects: readonly string[]
}

/** Takes the least lossy repair of the first fault that has one, writes the file and reads it again. */
function mended(text: string, profile: string): Mended {
  const mends: string[] = []
  const isRefused = rejectsOf(checkText(text, profile).result).length > 0
  for (let body = text; ; ) {
    const { session, format, result } = checkText(body, profile)
    const open = isRefused ? rejectsOf(result) : mends.length === 0 ? result.findings : []
    const plan = firstPlan(open, result)
    if (!plan || mends.length === MOST_REPAIRS) return { mends, rejects: toldFaults(rejectsOf(result)) }
    mends.push(plan.id)
    body = Buffer.from(format.write(session, plan.edits, plan.params).bytes).toString('utf8')
  }
}

function firstPlan(open: readonly Finding[], result: CheckResult): RepairPlan | null {
  for (const finding of open) {
    const plan = result.plans.get(finding.id)?.[0]
    if (plan) return plan
  }
  return null
}
