/** What became of an address through a chain of edits. */

import type { Address } from '../session/model'
import type { Edit } from './edit'

export type Fate =
  | { readonly kind: 'kept' }
  | { readonly kind: 'replaced'; readonly by: number }
  | { readonly kind: 'removed'; readonly by: number }
  | { readonly kind: 'joined'; readonly by: number; readonly into: Address }

/** `order` lists the messages of the working set before, so that a range of removed messages can be read. */
export function fateOf(address: Address, edits: readonly Edit[], order: readonly Address[]): Fate {
  const message = address.replace(/\.b\d+$/, '')
  let fate: Fate = { kind: 'kept' }
  edits.forEach((edit, by) => {
    fate = next(fate, edit, by, address, message, order)
  })
  return fate
}

function next(fate: Fate, edit: Edit, by: number, address: Address, message: Address, order: readonly Address[]): Fate {
  switch (edit.op) {
    case 'replace-block':
      return edit.at === address ? { kind: 'replaced', by } : fate
    case 'remove-block':
      return edit.at === address ? { kind: 'removed', by } : fate
    case 'remove-messages':
      return isBetween(message, edit.at, edit.to, order) ? { kind: 'removed', by } : fate
    case 'join-messages':
      return edit.at === message ? { kind: 'joined', by, into: edit.into } : fate
    case 'restore':
      return edit.at === address || edit.at === message ? { kind: 'kept' } : fate
    default:
      return fate
  }
}

function isBetween(message: Address, from: Address, to: Address, order: readonly Address[]): boolean {
  if (message === from || message === to) return true
  const at = order.indexOf(message)
  return at >= 0 && at > order.indexOf(from) && at < order.indexOf(to)
}
