/**
 * What an agent would send at a moment: record messages and messages that a boundary owns, by the agent's own
 * rules, with the blocks that lie on this branch. Edits act on it; a request is made of it.
 */

import type { Address, Incomplete, Role } from './model'
import type { Moment } from './moment'
import type { BlockHead, MessageHead, Session, SystemBlock, ToolDeclaration } from './session'

export interface WorkingMessage {
  readonly address: Address
  readonly role: Role
  readonly rawRole: string
  readonly flags: number
  readonly synthetic: string | null
  readonly blocks: readonly BlockHead[]
  /** Position in the record; -1 for a message that an edit made. */
  readonly index: number
}

export interface WorkingSet {
  readonly session: Session
  readonly moment: Moment
  readonly complete: boolean
  readonly why: Incomplete | null
  readonly messages: readonly WorkingMessage[]
  readonly system: readonly SystemBlock[] | null
  readonly tools: readonly ToolDeclaration[] | null
  /** Top-level parameters that a repair changed; the session's own otherwise. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Calls that the agent has still to run; only at `end` of a session. */
  readonly pending: readonly Address[]
}

export function workingMessage(session: Session, index: number, blocks?: readonly BlockHead[]): WorkingMessage {
  const head: MessageHead = session.message(index)
  return {
    address: head.address,
    role: head.role,
    rawRole: head.rawRole,
    flags: head.flags,
    synthetic: head.synthetic,
    blocks: blocks ?? session.blocksOf(index),
    index,
  }
}

/** A user message that a person typed: not synthetic and not only results. */
export function isRealUserTurn(message: Pick<WorkingMessage, 'role' | 'synthetic' | 'blocks'>): boolean {
  if (message.role !== 'user' || message.synthetic !== null) return false
  return message.blocks.length === 0 || message.blocks.some(block => block.kind !== 'result')
}

/**
 * One moment after another, as a difference to the one before: the list at this moment is the first `keep` messages
 * of the list before, then `add`. So a walk over all moments costs as much as the session is long.
 */
export interface MomentStep {
  readonly at: Moment
  readonly complete: boolean
  readonly why: Incomplete | null
  readonly keep: number
  readonly add: readonly WorkingMessage[]
  /** The provider that answered this request, when the file shows it. */
  readonly answered: string | null
}
