/**
 * OpenAI Chat: limits of the schema: no messages, a text of more than 1,048,576 characters, more than 128 tools.
 * Source of truth: texts quoted in client issues. Other lengths were seen on other fields and models; a cap on the number
 * of messages is told of without a text, and is not checked.
 */

import type { Block } from '../../session/model'
import { spotBlock } from '../pair-plans'
import { bodyIn, insertMessage, replaceBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, toolCount, variant } from '../shared'

const LONGEST_TEXT = 1_048_576
const MOST_TOOLS = 128

function* check(context: CheckContext): Generator<Draft> {
  if (context.assembly.sent.length === 0) {
    yield draftAt('request', 'The request holds no messages.', {
      view: 0,
      data: { what: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead." },
    })
  }
  yield* toolDrafts(context)
  for (const { block, message } of blocksFrom(context)) {
    const { kind, chars } = block.head
    if ((kind !== 'text' && kind !== 'result') || chars <= LONGEST_TEXT) continue
    const what = `Invalid 'messages[${block.sent}].content': string too long. Expected a string with maximum length ${LONGEST_TEXT}, but got a string with length ${chars} instead.`
    yield draftAt(block, `This text has ${chars} characters; ${LONGEST_TEXT} are taken.`, { view: message.view, data: { what } })
  }
}

function* toolDrafts(context: CheckContext): Generator<Draft> {
  const count = context.facts.isBody && context.from === 0 ? (toolCount(context.facts) ?? 0) : 0
  if (count <= MOST_TOOLS) return
  const what = `Invalid 'tools': array too long. Expected an array with maximum length ${MOST_TOOLS}, but got an array with length ${count} instead.`
  yield draftAt('request', `The request declares ${count} tools; ${MOST_TOOLS} are taken.`, { view: 0, data: { what } })
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) return context.assembly.sent.length === 0 ? [firstMessage(context)] : []
  const body = bodyIn(context, block.head)
  const cut = cutBlock(body)
  if (!cut) return []
  const edits = [replaceBlock(context, block, cut, 'a text that is too long')]
  return [{ id: 'cut-text', title: 'Cut the middle of the text', loses: 'the middle of the text', loss: 2, edits }]
}

function firstMessage(context: RepairContext): RepairPlan {
  const edits = [insertMessage(context, 'end', 'user', [{ kind: 'text', text: 'Continue with the task.' }], 'a request holds a message')]
  return { id: 'add-user-message', title: 'Add a message of the user', loses: 'nothing; put the first task there', loss: 0, edits }
}

function cutBlock(body: Block): Block | null {
  if (body.kind === 'text') return { ...body, text: cutText(body.text) }
  return body.kind === 'result' && typeof body.content === 'string' ? { ...body, content: cutText(body.content) } : null
}

function cutText(text: string): string {
  const half = Math.floor(LONGEST_TEXT / 4)
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters were cut …]\n${text.slice(-half)}`.toWellFormed()
}

export const messageLimits: Rule = {
  id: 'message-limits',
  title: 'Limits of the message list',
  demands: 'A request holds messages, texts of at most 1,048,576 characters and at most 128 tools.',
  variants: [
    variant({
      id: 'openai-chat-messages-limits',
      profile: 'openai-chat',
      severity: 'rejects',
      says: '{what}',
      confidence: 'rep',
      sources: ['client issues'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C4', 'C15'],
  check,
  repairs,
  rejected: [
    { name: 'nothing left', profile: 'openai-chat', history: '' },
    { name: 'a text that is too long', profile: 'openai-chat', history: `user: ${'word '.repeat(210_000)}end`, at: ['m0.b0'] },
  ],
  accepted: [{ name: 'one message', profile: 'openai-chat', history: 'user: hi' }],
}
