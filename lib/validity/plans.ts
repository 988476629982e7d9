/**
 * Edits that several repairs are made of. Everything here plans, nothing applies. What is only moved is taken away and
 * restored, so that its bytes stay as they are.
 *
 *   take out     a block, or its message when nothing else is in it, without making two neighbours of one role
 *   move         take out, then restore beside the partner
 *   put a result where the provider looks for it: first in the next user message, or last in the run of tool messages
 */

import { contentHash } from '../base/hash'
import type { Edit, Place } from '../edits/edit'
import type { RequestBlock, RequestMessage } from '../request/request'
import { BLOCK_FLAGS, has } from '../session/flags'
import { type Address, BLOCK_KINDS, type Block, type Role } from '../session/model'
import type { BlockHead, Session } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import type { RepairContext } from './rule'
import { firstFrom, isThinking, isUserSide, leadingResults, NO_CONTENT } from './shared'

export type CallBlock = Extract<Block, { kind: 'call' }>
export type ResultBlock = Extract<Block, { kind: 'result' }>

/** The working message that a block of the request stands in. */
export function ownerOf(context: RepairContext, block: RequestBlock): WorkingMessage | null {
  const sent = context.assembly.sent[block.sent]
  return sent?.origins.find(message => message.blocks.some(head => head.address === block.address)) ?? null
}

export function bodyIn(context: RepairContext, head: BlockHead): Block {
  return head.content ?? context.working.session.body(head)
}

export function callBody(context: RepairContext, block: RequestBlock): CallBlock {
  const body = bodyIn(context, block.head)
  return body.kind === 'call' ? body : { kind: 'call', id: block.head.callId ?? '', name: block.head.name ?? '', input: {} }
}

export function resultBody(context: RepairContext, block: RequestBlock): ResultBlock {
  const body = bodyIn(context, block.head)
  return body.kind === 'result' ? body : { kind: 'result', callId: block.head.callId ?? '', content: '' }
}

export function firstOrigin(message: RequestMessage | undefined): WorkingMessage | undefined {
  return message?.origins[0]
}

export function lastOrigin(message: RequestMessage | undefined): WorkingMessage | undefined {
  return message?.origins[message.origins.length - 1]
}

export function replaceBlock(context: RepairContext, block: RequestBlock, by: Block, reason: string): Edit {
  return { op: 'replace-block', at: block.address, block: by, before: context.sizeOf(block.address), reason }
}

export function removeBlock(context: RepairContext, block: RequestBlock, reason: string): Edit {
  return { op: 'remove-block', at: block.address, before: context.sizeOf(block.address), reason }
}

export function insertBlock(context: RepairContext, into: Address, place: Place, block: Block, reason: string): Edit {
  return { op: 'insert-block', at: context.fresh(), into, place, block, reason }
}

export function insertMessage(
  context: RepairContext,
  place: Place,
  role: Role,
  blocks: readonly Block[],
  reason: string,
): Edit & { op: 'insert-message' } {
  return { op: 'insert-message', at: context.fresh(), place, role, synthetic: 'repair', blocks, reason }
}

export function removeMessages(context: RepairContext, at: Address, to: Address, reason: string): Edit {
  return { op: 'remove-messages', at, to, before: context.sizeOf(at, to), reason }
}

function isOpenAi(context: RepairContext): boolean {
  return context.profile.wire === 'openai-chat'
}

/** A body whose results are messages of their own. */
function hasToolMessages(context: RepairContext): boolean {
  return isOpenAi(context) && context.facts.isBody
}

/** Whether two messages can stand side by side, or a message at an end of the list. */
function fits(context: RepairContext, before: RequestMessage | undefined, after: RequestMessage | undefined): boolean {
  if (!before && !after) return false
  if (isOpenAi(context)) return !before || !after || before.role !== after.role || (before.role !== 'user' && before.role !== 'assistant')
  if (!before) return after?.role === 'user'
  return after ? before.role !== after.role : before.role !== 'assistant'
}

/** Takes a whole message out; where that would put two of one role side by side, joins them or leaves a note. */
export function leaveOut(context: RepairContext, message: RequestMessage, reason: string, note = NO_CONTENT): Edit[] {
  const first = firstOrigin(message)
  const last = lastOrigin(message)
  if (!first || !last) return []
  const removal = removeMessages(context, first.address, last.address, reason)
  const before = context.assembly.sent[message.sent - 1]
  const after = context.assembly.sent[message.sent + 1]
  if (!context.facts.isBody || fits(context, before, after)) return [removal]
  const joined = before && after && before.role === after.role && !after.blocks.some(isThinking)
  const into = joined ? lastOrigin(before)?.address : undefined
  const from = joined ? firstOrigin(after)?.address : undefined
  if (into && from) return [removal, { op: 'join-messages', at: from, into, reason: 'two messages of one role would stand side by side' }]
  return standIn(context, message, note, reason)
}

/** Puts a note in place of everything a message holds. What is taken away can be restored elsewhere. */
export function standIn(context: RepairContext, message: RequestMessage, note: string, reason: string): Edit[] {
  const into = firstOrigin(message)
  if (!into) return []
  const edits = message.blocks.map(block => removeBlock(context, block, reason))
  return [insertBlock(context, into.address, 'start', { kind: 'text', text: note }, reason), ...edits]
}

/** What is left of a message says nothing when only thinking and whitespace would stay. */
function saysNothing(block: RequestBlock): boolean {
  return isThinking(block) || (block.head.kind === 'text' && has(block.head.flags, BLOCK_FLAGS.emptyText | BLOCK_FLAGS.blankText))
}

/** Takes blocks out of one message of the body, and the message with them when nothing else is in it. */
export function takeOut(context: RepairContext, blocks: readonly RequestBlock[], reason: string, note = NO_CONTENT): Edit[] {
  const message = context.assembly.sent[blocks[0]?.sent ?? -1]
  if (!message) return []
  if (message.blocks.every(block => blocks.includes(block) || saysNothing(block))) return leaveOut(context, message, reason, note)
  return blocks.map(block => takeOne(context, block, reason))
}

function takeOne(context: RepairContext, block: RequestBlock, reason: string): Edit {
  const owner = ownerOf(context, block)
  return owner && owner.blocks.length === 1
    ? removeMessages(context, owner.address, owner.address, reason)
    : removeBlock(context, block, reason)
}

/** The message after a call's that takes its result, or null when there is none and one must be made. */
function answeringMessage(context: RepairContext, call: RequestBlock): RequestMessage | null {
  const next = context.assembly.view[call.view + 1]
  return next && isUserSide(next.role) ? (next.sent[0] ?? null) : null
}

/** Where a new message goes that answers a call: behind the call's message, and behind the answers that are there. */
function behindCall(context: RepairContext, call: RequestBlock): Place {
  const { sent, view } = context.assembly
  let at = view[call.view]?.sent.at(-1)?.sent ?? call.sent
  if (hasToolMessages(context)) while (sent[at + 1]?.role === 'tool') at++
  const beside = lastOrigin(sent[at])
  return beside ? { after: beside.address } : 'end'
}

function roleOfResults(context: RepairContext): Role {
  return hasToolMessages(context) || context.working.messages.some(message => message.role === 'tool') ? 'tool' : 'user'
}

/** Puts a new result where the provider looks for the answer to a call. */
export function putResult(context: RepairContext, call: RequestBlock, result: ResultBlock, reason: string): Edit[] {
  const into = hasToolMessages(context) ? null : firstOrigin(answeringMessage(context, call) ?? undefined)
  if (into) return [insertBlock(context, into.address, 'start', result, reason)]
  return [insertMessage(context, behindCall(context, call), roleOfResults(context), [result], reason)]
}

/** Moves a result that stands elsewhere to where the provider looks for it. */
export function moveResult(context: RepairContext, call: RequestBlock, result: RequestBlock): Edit[] {
  const reason = 'a result belongs directly behind its call'
  const owner = ownerOf(context, result)
  if (!owner) return []
  const gone = takeOut(context, [result], reason, '[The result that stood here was moved to its call.]')
  const into = hasToolMessages(context) ? null : firstOrigin(answeringMessage(context, call) ?? undefined)
  if (into) return [...gone, { op: 'restore', at: result.address, place: frontOf(context, call), into: into.address, reason }]
  const place = behindCall(context, call)
  if (gone.some(edit => edit.op === 'remove-messages' && edit.at === owner.address))
    return [...gone, { op: 'restore', at: owner.address, place, into: null, reason }]
  const made = insertMessage(context, place, roleOfResults(context), [], reason)
  return [...gone, made, { op: 'restore', at: result.address, place: 'end', into: made.at, reason }]
}

/** Behind the results that stand at the front already, when they are in the first message of that place. */
function frontOf(context: RepairContext, call: RequestBlock): Place {
  const next = context.assembly.view[call.view + 1]
  const last = next?.blocks[leadingResults(next) - 1]
  const owner = last ? ownerOf(context, last) : null
  return last && owner && owner === firstOrigin(next?.sent[0]) ? { after: last.address } : 'start'
}

/** The results that answer a call where the provider looks for them. */
export function answersTo(context: RepairContext, call: RequestBlock): RequestBlock[] {
  const { assembly } = context
  let end = call.view + 1
  if (isOpenAi(context)) while (assembly.view[end]?.role === 'tool') end++
  else if (isUserSide(assembly.view[end]?.role ?? 'system')) end++
  return assembly.resultsOf(call.head.callId ?? '').filter(result => result.view > call.view && result.view < end)
}

/** A call that the record holds, though the request does not. */
export function recordedBlock(session: Session, kind: 'call' | 'result', id: string): BlockHead | null {
  const { columns } = session
  const ordinal = columns.strings.find(id)
  if (ordinal < 0) return null
  const code = BLOCK_KINDS.indexOf(kind)
  for (let b = 0; b < session.blockCount; b++) {
    if (columns.blockCall[b] === ordinal && columns.blockKind[b] === code) return session.block(b)
  }
  return null
}

/** A result as plain words, with all that it said. */
export function resultAsText(context: RepairContext, result: RequestBlock, why: string): Block {
  const { content } = resultBody(context, result)
  const text = typeof content === 'string' ? content : content.map(textOfPart).join('\n')
  return { kind: 'text', text: `[result of an earlier ${toolOf(context, result)} call; ${why}]\n${text}`.trimEnd() }
}

function toolOf(context: RepairContext, result: RequestBlock): string {
  const id = result.head.callId ?? ''
  const call = firstFrom(context.assembly.callsOf(id), 0)?.head ?? recordedBlock(context.working.session, 'call', id)
  return call?.name || result.head.name || 'tool'
}

export function textOfPart(part: Block): string {
  if (part.kind === 'text') return part.text
  return part.kind === 'other' ? JSON.stringify(part.raw) : `[${part.kind}]`
}

/** Puts words of the user behind message `after` of the body (-1: in front of all), into a user message where one is there. */
export function putUserText(context: RepairContext, after: number, text: string, reason: string): Edit[] {
  const { sent } = context.assembly
  const block: Block = { kind: 'text', text }
  const next = sent[after + 1]
  if (next?.role === 'user') return [textInto(context, next, block, reason)]
  const previous = sent[after]
  const last = lastOrigin(previous)
  if (previous?.role === 'user' && last) return [insertBlock(context, last.address, 'end', block, reason)]
  return [insertMessage(context, last ? { after: last.address } : 'start', 'user', [block], reason)]
}

/** Text goes behind the results of a user message, and in front of what else it holds. */
function textInto(context: RepairContext, message: RequestMessage, block: Block, reason: string): Edit {
  const last = message.blocks.findLast(one => one.head.kind === 'result')
  const owner = last ? ownerOf(context, last) : firstOrigin(message)
  return insertBlock(context, owner?.address ?? '', last ? { after: last.address } : 'start', block, reason)
}

/** Ends the open turn with a few words of the user, so that the next answer begins a new one. */
export function closeTurn(context: RepairContext, text = 'Continue with the task.'): Edit[] {
  return putUserText(context, context.assembly.sent.length - 1, text, 'a new turn begins')
}

/** Gives a call and the results that answer it another id. */
export function renamePair(context: RepairContext, call: RequestBlock | null, results: readonly RequestBlock[], id: string): Edit[] {
  const reason = 'an id that the provider takes, the same in call and result'
  const edits = results.map(result => replaceBlock(context, result, { ...resultBody(context, result), callId: id }, reason))
  if (call) edits.unshift(replaceBlock(context, call, { ...callBody(context, call), id }, reason))
  return edits
}

const ID_PATTERN = /^[a-zA-Z0-9_-]+$/

/** An id that the provider takes, and that no other id becomes too: what was changed carries a piece of its hash. */
export function cleanId(id: string, address: Address, longest = 64): string {
  if (ID_PATTERN.test(id) && id.length <= longest) return id
  if (id === '') return `call_${address.replace(/[^a-zA-Z0-9]/g, '_')}`
  return `${id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest - 7)}_${contentHash(id).slice(0, 6)}`
}

/** The same, for one of several uses of an id. */
export function ownId(context: RepairContext, block: RequestBlock, longest: number): string {
  const id = block.head.callId ?? ''
  const use = context.assembly.callsOf(id).indexOf(block) + 1
  const clean = cleanId(id, block.address, longest - 6)
  const isTaken = clean === id || context.assembly.callsOf(clean).length > 0
  return isTaken || use > 1 ? numberedId(context, clean, Math.max(use, 2)) : clean
}

/** An id that nothing else in the request has, numbered by which use of it this is. */
export function numberedId(context: RepairContext, id: string, use: number): string {
  const { assembly } = context
  for (let n = use; ; n++) {
    const next = `${id}_${n}`
    if (assembly.callsOf(next).length === 0 && assembly.resultsOf(next).length === 0) return next
  }
}
