/** The Anthropic Messages spelling of a block: which kind a type is, and a block as the API writes it. */

import type { Block, BlockKind } from './model'

const KIND_OF_TYPE: Readonly<Record<string, BlockKind>> = {
  text: 'text',
  thinking: 'thinking',
  redacted_thinking: 'redacted',
  tool_use: 'call',
  tool_result: 'result',
  image: 'image',
  document: 'document',
  server_tool_use: 'serverCall',
  mcp_tool_use: 'serverCall',
  mcp_tool_result: 'serverResult',
  compaction: 'compaction',
}

export function kindOfType(type: unknown): BlockKind {
  if (typeof type !== 'string') return 'other'
  return KIND_OF_TYPE[type] ?? (type.endsWith('_tool_result') ? 'serverResult' : 'other')
}

/** A block as the Messages API writes it. */
export function blockValue(block: Block): unknown {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'thinking':
      return { type: 'thinking', thinking: block.text, ...(block.signature === undefined ? {} : { signature: block.signature }) }
    case 'redacted':
      return { type: 'redacted_thinking', data: block.data }
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input }
    case 'serverCall':
      return { type: 'server_tool_use', id: block.id, name: block.name, input: block.input }
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: block.callId,
        content: typeof block.content === 'string' ? block.content : block.content.map(blockValue),
        ...(block.isError ? { is_error: true } : {}),
      }
    case 'compaction':
      return { type: 'compaction', content: block.text ?? null }
    case 'other':
      return block.raw
    case 'serverResult':
      return { type: 'tool_result', tool_use_id: block.callId, content: block.content }
    default:
      return { type: 'text', text: `[${block.kind}${block.mediaType ? ` ${block.mediaType}` : ''}]` }
  }
}
