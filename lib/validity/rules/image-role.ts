/**
 * OpenAI Chat: an image in a message that is not the user's: a tool message with a screenshot, a system message.
 * Source of truth: the API's text in client issues; CommandCode#867 (a cut that moved the image).
 */

import type { Edit } from '../../edits/edit'
import type { RequestBlock } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import type { Block } from '../../session/model'
import { spotBlock } from '../pair-plans'
import { insertBlock, insertMessage, lastOrigin, replaceBlock, resultBody } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, fieldOf, variant } from '../shared'

const NOTE = '[image: see the next message of the user]'

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    const isInResult = block.head.kind === 'result' && has(block.head.flags, BLOCK_FLAGS.resultHasImage)
    if (!isInResult && (block.head.kind !== 'image' || message.role === 'user')) continue
    yield draftAt(block, `A message of role ${message.role} holds an image.`, { view: message.view, data: { role: message.role } })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) return []
  const reason = 'images stand in messages of the user'
  const moved =
    block.head.kind === 'result'
      ? fromResult(block, context, reason)
      : [replaceBlock(context, block, { kind: 'text', text: NOTE }, reason), ...putImages(context, block, [rawOf(context, block)], reason)]
  const noted =
    block.head.kind === 'result'
      ? [withoutImages(block, context, '[image]', reason)]
      : [replaceBlock(context, block, { kind: 'text', text: '[image]' }, reason)]
  return [
    { id: 'move-image', title: 'Move the image into a user message behind', loses: 'nothing', loss: 0, edits: moved },
    { id: 'image-to-text', title: 'Put a note in its place', loses: 'the image', loss: 2, edits: noted },
  ]
}

/** The part as the file has it, so that its data stays. */
function rawOf(context: RepairContext, block: RequestBlock): Block {
  return { kind: 'other', type: 'image_url', raw: context.working.session.value(block.head) }
}

function fromResult(block: RequestBlock, context: RepairContext, reason: string): Edit[] {
  const content = fieldOf(context.working.session.value(block.head), 'content')
  const images = (Array.isArray(content) ? (content as unknown[]) : []).filter(part => String(fieldOf(part, 'type')).includes('image'))
  const blocks = images.map((raw): Block => ({ kind: 'other', type: 'image_url', raw }))
  return [withoutImages(block, context, NOTE, reason), ...putImages(context, block, blocks, reason)]
}

function withoutImages(block: RequestBlock, context: RepairContext, note: string, reason: string): Edit {
  const body = resultBody(context, block)
  const content =
    typeof body.content === 'string'
      ? body.content
      : body.content.map((part): Block => (part.kind === 'image' ? { kind: 'text', text: note } : part))
  return replaceBlock(context, block, { ...body, content }, reason)
}

/** Behind all tool messages of the turn, so that every call keeps its answer. */
function putImages(context: RepairContext, block: RequestBlock, images: readonly Block[], reason: string): Edit[] {
  const { sent } = context.assembly
  let end = block.sent
  while (sent[end + 1]?.role === 'tool') end++
  const next = sent[end + 1]
  const into = next?.role === 'user' ? next.origins[0] : undefined
  if (into) return images.toReversed().map(image => insertBlock(context, into.address, 'start', image, reason))
  const beside = lastOrigin(sent[end])
  return [insertMessage(context, beside ? { after: beside.address } : 'end', 'user', images, reason)]
}

export const imageRole: Rule = {
  id: 'image-role',
  title: 'Image outside a user message',
  demands: 'Images stand in messages of the user.',
  variants: [
    variant({
      id: 'openai-chat-image-role',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid 'messages[{N}]'. Image URLs are only allowed for messages with role 'user', but this message with role '{role}' contains an image URL.",
      confidence: 'rep',
      sources: ['CommandCode#867', 'client issues'],
    }),
  ],
  precedence: 9,
  stage: 2,
  causes: ['C11', 'C2'],
  check,
  repairs,
  rejected: [
    {
      name: 'a screenshot in a tool message',
      profile: 'openai-chat',
      history:
        'user: hi\nassistant: [call c1 read {}] [call c2 bash {}]\n{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}\ntool: [result c2 "b"]\nassistant: done',
      at: ['m2.b0'],
    },
    { name: 'in a system message', profile: 'openai-chat', history: 'system: [text "See"] [image]\nuser: hi', at: ['m0.b1'] },
  ],
  accepted: [{ name: 'the user shows an image', profile: 'openai-chat', history: 'user: [text "hi"] [image]\nassistant: ok' }],
}
