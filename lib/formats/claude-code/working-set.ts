/**
 * What Claude Code would send at a moment: the path from the newest boundary down to the place of the moment, in the
 * order it was said, without error lines. System prompt and tools are not in its logs.
 */

import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { Address } from '../../session/model'
import type { Moment } from '../../session/moment'
import type { Session } from '../../session/session'
import type { WorkingMessage, WorkingSet } from '../../session/working-set'
import type { MomentOptions } from '../format'
import { goesOn, type Place, placeOf } from './moments'
import { KIND, KIND_MASK, LINE } from './record-types'
import { pathTo, treeOf } from './tree'
import { WorkingList } from './working-list'

export function claudeWorkingSet(session: Session, moment: Moment, options: MomentOptions = {}): WorkingSet {
  const place = placeOf(session, moment, options.branch ?? 0)
  const path = pathOf(session, place)
  const list = listOf(session, path)
  const messages = list.messages()
  return {
    session,
    moment,
    complete: list.why === null,
    why: list.why,
    messages,
    system: null,
    tools: null,
    pending: moment.kind === 'end' ? pendingCalls(session, path, messages) : [],
  }
}

/** The list at a place, with nothing remembered from another. */
export function listOf(session: Session, path: readonly number[]): WorkingList {
  const list = new WorkingList(session)
  for (const row of path) list.push(row)
  return list
}

export function pathOf(session: Session, { row, limit }: Place): number[] {
  const path = pathTo(treeOf(session), session.columns, row)
  return path.filter(step => step < limit)
}

/**
 * Calls that the agent has still to run: those of the last response when nothing but results of it follows. A prompt or
 * an error line after a call means that the agent went on without the result.
 */
function pendingCalls(session: Session, path: readonly number[], messages: readonly WorkingMessage[]): Address[] {
  const open = new Set<number>()
  for (let i = path.length - 1; i >= 0; i--) {
    const row = path[i] ?? -1
    const flags = session.columns.lineFlags[row] ?? 0
    const kind = flags & KIND_MASK
    if ((flags & LINE.apiError) !== 0) break
    if (kind === KIND.assistant) {
      open.add(session.columns.lineMessage[row] ?? -1)
      const above = path[i - 1] ?? -1
      const isSame = above >= 0 && session.columns.lineMessage[above] === session.columns.lineMessage[row]
      if (!isSame && !goesOn(session, row, above)) break
    } else if (open.size > 0 || (kind === KIND.user && (flags & LINE.results) === 0) || (flags & LINE.cut) !== 0) break
  }
  const answered = new Set(messages.flatMap(message => message.blocks.filter(block => block.kind === 'result').map(block => block.callId)))
  return messages
    .filter(message => open.has(message.index) && (message.flags & M.syntheticModel) === 0)
    .flatMap(message => message.blocks)
    .filter(block => block.kind === 'call' && !answered.has(block.callId))
    .map(block => block.address)
}
