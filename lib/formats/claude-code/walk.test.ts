import { describe, expect, it } from 'vitest'
import { claudeCode } from './index'
import { call_, opened, TestLog, text_, walked } from './test-log'

describe('walkClaudeCode', () => {
  it('costs what the session is long, however often the user went back', () => {
    const log = new TestLog()
    const trunk: string[] = []
    for (let i = 0; i < 1000; i++) {
      log.user(`prompt ${i}`)
      trunk.push(log.said(`m${i}`, [text_('answer')]))
    }
    for (let i = 0; i < 1000; i++) {
      log.user(`back ${i}`, { parentUuid: trunk[(i * 377) % 1000] })
      log.said(`n${i}`, [text_('another')])
    }
    const session = opened(log)
    let added = 0
    let steps = 0
    for (const step of claudeCode.walk(session)) {
      added += step.add.length
      steps++
    }
    expect(steps).toBe(2000)
    expect(added).toBeLessThanOrEqual(3 * session.messageCount)
    expect(session.facts.branches).toBe(1000)
  })

  it('gives the same lists as asking for each moment', () => {
    const log = new TestLog()
    log.user('go')
    const a = log.said('m1', [call_('a')])
    const b = log.said('m1', [call_('b')])
    log.result('a', undefined, { parentUuid: a })
    const early = log.said('m2', [text_('too early')])
    log.result('b', undefined, { parentUuid: b })
    log.user('on', { parentUuid: early })
    const c = log.said('m3', [call_('c')])
    log.result('c')
    log.record('system', { subtype: 'microcompact_boundary', microcompactMetadata: { compactedToolIds: ['a'] } })
    log.said('m4', [text_('x')])
    log.compact()
    log.summary('sum')
    log.said('m5', [text_('y')])
    log.user('back', { parentUuid: c })
    log.said('m6', [text_('z')])
    log.user('far back', { parentUuid: early })
    log.said('m7', [text_('zz')])
    const session = opened(log)
    expect(walked(session)).toMatchObject({ steps: 7, differing: [] })
    expect(session.facts.branches).toBe(3)
  })

  it('counts lines without ids as one response', () => {
    const log = new TestLog()
    log.user('go')
    const a = log.said(null, [call_('a')])
    log.said(null, [call_('b')])
    log.result('a', undefined, { parentUuid: a })
    log.result('b', undefined, { parentUuid: 'u2' })
    log.said(null, [text_('done')])
    const session = opened(log)
    expect(walked(session)).toMatchObject({ steps: 2, differing: [] })
    expect(claudeCode.workingSet(session, { kind: 'message', number: 2 }).messages).toHaveLength(1)
  })

  it('names the provider that answered, where the file shows it', () => {
    const log = new TestLog()
    const model = (name: string, usage: object) => ({ message: { id: name, role: 'assistant', model: name, usage, content: [text_('x')] } })
    log.user('go')
    log.said('a', [], model('claude-x-4', { input_tokens: 5 }))
    log.user('go')
    log.said('b', [], model('claude-x-4', { input_tokens: 0 }))
    log.user('go')
    log.said('c', [], model('other-5', { input_tokens: 5 }))
    log.user('go')
    log.said('d', [], model('<synthetic>', {}))
    const lines = log.lines.map(line => line.replace('"id":"claude-x-4"', '"id":"REDACTED"'))
    log.lines.splice(0, log.lines.length, ...lines)
    expect([...claudeCode.walk(opened(log))].map(step => step.answered)).toEqual(['anthropic', null, null])
  })

  it('is the same after the session was stored and opened again', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [text_('one')])
    const session = opened(log)
    const again = claudeCode.open(JSON.parse(JSON.stringify(session.facts)), session.columns, session.source, [], '')
    expect([...claudeCode.walk(again)].map(step => step.add.map(message => message.address))).toEqual([['m0']])
  })
})
