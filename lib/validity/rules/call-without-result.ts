/**
 * A call whose result does not follow where the provider looks for it. Anthropic looks at the front of the next message
 * (same-role neighbours joined); OpenAI Chat at the tool messages directly behind the call's message.
 * Source of truth: Anthropic "handle tool calls"; claude-code#5060, OpenHarness#191, cube-harness#136.
 * Not seen from a file: calls that the agent has still to run (they are pending), and what stands in a gap of the file.
 */

import type { Assembly } from '../../request/assembly'
import type { RequestBlock, ViewMessage } from '../../request/request'
import { answerCall, dropCall, moveIn } from '../pair-plans'
import type { CheckContext, Draft, Rule } from '../rule'
import { callsIn, draftAt, firstFrom, isUserSide, leadingResults, listed, shown, toolRuns, variant, viewsFrom } from '../shared'

function* drafts(context: CheckContext, head: ViewMessage, view: number, isAnswered: (id: string) => boolean): Generator<Draft> {
  if (context.isOpenAt(view + 1)) return
  const open = callsIn(head).filter(
    call => !context.pending.has(call.address) && call.slot !== 'function' && !isAnswered(call.head.callId ?? ''),
  )
  const ids = listed(open.map(call => call.head.callId ?? ''))
  for (const call of open) {
    const id = call.head.callId ?? ''
    yield draftAt(call, `The call ${shown(id)} of ${shown(call.head.name)} has no result where the provider looks for it.`, {
      view,
      data: { id, ids },
    })
  }
}

function* anthropic(context: CheckContext): Generator<Draft> {
  for (const message of viewsFrom(context)) {
    if (message.role !== 'assistant') continue
    const next = context.assembly.view[message.view + 1]
    const front = next && isUserSide(next.role) ? leadingResults(next) : 0
    yield* drafts(context, message, message.view, id => isAnsweredAtFront(context.assembly, id, message.view + 1, front))
  }
}

function isAnsweredAtFront(assembly: Assembly, id: string, view: number, front: number): boolean {
  const found = firstFrom(assembly.resultsOf(id), view)
  return found !== null && found.view === view && found.viewPlace < front
}

function* openAi(context: CheckContext): Generator<Draft> {
  for (const { message, head, endsRun } of toolRuns(context)) {
    if (!head || !endsRun) continue
    yield* drafts(context, head, message.view, id => isAnsweredWithin(context.assembly.resultsOf(id), head.view, message.view))
  }
}

function isAnsweredWithin(results: readonly RequestBlock[], after: number, to: number): boolean {
  const found = firstFrom(results, after + 1)
  return found !== null && found.view <= to
}

const ANSWERED = 'assistant: [call t1 read {"path":"a"}]\nuser: [result t1 "content"]\nassistant: done'

export const callWithoutResult: Rule = {
  id: 'call-without-result',
  title: 'Call without its result',
  demands: 'Every call is answered by a result in the very next message.',
  variants: [
    variant({
      id: 'anthropic-tool-use-without-result',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      confidence: 'rep',
      sources: ['platform.claude.com handle-tool-calls', 'claude-code#5060', 'claude-code#1831', 'OpenHarness#191'],
    }),
    variant({
      id: 'openai-chat-tool-calls-unanswered',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
      confidence: 'rep',
      sources: ['cube-harness#136', 'datarobot-genai#430'],
    }),
  ],
  precedence: 4,
  stage: 5,
  causes: ['C2', 'C3', 'C6', 'C7', 'C8', 'C9', 'C12', 'C14'],
  check: context => (context.profile.wire === 'openai-chat' ? openAi(context) : anthropic(context)),
  repairs: (draft, context) => [...moveIn(draft, context), ...answerCall(draft, context), ...dropCall(draft, context)],
  rejected: [
    {
      name: 'a trailing call',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [text "ok"] [call t1 read {"path":"a"}]',
      at: ['m1.b1'],
    },
    {
      name: 'the user speaks instead',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: never mind\nassistant: fine',
      at: ['m1.b0'],
    },
    {
      name: 'one of two calls is answered',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [call t2 bash {}]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b1'],
    },
    {
      name: 'a trailing call',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [text "ok"] [call c1 read {"path":"a"}]',
      at: ['m1.b1'],
    },
    {
      name: 'the second of two calls',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}] [call c2 bash {}]\ntool: [result c1 "a"]\nassistant: done',
      at: ['m1.b1'],
    },
    {
      name: 'a late answer',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\nuser: wait\ntool: [result c1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    { name: 'answered in the next message', profile: 'anthropic', history: `user: hi\n${ANSWERED}` },
    {
      name: 'results in two user messages that the provider joins',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}] [call t2 bash {}]\nuser: [result t2 "b"]\nuser: [result t1 "a"]\nassistant: done',
    },
    {
      name: 'results in any order',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}] [call c2 bash {}]\ntool: [result c2 "b"]\ntool: [result c1 "a"]\nassistant: done',
    },
  ],
}
