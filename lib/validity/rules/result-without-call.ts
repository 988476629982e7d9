/**
 * A result that answers no call where the provider looks for it: the assistant message before it (Anthropic), or any
 * assistant message in front of its run of tool messages (OpenAI Chat). The usual sign of a cut between call and result.
 * Source of truth: openclaw#8525, claude-code#18947, graph-agent#85; shotgun#126, TeXRA#2942.
 * Not seen from a file: calls that stand in a gap of the file.
 */

import { dropResult, restoreCall, resultToText } from '../pair-plans'
import type { CheckContext, Draft, Rule } from '../rule'
import { askerOf, blocksFrom, draftAt, isUserSide, lastBefore, shown, toolRuns, variant } from '../shared'

function* anthropic(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    const id = block.head.callId
    if (block.head.kind !== 'result' || id === null || !isUserSide(message.role)) continue
    if (askerOf(context.assembly, block) || context.isOpenAt(message.view)) continue
    const earlier = lastBefore(context.assembly.callsOf(id), message.view)
    const what = earlier ? 'but its call is not in the message directly before' : 'and no call before it has this id'
    yield draftAt(block, `This result answers ${shown(id)}, ${what}.`, {
      view: message.view,
      other: earlier?.address ?? null,
      data: { id },
    })
  }
}

function* openAi(context: CheckContext): Generator<Draft> {
  for (const { message, head } of toolRuns(context)) {
    if (message.role !== 'tool' || head || context.isOpenAt(message.view)) continue
    for (const block of message.blocks) {
      if (block.head.kind !== 'result') continue
      const id = block.head.callId ?? ''
      const earlier = lastBefore(context.assembly.callsOf(id), message.view)
      const text = `This tool message answers ${shown(id)}, but no message with calls stands before it.`
      yield draftAt(block, text, { view: message.view, other: earlier?.address ?? null, data: { id } })
    }
  }
}

export const resultWithoutCall: Rule = {
  id: 'result-without-call',
  title: 'Result without its call',
  demands: 'Every result answers a call of the assistant message directly before it.',
  variants: [
    variant({
      id: 'anthropic-tool-result-without-use',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      confidence: 'rep',
      sources: ['openclaw#8525', 'openclaw#4739', 'claude-code#18947', 'claude-code#13460', 'graph-agent#85', 'decocms/studio#1803'],
    }),
    variant({
      id: 'openai-chat-tool-without-call',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      confidence: 'rep',
      sources: ['shotgun#126', 'TeXRA#2942', 'agent-sh#114', 'deepx-code#94'],
    }),
  ],
  precedence: 4,
  stage: 5,
  causes: ['C1', 'C2', 'C4', 'C5', 'C13', 'C14'],
  check: context => (context.profile.wire === 'openai-chat' ? openAi(context) : anthropic(context)),
  repairs: (draft, context) => [...restoreCall(draft, context), ...resultToText(draft, context), ...dropResult(draft, context)],
  rejected: [
    {
      name: 'a cut that begins with a result',
      profile: 'anthropic',
      history: 'user: [result t1 "content"]\nassistant: done',
      at: ['m0.b0'],
    },
    {
      name: 'a summary, then a result whose call was cut',
      profile: 'anthropic',
      history: 'user: Summary of what was done.\nuser: [result t1 "content"] [text "go on"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'beside a result that is fine',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t2 bash {}]\nuser: [result t1 "old"] [result t2 "new"]\nassistant: done',
      at: ['m2.b0'],
    },
    {
      name: 'the call was answered before',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]\nassistant: ok\nuser: [result t1 "a"] [text "more"]\nassistant: done',
      at: ['m4.b0'],
    },
    {
      name: 'a cut that begins with a tool message',
      profile: 'openai-chat',
      history: 'tool: [result c1 "content"]\nassistant: done',
      at: ['m0.b0'],
    },
    { name: 'behind the user', profile: 'openai-chat', history: 'user: hi\ntool: [result c1 "content"]\nassistant: done', at: ['m1.b0'] },
  ],
  accepted: [
    {
      name: 'call, then result',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "content"]\nassistant: done',
    },
    {
      name: 'call, then tool message',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "content"]\nassistant: done',
    },
  ],
}
