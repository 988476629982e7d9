/**
 * The history holds calls or results, but the request declares no tools: the usual form of a compaction call. Anthropic
 * itself takes it in most versions; Bedrock Converse and LiteLLM refuse. OpenAI refuses only a tool choice without tools.
 * Source of truth: kilocode#6272, sigit#81, bedrock-access-gateway#239; github/app#2384.
 * Not seen from a file: tools of a log, which agents rarely write down.
 */

import type { RequestBlock, RequestFacts } from '../../request/request'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { draftAt, isWholeBody, toolCount, variant } from '../shared'

function firstToolBlock(context: Pick<CheckContext, 'assembly'>): RequestBlock | null {
  for (const message of context.assembly.view) {
    for (const block of message.blocks) if (block.head.kind === 'call' || block.head.kind === 'result') return block
  }
  return null
}

function* check(context: CheckContext): Generator<Draft> {
  if (!isWholeBody(context.facts) || (toolCount(context.facts) ?? 0) > 0) return
  if (context.profile.wire === 'openai-chat') {
    const choice = context.facts.params.tool_choice
    if (choice === undefined || choice === null || context.from > 0) return
    yield draftAt('request', 'The request sets a tool choice, but declares no tools.', { view: 0 })
    return
  }
  const first = firstToolBlock(context)
  if (!first || first.view < context.from) return
  yield draftAt(first, 'The history holds calls or results, but the request declares no tools.', { view: first.view })
}

function namesUsed(context: RepairContext): string[] {
  const names = new Set<string>()
  for (const message of context.assembly.view) {
    for (const block of message.blocks)
      if (block.head.kind === 'call' && /^[a-zA-Z0-9_-]{1,64}$/.test(block.head.name ?? '')) names.add(block.head.name ?? '')
  }
  return [...names]
}

function repairs(_draft: Draft, context: RepairContext): RepairPlan[] {
  if (context.profile.wire === 'openai-chat') {
    return [
      { id: 'drop-tool-choice', title: 'Leave the tool choice out', loses: 'nothing', loss: 0, edits: [], params: { tool_choice: null } },
    ]
  }
  const names = namesUsed(context)
  if (names.length === 0) return []
  const tools = names.map(name => ({ name, description: 'Used earlier in this conversation.', input_schema: { type: 'object' } }))
  const params = { tools, tool_choice: { type: 'none' } }
  return [
    {
      id: 'declare-tools',
      title: 'Declare the tools that the history uses, with tool_choice none',
      loses: 'nothing',
      loss: 0,
      edits: [],
      params,
    },
  ]
}

function unchecked(facts: RequestFacts): string | null {
  return facts.isBody ? null : 'a log does not say which tools were sent'
}

export const toolsMissing: Rule = {
  id: 'tools-missing',
  title: 'Calls in the history, no tools declared',
  demands: 'A request whose history holds calls or results declares tools.',
  variants: [
    variant({
      id: 'anthropic-tools-missing-for-history',
      profile: 'anthropic',
      // Refused by gateways and Bedrock; the first-party API takes it in most versions.
      severity: 'fragile',
      says: 'Requests which include `tool_use` or `tool_result` blocks must define tools.',
      confidence: 'rep',
      sources: ['kilocode#6272', 'sigit#81', 'bedrock-access-gateway#239'],
    }),
    variant({
      id: 'openai-chat-tools-missing',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "'tool_choice' is only allowed when 'tools' are specified",
      confidence: 'rep',
      sources: ['github/app#2384'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C3'],
  check,
  repairs,
  unchecked,
  rejected: [
    {
      name: 'a summary call without tools',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"] [text "Summarise."]',
      params: { tools: null },
      at: ['m1.b0'],
    },
    {
      name: 'a tool choice without tools',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "a"]\nuser: Summarise.',
      params: { tools: null, tool_choice: 'none' },
    },
  ],
  accepted: [
    { name: 'tools are declared', profile: 'anthropic', history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]' },
    { name: 'no tools, no calls', profile: 'anthropic', history: 'user: hi', params: { tools: null } },
    {
      name: 'calls in the history, no tools, no tool choice',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "a"]',
      params: { tools: null },
    },
  ],
}
