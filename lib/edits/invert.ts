/**
 * The edits that lead back: applied to the working set after, they give the one before, block for block.
 * What came from the record is restored from it; what an edit had made is made again.
 */

import { ok, type Result } from '../base/result'
import type { Address } from '../session/model'
import type { BlockHead } from '../session/session'
import type { WorkingMessage, WorkingSet } from '../session/working-set'
import { applyEdits, beforeOf } from './apply'
import type { Edit, Place } from './edit'

export function invertEdits(working: WorkingSet, edits: readonly Edit[]): Result<Edit[]> {
  const back: Edit[] = []
  let state = working
  for (const edit of edits) {
    const after = applyEdits(state, [edit])
    if (!after.ok) return after
    back.unshift(...inverseOf(edit, state))
    state = { ...after.value }
  }
  return ok(back)
}

const REASON = 'undone'

function inverseOf(edit: Edit, before: WorkingSet): Edit[] {
  switch (edit.op) {
    case 'replace-block': {
      const found = findHead(before, edit.at)
      return found ? [setBlock(before, found.head)] : []
    }
    case 'remove-block': {
      const found = findHead(before, edit.at)
      if (!found) return []
      return [putBack(before, found.head, found.message, placeOf(found.message.blocks, found.place))]
    }
    case 'insert-block':
      return [{ op: 'remove-block', at: edit.at, before: { bytes: 0, hash: '' }, reason: REASON }]
    case 'insert-message':
      return [{ op: 'remove-messages', at: edit.at, to: edit.at, before: { bytes: 0, hash: '' }, reason: REASON }]
    case 'remove-messages':
      return removedMessages(before, edit.at, edit.to)
    case 'join-messages':
      return unjoin(before, edit.at)
    case 'restore': {
      const found = findHead(before, edit.at)
      if (found) return [setBlock(before, found.head)]
      const isMessage = before.session.findMessage(edit.at) >= 0 && !/\.b\d+$/.test(edit.at)
      return isMessage
        ? [{ op: 'remove-messages', at: edit.at, to: edit.at, before: { bytes: 0, hash: '' }, reason: REASON }]
        : [{ op: 'remove-block', at: edit.at, before: { bytes: 0, hash: '' }, reason: REASON }]
    }
  }
}

function findHead(working: WorkingSet, at: Address): { head: BlockHead; message: WorkingMessage; place: number } | null {
  for (const message of working.messages) {
    const place = message.blocks.findIndex(block => block.address === at)
    const head = message.blocks[place]
    if (head) return { head, message, place }
  }
  return null
}

function placeOf(blocks: readonly { address: Address }[], place: number): Place {
  const previous = blocks[place - 1]
  return previous ? { after: previous.address } : 'start'
}

/** Gives a block that is there its earlier content: the record's own, or what an edit had made. */
function setBlock(working: WorkingSet, head: BlockHead): Edit {
  if (head.content === undefined) return { op: 'restore', at: head.address, place: 'end', into: null, reason: REASON }
  return { op: 'replace-block', at: head.address, block: head.content, before: beforeOf(working, [head]), reason: REASON }
}

function putBack(working: WorkingSet, head: BlockHead, message: WorkingMessage, place: Place): Edit {
  if (head.content === undefined) return { op: 'restore', at: head.address, place, into: message.address, reason: REASON }
  return { op: 'insert-block', at: head.address, into: message.address, place, block: working.session.body(head), reason: REASON }
}

function removedMessages(before: WorkingSet, from: Address, to: Address): Edit[] {
  const first = before.messages.findIndex(message => message.address === from)
  const last = before.messages.findIndex(message => message.address === to)
  return before.messages.slice(first, last + 1).flatMap((message, i) => messageBack(before, message, placeOf(before.messages, first + i)))
}

function messageBack(working: WorkingSet, message: WorkingMessage, place: Place): Edit[] {
  if (message.index < 0) {
    const blocks = message.blocks.map(block => working.session.body(block))
    return [{ op: 'insert-message', at: message.address, place, role: message.role, synthetic: message.synthetic, blocks, reason: REASON }]
  }
  const back: Edit = { op: 'restore', at: message.address, place, into: null, reason: REASON }
  if (isAsRecorded(working, message)) return [back]
  const emptied = working.session
    .blocksOf(message.index)
    .map((block): Edit => ({ op: 'remove-block', at: block.address, before: beforeOf(working, [block]), reason: REASON }))
  return [back, ...emptied, ...message.blocks.map(block => putBack(working, block, message, 'end'))]
}

function isAsRecorded(working: WorkingSet, message: WorkingMessage): boolean {
  if (message.index < 0) return false
  const recorded = working.session.blocksOf(message.index)
  return (
    recorded.length === message.blocks.length &&
    message.blocks.every((block, i) => block.content === undefined && block.index === recorded[i]?.index)
  )
}

function unjoin(before: WorkingSet, at: Address): Edit[] {
  const place = before.messages.findIndex(message => message.address === at)
  const message = before.messages[place]
  if (!message) return []
  const removals = message.blocks.map(
    (block): Edit => ({ op: 'remove-block', at: block.address, before: beforeOf(before, [block]), reason: REASON }),
  )
  return [...removals, ...messageBack(before, message, placeOf(before.messages, place))]
}
