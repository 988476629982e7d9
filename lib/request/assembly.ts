/**
 * Builds a request message by message, and takes messages back, so that the requests of all moments of a session can be
 * looked at one after another at the cost of one walk.
 *
 *   working messages → groups (what the agent sends as one) → messages of the wire → view (what the provider merges)
 */

import type { Sending } from '../session/sending'
import type { BlockHead } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import { LOWER, type Lower } from './lower'
import type { Profile } from './profile'
import type { Conversion, RequestBlock, RequestMessage, ViewMessage } from './request'

interface Group {
  readonly from: number
  /** One past the last working message. */
  to: number
  /** Number of messages sent before this group; -1 until it is sent. */
  sentBefore: number
  readonly role: string
}

/** A view message while messages are still joined to it. */
interface GrowingView extends ViewMessage {
  readonly blocks: RequestBlock[]
  readonly sent: RequestMessage[]
  turnStart: number
}

export class Assembly {
  private readonly working: WorkingMessage[] = []
  private readonly groups: Group[] = []
  private readonly sentMessages: RequestMessage[] = []
  private readonly viewMessages: GrowingView[] = []
  private readonly byCall = new Map<string, RequestBlock[]>()
  private readonly byResult = new Map<string, RequestBlock[]>()
  private readonly lower: Lower
  readonly conversions: Conversion[] = []

  constructor(
    readonly profile: Profile,
    readonly sending: Sending,
  ) {
    this.lower = LOWER[profile.wire]
  }

  /** Messages of the body, as it is sent. */
  get sent(): readonly RequestMessage[] {
    return this.sentMessages
  }

  /** Messages as the provider joins them. */
  get view(): readonly ViewMessage[] {
    return this.viewMessages
  }

  get length(): number {
    return this.working.length
  }

  /** Calls with this id, in order. */
  callsOf(id: string): readonly RequestBlock[] {
    return this.byCall.get(id) ?? []
  }

  /** Results that answer this id, in order. */
  resultsOf(id: string): readonly RequestBlock[] {
    return this.byResult.get(id) ?? []
  }

  /** Adds messages; returns the first view position that changed. */
  push(messages: readonly WorkingMessage[]): number {
    let changed = this.viewMessages.length
    let open: Group | null = null
    for (const message of messages) {
      const at = this.working.push(message) - 1
      if (!this.sending.keeps(message)) continue
      const group = this.groupFor(message, at)
      if (open && open !== group) changed = Math.min(changed, this.send(open))
      open = group
    }
    return open ? Math.min(changed, this.send(open)) : changed
  }

  /** Keeps the first `count` working messages; returns the first view position that changed. */
  truncate(count: number): number {
    if (count >= this.working.length) return this.viewMessages.length
    let open: Group | undefined
    let changed = this.viewMessages.length
    while (this.groups.length > 0) {
      const last = this.groups[this.groups.length - 1]
      if (!last || last.to <= count) break
      this.groups.pop()
      changed = Math.min(changed, this.dropSent(last.sentBefore))
      open = last
    }
    const from = Math.min(open?.from ?? count, count)
    const again = this.working.slice(from, count)
    this.working.length = from
    return Math.min(changed, this.push(again))
  }

  /** The group this message goes into: the last one when the agent joins them, else a new one. */
  private groupFor(message: WorkingMessage, at: number): Group {
    const last = this.groups[this.groups.length - 1]
    const role = sentRole(message, this.profile.wire === 'anthropic-messages' && this.sending.joins)
    if (this.sending.joins && last && last.role === role) {
      last.to = at + 1
      if (last.sentBefore >= 0) this.dropSent(last.sentBefore)
      return last
    }
    // An open group that has not been sent yet still counts: it is sent before this one.
    const group: Group = { from: at, to: at + 1, sentBefore: -1, role }
    this.groups.push(group)
    return group
  }

  private send(group: Group): number {
    if (group.sentBefore < 0) group.sentBefore = this.sentMessages.length
    const origins = this.working.slice(group.from, group.to).filter(message => this.sending.keeps(message))
    const flags = origins.length === 1 ? (origins[0]?.flags ?? 0) : 0
    const blocks = joined(origins, this.sending.resultsFirst && origins.length > 0 && group.role === 'user')
    const lowered = this.lower({ role: group.role, flags, blocks, origins }, group.sentBefore, c => this.conversions.push(c))
    let changed = this.viewMessages.length
    for (const message of lowered) {
      this.sentMessages.push(message)
      changed = Math.min(changed, this.look(message))
    }
    return changed
  }

  private look(message: RequestMessage): number {
    const last = this.viewMessages[this.viewMessages.length - 1]
    const joins = this.profile.mergesNeighbours && last !== undefined && last.role === message.role
    const view = joins ? last.view : this.viewMessages.length
    const target = joins ? last : { role: message.role, blocks: [], sent: [], view, turnStart: -1 }
    for (const block of message.blocks) {
      block.view = view
      block.viewPlace = target.blocks.push(block) - 1
      this.remember(block)
    }
    target.sent.push(message)
    if (!joins) this.viewMessages.push(target)
    // What began a turn goes on beginning it, so only the new blocks are looked at.
    if (target.turnStart !== view || !joins) target.turnStart = this.turnStartOf(target, message.blocks)
    return view
  }

  /** A user message that is more than results begins a turn; the others belong to the turn before. */
  private turnStartOf(message: GrowingView, blocks: readonly RequestBlock[]): number {
    const begins = message.blocks.length === 0 || blocks.some(block => block.head.kind !== 'result')
    return message.role === 'user' && begins ? message.view : (this.viewMessages[message.view - 1]?.turnStart ?? -1)
  }

  /** Takes back all but the first `count` messages sent; returns the first view position that changed. */
  private dropSent(count: number): number {
    let changed = this.viewMessages.length
    let open: GrowingView | null = null
    while (this.sentMessages.length > count) {
      const message = this.sentMessages.pop()
      const last = this.viewMessages[this.viewMessages.length - 1]
      if (!message || !last) break
      for (const block of message.blocks) this.forget(block)
      last.sent.pop()
      last.blocks.length -= message.blocks.length
      changed = last.view
      open = last.sent.length === 0 ? null : last
      if (last.sent.length === 0) this.viewMessages.pop()
    }
    if (open) open.turnStart = this.turnStartOf(open, open.blocks)
    return changed
  }

  private remember(block: RequestBlock): void {
    const id = block.head.callId
    if (id === null) return
    if (block.head.kind === 'call') append(this.byCall, id, block)
    else if (block.head.kind === 'result') append(this.byResult, id, block)
  }

  private forget(block: RequestBlock): void {
    const id = block.head.callId
    if (id === null) return
    const map = block.head.kind === 'call' ? this.byCall : block.head.kind === 'result' ? this.byResult : null
    const list = map?.get(id)
    if (!list) return
    const at = list.lastIndexOf(block)
    if (at >= 0) list.splice(at, 1)
    if (list.length === 0) map?.delete(id)
  }
}

function append(map: Map<string, RequestBlock[]>, id: string, block: RequestBlock): void {
  const list = map.get(id)
  if (list) list.push(block)
  else map.set(id, [block])
}

/** A tool message of another format is a user message on the Anthropic wire; a body keeps its role as it spells it. */
function sentRole(message: WorkingMessage, normalise: boolean): string {
  if (!normalise) return message.rawRole === '' ? message.role : message.rawRole
  return message.role === 'assistant' ? 'assistant' : message.role === 'system' ? 'system' : 'user'
}

function joined(origins: readonly WorkingMessage[], resultsFirst: boolean): readonly BlockHead[] {
  const only = origins[0]
  const blocks = origins.length === 1 && only ? only.blocks : origins.flatMap(message => message.blocks)
  if (!resultsFirst) return blocks
  const first = blocks.findIndex(block => block.kind !== 'result')
  if (first < 0 || !blocks.slice(first).some(block => block.kind === 'result')) return blocks
  return [...blocks.filter(block => block.kind === 'result'), ...blocks.filter(block => block.kind !== 'result')]
}
