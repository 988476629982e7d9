import { describe, expect, it } from 'vitest'
import { detectClaudeCode } from './detect'
import { TestLog, text_ } from './test-log'

const records = (log: TestLog): unknown[] => log.lines.map(line => JSON.parse(line))

describe('detectClaudeCode', () => {
  it('knows a log by most of its records, whatever stands first', () => {
    const log = new TestLog()
    log.raw('{"type":"summary","summary":"old","leafUuid":"x"}')
    log.raw('{"type":"mode","mode":"plan","sessionId":"s"}')
    log.user('hello')
    log.said('m1', [text_('hi')])
    const evidence = detectClaudeCode({ records: records(log), document: undefined })
    expect(evidence).toHaveLength(2)
    expect(evidence?.[0]).toContain('4 of 4 records')
    expect(evidence?.[1]).toBe('written by version 2.1.50')
  })

  it("tolerates hive-mind's header and a file of one sub-agent", () => {
    const log = new TestLog()
    log.raw('{"_type":"hive-mind-meta","sessionId":"s"}')
    log.user('task', { isSidechain: true, agentId: 'a1' })
    expect(detectClaudeCode({ records: records(log), document: undefined })?.join()).toContain('hive-mind')
  })

  it('knows a file of one record, which is a document too', () => {
    const log = new TestLog()
    log.user('alone')
    expect(detectClaudeCode({ records: [], document: records(log)[0] })).not.toBeNull()
  })

  it('leaves look-alikes to others', () => {
    const qwen = [{ type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', message: { role: 'user', parts: [{ text: 'x' }] } }]
    const stream = [{ type: 'assistant', uuid: 'a', session_id: 's', message: { role: 'assistant', content: [] } }]
    const gemini = [{ sessionId: 's', messageId: 0, type: 'user', message: 'x' }]
    const plain = [{ role: 'user', content: 'x' }]
    expect(detectClaudeCode({ records: qwen, document: undefined })).toBeNull()
    expect(detectClaudeCode({ records: stream, document: undefined })).toBeNull()
    expect(detectClaudeCode({ records: [], document: gemini })).toBeNull()
    expect(detectClaudeCode({ records: plain, document: undefined })).toBeNull()
    expect(detectClaudeCode({ records: [], document: undefined })).toBeNull()
  })
})
