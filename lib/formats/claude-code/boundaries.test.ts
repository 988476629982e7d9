import { describe, expect, it } from 'vitest'
import { at, call_, type Fields, opened, TestLog, text_, told, walked } from './test-log'

const justAfter = (number: number) => ({ kind: 'boundary', number, before: false }) as const
const justBefore = (number: number) => ({ kind: 'boundary', number, before: true }) as const

function compacted(metadata: Fields = {}): TestLog {
  const log = new TestLog()
  log.user('go')
  log.said('m1', [text_('one')])
  log.user('kept prompt', { uuid: 'keep-1' })
  log.said('m2', [text_('kept answer')], { uuid: 'keep-2' })
  log.compact(metadata)
  return log
}

describe('a compaction', () => {
  it('begins the context anew with its summary, which has an address of its own', () => {
    const log = compacted({ trigger: 'manual', preTokens: 900, postTokens: 100 })
    log.summary('so far')
    log.attachment({ type: 'file', filename: 'x', content: 'y' })
    log.user('on')
    const session = opened(log)
    expect(session.facts.boundaries).toMatchObject([
      { kind: 'summary', at: 4, trigger: 'manual', tokensBefore: 900, tokensAfter: 100, kept: [], keptMissing: 0, owned: [4] },
    ])
    expect(told(session, at(session).messages)[0]).toBe('k0.m0 so far')
    expect(at(session).messages.map(message => message.address)).toEqual(['k0.m0', 'm4', 'm5'])
    expect(at(session)).toMatchObject({ complete: true })
    expect(at(session, justBefore(0)).messages.map(message => message.address)).toEqual(['m0', 'm1', 'm2', 'm3'])
    expect(at(session, justAfter(0)).messages.map(message => message.address)).toEqual(['k0.m0'])
    expect(session.facts.branches).toBe(1)
    expect(session.findMessage('k0.m0')).toBe(4)
  })

  it('finds what was before it by the order of the file when the logical parent is missing', () => {
    const log = new TestLog()
    log.user('go')
    log.compact({}, { logicalParentUuid: 'gone' })
    log.summary('so far')
    const session = opened(log)
    expect(at(session, justBefore(0))).toMatchObject({ complete: true, messages: [{ address: 'm0' }] })
    expect(at(session)).toMatchObject({ complete: true, why: null })
  })

  it('keeps a preserved segment between summary and rest, though the rest hangs on the old tail', () => {
    const log = compacted({
      preservedSegment: { headUuid: 'keep-1', anchorUuid: 'sum', tailUuid: 'keep-2' },
      preservedMessages: { anchorUuid: 'sum', uuids: ['keep-1', 'keep-2'], allUuids: ['keep-1', 'ghost', 'keep-2'] },
    })
    log.summary('so far', { uuid: 'sum' })
    log.user('on', { parentUuid: 'keep-2' })
    log.said('m3', [text_('next')])
    const session = opened(log)
    const wanted = ['k0.m0 so far', 'm2 kept prompt', 'm3 kept answer', 'm4 on']
    expect(told(session, at(session, { kind: 'message', number: 5 }).messages)).toEqual(wanted)
    expect(told(session, at(session, justAfter(0)).messages)).toEqual(wanted.slice(0, 3))
    expect(session.facts.boundaries[0]?.kept).toEqual(['m2', 'm3'])
    expect(session.facts.branches).toBe(1)
    expect(walked(session).differing).toEqual([])
  })

  it('says when kept messages are not in the file', () => {
    const log = compacted({ preservedMessages: { anchorUuid: 'sum', uuids: ['gone-1', 'gone-2'], allUuids: ['gone-1', 'gone-2'] } })
    log.summary('so far', { uuid: 'sum' })
    log.user('on', { parentUuid: 'gone-2' })
    const session = opened(log)
    expect(session.facts.boundaries[0]).toMatchObject({ kept: [], keptMissing: 2 })
    expect(told(session, at(session).messages)).toEqual(['k0.m0 so far', 'm4 on'])
    expect(at(session)).toMatchObject({ complete: false, why: 'kept-missing' })
  })

  it('may lack its summary, and a summary may lack its boundary', () => {
    const bare = compacted()
    bare.user('on')
    expect(at(opened(bare)).messages.map(message => message.address)).toEqual(['m4'])
    expect(opened(bare).facts.notes.map(note => note.kind)).toEqual(['boundary-without-summary'])
    const alone = new TestLog()
    alone.user('go')
    alone.summary('so far')
    alone.user('on')
    const session = opened(alone)
    expect(session.facts.notes.map(note => note.kind)).toEqual(['summary-without-boundary'])
    expect(session.facts.boundaries).toMatchObject([{ kind: 'summary', at: 1, trigger: null, owned: [1] }])
    expect(told(session, at(session).messages)).toEqual(['k0.m0 so far', 'm1 on'])
    expect(told(session, at(session, justBefore(0)).messages)).toEqual(['m0 go'])
  })

  it('follows another without a word between, each with its own number', () => {
    const log = compacted()
    log.summary('first')
    log.compact()
    log.summary('second')
    log.user('on')
    const session = opened(log)
    expect(at(session).messages.map(message => message.address)).toEqual(['k1.m0', 'm4'])
    expect(at(session, justBefore(1)).messages.map(message => message.address)).toEqual(['k0.m0'])
    expect(session.facts.boundaries.map(boundary => boundary.at)).toEqual([4, 4])
  })

  it('cuts only the branch that it lies on', () => {
    const log = compacted()
    log.summary('so far')
    log.user('back before it', { parentUuid: 'u1' })
    const session = opened(log)
    expect(at(session).messages.map(message => message.address)).toEqual(['m0', 'm1', 'm4'])
    expect(at(session, { kind: 'end' }, 1).messages.map(message => message.address)).toEqual(['k0.m0'])
  })
})

describe('a microcompaction', () => {
  it('clears the results it names from there on, whole on disk', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [call_('a'), call_('b')])
    log.user([
      { type: 'tool_result', tool_use_id: 'a', content: '', is_error: true },
      { type: 'tool_result', tool_use_id: 'b', content: 'whole' },
    ])
    log.record('system', {
      subtype: 'microcompact_boundary',
      microcompactMetadata: { trigger: 'auto', preTokens: 50, tokensSaved: 20, compactedToolIds: ['a'] },
    })
    log.said('m2', [text_('done')])
    const session = opened(log)
    expect(session.facts.boundaries).toMatchObject([
      { kind: 'clear', at: 3, cleared: ['m2.b0'], tokensBefore: 50, tokensAfter: 30, owned: [] },
    ])
    const cleared = at(session).messages[2]?.blocks
    expect(cleared?.[0]).toMatchObject({
      address: 'm2.b0',
      content: { kind: 'result', callId: 'a', content: '[Old tool result content cleared]', isError: true },
    })
    expect(cleared?.[1]?.content).toBeUndefined()
    expect(at(session, justBefore(0)).messages[2]?.blocks[0]?.content).toBeUndefined()
    expect(at(session, { kind: 'message', number: 3 }).messages[2]?.blocks[0]?.content).toBeDefined()
    expect(walked(session)).toMatchObject({ steps: 2, differing: [] })
  })
})
