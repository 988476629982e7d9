/**
 * Edits are values on a working set: they name what they change by address, keep the text after, and the size and hash
 * of the text before (the record has the text itself). Stages and repairs only plan them; `apply` is the one applier.
 *
 *   m4 [call t1]   m5 [result t1]        remove-block m5.b0
 *   m4 [call t1]   m5 []
 */

import type { Address, Block, Role } from '../session/model'

/** Size and hash of what stood there, so that an inverse can be checked. */
export interface Before {
  readonly bytes: number
  readonly hash: string
}

/** Where something is put: beside an address, or at an end of what holds it. */
export type Place = { readonly before: Address } | { readonly after: Address } | 'start' | 'end'

export type Edit =
  | { readonly op: 'replace-block'; readonly at: Address; readonly block: Block; readonly before: Before; readonly reason: string }
  | { readonly op: 'remove-block'; readonly at: Address; readonly before: Before; readonly reason: string }
  | {
      readonly op: 'insert-block'
      /** Address of the new block, `n3`. */
      readonly at: Address
      /** The message it goes into. */
      readonly into: Address
      readonly place: Place
      readonly block: Block
      /** The block this one is a copy of, when it was moved. */
      readonly from?: Address
      readonly reason: string
    }
  | { readonly op: 'remove-messages'; readonly at: Address; readonly to: Address; readonly before: Before; readonly reason: string }
  | {
      readonly op: 'insert-message'
      /** Address of the new message, `n3`. */
      readonly at: Address
      readonly place: Place
      readonly role: Role
      readonly synthetic: string | null
      readonly blocks: readonly Block[]
      readonly reason: string
    }
  | { readonly op: 'join-messages'; readonly at: Address; readonly into: Address; readonly reason: string }
  /** Puts back what an earlier edit of the chain took away: a block or message of the record, unchanged. */
  | { readonly op: 'restore'; readonly at: Address; readonly place: Place; readonly into: Address | null; readonly reason: string }

export type EditOp = Edit['op']
