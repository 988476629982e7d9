/**
 * The name of a call in the history is empty, too long, or (OpenAI Chat) holds other characters. The model put a whole
 * command into the name, a stream filed its parts under the wrong index, or another vendor's names were kept.
 * Source of truth: Anthropic "define tools" (declared names are stricter than history), TanStack/ai#532.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { callBody, replaceBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, shown, variant } from '../shared'

const LONGEST = { 'anthropic-messages': 200, 'openai-chat': 64 } as const
const OPENAI_PATTERN = /^[a-zA-Z0-9_-]+$/
const FALLBACK = 'unnamed_tool'

function whyBad(context: CheckContext, name: string): string | null {
  const isOpenAi = context.profile.wire === 'openai-chat'
  if (name === '') return isOpenAi ? 'pattern' : 'String should have at least 1 character'
  if (name.length > LONGEST[context.profile.wire]) return isOpenAi ? 'pattern' : 'String should have at most 200 characters'
  return isOpenAi && !OPENAI_PATTERN.test(name) ? 'pattern' : null
}

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'call') continue
    const name = has(block.head.flags, BLOCK_FLAGS.nameEmpty) ? '' : (block.head.name ?? '')
    const why = whyBad(context, name)
    if (why === null) continue
    const data = { name: shown(name), n: name.length, why }
    const text = name === '' ? 'This call has no name.' : `The name of this call (${shown(name)}, ${name.length} characters) is not taken.`
    yield draftAt(block, text, { view: message.view, data })
  }
}

function rename(draft: Draft, context: RepairContext): RepairPlan[] {
  const call = spotBlock(draft, 'call')
  if (!call) return []
  const clean = (call.head.name ?? '').replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64)
  const name = /[a-zA-Z0-9]/.test(clean) ? clean : FALLBACK
  const edits = [replaceBlock(context, call, { ...callBody(context, call), name }, 'a name that the provider takes')]
  return [{ id: 'rename-call', title: `Name it ${name}`, loses: 'the name as it was', loss: 0, edits }]
}

export const callName: Rule = {
  id: 'call-name',
  title: 'Name of a call',
  demands: 'A call in the history has a name, and one that is not too long.',
  variants: [
    variant({
      id: 'anthropic-tool-use-name-pattern',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}.tool_use.name: {why}',
      confidence: 'rep',
      sources: ['platform.claude.com define-tools', 'Claude Code changelog', 'TanStack/ai#532'],
    }),
    variant({
      id: 'openai-chat-name-pattern',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "Invalid 'messages[{N}].tool_calls[{M}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      confidence: 'rep',
      sources: ['OpenAI validator text in client issues'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C8', 'C10', 'C11'],
  check,
  repairs: rename,
  rejected: [
    {
      name: 'an empty name',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 "" {}]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'a command as the name',
      profile: 'anthropic',
      history: `user: hi\nassistant: [call t1 ${'ls_'.repeat(70)} {}]\nuser: [result t1 "a"]\nassistant: done`,
      at: ['m1.b0'],
    },
    {
      name: 'a dot in the name',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 functions.read {}]\ntool: [result c1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    {
      name: 'a plain name',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]\nassistant: done',
    },
    {
      name: 'a dot, which Anthropic takes in history',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 fs.read {}]\nuser: [result t1 "a"]\nassistant: done',
    },
    {
      name: 'a plain name',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read-file {}]\ntool: [result c1 "a"]\nassistant: done',
    },
  ],
}
