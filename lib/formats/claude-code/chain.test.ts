import { describe, expect, it } from 'vitest'
import { at, call_, opened, readLogText, TestLog, text_, told, walked } from './test-log'

describe('the graph of records', () => {
  it('keeps all results of parallel calls, whichever line the chain goes on from', () => {
    for (const from of ['first', 'last'] as const) {
      const log = new TestLog()
      log.user('go')
      const a = log.said('m1', [call_('a')])
      const b = log.said('m1', [call_('b')])
      const ra = log.result('a', undefined, { parentUuid: a })
      const rb = log.result('b', undefined, { parentUuid: b })
      log.said('m2', [text_('done')], { parentUuid: from === 'first' ? ra : rb })
      const session = opened(log)
      expect(told(session, at(session).messages)).toEqual(['m0 go', 'm1 call:a call:b', 'm2 result:a', 'm3 result:b', 'm4 done'])
      expect(session.facts.branches).toBe(1)
      expect(walked(session)).toMatchObject({ steps: 2, differing: [] })
    }
  })

  it('keeps a response that goes on after a result while an older call still runs', () => {
    const log = new TestLog()
    log.user('go')
    const a = log.said('m1', [call_('a')])
    const b = log.said('m1', [call_('b')])
    log.result('b', undefined, { parentUuid: b })
    const c = log.said('m1', [call_('c')])
    log.result('c', undefined, { parentUuid: c })
    const ra = log.result('a', undefined, { parentUuid: a })
    log.said('m2', [text_('done')], { parentUuid: ra })
    const session = opened(log)
    expect(told(session, at(session, { kind: 'message', number: 5 }).messages)[1]).toContain('call:a call:b')
    expect(at(session).pending).toEqual([])
  })

  it('finds a parent that is written after its child', () => {
    const log = new TestLog()
    log.user('go')
    const a = log.said('m1', [call_('a')])
    log.result('b', undefined, { parentUuid: 'later' })
    log.said('m1', [call_('b')], { uuid: 'later', parentUuid: a })
    log.result('a', undefined, { parentUuid: a })
    const session = opened(log)
    expect(told(session, at(session).messages)).toEqual(['m0 go', 'm1 call:a call:b', 'm2 result:b', 'm3 result:a'])
  })

  it('steps over progress and notices on the chain', () => {
    const log = new TestLog()
    log.progress()
    log.user('go')
    log.said('m1', [call_('a')])
    log.progress()
    log.record('system', { subtype: 'turn_duration' })
    log.result('a')
    const session = opened(log)
    expect(told(session, at(session).messages)).toEqual(['m0 go', 'm1 call:a', 'm2 result:a'])
    expect(session.facts.records).toEqual({ read: 6, used: 3, metadata: 3, noted: 0 })
  })

  it('takes the newest leaf; the other branches come by the line where they part', () => {
    const log = new TestLog()
    const start = log.user('go')
    const first = log.said('m1', [text_('one')])
    log.user('left')
    log.user('right', { parentUuid: first })
    log.user('other start', { parentUuid: start })
    const session = opened(log)
    expect(session.facts.branches).toBe(3)
    expect(told(session, at(session).messages)).toEqual(['m0 go', 'm4 other start'])
    expect(told(session, at(session, { kind: 'end' }, 1).messages)).toEqual(['m0 go', 'm1 one', 'm2 left'])
    expect(told(session, at(session, { kind: 'end' }, 2).messages)).toEqual(['m0 go', 'm1 one', 'm3 right'])
    expect(() => at(session, { kind: 'end' }, 3)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'bad-branch' }) }),
    )
  })

  it('gives each branch only the lines of a response that lie on it', () => {
    const log = new TestLog()
    log.user('go')
    const text = log.said('m1', [text_('let me see')])
    log.said('m1', [call_('a')])
    log.result('a')
    log.user('stop', { parentUuid: text })
    const session = opened(log)
    expect(told(session, at(session).messages)).toEqual(['m0 go', 'm1 let me see', 'm3 stop'])
    expect(told(session, at(session, { kind: 'end' }, 1).messages)).toEqual(['m0 go', 'm1 let me see call:a', 'm2 result:a'])
  })

  it('follows the leaf that last-prompt names, unless the chain went on after it', () => {
    const log = new TestLog()
    const start = log.user('go')
    log.said('m1', [text_('one')])
    log.raw(JSON.stringify({ type: 'last-prompt', leafUuid: start, sessionId: 's1' }))
    expect(told(opened(log), at(opened(log)).messages)).toEqual(['m0 go'])
    log.user('more')
    expect(told(opened(log), at(opened(log)).messages)).toEqual(['m0 go', 'm1 one', 'm2 more'])
  })

  it('links a missing parent to the nearest record of the last five seconds, else begins anew', () => {
    const near = new TestLog()
    near.user('go')
    near.user('on', { parentUuid: 'gone' })
    expect(told(opened(near), at(opened(near)).messages)).toEqual(['m0 go', 'm1 on'])
    expect(at(opened(near))).toMatchObject({ complete: false, why: 'dangling-parent' })
    const far = new TestLog()
    far.user('go')
    far.user('on', { parentUuid: 'gone', timestamp: '2031-01-01T00:10:00.000Z' })
    expect(told(opened(far), at(opened(far)).messages)).toEqual(['m1 on'])
    expect(opened(far).facts.notes.map(note => note.kind)).toEqual(['dangling-parent'])
  })

  it('says that a file begins inside a session', () => {
    const log = new TestLog()
    log.user('on', { parentUuid: 'before' })
    expect(at(opened(log))).toMatchObject({ complete: false, why: 'slice' })
  })

  it('says that a result was lost with a record that could not be read', () => {
    const log = new TestLog()
    log.user('go')
    const a = log.said('m1', [call_('a')])
    const b = log.said('m1', [call_('b')])
    log.raw(`{"parentUuid":"${a}","type":"user","message":{"role":"user","content":[{"type":"tool_res`)
    log.result('b', undefined, { parentUuid: b })
    log.said('m2', [text_('done')])
    expect(at(opened(log))).toMatchObject({ complete: false, why: 'results-missing' })
  })

  it('takes the order of the file where no record names a parent, and survives circles', () => {
    const log = new TestLog()
    log.user('go', { parentUuid: undefined })
    log.said('m1', [text_('one')], { parentUuid: undefined })
    log.user('two', { parentUuid: undefined })
    expect(told(opened(log), at(opened(log)).messages)).toEqual(['m0 go', 'm1 one', 'm2 two'])
    const circle = new TestLog()
    circle.user('a', { parentUuid: 'u2' })
    circle.user('b')
    circle.user('c')
    expect(told(opened(circle), at(opened(circle)).messages).length).toBeGreaterThan(0)
    expect(at(opened(circle))).toMatchObject({ complete: false, why: 'dangling-parent' })
    expect(opened(circle).facts.notes.map(note => note.kind)).toEqual(['parent-cycle'])
  })
})

describe('errors and pending calls', () => {
  it('leaves error lines out of every request, and rebuilds the one that failed', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [text_('one')])
    log.user('more')
    log.error('API Error: 400 {"type":"error"}')
    log.user('again')
    log.error('Prompt is too long', { apiErrorStatus: 413 })
    const session = opened(log)
    expect(session.facts.errors).toEqual([
      { at: 'm3', status: 400, text: 'API Error: 400 {"type":"error"}' },
      { at: 'm5', status: 413, text: 'Prompt is too long' },
    ])
    expect(told(session, at(session, { kind: 'message', number: 3 }).messages)).toEqual(['m0 go', 'm1 one', 'm2 more'])
    expect(told(session, at(session, { kind: 'message', number: 5 }).messages)).toEqual(['m0 go', 'm1 one', 'm2 more', 'm4 again'])
    expect(walked(session)).toMatchObject({ steps: 3, differing: [] })
  })

  it('refuses the moment of a user message, and moments that are not there', () => {
    const log = new TestLog()
    log.user('go')
    const session = opened(log)
    const bad = expect.objectContaining({ fault: expect.objectContaining({ code: 'bad-moment' }) })
    expect(() => at(session, { kind: 'message', number: 0 })).toThrow(bad)
    expect(() => at(session, { kind: 'message', number: 9 })).toThrow(bad)
    expect(() => at(session, { kind: 'boundary', number: 0, before: true })).toThrow(bad)
  })

  it('calls pending what the agent has still to run, at the end only', () => {
    const log = new TestLog()
    log.user('go')
    const a = log.said('m1', [call_('a')])
    const b = log.said('m1', [call_('b')])
    expect(at(opened(log)).pending).toEqual(['m1.b0', 'm1.b1'])
    log.result('a', undefined, { parentUuid: a })
    expect(at(opened(log)).pending).toEqual(['m1.b1'])
    log.user('never mind', { parentUuid: b })
    expect(at(opened(log)).pending).toEqual([])
  })

  it('calls nothing pending that an error line follows', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [call_('a')])
    log.error('API Error: 400 x')
    expect(at(opened(log)).pending).toEqual([])
  })
})

describe('sub-agents', () => {
  const inner = (fields: object): string => {
    const log = new TestLog()
    log.user('main')
    log.said('m1', [call_('t')])
    const main = log.last
    log.user('task one', { isSidechain: true, parentUuid: null, ...fields })
    log.said('s1', [text_('working')], { isSidechain: true, ...fields })
    log.user('task two', { isSidechain: true, parentUuid: null, ...(Object.keys(fields).length === 0 ? {} : { agentId: 'second' }) })
    log.result('t', undefined, { parentUuid: main })
    return log.toString()
  }

  it('are told by agentId, else by the root of their chain', () => {
    for (const fields of [{}, { agentId: 'first' }]) {
      const session = readLogText(inner(fields))
      expect(told(session, at(session).messages)).toEqual(['m0 main', 'm1 call:t', 'm2 result:t'])
      expect(session.agents.map(agent => told(agent, at(agent).messages))).toEqual([
        ['a0/m0 task one', 'a0/m1 working'],
        ['a1/m0 task two'],
      ])
      expect(session.facts.records.read).toBe(6)
    }
  })

  it('in companion files follow by name, with their facts', () => {
    const log = new TestLog()
    log.user('task', { isSidechain: true, agentId: 'x' })
    const session = readLogText(inner({}), {
      's1/subagents/agent-b.jsonl': log.toString(),
      's1/subagents/agent-a.jsonl': log.toString(),
      's1/subagents/agent-a.meta.json': '{"agentType":"general-purpose"}',
      's1/tool-results/toolu_1.txt': 'long',
    })
    expect(session.agents.map(agent => agent.facts.name)).toEqual(['agent 0', 'agent 1', 'agent-a.jsonl', 'agent-b.jsonl'])
    expect(session.agents[2]?.facts.native).toMatchObject({ agentId: 'x', agentMeta: { agentType: 'general-purpose' } })
    expect(session.facts.native).toMatchObject({ toolResults: [{ label: 's1/tool-results/toolu_1.txt', bytes: 4 }] })
    expect(session.agents[3]?.agent).toBe('a3')
  })

  it('alone in a file are the session', () => {
    const log = new TestLog()
    log.user('task', { isSidechain: true, agentId: 'x' })
    log.said('s1', [text_('done')], { isSidechain: true, agentId: 'x' })
    const session = opened(log)
    expect(session.agents).toEqual([])
    expect(told(session, at(session).messages)).toEqual(['m0 task', 'm1 done'])
  })
})
