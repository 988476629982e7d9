/** Two results for one call: which one stays. */

import type { RequestBlock } from '../request/request'
import { BLOCK_FLAGS, has } from '../session/flags'
import type { Address, Block } from '../session/model'
import { type ResultBlock, replaceBlock, resultBody, takeOut, textOfPart } from './plans'
import type { RepairContext, RepairPlan } from './rule'

/** Words that agents write into a result that they made up. */
const MADE_UP = /no result|interrupted|aborted|cancell?ed|lost|synthetic/i

function rank(block: RequestBlock, body: ResultBlock): number {
  const text = plain(body)
  const isMadeUp = has(block.head.flags, BLOCK_FLAGS.syntheticResult) || (text.length < 200 && MADE_UP.test(text))
  return (isMadeUp ? 0 : 4) + (body.isError ? 0 : 2) + (text.length > 0 ? 1 : 0)
}

function plain(body: ResultBlock): string {
  return typeof body.content === 'string' ? body.content : body.content.map(textOfPart).join('\n')
}

/** Keeps the real result: not made up, no error, the longest. Joins the two when both carry data of their own. */
export function keepBest(context: RepairContext, second: RequestBlock, firstAddress: Address | null): RepairPlan[] {
  const first = context.assembly.resultsOf(second.head.callId ?? '').find(one => one.address === firstAddress)
  if (!first) return []
  const bodies = [resultBody(context, first), resultBody(context, second)] as const
  const ranks = [rank(first, bodies[0]), rank(second, bodies[1])] as const
  const texts = [plain(bodies[0]), plain(bodies[1])] as const
  const isSecond = ranks[1] > ranks[0] || (ranks[1] === ranks[0] && texts[1].length > texts[0].length)
  const isPlain = ranks[0] !== ranks[1] || texts[0] === texts[1]
  const dropped = takeOut(context, [isSecond ? first : second], 'one call has one result')
  const keep: RepairPlan = {
    id: 'keep-best',
    title: `Keep the ${isSecond ? 'second' : 'first'} result`,
    loses: isPlain ? 'nothing: the other one says no more' : 'what the other result says',
    loss: isPlain ? 0 : 2,
    edits: dropped,
  }
  return isPlain ? [keep] : [joinResults(context, first, second, bodies), keep]
}

function joinResults(
  context: RepairContext,
  first: RequestBlock,
  second: RequestBlock,
  bodies: readonly [ResultBlock, ResultBlock],
): RepairPlan {
  const content: Block[] = bodies.flatMap(({ content }) =>
    typeof content === 'string' ? [{ kind: 'text', text: content } as const] : content,
  )
  const joined: ResultBlock = { ...bodies[0], content: content.filter(part => part.kind !== 'text' || part.text !== '') }
  const reason = 'one call has one result'
  const edits = [replaceBlock(context, first, joined, reason), ...takeOut(context, [second], reason)]
  return { id: 'join-results', title: 'Join the two results', loses: 'nothing', loss: 0, edits }
}
