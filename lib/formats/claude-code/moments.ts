/** Where a moment lies in the tree: the row whose path is sent, and the row before which the request was made. */

import { Refusal } from '../../base/result'
import { type Moment, printMoment } from '../../session/moment'
import type { Session } from '../../session/session'
import { nativeOf } from './native'
import { KIND, KIND_MASK, LINE } from './record-types'
import { type Tree, treeOf } from './tree'

export interface Place {
  /** -1: nothing was said before. */
  readonly row: number
  /** Rows from here on did not exist yet. */
  readonly limit: number
}

export function placeOf(session: Session, moment: Moment, branch: number): Place {
  if (moment.kind === 'end') return { row: leafOf(session, branch), limit: Number.POSITIVE_INFINITY }
  if (moment.kind === 'message') return beforeMessage(session, moment)
  const boundary = nativeOf(session.facts).boundaries[moment.number]
  if (!boundary) throw refusal(session, moment, `it has ${session.facts.boundaries.length} boundaries`)
  const row = moment.before ? (treeOf(session).up[boundary.row] ?? -1) : boundary.row
  return { row, limit: moment.before ? boundary.row : boundary.row + 1 }
}

/** The row at which the request of a response was made: that of its first line, also where a log holds no ids. */
export function requestRow(session: Session, tree: Tree, message: number): number {
  let row = session.columns.messageFirstLine[message] ?? -1
  for (let above = tree.up[row] ?? -1; goesOn(session, row, above); above = tree.up[row] ?? -1) row = above
  return row
}

/** True for a line without id that goes on with the response of the line above it. */
export function goesOn(session: Session, row: number, above: number): boolean {
  if (row < 0 || above < 0) return false
  const { lineFlags } = session.columns
  const wanted = KIND.assistant | LINE.noId
  const mask = KIND_MASK | LINE.noId | LINE.apiError
  return ((lineFlags[row] ?? 0) & mask) === wanted && ((lineFlags[above] ?? 0) & mask) === wanted
}

function leafOf(session: Session, branch: number): number {
  const { leaves } = treeOf(session)
  const leaf = leaves[branch]
  if (leaf !== undefined) return leaf
  if (branch === 0) return -1
  throw new Refusal({
    code: 'bad-branch',
    message: `There is no branch ${branch}: this session has ${leaves.length}, counted from 0.`,
    facts: { branch, branches: leaves.length },
  })
}

function beforeMessage(session: Session, moment: Moment & { readonly kind: 'message' }): Place {
  const message = session.indexOfNumber(moment.number)
  if (message < 0) throw refusal(session, moment, `it has ${session.messageCount} messages, counted from 0`)
  if (session.message(message).role !== 'assistant') throw refusal(session, moment, 'no request produced this message, a user said it')
  const tree = treeOf(session)
  const row = requestRow(session, tree, message)
  return { row: tree.up[row] ?? -1, limit: row }
}

function refusal(session: Session, moment: Moment, why: string): Refusal {
  const name = printMoment(moment, session.agent)
  return new Refusal({ code: 'bad-moment', message: `This session has no moment ${name}: ${why}.`, facts: { moment: name } })
}
