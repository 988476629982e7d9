/** The way out when thinking of the latest turn cannot be sent as it was returned: all of it goes, and the turn ends. */

import type { Edit } from '../edits/edit'
import type { RequestBlock } from '../request/request'
import { closeTurn, takeOut } from './plans'
import type { RepairContext } from './rule'
import { isThinking, latestTurn, openTurn } from './shared'

/** Edits that take all thinking of the latest turn out, other blocks with it; empty when there is no such turn. */
export function dropTurnThinking(context: RepairContext, reason: string, others: readonly RequestBlock[] = []): Edit[] {
  const turn = latestTurn(context.assembly)
  if (turn.length === 0) return []
  const removed = turn
    .flatMap(message => message.sent)
    .flatMap(sent => {
      const blocks = sent.blocks.filter(block => isThinking(block) || others.includes(block))
      return blocks.length > 0 ? takeOut(context, blocks, reason) : []
    })
  return openTurn(context.assembly).length > 0 ? [...removed, ...closeTurn(context)] : removed
}
