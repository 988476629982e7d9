import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BLOCK_FLAGS } from '../session/flags'
import type { Sending } from '../session/sending'
import { AS_IT_STANDS } from '../session/sending'
import type { BlockHead } from '../session/session'
import type { WorkingMessage } from '../session/working-set'
import { Assembly } from './assembly'
import { findProfile, type Profile } from './profile'
import { blockPath, mergedPath } from './request'

const profileOf = (id: string): Profile => {
  const profile = findProfile(id)
  if (!profile) throw new Error(id)
  return profile
}

const JOINED: Sending = { keeps: message => message.synthetic !== 'screen', joins: true, resultsFirst: true, mends: [] }

const head = (address: string, kind: BlockHead['kind'], callId: string | null = null, flags = 0): BlockHead => ({
  address,
  kind,
  callId,
  name: null,
  flags,
  chars: 4,
  index: -1,
})

function message(
  n: number,
  role: 'user' | 'assistant',
  kinds: readonly BlockHead['kind'][],
  synthetic: string | null = null,
): WorkingMessage {
  const blocks = kinds.map((kind, i) => head(`m${n}.b${i}`, kind, kind === 'call' || kind === 'result' ? `c${(n + i) % 5}` : null))
  return { address: `m${n}`, role, rawRole: role, flags: 0, synthetic, blocks, index: n }
}

/** Everything a rule can see, as text. */
function seen(assembly: Assembly): string {
  const view = assembly.view.map(
    one => `${one.role}@${one.turnStart}[${one.blocks.map(b => `${b.address}:${blockPath(b)}:${mergedPath(b)}`).join(' ')}]`,
  )
  const ids = ['c0', 'c1', 'c2', 'c3', 'c4'].map(
    id => `${id}=${assembly.callsOf(id).map(b => b.address)}/${assembly.resultsOf(id).map(b => b.address)}`,
  )
  return [...view, ...ids].join('\n')
}

describe('what is sent', () => {
  test('an agent that joins neighbours sends results first', () => {
    const assembly = new Assembly(profileOf('anthropic'), JOINED)
    assembly.push([message(0, 'user', ['text']), message(1, 'user', ['result'])])
    expect(assembly.sent).toHaveLength(1)
    expect(assembly.sent[0]?.blocks.map(block => block.address)).toEqual(['m1.b0', 'm0.b0'])
  })

  test('a body is sent as it stands, and the provider joins it', () => {
    const assembly = new Assembly(profileOf('anthropic'), AS_IT_STANDS)
    assembly.push([message(0, 'user', ['text']), message(1, 'user', ['result'])])
    expect(assembly.sent).toHaveLength(2)
    expect(assembly.view).toHaveLength(1)
    const result = assembly.view[0]?.blocks[1]
    expect(result && [blockPath(result), mergedPath(result)]).toEqual(['messages.1.content.0', 'messages.0.content.1'])
  })

  test('string content has a path without an index', () => {
    const assembly = new Assembly(profileOf('anthropic'), AS_IT_STANDS)
    assembly.push([{ ...message(0, 'user', []), blocks: [head('m0.b0', 'text', null, BLOCK_FLAGS.wholeContent)] }])
    const block = assembly.sent[0]?.blocks[0]
    expect(block && blockPath(block)).toBe('messages.0.content')
  })

  test('results of an Anthropic history become tool messages on the OpenAI wire', () => {
    const assembly = new Assembly(profileOf('openai-chat'), AS_IT_STANDS)
    assembly.push([message(0, 'assistant', ['thinking', 'text', 'call']), message(1, 'user', ['result', 'result', 'text'])])
    expect(assembly.sent.map(one => one.role)).toEqual(['assistant', 'tool', 'tool', 'user'])
    expect(assembly.sent[0]?.blocks.map(blockPath)).toEqual(['messages.0.content.0', 'messages.0.tool_calls.0'])
    expect(assembly.sent[2]?.blocks.map(blockPath)).toEqual(['messages.2'])
    expect(assembly.conversions.map(one => one.at)).toEqual(['m0.b0'])
  })
})

describe('walking', () => {
  const kinds = fc.array(fc.constantFrom<BlockHead['kind']>('text', 'call', 'result', 'thinking'), { minLength: 0, maxLength: 3 })
  const step = fc.record({
    keep: fc.nat(12),
    add: fc.array(fc.record({ role: fc.constantFrom<'user' | 'assistant'>('user', 'assistant'), kinds, isScreen: fc.boolean() }), {
      maxLength: 4,
    }),
  })

  test.each(['anthropic', 'openai-chat'])('taking messages back and adding others gives what building anew gives (%s)', id => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), (steps, joins) => {
        const sending = joins ? JOINED : AS_IT_STANDS
        const walked = new Assembly(profileOf(id), sending)
        let list: WorkingMessage[] = []
        let number = 0
        for (const { keep, add } of steps) {
          const added = add.map(one => message(number++, one.role, one.kinds, one.isScreen ? 'screen' : null))
          const kept = Math.min(keep, list.length)
          list = [...list.slice(0, kept), ...added]
          walked.truncate(kept)
          walked.push(added)
          const anew = new Assembly(profileOf(id), sending)
          anew.push(list)
          expect(seen(walked)).toBe(seen(anew))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the answer of push and truncate is the first view position that changed', () => {
    const assembly = new Assembly(profileOf('anthropic'), JOINED)
    expect(assembly.push([message(0, 'user', ['text']), message(1, 'assistant', ['call'])])).toBe(0)
    expect(assembly.push([message(2, 'assistant', ['text'])])).toBe(1)
    expect(assembly.push([message(3, 'user', ['result'])])).toBe(2)
    expect(assembly.truncate(3)).toBe(2)
    expect(assembly.truncate(2)).toBe(1)
  })

  test('a view message that lost one of those joined to it has changed', () => {
    const assembly = new Assembly(profileOf('anthropic'), AS_IT_STANDS)
    assembly.push([message(0, 'user', ['text']), message(1, 'user', ['result'])])
    expect(assembly.truncate(1)).toBe(0)
    expect(assembly.view[0]?.blocks).toHaveLength(1)
  })
})
