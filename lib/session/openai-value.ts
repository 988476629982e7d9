/** The OpenAI Chat spelling of a block. */

import type { Block } from './model'

/** A content part, or a call, as Chat Completions writes it. */
export function partValue(block: Block): unknown {
  if (block.kind === 'text') return { type: 'text', text: block.text }
  if (block.kind === 'call')
    return {
      id: block.id,
      type: 'function',
      function: { name: block.name, arguments: block.rawInput ?? JSON.stringify(block.input ?? {}) },
    }
  if (block.kind === 'other') return block.raw
  return { type: 'text', text: `[${block.kind}]` }
}
