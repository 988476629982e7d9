/**
 * Anthropic: the input of a call is no object: a string, null, a list, absent. Arguments of another wire that were not
 * parsed, or that a stream or a compaction cut off.
 * Source of truth: claude-code#6695, mastra#5604, koda#501, anthropic-sdk-typescript#648.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import { spotBlock } from '../pair-plans'
import { callBody, replaceBlock } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, variant } from '../shared'

const KINDS = [
  [BLOCK_FLAGS.inputString, 'a string'],
  [BLOCK_FLAGS.inputNull, 'null'],
  [BLOCK_FLAGS.inputArray, 'a list'],
  [BLOCK_FLAGS.inputAbsent, 'absent'],
  [BLOCK_FLAGS.inputScalar, 'a number or a boolean'],
  [BLOCK_FLAGS.argumentsNotJson, 'text that is no JSON'],
] as const

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'call') continue
    const kind = KINDS.find(([flag]) => has(block.head.flags, flag))?.[1]
    if (kind) yield draftAt(block, `The input of this call is ${kind}; it must be an object.`, { view: message.view })
  }
}

function objectOf(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null || input === '') return {}
  const value = typeof input === 'string' ? parsed(input) : input
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { _raw: input }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const call = spotBlock(draft, 'call')
  if (!call) return []
  const { id, name, input } = callBody(context, call)
  const fixed = { kind: 'call', id, name, input: objectOf(input) } as const
  const edits = [replaceBlock(context, call, fixed, 'the input of a call is an object')]
  return [
    { id: 'input-to-object', title: 'Make the input an object', loses: 'nothing: what is no object stays under "_raw"', loss: 0, edits },
  ]
}

export const callInput: Rule = {
  id: 'call-input',
  title: 'Input of a call',
  demands: 'The input of a call is an object.',
  variants: [
    variant({
      id: 'anthropic-tool-use-input-not-object',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}.tool_use.input: Input should be a valid dictionary',
      confidence: 'rep',
      sources: ['claude-code#6695', 'claude-code#6696', 'claude-code#6697', 'mastra#5604', 'koda#501', 'anthropic-sdk-typescript#648'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C8', 'C5', 'C11'],
  check,
  repairs,
  rejected: [
    {
      name: 'JSON text',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read "{\\"path\\":\\"a\\"}"]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'cut text',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read "{\\"path\\":"]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'null',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read null]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
    {
      name: 'a list',
      profile: 'anthropic',
      history: 'user: hi\nassistant: [call t1 read ["a"]]\nuser: [result t1 "a"]\nassistant: done',
      at: ['m1.b0'],
    },
  ],
  accepted: [
    { name: 'an object', profile: 'anthropic', history: 'user: hi\nassistant: [call t1 read {}]\nuser: [result t1 "a"]\nassistant: done' },
  ],
}
