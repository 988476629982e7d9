/**
 * More tokens than the window takes. A count that the provider recorded makes it a reject; an estimate (four characters a
 * token) is only fragile, since meters often disagree. The file is not repaired here: compact from the log, offline,
 * largest results first.
 * Source of truth: oh-my-openagent#96; texts in client issues. The window is the session's, else the model's by `models`.
 */

import type { Assembly } from '../../request/assembly'
import type { RequestFacts } from '../../request/request'
import { windowOfModel } from '../models'
import type { CheckContext, Draft, Rule } from '../rule'
import { draftAt, lastView, noRepairs, variant } from '../shared'

const CHARS_A_TOKEN = 4
const TOKENS_A_PICTURE = 1600

function* check(context: CheckContext): Generator<Draft> {
  const last = lastView(context)
  const max = context.facts.window ?? windowOfModel(context.facts.model)
  if (!last || max === null) return
  const size = context.size ?? (context.facts.isBody ? { tokens: estimate(context.assembly, context.facts), origin: 'estimated' } : null)
  if (!size || size.tokens <= max) return
  const isSure = size.origin === 'recorded'
  const text = isSure
    ? `The request has ${size.tokens} tokens; the window takes ${max}.`
    : `The request has about ${size.tokens} tokens; the window takes ${max}.`
  yield draftAt('request', text, { view: last.view, data: { n: size.tokens, max }, severity: isSure ? 'rejects' : 'fragile' })
}

function estimate(assembly: Assembly, facts: RequestFacts): number {
  let chars = 0
  let pictures = 0
  for (const message of assembly.sent) {
    for (const { head } of message.blocks) {
      if (head.kind === 'image' || head.kind === 'document' || head.kind === 'audio') pictures++
      else chars += head.chars
    }
  }
  for (const block of facts.system ?? []) chars += block.text.length
  for (const tool of facts.tools ?? []) chars += tool.chars
  return Math.ceil(chars / CHARS_A_TOKEN) + pictures * TOKENS_A_PICTURE
}

export const tooLong: Rule = {
  id: 'too-long',
  title: 'Longer than the window',
  demands: 'The request fits into the window of the model.',
  variants: [
    variant({
      id: 'anthropic-prompt-too-long',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'prompt is too long: {n} tokens > {max} maximum',
      confidence: 'rep',
      sources: ['oh-my-openagent#96', 'client issues'],
    }),
    variant({
      id: 'openai-chat-context-length',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "This model's maximum context length is {max} tokens. However, your messages resulted in {n} tokens. Please reduce the length of the messages.",
      confidence: 'rep',
      sources: ['client issues'],
    }),
  ],
  precedence: 9,
  stage: 8,
  causes: ['C15', 'C3'],
  check,
  repairs: noRepairs,
  rejected: [
    { name: 'about 225,000 tokens', profile: 'anthropic', history: `user: ${'word '.repeat(180_000)}end` },
    { name: 'about 11,000 tokens', profile: 'openai-chat', history: `user: ${'word '.repeat(9000)}end`, params: { model: 'gpt-4' } },
  ],
  accepted: [
    { name: 'short', profile: 'anthropic', history: 'user: hi' },
    { name: 'short', profile: 'openai-chat', history: 'user: hi', params: { model: 'gpt-4' } },
  ],
}
