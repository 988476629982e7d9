/** Blocks and messages of an Anthropic body as JSON text, for writing edits back. */

import { blockValue } from '../../session/anthropic-value'
import { BLOCK_FLAGS, has, MESSAGE_FLAGS } from '../../session/flags'
import type { BlockWriter } from '../body-write'

export const blockWriter: BlockWriter = {
  blockText: block => JSON.stringify(blockValue(block)),
  fields: (message, textOf) => {
    const only = message.blocks[0]
    if (message.blocks.length === 1 && only && has(only.flags, BLOCK_FLAGS.wholeContent) && only.content === undefined)
      return { content: textOf(only) }
    if (message.blocks.length === 0 && has(message.flags, MESSAGE_FLAGS.contentEmptyString)) return { content: '""' }
    // A string content that got company becomes a text block.
    const texts = message.blocks.map(block =>
      has(block.flags, BLOCK_FLAGS.wholeContent) && block.content === undefined ? `{"type":"text","text":${textOf(block)}}` : textOf(block),
    )
    return { content: `[${texts.join(',')}]` }
  },
}
