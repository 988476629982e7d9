import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesSource } from '../base/source'
import { anthropicRequest } from '../formats/anthropic-request'
import { bodyFromDsl } from '../session/dsl'
import { END } from '../session/moment'
import type { WorkingSet } from '../session/working-set'
import { applyEdits } from './apply'
import type { Edit } from './edit'
import { fateOf } from './fate'
import { invertEdits } from './invert'

const HISTORY = `
  user: [text "one"]
  assistant: [text "two"] [call t1 read {"path":"a"}]
  user: [result t1 "three"] [text "four"]
  assistant: [text "five"]
  user: [text "six"]
`
const NO = { bytes: 0, hash: '' }

function open(history = HISTORY): WorkingSet {
  const source = bytesSource('x.json', Buffer.from(bodyFromDsl(history, 'anthropic', { model: 'claude-x' })))
  const session = anthropicRequest.read({ id: 'x', name: 'x.json', main: { label: 'x.json', source }, companions: [], evidence: [] })
  return anthropicRequest.workingSet(session, END)
}

/** The working set as text: order, addresses and bodies. */
function text(working: WorkingSet): string {
  return working.messages
    .map(
      one =>
        `${one.address} ${one.role}: ${one.blocks.map(block => `${block.address}=${JSON.stringify(working.session.body(block))}`).join(' ')}`,
    )
    .join('\n')
}

function edited(working: WorkingSet, edits: readonly Edit[]): WorkingSet {
  const answer = applyEdits(working, edits)
  if (!answer.ok) throw new Error(answer.fault.message)
  return answer.value
}

describe('applying', () => {
  test('a replaced block keeps its address', () => {
    const working = open()
    const result = edited(working, [{ op: 'replace-block', at: 'm2.b0', block: { kind: 'text', text: 'x' }, before: NO, reason: '' }])
    expect(result.messages[2]?.blocks.map(block => [block.address, block.kind])).toEqual([
      ['m2.b0', 'text'],
      ['m2.b1', 'text'],
    ])
    expect(text(working)).toBe(text(open()))
  })

  test('inserting moves no address', () => {
    const edits: Edit[] = [
      { op: 'insert-block', at: 'n0', into: 'm0', place: 'start', block: { kind: 'text', text: 'new' }, reason: '' },
      {
        op: 'insert-message',
        at: 'n1',
        place: { after: 'm3' },
        role: 'user',
        synthetic: null,
        blocks: [{ kind: 'text', text: 'also' }],
        reason: '',
      },
    ]
    const result = edited(open(), edits)
    expect(result.messages.map(one => one.address)).toEqual(['m0', 'm1', 'm2', 'm3', 'n1', 'm4'])
    expect(result.messages[0]?.blocks.map(block => block.address)).toEqual(['n0', 'm0.b0'])
    expect(result.messages[4]?.blocks[0]?.address).toBe('n1.b0')
  })

  test('a joined block is found in its new message', () => {
    const result = edited(open(), [
      { op: 'join-messages', at: 'm4', into: 'm2', reason: '' },
      { op: 'remove-block', at: 'm4.b0', before: NO, reason: '' },
    ])
    expect(result.messages.map(one => one.address)).toEqual(['m0', 'm1', 'm2', 'm3'])
    expect(result.messages[2]?.blocks).toHaveLength(2)
  })

  test.each<[string, Edit]>([
    ['a block that is not there', { op: 'remove-block', at: 'm9.b0', before: NO, reason: '' }],
    [
      'a place that is not there',
      { op: 'insert-message', at: 'n0', place: { before: 'm9' }, role: 'user', synthetic: null, blocks: [], reason: '' },
    ],
    ['a range back to front', { op: 'remove-messages', at: 'm3', to: 'm1', before: NO, reason: '' }],
    ['a message into itself', { op: 'join-messages', at: 'm1', into: 'm1', reason: '' }],
    ['a restore of what is there', { op: 'restore', at: 'm1', place: 'end', into: null, reason: '' }],
  ])('%s is answered with why not', (_name, edit) => {
    const result = applyEdits(open(), [edit])
    expect(result.ok).toBe(false)
    if (!result.ok) expect(result.fault.message).toContain(edit.op)
  })

  test('what an edit of the chain took away can be put elsewhere, as it was then', () => {
    const result = edited(open(), [
      { op: 'insert-message', at: 'n0', place: 'end', role: 'user', synthetic: null, blocks: [{ kind: 'text', text: 'new' }], reason: '' },
      { op: 'replace-block', at: 'm2.b1', block: { kind: 'text', text: 'changed' }, before: NO, reason: '' },
      { op: 'remove-messages', at: 'n0', to: 'n0', before: NO, reason: '' },
      { op: 'restore', at: 'n0', place: { after: 'm0' }, into: null, reason: '' },
      { op: 'remove-block', at: 'm2.b1', before: NO, reason: '' },
      { op: 'restore', at: 'm2.b1', place: 'end', into: 'n0', reason: '' },
    ])
    expect(result.messages[1]?.blocks.map(block => result.session.body(block))).toEqual([
      { kind: 'text', text: 'new' },
      { kind: 'text', text: 'changed' },
    ])
  })

  test('a tool message that lost its result is a user message', () => {
    const working = open('user: [text "x"]\ntool: [result t1 "y"]')
    const result = edited(working, [{ op: 'replace-block', at: 'm1.b0', block: { kind: 'text', text: 'y' }, before: NO, reason: '' }])
    expect(result.messages[1]?.rawRole).toBe('user')
  })
})

describe('inverting', () => {
  const address = fc.constantFrom('m0.b0', 'm1.b0', 'm1.b1', 'm2.b0', 'm2.b1', 'm3.b0', 'm4.b0')
  const message = fc.constantFrom('m0', 'm1', 'm2', 'm3', 'm4')
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    address.map((at): Edit => ({ op: 'replace-block', at, block: { kind: 'text', text: 'changed' }, before: NO, reason: '' })),
    address.map((at): Edit => ({ op: 'remove-block', at, before: NO, reason: '' })),
    fc.tuple(message, message).map(([at, to]): Edit => ({ op: 'remove-messages', at, to, before: NO, reason: '' })),
    fc
      .tuple(fc.nat(9), message)
      .map(
        ([n, into]): Edit => ({ op: 'insert-block', at: `n${n}`, into, place: 'end', block: { kind: 'text', text: 'added' }, reason: '' }),
      ),
    fc.tuple(fc.nat(9), message).map(
      ([n, at]): Edit => ({
        op: 'insert-message',
        at: `n1${n}`,
        place: { after: at },
        role: 'user',
        synthetic: null,
        blocks: [{ kind: 'text', text: 'put in' }],
        reason: '',
      }),
    ),
    address.map((at): Edit => ({ op: 'restore', at, place: 'end', into: at.replace(/\.b\d+$/, ''), reason: '' })),
    fc.tuple(message, message).map(([at, into]): Edit => ({ op: 'join-messages', at, into, reason: '' })),
  )

  test('the inverse of what applies leads back to the same messages and bodies', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), tried => {
        const working = open()
        let edits: Edit[] = []
        for (const one of tried) if (applyEdits(working, [...edits, one]).ok) edits = [...edits, one]
        const inverse = invertEdits(working, edits)
        expect(inverse.ok).toBe(true)
        if (inverse.ok) expect(text(edited(edited(working, edits), inverse.value))).toBe(text(working))
      }),
      { numRuns: 500 },
    )
  })
})

describe('fate', () => {
  const order = ['m0', 'm1', 'm2', 'm3', 'm4']
  test('says what became of a block through a chain', () => {
    const edits: Edit[] = [
      { op: 'replace-block', at: 'm1.b0', block: { kind: 'text', text: 'x' }, before: NO, reason: '' },
      { op: 'remove-messages', at: 'm2', to: 'm4', before: NO, reason: '' },
      { op: 'restore', at: 'm3', place: 'end', into: null, reason: '' },
      { op: 'join-messages', at: 'm0', into: 'm3', reason: '' },
    ]
    expect(fateOf('m1.b0', edits, order)).toEqual({ kind: 'replaced', by: 0 })
    expect(fateOf('m1.b1', edits, order)).toEqual({ kind: 'kept' })
    expect(fateOf('m2.b0', edits, order)).toEqual({ kind: 'removed', by: 1 })
    expect(fateOf('m3.b0', edits, order)).toEqual({ kind: 'kept' })
    expect(fateOf('m0.b0', edits, order)).toEqual({ kind: 'joined', by: 3, into: 'm3' })
  })
})
