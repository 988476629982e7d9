/**
 * What edits changed, block by block. Neighbours of one role are one message when Claude Code sends them, so what counts
 * is the order of blocks and their roles, not which message of the working set holds them:
 *
 *   before   a  b  c  d         stays  a, d (d with new content)
 *   after    a  n  d' c         new    n behind a, c behind d (moved)       gone  b, c
 */

import type { Edit } from '../../edits/edit'
import type { Address } from '../../session/model'
import type { BlockHead } from '../../session/session'
import type { WorkingMessage, WorkingSet } from '../../session/working-set'

/** A block of the working set after. `was` is the same block before, when it stays where it is. */
export interface Item {
  readonly head: BlockHead
  readonly message: WorkingMessage
  readonly was: BlockHead | null
}

export interface Difference {
  readonly items: readonly Item[]
  readonly gone: readonly BlockHead[]
  /** Messages without any block that were taken away. */
  readonly goneEmpty: readonly WorkingMessage[]
}

interface Old {
  readonly head: BlockHead
  readonly message: WorkingMessage
  readonly place: number
}

/** `mayStay` says whether a block can be changed where it is. */
export type MayStay = (before: BlockHead, after: BlockHead) => boolean

export function differenceOf(before: WorkingSet, after: WorkingSet, edits: readonly Edit[], mayStay: MayStay): Difference {
  const old = new Map<Address, Old>()
  for (const message of before.messages) for (const head of message.blocks) old.set(head.address, { head, message, place: old.size })
  const items = after.messages.flatMap(message => message.blocks.map(head => ({ head, message, was: old.get(head.address) ?? null })))
  const stays = stayingOf(items, looseOf(before, edits), mayStay)
  const kept = new Set(items.filter((_, i) => stays[i]).map(item => item.head.address))
  const present = new Set(after.messages.map(message => message.address))
  return {
    items: items.map(({ head, message, was }, i) => ({ head, message, was: stays[i] ? (was?.head ?? null) : null })),
    gone: [...old.values()].filter(({ head }) => !kept.has(head.address)).map(({ head }) => head),
    goneEmpty: before.messages.filter(message => message.blocks.length === 0 && message.index >= 0 && !present.has(message.address)),
  }
}

/** Blocks that an edit may have put elsewhere; all others keep their order. */
function looseOf(before: WorkingSet, edits: readonly Edit[]): ReadonlySet<Address> {
  const moved = new Set(edits.flatMap(edit => (edit.op === 'restore' || edit.op === 'join-messages' ? [edit.at] : [])))
  const loose = new Set<Address>()
  if (moved.size === 0) return loose
  for (const message of before.messages) {
    for (const head of message.blocks) if (moved.has(message.address) || moved.has(head.address)) loose.add(head.address)
  }
  return loose
}

interface Found {
  readonly head: BlockHead
  readonly message: WorkingMessage
  readonly was: Old | null
}

/** A loose block stays when it still stands between the same neighbours. */
function stayingOf(items: readonly Found[], loose: ReadonlySet<Address>, mayStay: MayStay): boolean[] {
  const canStay = items.map(
    ({ head, message, was }) => was !== null && was.message.role === message.role && head.index >= 0 && mayStay(was.head, head),
  )
  const nextFirm: number[] = []
  let next = Number.POSITIVE_INFINITY
  for (let i = items.length - 1; i >= 0; i--) {
    nextFirm[i] = next
    const item = items[i]
    if (item?.was && canStay[i] && !loose.has(item.head.address)) next = item.was.place
  }
  let last = -1
  return items.map(({ head, was }, i) => {
    if (!was || !canStay[i] || was.place <= last) return false
    if (loose.has(head.address) && was.place > (nextFirm[i] ?? 0)) return false
    last = was.place
    return true
  })
}
