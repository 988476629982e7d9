/**
 * A provider's request as rules see it: messages and blocks with the address they came from and the path they have in
 * the body. Paths are numbers until somebody asks for the text of one.
 */

import type { Address } from '../session/model'
import type { BlockHead, SystemBlock, ToolDeclaration } from '../session/session'
import type { WorkingMessage } from '../session/working-set'

/**
 * Where a block stands in its message:
 * `part` → content.N · `whole` → content is this one string · `call` → tool_calls.N · `function` → function_call ·
 * `message` → the message is this block (role tool) · `reasoning` → reasoning_content.
 */
export type Slot = 'part' | 'whole' | 'call' | 'function' | 'message' | 'reasoning'

export interface RequestBlock {
  readonly head: BlockHead
  readonly address: Address
  readonly slot: Slot
  readonly place: number
  /** Index of its message in the body that is sent. */
  readonly sent: number
  /** Index of its message in the provider's merged view; set when the view takes it. */
  view: number
  /** Position among the blocks of the merged message; set when the view takes it. */
  viewPlace: number
}

export interface RequestMessage {
  readonly role: string
  readonly flags: number
  readonly blocks: readonly RequestBlock[]
  readonly sent: number
  /** Working-set messages that it was made of, in order. */
  readonly origins: readonly WorkingMessage[]
}

/** Same-role neighbours as the provider joins them. With no merging, one for each message sent. */
export interface ViewMessage {
  readonly role: string
  readonly blocks: readonly RequestBlock[]
  readonly sent: readonly RequestMessage[]
  /** Position in the view. */
  readonly view: number
  /** View position of the user message that began this turn (not only results); -1 before the first. */
  readonly turnStart: number
}

/** Something of the session that the wire cannot say. */
export interface Conversion {
  readonly at: Address
  readonly what: string
}

export interface RequestFacts {
  readonly system: readonly SystemBlock[] | null
  readonly tools: readonly ToolDeclaration[] | null
  readonly model: string | null
  readonly window: number | null
  readonly params: Readonly<Record<string, unknown>>
  /** Call ids whose other half the file cannot show. */
  readonly unpairable: ReadonlySet<string>
  /** True for a body that is checked as it stands; false for a log, which leaves things out. */
  readonly isBody: boolean
}

/** Dotted path of a block in the body that is sent. */
export function blockPath(block: RequestBlock): string {
  const message = `messages.${block.sent}`
  if (block.slot === 'part') return `${message}.content.${block.place}`
  if (block.slot === 'whole') return `${message}.content`
  if (block.slot === 'call') return `${message}.tool_calls.${block.place}`
  if (block.slot === 'function') return `${message}.function_call`
  return block.slot === 'reasoning' ? `${message}.reasoning_content` : message
}

/** Path of a block in the form in which same-role neighbours are joined. */
export function mergedPath(block: RequestBlock): string {
  return `messages.${block.view}.content.${block.viewPlace}`
}

export function messagePath(message: RequestMessage): string {
  return `messages.${message.sent}`
}
