/**
 * The one applier: edits on a working set → the working set after, or why not. Total: a bad edit is an answer, not a throw.
 * Addresses are names, so nothing is re-mapped; order is a linked list while edits run, so many edits stay linear.
 */

import { contentHash } from '../base/hash'
import { failed, ok, type Result } from '../base/result'
import { inputFlags, textFlags } from '../session/facts'
import { BLOCK_FLAGS } from '../session/flags'
import type { Address, Block } from '../session/model'
import type { BlockHead } from '../session/session'
import { type WorkingMessage, type WorkingSet, workingMessage } from '../session/working-set'
import type { Before, Edit, Place } from './edit'

interface Node {
  message: WorkingMessage
  prev: Node | null
  next: Node | null
}

/** A chain of messages while edits are applied. */
class Chain {
  private first: Node | null = null
  private last: Node | null = null
  readonly nodes = new Map<Address, Node>()
  /** Message that holds a block: only for blocks whose address does not say it. */
  readonly holders = new Map<Address, Address>()
  /** What these edits took away, as it was then: a later one of them may put it elsewhere. */
  readonly gone = { messages: new Map<Address, WorkingMessage>(), blocks: new Map<Address, BlockHead>() }

  constructor(messages: readonly WorkingMessage[]) {
    for (const message of messages) this.insert(message, 'end')
  }

  insert(message: WorkingMessage, place: Place): boolean {
    const beside = place === 'start' || place === 'end' ? null : this.nodes.get('before' in place ? place.before : place.after)
    if (beside === undefined) return false
    const before = place === 'start' ? this.first : place === 'end' || beside === null ? null : 'before' in place ? beside : beside.next
    const after = before ? before.prev : this.last
    const node: Node = { message, prev: after, next: before }
    if (after) after.next = node
    else this.first = node
    if (before) before.prev = node
    else this.last = node
    this.nodes.set(message.address, node)
    for (const block of message.blocks) this.hold(block.address, message.address)
    return true
  }

  hold(block: Address, message: Address): void {
    if (block.startsWith(`${message}.`)) this.holders.delete(block)
    else this.holders.set(block, message)
  }

  remove(node: Node): void {
    if (node.prev) node.prev.next = node.next
    else this.first = node.next
    if (node.next) node.next.prev = node.prev
    else this.last = node.prev
    this.nodes.delete(node.message.address)
    this.gone.messages.set(node.message.address, node.message)
  }

  list(): WorkingMessage[] {
    const out: WorkingMessage[] = []
    for (let node = this.first; node; node = node.next) out.push(node.message)
    return out
  }

  /** The node that holds a block, and the block's place in it. */
  find(block: Address): { node: Node; place: number } | null {
    const holder = this.holders.get(block) ?? block.replace(/\.b\d+$/, '')
    const node = this.nodes.get(holder)
    const place = node ? node.message.blocks.findIndex(head => head.address === block) : -1
    return node && place >= 0 ? { node, place } : null
  }
}

export function applyEdits(working: WorkingSet, edits: readonly Edit[]): Result<WorkingSet> {
  const chain = new Chain(working.messages)
  for (const [i, edit] of edits.entries()) {
    const why = applyOne(chain, edit, working)
    if (why !== null) return failed('edit-refused', `edit ${i} (${edit.op} ${edit.at}): ${why}`, { edit: i, op: edit.op, at: edit.at })
  }
  return ok({ ...working, messages: chain.list() })
}

/** Applies one edit; the answer is null, or why it cannot be. */
function applyOne(chain: Chain, edit: Edit, working: WorkingSet): string | null {
  switch (edit.op) {
    case 'replace-block':
      return changeBlocks(chain, edit.at, (blocks, i) => blocks.with(i, headOf(edit.block, edit.at, blocks[i]?.index ?? -1)))
    case 'remove-block':
      return removeBlock(chain, edit.at)
    case 'insert-block':
      return insertBlock(chain, edit.into, edit.place, headOf(edit.block, edit.at, -1))
    case 'remove-messages':
      return removeMessages(chain, edit.at, edit.to)
    case 'insert-message': {
      const blocks = edit.blocks.map((block, i) => headOf(block, `${edit.at}.b${i}`, -1))
      const message: WorkingMessage = {
        address: edit.at,
        role: edit.role,
        rawRole: edit.role,
        flags: 0,
        synthetic: edit.synthetic,
        blocks,
        index: -1,
      }
      if (chain.nodes.has(edit.at)) return 'the address is taken'
      return chain.insert(message, edit.place) ? null : 'there is nothing at that place'
    }
    case 'join-messages':
      return joinMessages(chain, edit.at, edit.into)
    case 'restore':
      return restore(chain, edit, working)
  }
}

function removeBlock(chain: Chain, at: Address): string | null {
  return changeBlocks(chain, at, (blocks, i) => {
    const head = blocks[i]
    if (head) chain.gone.blocks.set(at, head)
    return blocks.toSpliced(i, 1)
  })
}

function changeBlocks(
  chain: Chain,
  at: Address,
  change: (blocks: readonly BlockHead[], place: number) => readonly BlockHead[],
): string | null {
  const found = chain.find(at)
  if (!found) return 'there is no such block'
  put(found.node, change(found.node.message.blocks, found.place))
  return null
}

/** A tool message that holds no result any more is a user message: no provider takes a tool message of text. */
function put(node: Node, blocks: readonly BlockHead[]): void {
  const message = node.message
  const wasTool = message.rawRole === 'tool' && blocks.length > 0 && !blocks.some(block => block.kind === 'result')
  node.message = wasTool ? { ...message, blocks, flags: 0, role: 'user', rawRole: 'user' } : { ...message, blocks, flags: 0 }
}

function insertBlock(chain: Chain, into: Address, place: Place, head: BlockHead): string | null {
  const node = chain.nodes.get(into)
  if (!node) return 'there is no such message'
  if (chain.find(head.address)) return 'the address is taken'
  const blocks = node.message.blocks
  const beside =
    place === 'start' || place === 'end' ? 0 : blocks.findIndex(block => block.address === ('before' in place ? place.before : place.after))
  if (beside < 0) return 'there is nothing at that place'
  const at = place === 'start' ? 0 : place === 'end' ? blocks.length : 'before' in place ? beside : beside + 1
  put(node, blocks.toSpliced(at, 0, head))
  chain.hold(head.address, into)
  return null
}

function removeMessages(chain: Chain, from: Address, to: Address): string | null {
  let node = chain.nodes.get(from) ?? null
  if (!node || !chain.nodes.has(to)) return 'there is no such message'
  for (let end: Node | null = node; end?.message.address !== to; end = end.next) if (!end) return 'the last message stands before the first'
  while (node) {
    const gone: Node = node
    chain.remove(gone)
    node = gone.message.address === to ? null : gone.next
  }
  return null
}

function joinMessages(chain: Chain, at: Address, into: Address): string | null {
  const from = chain.nodes.get(at)
  const target = chain.nodes.get(into)
  if (!from || !target) return 'there is no such message'
  if (from === target) return 'a message cannot join itself'
  for (const block of from.message.blocks) chain.holders.set(block.address, into)
  put(target, [...target.message.blocks, ...from.message.blocks])
  chain.remove(from)
  return null
}

function restore(chain: Chain, edit: Edit & { op: 'restore' }, working: WorkingSet): string | null {
  const { gone } = chain
  const message = gone.messages.get(edit.at) ?? working.messages.find(one => one.address === edit.at) ?? fromRecord(working, edit.at)
  if (message) {
    if (chain.nodes.has(edit.at)) return 'the message is there'
    return chain.insert(message, edit.place) ? null : 'there is nothing at that place'
  }
  const recorded = working.session.findBlock(edit.at)
  if (chain.find(edit.at)) return recorded ? changeBlocks(chain, edit.at, (blocks, i) => blocks.with(i, recorded)) : NOTHING_RECORDED
  const head = gone.blocks.get(edit.at) ?? recorded
  if (!head) return NOTHING_RECORDED
  return edit.into === null ? 'a block needs a message to go into' : insertBlock(chain, edit.into, edit.place, head)
}

const NOTHING_RECORDED = 'the record holds nothing of this address'

function fromRecord(working: WorkingSet, at: Address): WorkingMessage | null {
  const index = at.includes('.b') ? -1 : working.session.findMessage(at)
  return index < 0 ? null : workingMessage(working.session, index)
}

/** Head of a block that an edit made, with the facts that rules ask for. */
export function headOf(block: Block, address: Address, index: number): BlockHead {
  const callId = block.kind === 'call' ? block.id : block.kind === 'result' ? block.callId : null
  const name = block.kind === 'call' ? block.name : null
  return { address, kind: block.kind, callId, name, flags: flagsOf(block), chars: charsOf(block), index, content: block }
}

function flagsOf(block: Block): number {
  if (block.kind === 'text') return textFlags(block.text, true)
  if (block.kind === 'thinking')
    return block.signature === undefined ? BLOCK_FLAGS.signatureAbsent : block.signature === '' ? 0 : BLOCK_FLAGS.signed
  if (block.kind === 'call') return inputFlags(block.input) | (block.name === '' ? BLOCK_FLAGS.nameEmpty : 0)
  if (block.kind !== 'result') return 0
  return (block.isError ? BLOCK_FLAGS.isError : 0) | (block.content.length === 0 ? BLOCK_FLAGS.emptyResult : 0)
}

function charsOf(block: Block): number {
  if (block.kind === 'text' || block.kind === 'thinking') return block.text.length
  if (block.kind === 'call') return (block.rawInput ?? JSON.stringify(block.input ?? null)).length
  if (block.kind === 'result')
    return typeof block.content === 'string' ? block.content.length : block.content.reduce((sum, part) => sum + charsOf(part), 0)
  return block.kind === 'image' || block.kind === 'document' || block.kind === 'audio' ? (block.bytes ?? 0) : 0
}

/** Size and hash of blocks, for the `before` of an edit. */
export function beforeOf(working: WorkingSet, heads: readonly BlockHead[]): Before {
  const bodies = heads.map(head => working.session.body(head))
  return { bytes: bodies.reduce((sum, body) => sum + Buffer.byteLength(JSON.stringify(body)), 0), hash: contentHash(bodies) }
}
