/**
 * The messages of the record that belong to one branch, in file order. What lies only on other branches is left out;
 * what lies before the last compaction and on no branch's working set stays, since it is on the way of all of them.
 */
import { workingSetAt } from '../export/check'
import { END } from '../session/moment'
import type { BlockHead, Session } from '../session/session'
import { type WorkingMessage, workingMessage } from '../session/working-set'

/** Each branch costs a working set; with more than this, everything is shown. */
const MOST_BRANCHES = 200

export function recordMessages(session: Session, branch: number): WorkingMessage[] {
  const { branches } = session.facts
  const hidden = branches > 1 && branches <= MOST_BRANCHES ? hiddenBlocks(session, branch) : null
  const out: WorkingMessage[] = []
  for (let i = 0; i < session.columns.messageCount; i++) {
    const message = workingMessage(session, i)
    const blocks = hidden ? message.blocks.filter(block => !hidden.has(block.index)) : message.blocks
    if (blocks.length > 0 || message.blocks.length === 0)
      out.push(blocks.length === message.blocks.length ? message : { ...message, blocks })
  }
  return out
}

function hiddenBlocks(session: Session, branch: number): Set<number> {
  const hidden = new Set<number>()
  for (let other = 0; other < session.facts.branches; other++) {
    if (other !== branch) for (const block of blocksAtEnd(session, other)) hidden.add(block.index)
  }
  for (const block of blocksAtEnd(session, branch)) hidden.delete(block.index)
  return hidden
}

function blocksAtEnd(session: Session, branch: number): BlockHead[] {
  return workingSetAt(session, END, branch).messages.flatMap(message => message.blocks)
}
