/**
 * Anthropic: the thinking blocks of the open turn are not what the model returned: one was edited or left out, or
 * something was put between two of them.
 * Source of truth: api/errors "common validation errors", thinking troubleshooting; claude-code#63203, #63404, #25361.
 * Not seen from a file: what the model returned. Seen here: what edits did, and what the record holds beside the request.
 */

import type { Edit } from '../../edits/edit'
import type { RequestBlock, RequestMessage, ViewMessage } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import type { BlockHead, Session } from '../../session/session'
import { spotBlock } from '../pair-plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isThinking, lastView, latestTurn, variant } from '../shared'
import { dropTurnThinking } from '../thinking-plans'

const DROPPED = 'anthropic-redacted-thinking-dropped'

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  if (!last) return
  for (const message of latestTurn(context.assembly)) {
    if (context.variant.id !== DROPPED) yield* edited(message, last.view)
    if (context.variant.id !== DROPPED) for (const sent of message.sent) yield* broughtTogether(context.session, sent, last.view)
    for (const sent of message.sent) yield* leftOut(context, sent, last.view)
  }
}

/** A block that an edit made has its content with it. */
function isMade(block: RequestBlock): boolean {
  return block.head.content !== undefined
}

function* edited(message: ViewMessage, view: number): Generator<Draft> {
  const thinking = message.blocks.filter(isThinking)
  const first = thinking[0]
  const last = thinking[thinking.length - 1]
  for (const block of message.blocks) {
    if (isThinking(block) && isMade(block)) yield draftAt(block, 'Thinking of the open turn was edited.', { view })
    const isBetween = first && last && block.viewPlace > first.viewPlace && block.viewPlace < last.viewPlace
    if (!isThinking(block) && isMade(block) && isBetween)
      yield draftAt(block, 'Something was put between two thinking blocks of the open turn.', { view })
  }
}

/** Two thinking blocks that stand side by side now: what the model had put between them was taken out. */
function* broughtTogether(session: Session, sent: RequestMessage, view: number): Generator<Draft> {
  for (const [i, block] of sent.blocks.entries()) {
    const next = sent.blocks[i + 1]
    if (!next || !isThinking(block) || !isThinking(next) || block.head.index < 0 || next.head.index < 0) continue
    const between = next.head.index - block.head.index
    const isOneMessage = session.columns.blockMessage[block.head.index] === session.columns.blockMessage[next.head.index]
    if (isOneMessage && between > 1)
      yield draftAt(next, 'What stood between two thinking blocks of the latest turn was taken out.', { view })
  }
}

/** Thinking that the record holds and the request does not, while other thinking of the message is still there. */
function* leftOut(context: CheckContext, sent: RequestMessage, view: number): Generator<Draft> {
  const { session } = context
  const spot = sent.blocks.find(isThinking)
  if (session.facts.branches > 1 || !spot) return
  const lost = lostBlocks(session, sent).find(head => (head.kind === 'redacted') === (context.variant.id === DROPPED))
  if (lost) yield draftAt(spot, 'A thinking block of this message was left out.', { view, other: lost.address })
}

function lostBlocks(session: Session, sent: RequestMessage): BlockHead[] {
  const kept = new Set(sent.blocks.map(block => block.address))
  const heads = sent.origins.filter(origin => origin.index >= 0).flatMap(origin => session.blocksOf(origin.index))
  return heads.filter(
    head => (head.kind === 'thinking' || head.kind === 'redacted') && has(head.flags, BLOCK_FLAGS.signed) && !kept.has(head.address),
  )
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const spot = spotBlock(draft)
  if (!spot) return []
  const whole = restored(draft, spot, context)
  const edits = dropTurnThinking(context, 'thinking that cannot be vouched for')
  return [
    ...whole,
    {
      id: 'drop-turn-thinking',
      title: 'Remove all thinking of the open turn and begin a new one',
      loses: 'what was thought in this turn',
      loss: 2,
      edits,
    },
  ]
}

function restored(draft: Draft, spot: RequestBlock, context: RepairContext): RepairPlan[] {
  const sent = context.assembly.sent[spot.sent]
  const session = context.working.session
  if (!sent || draft.other === null) return []
  const edits = lostBlocks(session, sent).map((head): Edit => {
    const message = head.address.replace(/\.b\d+$/, '')
    const after = sent.blocks.find(block => block.head.index > head.index && block.address.startsWith(`${message}.`))
    return {
      op: 'restore',
      at: head.address,
      place: after ? { before: after.address } : 'start',
      into: message,
      reason: 'the record holds the block',
    }
  })
  return [{ id: 'restore-thinking', title: 'Put the thinking back as the record holds it', loses: 'nothing', loss: 0, edits }]
}

const SAYS =
  'messages.{N}.content.{M}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.'

export const thinkingAltered: Rule = {
  id: 'thinking-altered',
  title: 'Thinking of the open turn was changed',
  demands: 'Thinking of the open turn is sent back exactly as it was returned.',
  variants: [
    variant({
      id: 'anthropic-thinking-modified',
      profile: 'anthropic',
      severity: 'rejects',
      says: SAYS,
      confidence: 'doc',
      sources: [
        'platform.claude.com api/errors',
        'claude-code#63203',
        'claude-code#63221',
        'claude-code#63404',
        'claude-code#25361',
        'llxprt-code#1653',
      ],
    }),
    variant({
      id: DROPPED,
      profile: 'anthropic',
      severity: 'rejects',
      says: SAYS,
      confidence: 'doc',
      sources: ['platform.claude.com thinking (tip)', 'pi-mono#1665'],
    }),
  ],
  precedence: 9,
  stage: 6,
  causes: ['C5', 'C9', 'C11', 'C12', 'C13', 'C14'],
  check,
  repairs,
  unchecked: () => 'a file does not show what the model returned; only changes that edits made are seen',
  rejected: [],
  accepted: [
    {
      name: 'as it was returned',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [thinking "plan" sig=abc] [redacted "data"] [call t1 read {}]\nuser: [result t1 "a"]',
      params: { thinking: { type: 'enabled', budget_tokens: 2048 } },
    },
  ],
}
