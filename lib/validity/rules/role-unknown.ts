/**
 * A role that the provider does not take: `tool`, `developer` or `function` on the Anthropic wire, `system` on models
 * without system messages; a made-up role, or `system` on a model that has none, on the OpenAI wire.
 * Source of truth: texts in client issues. Judged for bodies: what an agent's log calls a message is not what it sends.
 */

import type { Edit } from '../../edits/edit'
import type { RequestMessage } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import { claudeModel, takesSystemRole } from '../models'
import { bodyIn, insertBlock, insertMessage, lastOrigin, leaveOut, ownerOf, removeMessages } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, NO_CONTENT, sentFrom, variant } from '../shared'
import { systemTexts } from '../system'

const OPENAI_ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

function isTaken(context: CheckContext, role: string): boolean {
  if (context.profile.wire === 'openai-chat') return OPENAI_ROLES.has(role) && (role !== 'system' || takesSystemRole(context.facts.model))
  return role === 'user' || role === 'assistant' || (role === 'system' && claudeModel(context.facts.model)?.systemMessages === true)
}

function saysOf(context: CheckContext, role: string): string {
  if (context.profile.wire === 'openai-chat') return ''
  if (role === 'system')
    return 'Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
  return "Input should be 'user' or 'assistant'"
}

function* check(context: CheckContext): Generator<Draft> {
  if (!context.facts.isBody) return
  for (const { message, view } of sentFrom(context)) {
    if (isTaken(context, message.role)) continue
    yield draftAt(message, `The role "${message.role}" is not taken here.`, {
      view,
      data: { role: message.role, what: saysOf(context, message.role) },
    })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  if (draft.spot === 'request' || 'head' in draft.spot) return []
  if (draft.spot.blocks.every(block => has(block.head.flags, BLOCK_FLAGS.emptyText | BLOCK_FLAGS.blankText)))
    return silent(draft.spot, context)
  const toUser: RepairPlan = {
    id: 'as-user',
    title: 'Make it a message of the user',
    loses: 'whose words they were',
    loss: 1,
    edits: asUser(draft.spot, context),
  }
  return draft.spot.role === 'system' && context.profile.wire === 'anthropic-messages'
    ? [...toSystem(draft.spot, context), toUser]
    : [toUser]
}

/** A message that says nothing goes, or becomes a placeholder of the user where one is needed. */
function silent(message: RequestMessage, context: RepairContext): RepairPlan[] {
  const reason = 'a message that says nothing'
  const first = message.origins[0]
  const last = lastOrigin(message)
  if (!first || !last) return []
  const removal = removeMessages(context, first.address, last.address, reason)
  const text = { kind: 'text', text: NO_CONTENT } as const
  const before = context.assembly.sent[message.sent - 1]
  const into = before?.role === 'user' ? lastOrigin(before) : undefined
  const made = into
    ? insertBlock(context, into.address, 'end', text, reason)
    : insertMessage(context, { after: last.address }, 'user', [text], reason)
  return [
    {
      id: 'drop-message',
      title: 'Remove the message, which says nothing',
      loses: 'nothing',
      loss: 0,
      edits: leaveOut(context, message, reason),
    },
    { id: 'placeholder', title: `Put ${NO_CONTENT} of the user in its place`, loses: 'nothing', loss: 1, edits: [made, removal] },
  ]
}

/** The text goes into the top-level system prompt, behind what is there. */
function toSystem(message: RequestMessage, context: RepairContext): RepairPlan[] {
  const bodies = message.blocks.map(block => bodyIn(context, block.head))
  const texts = bodies.flatMap(body => (body.kind === 'text' && body.text !== '' ? [body.text] : []))
  const before = systemTexts(context.facts).map(block => block.text)
  if (texts.length === 0) return []
  const system = [...before, ...texts].map(text => ({ type: 'text', text }))
  const edits = leaveOut(context, message, 'it is in the system prompt')
  return [
    {
      id: 'to-system',
      title: 'Put it into the system prompt',
      loses: 'where it stood; cache markers of the system prompt',
      loss: 0,
      edits,
      params: { system },
    },
  ]
}

/** The blocks go into a user message beside it, or into one of their own. */
function asUser(message: RequestMessage, context: RepairContext): Edit[] {
  const reason = 'a role that the provider takes'
  const first = message.origins[0]
  const last = lastOrigin(message)
  if (!first || !last) return []
  const removal = removeMessages(context, first.address, last.address, reason)
  const before = context.assembly.sent[message.sent - 1]
  const after = context.assembly.sent[message.sent + 1]
  const into = before?.role === 'user' ? lastOrigin(before) : undefined
  if (into)
    return [
      removal,
      ...restored(message, into.address, 'end', reason),
      ...(after?.role === 'user' && after.origins[0] ? [joined(after.origins[0].address, into.address)] : []),
    ]
  if (after?.role === 'user' && after.origins[0]) return [removal, ...intoNext(message, after, context, reason)]
  const place = before ? { after: lastOrigin(before)?.address ?? '' } : 'start'
  const made = insertMessage(context, place, 'user', [], reason)
  return [removal, made, ...restored(message, made.at, 'end', reason)]
}

function joined(at: string, into: string): Edit {
  return { op: 'join-messages', at, into, reason: 'two messages of one role would stand side by side' }
}

function restored(message: RequestMessage, into: string, place: 'end', reason: string): Edit[] {
  return message.blocks.map(block => ({ op: 'restore', at: block.address, place, into, reason }))
}

/** In front of a user message, but behind its results; results in front of all. */
function intoNext(message: RequestMessage, next: RequestMessage, context: RepairContext, reason: string): Edit[] {
  const result = next.blocks.findLast(block => block.head.kind === 'result')
  const owner = result ? ownerOf(context, result) : next.origins[0]
  const into = owner?.address ?? ''
  let beside = result?.address
  return message.blocks.map((block): Edit => {
    const place = beside ? { after: beside } : 'start'
    beside = block.address
    return { op: 'restore', at: block.address, place, into, reason }
  })
}

export const roleUnknown: Rule = {
  id: 'role-unknown',
  title: 'Role that is not taken',
  demands: 'Messages have a role that this provider and model take.',
  variants: [
    variant({
      id: 'anthropic-role-unknown',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.role: {what}',
      confidence: 'rep',
      sources: ['client issues'],
    }),
    variant({
      id: 'openai-chat-role-unsupported',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Unsupported value: 'messages[{N}].role' does not support '{role}' with this model.",
      confidence: 'rep',
      sources: ['client issues'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C11', 'C4', 'C10'],
  check,
  repairs,
  rejected: [
    {
      name: 'a summary as a system message',
      profile: 'anthropic',
      history: 'user: hi\nsystem: Summary of what was done.\nassistant: ok\nuser: go on',
      at: ['m1'],
    },
    { name: 'between two user messages', profile: 'anthropic', history: 'user: hi\nsystem: Be brief.\nuser: go on', at: ['m1'] },
    {
      name: 'a tool message',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\ntool: [result t1 "a"]\nassistant: done\nuser: go on',
      at: ['m2'],
    },
    { name: 'a developer message', profile: 'anthropic', history: 'developer: Be brief.\nuser: hi', at: ['m0'] },
    {
      name: 'system on a model without it',
      profile: 'openai-chat',
      history: 'system: Be brief.\nuser: hi',
      params: { model: 'o1-mini' },
      at: ['m0'],
    },
  ],
  accepted: [
    { name: 'user and assistant', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: go on' },
    {
      name: 'a system message on a model that takes it',
      profile: 'anthropic',
      history: 'user: hi\nsystem: Be brief.\nassistant: ok\nuser: go on',
      params: { model: 'claude-opus-5' },
    },
    { name: 'system', profile: 'openai-chat', history: 'system: Be brief.\nuser: hi' },
  ],
}
