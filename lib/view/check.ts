/** The documents of `check`, `locate` and `explain` as the pages read them. The shapes are published; fields are only added. */

import type { Conversion } from '../request/request'
import type { FaultKind, Incomplete } from '../session/model'
import type { Finding } from '../validity/findings'
import type { Severity } from '../validity/rule'

export type { Finding, RepairOffer } from '../validity/findings'

export interface Unchecked {
  readonly rule: string
  readonly why: string
}

export interface CheckView {
  readonly at: string
  readonly complete: boolean
  readonly why: string | null
  readonly profile: string
  readonly checks: number
  readonly unchecked: readonly Unchecked[]
  readonly findings: readonly Finding[]
  readonly pending: readonly string[]
  readonly conversions: readonly Conversion[]
}

export interface LocateView {
  readonly kind: FaultKind
  readonly rule: string | null
  readonly at: string | null
  readonly requestPath: string | null
  readonly form: string | null
  readonly by: readonly string[]
  readonly certainty: 'sure' | 'likely' | 'guess' | 'none'
  readonly why: string | null
}

/** A check at the moment that the error is about. */
export interface LocateDocument extends CheckView {
  readonly located: LocateView
}

export interface ExplainView {
  readonly kind: FaultKind
  readonly profile: string | null
  readonly rules: readonly string[]
  readonly path: string | null
  readonly ids: readonly string[]
  readonly status: number | null
  readonly requestId: string | null
  readonly means: string
  readonly lookFor: string
}

export const FAULT_WORDS: Readonly<Record<FaultKind, string>> = {
  transcript: 'the history is at fault',
  size: 'the request is too large',
  model: 'the model or a parameter is at fault',
  account: 'the account, key or quota is at fault',
  unknown: 'the text does not tell whose fault it is',
}

const INCOMPLETE_WORDS: Readonly<Record<Incomplete, string>> = {
  'dangling-parent': 'a message names a parent that is not in this file',
  'kept-missing': 'the compaction kept messages that are not in this file',
  'results-missing': 'results of calls were stored outside this file',
  slice: 'the file is a part of a longer session',
}

export function incompleteInWords(why: string | null): string {
  return why !== null && isIncomplete(why) ? INCOMPLETE_WORDS[why] : 'the file does not hold all that the request held'
}

function isIncomplete(why: string): why is Incomplete {
  return Object.hasOwn(INCOMPLETE_WORDS, why)
}

export interface SeverityCounts {
  readonly rejects: number
  readonly alters: number
  readonly fragile: number
}

/** Mended faults are shown but do not count. */
export function countBySeverity(findings: readonly Pick<Finding, 'severity' | 'mendedBy'>[]): SeverityCounts {
  const count = (severity: Severity) => findings.filter(one => one.severity === severity && one.mendedBy === null).length
  return { rejects: count('rejects'), alters: count('alters'), fragile: count('fragile') }
}

/** `2 reject · 1 fragile`, or empty. */
export function countsInWords({ rejects, alters, fragile }: SeverityCounts): string {
  const words = [rejects > 0 ? `${rejects} reject` : '', alters > 0 ? `${alters} altered` : '', fragile > 0 ? `${fragile} fragile` : '']
  return words.filter(word => word !== '').join(' · ')
}

/** The document of one profile; one over all profiles is not for a page. */
export function asOneProfile<T extends object>(document: T): Extract<T, CheckView> {
  if (!isOneProfile(document)) throw new Error('a check of one profile was asked for')
  return document
}

function isOneProfile<T extends object>(document: T): document is Extract<T, CheckView> {
  return 'findings' in document
}
