/**
 * From drafts to findings: one fault, one finding. Several rules can see one broken pair; the most specific names it and
 * the others stand in its `also`. Order is the position in the request, then the rule id.
 */

import { blockPath, messagePath, type RequestBlock, type RequestMessage } from '../request/request'
import type { Address } from '../session/model'
import type { Mend } from '../session/sending'
import { type CauseCode, type Draft, LAST_OF_PAIRS, type Rule, type Severity, type Variant } from './rule'

export interface Judged {
  readonly rule: Rule
  readonly variant: Variant
  readonly draft: Draft
}

export interface Merged extends Judged {
  readonly also: readonly string[]
}

export interface Cause {
  readonly code: CauseCode
  readonly boundary: number | null
  readonly evidence: readonly { readonly address: Address; readonly why: string }[]
}

export interface RepairOffer {
  readonly id: string
  readonly title: string
  readonly loses: string
  /** Estimated tokens that the request gains or loses. */
  readonly tokens: number
}

export interface Finding {
  readonly id: string
  readonly rule: string
  readonly severity: Severity
  readonly also: readonly string[]
  /** The agent and versions that mend it when sending; then it never fails the check. */
  readonly mendedBy: string | null
  readonly at: Address
  readonly requestPath: string
  readonly form: 'sent' | 'merged' | 'folded' | 'unsent'
  readonly other: Address | null
  readonly message: string
  readonly says: string
  readonly firstNamed: boolean
  readonly cause: Cause | null
  readonly repairs: readonly RepairOffer[]
}

export function isBlock(spot: RequestBlock | RequestMessage): spot is RequestBlock {
  return 'head' in spot
}

export function addressOf(draft: Draft): Address {
  if (draft.spot === 'request') return 'request'
  if (isBlock(draft.spot)) return draft.spot.address
  return draft.spot.origins[0]?.address ?? 'request'
}

export function pathOf(draft: Draft): string {
  if (draft.spot === 'request') return 'messages'
  return isBlock(draft.spot) ? blockPath(draft.spot) : messagePath(draft.spot)
}

export function severityOf(judged: Judged): Severity {
  return judged.draft.severity ?? judged.variant.severity
}

/** Position in the body that is sent: message, then block in it. */
export function positionOf(draft: Draft): readonly [number, number] {
  if (draft.spot === 'request') return [Number.MAX_SAFE_INTEGER, 0]
  return isBlock(draft.spot) ? [draft.spot.sent, draft.spot.place] : [draft.spot.sent, -1]
}

export function keyOf(judged: Judged): string {
  return `${judged.variant.id}|${addressOf(judged.draft)}`
}

export function inOrder(a: Judged, b: Judged): number {
  const [am, ab] = positionOf(a.draft)
  const [bm, bb] = positionOf(b.draft)
  return am - bm || ab - bb || (a.variant.id < b.variant.id ? -1 : a.variant.id > b.variant.id ? 1 : 0)
}

/** Joins what several rules say of one pair (same call id), or of one spot for rules that name pairs. */
export function mergeDrafts(all: readonly Judged[]): Merged[] {
  const pairs = new Map<string, Judged[]>()
  const out: Merged[] = []
  for (const judged of all) {
    const id = judged.draft.data.id
    if (judged.rule.precedence > LAST_OF_PAIRS || typeof id !== 'string') out.push({ ...judged, also: [] })
    else {
      const list = pairs.get(id)
      if (list) list.push(judged)
      else pairs.set(id, [judged])
    }
  }
  for (const list of pairs.values()) out.push(...mergePair(list))
  return out.sort(inOrder)
}

/**
 * Each duplicate and each bad id is a fault of its own, unless they are one spot; what is less specific joins the nearest
 * more specific one of the same id.
 */
function mergePair(list: readonly Judged[]): Merged[] {
  const best = Math.min(...list.map(judged => judged.rule.precedence))
  const leaders = list.filter(judged => judged.rule.precedence === best)
  const heads = best <= 2 ? leaders : leaders.toSorted(inOrder).slice(0, 1)
  const spots = new Set(heads.map(judged => addressOf(judged.draft)))
  for (const judged of list) if (judged.rule.precedence === 2 && best < 2 && !spots.has(addressOf(judged.draft))) heads.push(judged)
  const also = heads.map(() => new Set<string>())
  for (const judged of list) {
    if (heads.includes(judged)) continue
    const nearest = heads.reduce((at, head, i) => (distance(head, judged) < distance(heads[at] ?? head, judged) ? i : at), 0)
    also[nearest]?.add(judged.variant.id)
  }
  return heads.map((judged, i) => ({ ...judged, also: [...(also[i] ?? [])].filter(id => id !== judged.variant.id).sort() }))
}

function distance(a: Judged, b: Judged): number {
  return Math.abs(a.draft.view - b.draft.view)
}

/** The provider's wording with its places and values filled in. */
export function saysOf(judged: Judged): string {
  const [message, block] = positionOf(judged.draft)
  const values: Record<string, string | number> = { N: message, M: Math.max(block, 0), ...judged.draft.data }
  return judged.variant.says.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
}

export function mendOf(judged: Judged, mends: readonly Mend[], formatVersion: string | null): string | null {
  const mend = mends.find(one => one.rules.includes(judged.variant.id) && one.appliesTo(formatVersion))
  return mend ? `${mend.agent} (${mend.versions})` : null
}

/** Index of the finding that this provider would name first, or -1: by its order of checks, then position. */
export function firstNamed(list: readonly Merged[], isMended: (judged: Judged) => boolean): number {
  let first = -1
  list.forEach((judged, i) => {
    if (severityOf(judged) !== 'rejects' || isMended(judged)) return
    const best = list[first]
    if (!best || judged.rule.stage < best.rule.stage || (judged.rule.stage === best.rule.stage && inOrder(judged, best) < 0)) first = i
  })
  return first
}
