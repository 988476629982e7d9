/**
 * Which working sets a list of edits acts on. Edits name record blocks, not a branch or a moment: most are of the next
 * request of the active branch, some of another branch, some of what stood before a compaction. Each edit is applied
 * to the first of these that takes it; what nobody takes is refused.
 */

import { Refusal } from '../../base/result'
import { applyEdits } from '../../edits/apply'
import type { Edit } from '../../edits/edit'
import { END, type Moment } from '../../session/moment'
import type { Session } from '../../session/session'
import type { WorkingSet } from '../../session/working-set'
import { placeOf } from './moments'
import { claudeWorkingSet, pathOf } from './working-set'

export interface Context {
  /** Rows of the chain from the newest boundary down, as the reader orders them. */
  readonly path: readonly number[]
  readonly isActive: boolean
  readonly before: WorkingSet
  readonly after: WorkingSet
  readonly edits: readonly Edit[]
}

export function* contextsOf(session: Session, edits: readonly Edit[]): Generator<Context> {
  let left = edits
  for (const { moment, branch } of placesOf(session)) {
    if (left.length === 0) return
    const before = claudeWorkingSet(session, moment, { branch })
    const { taken, after } = whatApplies(before, left)
    if (taken.length === 0) continue
    const done = new Set(taken)
    left = left.filter(edit => !done.has(edit))
    yield {
      path: pathOf(session, placeOf(session, moment, branch)),
      isActive: moment.kind === 'end' && branch === 0,
      before,
      after,
      edits: taken,
    }
  }
  const [first] = left
  if (!first) return
  const message = `The edit ${first.op} of ${first.at} fits no branch of this session.`
  throw new Refusal({ code: 'edit-refused', message, facts: { op: first.op, at: first.at } })
}

function placesOf(session: Session): { readonly moment: Moment; readonly branch: number }[] {
  const ends = Array.from({ length: Math.max(session.facts.branches, 1) }, (_, branch) => ({ moment: END, branch }))
  const cuts = session.facts.boundaries.map((_, number) => ({ moment: { kind: 'boundary', number, before: true } as const, branch: 0 }))
  return [...ends, ...cuts.reverse()]
}

function whatApplies(before: WorkingSet, edits: readonly Edit[]): { taken: readonly Edit[]; after: WorkingSet } {
  const known = new Set(before.messages.map(message => message.address))
  let taken = edits.filter(edit => isHere(edit, known))
  for (;;) {
    if (taken.length === 0) return { taken, after: before }
    const applied = applyEdits(before, taken)
    if (applied.ok) return { taken, after: applied.value }
    taken = taken.toSpliced(Number(applied.fault.facts.edit), 1)
  }
}

/** Saves trying edits of messages that are not here; the applier has the last word. */
function isHere(edit: Edit, known: ReadonlySet<string>): boolean {
  if (edit.op === 'insert-block' || edit.op === 'insert-message' || edit.op === 'restore') return true
  return /^n\d/.test(edit.at) || known.has(edit.at.replace(/\.b\d+$/, ''))
}
