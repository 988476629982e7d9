/** Where a fault first appears: the first refused request, the last one that a provider answered before it, and what lies between. */

import { has, MESSAGE_FLAGS } from '../session/flags'
import type { Session } from '../session/session'
import type { MomentChecked } from '../validity/moments'
import type { FirstAppearance } from './models'

const MOST_LISTED = 50

export function firstAppearanceOf(
  session: Session,
  moments: readonly MomentChecked[],
  first: { readonly at: string; readonly rule: string } | null,
): FirstAppearance | null {
  if (!first) return null
  const [agent, number] = placeOf(first.at)
  const owner = agent === session.agent ? session : (session.agents.find(one => one.agent === agent) ?? session)
  const end = number ?? owner.messageCount
  const answered = moments.findLast(moment => {
    const [who, place] = placeOf(moment.at)
    return moment.answered !== null && who === agent && place !== null && place < end
  })
  const between = happenings(owner, answered ? (placeOf(answered.at)[1] ?? -1) : -1, end)
  return { at: first.at, rule: first.rule, lastAnswered: answered?.at ?? null, between: between.slice(0, MOST_LISTED) }
}

function placeOf(at: string): [agent: string, number: number | null] {
  const parts = /^(?:(a\d+)\/)?(?:message:(\d+))?/.exec(at)
  return [parts?.[1] ?? '', parts?.[2] === undefined ? null : Number(parts[2])]
}

/** Compactions, errors and interruptions after message `from` and up to message `to`. */
function happenings(session: Session, from: number, to: number): FirstAppearance['between'] {
  const prefix = session.agent === '' ? '' : `${session.agent}/`
  const out: { at: string; what: string; place: number }[] = []
  session.facts.boundaries.forEach((boundary, i) => {
    const how = boundary.trigger === null ? '' : ` (${boundary.trigger})`
    if (boundary.at > from && boundary.at <= to) out.push({ at: `${prefix}k${i}`, what: `compaction${how}`, place: boundary.at - 0.5 })
  })
  for (const error of session.facts.errors) {
    const place = Number(/m(\d+)/.exec(error.at)?.[1] ?? -1)
    if (place > from && place <= to)
      out.push({ at: error.at, what: `error${error.status === null ? '' : ` ${error.status}`}: ${error.text.slice(0, 160)}`, place })
  }
  for (let place = Math.max(0, from + 1); place < to; place++) {
    const what = interruption(session, session.indexOfNumber(place))
    if (what !== null) out.push({ at: `${prefix}m${place}`, what, place })
  }
  return out.sort((a, b) => a.place - b.place).map(({ at, what }) => ({ at, what }))
}

function interruption(session: Session, index: number): string | null {
  if (index < 0) return null
  const message = session.message(index)
  if (has(message.flags, MESSAGE_FLAGS.aborted)) return 'a response that was cut off'
  return message.synthetic !== null && /interrupt/.test(message.synthetic) ? 'an interruption by the user' : null
}
