/**
 * A string holds half of a surrogate pair: a text was cut in the middle of an emoji. Strict JSON parsers refuse the body.
 * Source of truth: claude-code#3277, #1939, #4944, #60394; hive-mind#1324. The column of the error text cannot be known
 * without the exact bytes that were sent.
 */

import type { RequestBlock } from '../../request/request'
import { BLOCK_FLAGS, has } from '../../session/flags'
import type { Block } from '../../session/model'
import { spotBlock } from '../pair-plans'
import { bodyIn, replaceBlock, takeOut } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, isThinking, variant } from '../shared'
import { systemTexts } from '../system'

function* check(context: CheckContext): Generator<Draft> {
  if (context.from === 0) {
    for (const block of systemTexts(context.facts)) {
      if (!block.text.isWellFormed())
        yield draftAt('request', 'The system prompt holds half of a surrogate pair.', { view: 0, other: block.address })
    }
  }
  for (const { block, message } of blocksFrom(context)) {
    if (!has(block.head.flags, BLOCK_FLAGS.loneSurrogate | BLOCK_FLAGS.surrogateInId)) continue
    yield draftAt(block, 'A string of this block holds half of a surrogate pair: it was cut inside a character.', { view: message.view })
  }
}

/** Every string of a value with U+FFFD in place of lone halves. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]))
}

function mended(body: Block): Block {
  const fixed = wellFormed(body) as Block
  if (fixed.kind !== 'call' || fixed.rawInput === undefined) return fixed
  const { id, name, input } = fixed
  return { kind: 'call', id, name, input }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const block = spotBlock(draft)
  if (!block) {
    const system = systemTexts(context.facts).map(({ text }) => ({ type: 'text', text: text.toWellFormed() }))
    return [
      {
        id: 'replace-half',
        title: 'Write U+FFFD in its place',
        loses: 'half a character; cache markers of the system prompt',
        loss: 0,
        edits: [],
        params: { system },
      },
    ]
  }
  const reason = 'a string that every parser reads'
  if (isThinking(block) && has(block.head.flags, BLOCK_FLAGS.signed)) {
    return [
      {
        id: 'drop-thinking',
        title: 'Remove the thinking, whose signature fits only its text',
        loses: 'what was thought',
        loss: 2,
        edits: takeOut(context, [block], reason),
      },
    ]
  }
  const edits = withPartners(block, context).map(one => replaceBlock(context, one, mended(bodyIn(context, one.head)), reason))
  return [{ id: 'replace-half', title: 'Write U+FFFD in its place', loses: 'half a character', loss: 0, edits }]
}

/** Call and results together when the half is in their id. */
function withPartners(block: RequestBlock, context: RepairContext): readonly RequestBlock[] {
  const id = block.head.callId
  if (id === null || id.isWellFormed()) return [block]
  return [...context.assembly.callsOf(id), ...context.assembly.resultsOf(id)]
}

const fields = {
  id: 'any-lone-surrogate',
  severity: 'rejects',
  confidence: 'rep',
  sources: [
    'claude-code#3277',
    'claude-code#1939',
    'claude-code#4944',
    'claude-code#6273',
    'claude-code#60394',
    'hive-mind#1324',
    'eliza#18079',
  ],
} as const

export const loneSurrogate: Rule = {
  id: 'lone-surrogate',
  title: 'Half of a character',
  demands: 'Every string is well-formed Unicode.',
  variants: [
    variant({
      ...fields,
      profile: 'anthropic',
      says: 'The request body is not valid JSON: no low surrogate in string: line 1 column <n> (char <n-1>)',
    }),
    variant({ ...fields, profile: 'openai-chat', says: 'Invalid JSON: lone leading surrogate in hex escape' }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C1', 'C5'],
  check,
  repairs,
  rejected: [
    { name: 'a text cut inside an emoji', profile: 'anthropic', history: 'user: [text "cut \\ud83d"]\nassistant: ok', at: ['m0.b0'] },
    {
      name: 'a result',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "cut \\ud83d"]',
      at: ['m2.b0'],
    },
    {
      name: 'an argument',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read {"path":"\\ude00"}]\nuser: [result t1 "a"]',
      at: ['m1.b0'],
    },
    {
      name: 'a tool message',
      profile: 'openai-chat',
      history: 'user: hi\nassistant: [call c1 read {}]\ntool: [result c1 "cut \\ud83d"]',
      at: ['m2.b0'],
    },
  ],
  accepted: [
    { name: 'a whole emoji', profile: 'anthropic', history: 'user: [text "whole \\ud83d\\ude00"]\nassistant: ok\nuser: go on' },
    { name: 'a whole emoji', profile: 'openai-chat', history: 'user: [text "whole \\ud83d\\ude00"]' },
  ],
}
