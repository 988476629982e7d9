/**
 * When a fault came into the session: the first request that held it, the last one before it that a provider answered,
 * and what stands between the two. Usually that names the step that broke the history.
 */

import type { Address } from '../session/model'
import { parseMoment } from '../session/moment'
import type { Session } from '../session/session'
import type { MomentChecked } from '../validity/moments'

export interface Appearance {
  readonly at: string
  readonly rule: string
  readonly lastAnswered: string | null
  readonly between: readonly { readonly at: Address; readonly what: string }[]
}

/** Null when no recorded request held it: then it appears with the next one, at `end`. */
export function firstAppearance(session: Session, moments: readonly MomentChecked[], rule: string, at: Address): Appearance | null {
  const own = moments.filter(moment => (parseMoment(moment.at)?.agent ?? '') === session.agent)
  const found = own.findIndex(moment => moment.rejects.some(reject => reject.rule === rule && reject.at === at))
  const first = own[found]
  if (!first) return null
  const answered = own.slice(0, found).findLast(moment => moment.answered !== null)
  return { at: first.at, rule, lastAnswered: answered?.at ?? null, between: between(session, numberOf(answered?.at), numberOf(first.at)) }
}

function numberOf(moment: string | undefined): number {
  const parsed = moment === undefined ? null : parseMoment(moment)
  return parsed?.moment.kind === 'message' ? parsed.moment.number : 0
}

/** Compactions, recorded errors and what the agent put in itself, from message `from` up to message `to`. */
function between(session: Session, from: number, to: number): Appearance['between'] {
  const prefix = session.agent === '' ? '' : `${session.agent}/`
  const cuts = session.facts.boundaries.flatMap((boundary, i) => {
    if (boundary.at <= from || boundary.at > to) return []
    return [
      {
        number: boundary.at,
        at: `${prefix}k${i}`,
        what: `a recorded compaction (${[boundary.kind, boundary.trigger].filter(Boolean).join(', ')})`,
      },
    ]
  })
  const errors = session.facts.errors.flatMap(error => {
    const number = Number(/m(\d+)$/.exec(error.at)?.[1] ?? -1)
    return number > from && number <= to ? [{ number, at: error.at, what: 'a recorded error' }] : []
  })
  return [...cuts, ...errors, ...insertions(session, from, to)]
    .sort((a, b) => a.number - b.number || (a.at < b.at ? -1 : 1))
    .map(({ at, what }) => ({ at, what }))
}

const MOST_INSERTIONS = 20

function insertions(session: Session, from: number, to: number): { number: number; at: Address; what: string }[] {
  const out: { number: number; at: Address; what: string }[] = []
  for (let number = from + 1; number < to && out.length < MOST_INSERTIONS; number++) {
    const head = session.message(session.indexOfNumber(number))
    if (head.synthetic !== null) out.push({ number, at: head.address, what: `written by the agent (${head.synthetic})` })
  }
  return out
}
