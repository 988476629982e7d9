/**
 * How a fault came about, as far as the file shows: C1 cut from the front, C2 cut by a compaction, C6 interrupted call,
 * C7 parallel results apart, C9 another branch or a resume, C12 written twice, C14 something put in between.
 * Null means that it cannot be told.
 */

import type { Assembly } from '../request/assembly'
import type { BlockHead, Session } from '../session/session'
import type { WorkingSet } from '../session/working-set'
import { addressOf, type Cause, isBlock, type Merged } from './findings'
import { LAST_OF_PAIRS } from './rule'

type Evidence = Cause['evidence'][number]

const lookups = new WeakMap<Session, Map<string, BlockHead[]>>()

export function causeOf(judged: Merged, working: WorkingSet, assembly: Assembly): Cause | null {
  const id = judged.draft.data.id
  const { precedence } = judged.rule
  if (precedence > LAST_OF_PAIRS || typeof id !== 'string') return null
  if (precedence === 1) return twice(judged, working, id)
  if (precedence === 3) return apart(judged, assembly)
  return precedence === 4 ? missing(judged, working, assembly, id) : null
}

function cause(code: Cause['code'], evidence: readonly Evidence[], boundary: number | null = null): Cause {
  return { code, boundary, evidence }
}

function twice(judged: Merged, working: WorkingSet, id: string): Cause | null {
  const others = blocksWith(working.session, id).filter(block => block.address !== addressOf(judged.draft) && kindOf(judged) === block.kind)
  const first = others[0]
  return first ? cause('C12', [{ address: first.address, why: `the id ${id} was written here too` }]) : null
}

function kindOf(judged: Merged): string | null {
  const { spot } = judged.draft
  return spot !== 'request' && isBlock(spot) ? spot.head.kind : null
}

/** The pair is there, but something stands between, or parallel results came apart. */
function apart(judged: Merged, assembly: Assembly): Cause | null {
  const { spot, view } = judged.draft
  const between = assembly.view[view]?.sent.flatMap(message => message.origins).find(origin => origin.synthetic !== null)
  const next = assembly.view[view + 1]?.sent.flatMap(message => message.origins).find(origin => origin.synthetic !== null)
  const injected = between ?? next
  if (injected) return cause('C14', [{ address: injected.address, why: `the agent put this in (${injected.synthetic})` }])
  if (judged.rule.id === 'results-split')
    return cause('C7', [{ address: addressOf(judged.draft), why: 'results of one set of parallel calls stand in several messages' }])
  const text = spot !== 'request' && judged.draft.other ? judged.draft.other : null
  return text ? cause('C14', [{ address: text, why: 'the partner stands further on, with other messages between' }]) : null
}

function missing(judged: Merged, working: WorkingSet, assembly: Assembly, id: string): Cause | null {
  const wanted = kindOf(judged) === 'result' ? 'call' : 'result'
  const partner = blocksWith(working.session, id).find(block => block.kind === wanted)
  if (partner) return elsewhere(judged, working, partner)
  if (wanted === 'result') return interrupted(judged, assembly)
  const isFirst = assembly.view.slice(0, judged.draft.view).every(message => message.role === 'system' || message.role === 'developer')
  if (isFirst && working.session.facts.isBody)
    return cause('C1', [
      { address: addressOf(judged.draft), why: 'the list begins with a result: what held its call was cut off in front' },
    ])
  const summary = assembly.view[0]?.sent[0]?.origins.find(origin => origin.synthetic === 'continuation')
  if (isFirst && summary)
    return cause('C2', [{ address: summary.address, why: 'the result stands right behind a summary' }], lastBoundary(working))
  return null
}

/** The partner is in the record, but not in what is sent. */
function elsewhere(judged: Merged, working: WorkingSet, partner: BlockHead): Cause | null {
  const session = working.session
  const here = session.findMessage(addressOf(judged.draft))
  const there = session.findMessage(partner.address)
  const [first, last] = here < there ? [here, there] : [there, here]
  const number = (index: number) => session.columns.messageNumber[index] ?? -1
  const cut = session.facts.boundaries.findLastIndex(
    boundary => boundary.kind !== 'clear' && boundary.at > number(there) && !isSent(working, there),
  )
  if (cut >= 0) {
    const boundary = session.facts.boundaries[cut]
    const kept = boundary?.kept.some(address => session.findMessage(address) === here)
      ? [{ address: addressOf(judged.draft), why: 'the compaction kept this one' }]
      : []
    return cause(
      'C2',
      [
        { address: partner.address, why: 'its partner stands here, before the compaction' },
        { address: `k${cut}`, why: 'this compaction left the partner out' },
        ...kept,
      ],
      cut,
    )
  }
  if (first >= 0 && last >= 0 && !isSent(working, there)) {
    return cause('C9', [{ address: partner.address, why: 'its partner stands on another branch of the session' }])
  }
  return null
}

const sentMessages = new WeakMap<WorkingSet, ReadonlySet<number>>()

/** Whether a message of the record is part of the working set. */
function isSent(working: WorkingSet, index: number): boolean {
  let sent = sentMessages.get(working)
  if (!sent) {
    sent = new Set(working.messages.map(message => message.index))
    sentMessages.set(working, sent)
  }
  return sent.has(index)
}

/** A call that nothing answers: something else came in its place. */
function interrupted(judged: Merged, assembly: Assembly): Cause | null {
  const next = assembly.view[judged.draft.view + 1]
  const origin = next?.sent[0]?.origins[0]
  if (!origin)
    return cause('C6', [
      { address: addressOf(judged.draft), why: 'nothing follows the call: it was cut off before its result was written' },
    ])
  const others = next.blocks.some(block => block.head.kind === 'result')
  if (others) return cause('C7', [{ address: origin.address, why: 'only some of the parallel calls were answered here' }])
  const how = origin.synthetic === 'interrupted' ? 'the person interrupted the call here' : 'the conversation went on here without a result'
  return cause('C6', [{ address: origin.address, why: how }])
}

function lastBoundary(working: WorkingSet): number | null {
  const count = working.session.facts.boundaries.length
  return count > 0 ? count - 1 : null
}

/** All calls and results of the record with an id; made once for a session. */
function blocksWith(session: Session, id: string): readonly BlockHead[] {
  let lookup = lookups.get(session)
  if (!lookup) {
    lookup = new Map()
    for (let b = 0; b < session.blockCount; b++) {
      if ((session.columns.blockCall[b] ?? -1) < 0) continue
      const head = session.block(b)
      const list = lookup.get(head.callId ?? '')
      if (list) list.push(head)
      else lookup.set(head.callId ?? '', [head])
    }
    lookups.set(session, lookup)
  }
  return lookup.get(id) ?? []
}
