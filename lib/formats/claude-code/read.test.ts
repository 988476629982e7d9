import { describe, expect, it } from 'vitest'
import { BLOCK_FLAGS, has, MESSAGE_FLAGS } from '../../session/flags'
import type { Session } from '../../session/session'
import { claudeCode } from './index'
import { NOTE_KINDS } from './notes'
import { at, call_, opened, readLogText, TestLog, text_, told } from './test-log'

const kinds = (session: Session): string[] => session.facts.notes.map(note => note.kind)
const addsUp = ({ read, used, metadata, noted }: Session['facts']['records']): boolean => read === used + metadata + noted

describe('messages', () => {
  it('joins the lines of one response by its id, though a result stands between', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [{ type: 'thinking', thinking: 'hm', signature: 'sig' }], { requestId: 'r1' })
    log.said('m1', [call_('a')], { requestId: 'r1' })
    log.result('a')
    log.said('m1', [call_('b')], { requestId: 'r1' })
    log.result('b')
    const session = opened(log)
    expect(session.messageCount).toBe(4)
    expect(told(session, at(session).messages)).toEqual(['m0 go', 'm1 thinking call:a call:b', 'm2 result:a', 'm3 result:b'])
  })

  it('keeps responses apart whose request ids differ, and whose ids are masked', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [text_('one')], { requestId: 'r1' })
    log.said('m1', [text_('two')], { requestId: 'r2' })
    log.said('m1', [text_('three')], { requestId: 'r2' })
    log.said('REDACTED', [text_('four')])
    log.said('REDACTED', [text_('five')])
    log.said('', [text_('six')])
    expect(opened(log).messageCount).toBe(6)
  })

  it('takes the largest usage of the lines, and the context as input and both caches', () => {
    const log = new TestLog()
    log.user('go')
    log.said('m1', [text_('a')])
    log.said('m1', [text_('b')], {
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'claude-test-1',
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 50 },
        content: [text_('b')],
      },
    })
    const session = opened(log)
    const head = session.message(1)
    expect(head).toMatchObject({ contextTokens: 130, outputTokens: 50, cacheReadTokens: 100, providerId: 'm1', model: 'claude-test-1' })
    expect(has(head.flags, MESSAGE_FLAGS.ended)).toBe(true)
    expect(session.facts).toMatchObject({ model: 'claude-test-1', window: 200_000, formatVersion: '2.1.50' })
  })

  it('says why the agent wrote a user message itself', () => {
    const log = new TestLog()
    log.user('typed')
    log.user('<command-name>/compact</command-name>')
    log.user('a skill', { isMeta: true })
    log.user([text_('[Request interrupted by user]')])
    log.user([text_('<ide_opened_file>x</ide_opened_file>'), text_('and this I typed')])
    log.user('<task-notification>done</task-notification>')
    log.attachment({ type: 'hook_success', content: '' })
    log.attachment({ type: 'todo_reminder', content: 'do it' })
    log.attachment({ type: 'brand_new', x: 1 })
    const session = opened(log)
    const reasons = at(session).messages.map(message => message.synthetic)
    const attachments = ['attachment:hook_success', 'attachment:todo_reminder', 'attachment:brand_new']
    expect(reasons).toEqual([null, 'command', 'meta', 'interrupted', null, 'notification', ...attachments])
    const sent = at(session).messages.filter(claudeCode.sending.keeps)
    expect(sent.map(message => message.synthetic).slice(-2)).toEqual(['attachment:todo_reminder', 'attachment:brand_new'])
    expect(sent.map(message => has(message.flags, MESSAGE_FLAGS.unsure)).slice(-2)).toEqual([false, true])
    expect(told(session, at(session).messages)[7]).toContain('<system-reminder>\ntodo_reminder\ndo it\n</system-reminder>')
  })
})

describe('blocks', () => {
  const log = new TestLog()
  log.user([text_(''), text_(' \n'), text_('tail '), text_('half \ud83d')])
  log.said('m1', [
    { type: 'thinking', thinking: 't', signature: 's' },
    { type: 'thinking', thinking: 't' },
    { type: 'redacted_thinking', data: 'x' },
    call_('a', 'text'),
    call_('b', null),
    call_('c', [1]),
    { type: 'tool_use', id: 'd', name: '' },
    { type: 'tool_use', name: 'Read', input: 3 },
    { type: 'fallback', from: 'x' },
    { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
  ])
  log.user([
    { type: 'tool_result', tool_use_id: 'a', content: '', is_error: true },
    {
      type: 'tool_result',
      tool_use_id: 'b',
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
    },
    { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'audio' }] },
    { type: 'tool_result', tool_use_id: 'd', content: '[Request interrupted by user for tool use]' },
    'a bare string',
  ])
  const session = opened(log)
  const flagsOf = (message: number): string[][] =>
    session.blocksOf(message).map(block =>
      Object.entries(BLOCK_FLAGS)
        .filter(([, flag]) => has(block.flags, flag))
        .map(([name]) => name),
    )

  it('have the flags that rules ask for', () => {
    expect(flagsOf(0)).toEqual([['emptyText'], ['blankText', 'trailingSpace'], ['trailingSpace'], ['loneSurrogate']])
    expect(flagsOf(1)).toEqual([
      ['signed'],
      ['signatureAbsent'],
      ['signed'],
      ['inputString'],
      ['inputNull'],
      ['inputArray'],
      ['nameEmpty', 'inputAbsent'],
      ['idMissing', 'inputScalar'],
      ['unknownType'],
      [],
      [],
    ])
    expect(flagsOf(2)).toEqual([['isError', 'emptyResult'], ['resultHasImage'], ['resultHasForeign'], ['syntheticResult'], ['unknownType']])
  })

  it('are read back from their bytes as they are', () => {
    for (let b = 0; b < session.blockCount; b++) {
      const head = session.block(b)
      const { file, start, length, path } = session.blockSource(head)
      const record = Buffer.from(session.source.read(start, length)).toString('utf8')
      const value = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], JSON.parse(record))
      expect(file).toBe('a.jsonl')
      expect(session.value(head)).toEqual(value)
      expect(session.body(head).kind).toBe(head.kind)
    }
  })

  it('keep a call that nests too deep as text, and say so', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const line = `{"type":"assistant","uuid":"x","parentUuid":null,"sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"a","name":"Read","input":${deep}}]}}`
    const read = readLogText(`${line}\n`)
    expect(kinds(read)).toEqual(['too-deep'])
    expect(read.body(read.block(0))).toMatchObject({ kind: 'call', id: 'a', rawInput: expect.stringContaining('[[[[') })
  })
})

describe('lines', () => {
  const usual = (): TestLog => {
    const log = new TestLog()
    log.user('one')
    log.said('m1', [text_('two')])
    log.user('three')
    return log
  }

  it('splits records that stand glued on one line', () => {
    const log = usual()
    log.raw(`${log.lines.pop()}{"type":"summary","summary":"s","leafUuid":"u1"}`)
    const session = opened(log)
    expect(session.facts.records).toEqual({ read: 4, used: 3, metadata: 1, noted: 0 })
    expect(kinds(session)).toEqual(['glued-line'])
  })

  it('finds the record that another process wrote into the middle of a line', () => {
    const log = usual()
    const last = log.lines.pop() ?? ''
    log.raw(`{"parentUuid":"u1","type":"progress","slug":"some-na${last}`)
    log.raw('me"}')
    const session = opened(log)
    expect(session.facts.records).toEqual({ read: 5, used: 3, metadata: 0, noted: 2 })
    expect(kinds(session)).toEqual(['interleaved-write', 'broken-line'])
    expect(told(session, at(session).messages)).toEqual(['m0 one', 'm1 two', 'm2 three'])
    expect(JSON.parse(session.recordBytes(2).toString('utf8')).uuid).toBe('u2')
  })

  it('tells a cut last line from a broken one, and bears CRLF, blank lines and no final newline', () => {
    const text = usual().lines.join('\r\n')
    const whole = readLogText(`${text}\r\n\r\n  \r\n`)
    expect(whole.facts.records.read).toBe(3)
    expect(kinds(readLogText(text))).toEqual([])
    expect(kinds(readLogText(text.slice(0, -5)))).toEqual(['cut-line'])
    expect(kinds(readLogText(`${text.slice(0, -5)}\n`))).toEqual(['broken-line'])
  })

  it('gives the first of two lines with one uuid its place and the last its content', () => {
    const log = usual()
    log.user('one, again', { uuid: 'u0', parentUuid: null })
    const session = opened(log)
    expect(told(session, at(session).messages)).toEqual(['m0 one, again', 'm1 two', 'm2 three'])
    expect(session.facts.records).toEqual({ read: 4, used: 3, metadata: 0, noted: 1 })
    expect(kinds(session)).toEqual(['duplicate-uuid'])
  })

  it('notes what it does not know and drops no link', () => {
    const log = usual()
    log.record('novelty', { message: { role: 'user', content: 'x' } })
    log.record('user', {})
    log.user('after')
    log.raw('[1]')
    log.raw('{"type":"ai-title","sessionId":"s"}')
    const session = opened(log)
    expect(session.facts.records).toEqual({ read: 8, used: 4, metadata: 1, noted: 3 })
    expect(kinds(session)).toEqual(['unknown-record', 'unknown-record', 'unknown-record'])
    expect(told(session, at(session).messages)).toEqual(['m0 one', 'm1 two', 'm2 three', 'm3 after'])
  })

  it('says once that a file was redacted, and that such pairs cannot be judged', () => {
    const log = usual()
    log.said('REDACTED', [call_('REDACTED'), call_('REDACTED')])
    log.result('REDACTED')
    const session = opened(log)
    expect(kinds(session)).toEqual(['redacted'])
    expect(at(session)).toMatchObject({ complete: false, why: 'results-missing' })
  })

  it('reads any beginning of a file without a fault of its own', () => {
    const log = usual()
    log.said('m2', [call_('a')])
    log.said('m2', [call_('b')])
    log.result('a', 'out', { parentUuid: 'u3' })
    log.result('b', 'out', { parentUuid: 'u4' })
    log.compact()
    log.summary('so far')
    log.user('on')
    const text = log.toString()
    for (let length = 0; length < text.length; length += 7) {
      const session = readLogText(text.slice(0, length))
      expect(addsUp(session.facts.records)).toBe(true)
      for (const note of session.facts.notes) expect(NOTE_KINDS.map(({ kind }) => kind)).toContain(note.kind)
      expect(() => at(session)).not.toThrow()
    }
  })

  it('stops when asked to', () => {
    const source = { name: 'a', size: 0, read: () => new Uint8Array() }
    const text = Buffer.from('{"type":"mode","sessionId":"s"}\n'.repeat(600))
    const main = { label: 'a', source: { ...source, size: text.length, read: (o: number, n: number) => text.subarray(o, o + n) } }
    const read = () => claudeCode.read({ id: 'i', name: 'n', main, companions: [], evidence: [], isCancelled: () => true })
    expect(read).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'cancelled' }) }))
  })
})
