/**
 * Something stands between a call and its result: a reminder, hook output, a queued prompt, a system message; or the
 * result stands before its call. Both are there, only not side by side.
 * Source of truth: Anthropic "handle tool calls" and "mid-conversation system messages"; openclaw#29306.
 */

import { gatherPair } from '../pair-plans'
import type { CheckContext, Draft, Rule } from '../rule'
import { displacedResults, draftAt, shown, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  for (const { result, call, view, isSplit } of displacedResults(context)) {
    if (isSplit) continue
    const id = result.head.callId ?? ''
    const where = result.view < call.view ? 'stands before its call' : 'does not follow its call directly: other messages stand between'
    yield draftAt(result, `The result of ${shown(id)} ${where}.`, { view, other: call.address, data: { id, ids: id } })
  }
}

export const messageBetween: Rule = {
  id: 'message-between',
  title: 'Message between call and result',
  demands: 'Nothing stands between the message with calls and the message with their results.',
  variants: [
    variant({
      id: 'anthropic-message-between-use-and-result',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      confidence: 'doc',
      sources: ['platform.claude.com handle-tool-calls', 'platform.claude.com mid-conversation-system-messages', 'openclaw#29306'],
    }),
  ],
  precedence: 3,
  stage: 5,
  causes: ['C14', 'C6', 'C9'],
  check,
  repairs: gatherPair,
  rejected: [
    {
      name: 'the user and the assistant speak in between',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: wait\nassistant: waiting\nuser: [result t1 "a"]\nassistant: done',
      at: ['m4.b0'],
    },
    {
      name: 'a second assistant turn in between, and the end behind it',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: wait\nassistant: waiting\nuser: [result t1 "a"]',
      at: ['m4.b0'],
    },
    {
      name: 'a system message in between',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nsystem: be brief\nuser: [result t1 "a"]\nassistant: done\nuser: go on',
      params: { model: 'claude-opus-5' },
      at: ['m3.b0'],
    },
    {
      name: 'the result before its call',
      profile: 'anthropic',
      history: 'user: [result t1 "a"] [text "hi"]\nassistant: [call t1 read {}]\nuser: go on\nassistant: done',
      at: ['m0.b0'],
    },
  ],
  accepted: [
    {
      name: 'the reminder behind the result',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]\nuser: reminder\nassistant: done',
    },
  ],
}
