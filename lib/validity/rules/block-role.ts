/**
 * Anthropic: a block stands under the wrong role: a result, or an image, in an assistant message; a call or thinking in a
 * user message. Adapters that map roles, and summaries that take blocks along.
 * Source of truth: issues of SDK adapters.
 */

import type { Edit } from '../../edits/edit'
import type { RequestBlock } from '../../request/request'
import { spotBlock, textAndAnswer } from '../pair-plans'
import { moveResult, ownerOf, removeBlock, replaceBlock, resultAsText, takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, firstAt, isThinking, variant } from '../shared'

function faultOf(block: RequestBlock, role: string): string | null {
  const { kind } = block.head
  const isAssistant = role === 'assistant'
  const isUser = !isAssistant && role !== 'system'
  if (kind === 'result' && !isUser) return '`tool_result` blocks can only be in `user` messages'
  if (kind === 'image' && !isUser) return '`image` blocks can only be in `user` messages'
  if (kind === 'call' && !isAssistant) return '`tool_use` blocks can only be in `assistant` messages'
  return isThinking(block) && !isAssistant ? '`thinking` blocks may only be in `assistant` messages' : null
}

const NAMES: Readonly<Record<string, string>> = {
  result: 'A result',
  image: 'An image',
  call: 'A call',
  thinking: 'Thinking',
  redacted: 'Thinking',
}

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    const says = faultOf(block, message.role)
    if (says === null) continue
    const id = block.head.callId
    const text = `${NAMES[block.head.kind] ?? 'A block'} stands in a message of role ${message.role}.`
    yield draftAt(block, text, { view: message.view, data: id === null ? { says } : { says, id } })
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) return []
  if (block.head.kind === 'result') return resultRepairs(block, context)
  if (block.head.kind === 'call') return callRepairs(block, context)
  if (block.head.kind === 'image') return imageRepairs(block, context)
  const edits = takeOut(context, [block], "thinking is the assistant's")
  return [{ id: 'drop-thinking', title: 'Remove the thinking', loses: 'what was thought', loss: 2, edits }]
}

/** The call stands in the same message: the answer goes into the next user message. */
function resultRepairs(block: RequestBlock, context: RepairContext): RepairPlan[] {
  const id = block.head.callId ?? ''
  const call = firstAt(context.assembly.callsOf(id), block.view)
  if (call && !firstAt(context.assembly.resultsOf(id), block.view + 1)) {
    const move = moveResult(context, call, block)
    return [
      { id: 'move-result', title: 'Move the result into the next user message', loses: 'nothing', loss: 0, edits: move },
      ...textAndAnswer(block, call, context),
    ]
  }
  const text = resultAsText(context, block, 'it stood in a message of the assistant')
  const edits = [replaceBlock(context, block, text, 'a result has no place here')]
  return [{ id: 'result-to-text', title: 'Turn the result into plain text', loses: 'that it was a result', loss: 1, edits }]
}

function callRepairs(block: RequestBlock, context: RepairContext): RepairPlan[] {
  const name = block.head.name ?? 'tool'
  const reason = "a call is the assistant's"
  const asText = [replaceBlock(context, block, { kind: 'text', text: `[call of ${name}, removed from a message of the user]` }, reason)]
  return [{ id: 'call-to-text', title: 'Turn the call into plain text', loses: 'the arguments of the call', loss: 2, edits: asText }]
}

function imageRepairs(block: RequestBlock, context: RepairContext): RepairPlan[] {
  const reason = "images are the user's"
  const next = context.assembly.sent[block.sent + 1]
  const into = next?.origins[next.origins.length - 1]
  const sent = context.assembly.sent[block.sent]
  const plans: RepairPlan[] = [
    {
      id: 'image-to-text',
      title: 'Put a note in its place',
      loses: 'the image',
      loss: 2,
      edits: [replaceBlock(context, block, { kind: 'text', text: '[image]' }, reason)],
    },
  ]
  if (next?.role !== 'user' || !into || !ownerOf(context, block) || sent?.blocks.length === 1) return plans
  const edits: Edit[] = [
    removeBlock(context, block, reason),
    { op: 'restore', at: block.address, place: 'end', into: into.address, reason },
  ]
  return [{ id: 'move-image', title: 'Move the image into the next user message', loses: 'nothing', loss: 0, edits }, ...plans]
}

export const blockRole: Rule = {
  id: 'block-role',
  title: 'Block under the wrong role',
  demands: 'Results and images stand in user messages, calls and thinking in assistant messages.',
  variants: [
    variant({
      id: 'anthropic-block-wrong-role',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: {says}',
      confidence: 'rep',
      sources: ['SDK adapter issues'],
    }),
  ],
  precedence: 2,
  stage: 1,
  causes: ['C11', 'C4'],
  check,
  repairs,
  rejected: [
    {
      name: 'call and result in one message',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [result t1 "a"]\nuser: go on\nassistant: done',
      at: ['m1.b1'],
    },
    { name: 'a call of the user', profile: 'anthropic', history: 'user: [text "hi"] [call t1 read {}]\nassistant: done', at: ['m0.b1'] },
    {
      name: 'thinking of the user',
      profile: 'anthropic',
      history: 'user: [thinking "plan" sig=abc] [text "hi"]\nassistant: done',
      at: ['m0.b0'],
    },
    {
      name: 'an image of the assistant',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text "see"] [image]\nuser: thanks',
      at: ['m1.b1'],
    },
  ],
  accepted: [
    {
      name: 'each under its role',
      profile: 'anthropic',
      history: 'user: [text "hi"] [image]\nassistant: [thinking "plan" sig=abc] [call t1 read {}]\nuser: [result t1 "a"]\nassistant: done',
    },
  ],
}
