import { describe, expect, test } from 'vitest'
import { isRefusal } from '../base/result'
import { bytesSource } from '../base/source'
import { bodyFromDsl } from '../session/dsl'
import { BLOCK_FLAGS, has, MESSAGE_FLAGS } from '../session/flags'
import type { Session } from '../session/session'
import { anthropicRequest } from './anthropic-request'
import type { NamedSource } from './format'
import { openaiChat } from './openai-chat'
import { readSessions, recognise } from './read-session'

const named = (text: string, label = 'dropped'): NamedSource => ({ label, source: bytesSource(label, Buffer.from(text)) })

function read(text: string): Session {
  const sessions = readSessions({ id: 'id', name: 'dropped', main: named(text), companions: [] })
  const only = sessions[0]
  if (sessions.length !== 1 || !only) throw new Error(`${sessions.length} sessions`)
  return only
}

const ANTHROPIC = bodyFromDsl('user: hi\nassistant: [thinking "p" sig=s] [call t1 read {"a":1}]\nuser: [result t1 "ok"]', 'anthropic', {
  model: 'claude-x',
  system: 'be kind',
})
const OPENAI = bodyFromDsl('system: be kind\nuser: hi\nassistant: [text "a"] [call c1 read {"a":1}]\ntool: [result c1 "ok"]', 'openai', {
  model: 'gpt-x',
})

describe('recognising', () => {
  const anthropicMessages = JSON.stringify(JSON.parse(ANTHROPIC).messages)
  const openaiMessages = JSON.parse(OPENAI).messages as unknown[]
  test.each<[string, string, string]>([
    ['an Anthropic body', ANTHROPIC, 'anthropic-request'],
    ['a bare array of Anthropic messages', anthropicMessages, 'anthropic-request'],
    ['a body inside a dump', JSON.stringify({ level: 'error', request: { url: 'x', body: JSON.parse(ANTHROPIC) } }), 'anthropic-request'],
    ['a body as a JSON string', JSON.stringify({ request: { body: ANTHROPIC } }), 'anthropic-request'],
    ['a string in a string', JSON.stringify({ log: JSON.stringify({ body: ANTHROPIC }) }), 'anthropic-request'],
    ['an OpenAI body', OPENAI, 'openai-chat'],
    ['a bare array of chat messages', JSON.stringify(openaiMessages), 'openai-chat'],
    ['chat messages one a line', openaiMessages.map(one => JSON.stringify(one)).join('\n'), 'openai-chat'],
    ['text only, model claude', bodyFromDsl('user: hi', 'anthropic', { model: 'claude-x' }), 'anthropic-request'],
    [
      'text only, a tool with input_schema',
      bodyFromDsl('user: hi', 'anthropic', { tools: [{ name: 'x', input_schema: {} }] }),
      'anthropic-request',
    ],
    [
      'tool_calls beside a claude model',
      bodyFromDsl('user: hi\nassistant: [call c1 read {}]', 'openai', { model: 'claude-x' }),
      'openai-chat',
    ],
    ['text only, no parameters', bodyFromDsl('user: hi', 'openai'), 'openai-chat'],
  ])('%s', (_name, text, format) => {
    expect(recognise(named(text)).format.id).toBe(format)
    expect(recognise(named(text)).evidence.length).toBeGreaterThan(0)
  })

  test.each<[string, string, RegExp]>([
    ['nothing', '', /empty/],
    ['a web page', '<!doctype html><html></html>', /web page/],
    ['prose', 'Dear all, the session is broken.', /no session or request body/],
    ['a provider response', '{"id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":"end_turn"}', /response/],
    ['a Gemini request', '{"contents":[{"role":"user","parts":[{"text":"x"}]}]}', /Gemini/],
    ['an error of a provider', '{"type":"error","error":{"type":"invalid_request_error","message":"x"}}', /error/],
    [
      'a Codex rollout',
      '{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}\n{"timestamp":"t","type":"response_item","payload":{}}',
      /Codex/,
    ],
  ])('%s is refused with what was seen', (_name, text, words) => {
    let thrown: unknown
    try {
      recognise(named(text))
    } catch (error) {
      thrown = error
    }
    expect(isRefusal(thrown) && thrown.message).toMatch(words)
  })

  test('requests one a line are several sessions', () => {
    const sessions = readSessions({ id: 'id', name: 'evals', main: named(`${ANTHROPIC}\n${OPENAI}\n`), companions: [] })
    expect(sessions.map(one => [one.facts.id, one.facts.format])).toEqual([
      ['id-0', 'anthropic-request'],
      ['id-1', 'openai-chat'],
    ])
  })
})

describe('reading', () => {
  test('every block leads back to the bytes that hold it, also inside a dump', () => {
    const dump = JSON.stringify({ request: { body: JSON.parse(ANTHROPIC) } }, null, 2)
    const session = read(dump)
    for (let i = 0; i < session.blockCount; i++) {
      const head = session.block(i)
      const source = session.blockSource(head)
      expect(source.path.startsWith('request.body.messages.')).toBe(true)
      const record = Buffer.from(dump).toString('utf8', source.start, source.start + source.length)
      expect(record).toContain('"role"')
      expect(
        dump
          .split('\n')
          .slice(0, source.line - 1)
          .join('\n').length,
      ).toBeLessThanOrEqual(source.start)
    }
    expect(session.body(session.block(1))).toEqual({ kind: 'thinking', text: 'p', signature: 's' })
    expect(session.body(session.block(2))).toEqual({ kind: 'call', id: 't1', name: 'read', input: { a: 1 } })
  })

  test('counts add up, and what is no message is noted and kept', () => {
    const session = read('{"model":"claude-x","messages":[{"role":"user","content":"a"},7,{"content":"no role"}]}')
    expect(session.facts.records).toEqual({ read: 3, used: 1, metadata: 0, noted: 2 })
    expect(session.facts.notes.map(note => note.kind)).toEqual(['not-a-message', 'not-a-message'])
    expect(session.messageCount).toBe(3)
  })

  test('nesting of 10,000 is noted, not followed', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const session = read(
      `{"model":"claude-x","messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":${deep}}]},{"role":"user","content":"x"}]}`,
    )
    expect(session.facts.notes.map(note => note.what)).toEqual(['an entry is nested more than 200 levels deep'])
  })

  test.each<[string, string, keyof typeof BLOCK_FLAGS]>([
    ['user: [text ""]', 'empty', 'emptyText'],
    ['user: [text " \\n"]', 'blank', 'blankText'],
    ['assistant: [text "end "]', 'trailing', 'trailingSpace'],
    ['user: [text "half \\ud83d"]', 'surrogate', 'loneSurrogate'],
    ['assistant: [call t1 read "x"]', 'string input', 'inputString'],
    ['assistant: [call t1 read null]', 'null input', 'inputNull'],
    ['assistant: [call t1 read [1]]', 'array input', 'inputArray'],
    ['assistant: [call t1 "" {}]', 'no name', 'nameEmpty'],
    ['assistant: [thinking "x"]', 'no signature', 'signatureAbsent'],
    ['user: [result t1 error "x"]', 'error', 'isError'],
  ])('%s has the flag for %s', (history, _what, flag) => {
    const session = read(bodyFromDsl(history, 'anthropic', { model: 'claude-x' }))
    expect(has(session.block(0).flags, BLOCK_FLAGS[flag])).toBe(true)
  })

  test('contents that are no list have flags of their message', () => {
    const session = read(bodyFromDsl('user: ""\nassistant: null\nassistant: []\n{"role":"user"}', 'anthropic', { model: 'claude-x' }))
    const flags = [0, 1, 2, 3].map(i => session.message(i).flags)
    expect(flags).toEqual([
      MESSAGE_FLAGS.contentEmptyString,
      MESSAGE_FLAGS.contentNull,
      MESSAGE_FLAGS.contentEmptyArray,
      MESSAGE_FLAGS.contentAbsent,
    ])
  })

  test('an OpenAI message is its reasoning, its parts and its calls', () => {
    const session = read(
      '{"messages":[{"role":"assistant","reasoning_content":"r","content":[{"type":"text","text":"t"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}],"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"a\\":1.0}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}]}',
    )
    expect(session.blocksOf(0).map(head => session.body(head))).toEqual([
      { kind: 'thinking', text: 'r' },
      { kind: 'text', text: 't' },
      { kind: 'image', mediaType: 'image/png', bytes: 3 },
      { kind: 'call', id: 'c', name: 'f', input: { a: 1 }, rawInput: '{"a":1.0}' },
    ])
    expect(session.body(session.block(4))).toEqual({ kind: 'result', callId: 'c', content: 'x' })
  })
})

describe('writing', () => {
  const odd = `{ "model":"claude-x",\n  "n": 1.0, "messages": [\n    {"role":"user","content":"one","extra":12345678901234567890},\n    {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"read","input":{"2":1,"1":2.0}}, {"type":"text","text":""}]},\n    {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}\n  ]\n}\n`

  test('without edits the bytes are the same', () => {
    expect(Buffer.from(anthropicRequest.write(read(odd), []).bytes).toString()).toBe(odd)
  })

  test('a removed block leaves every other byte', () => {
    const written = Buffer.from(
      anthropicRequest.write(read(odd), [{ op: 'remove-block', at: 'm1.b1', before: { bytes: 0, hash: '' }, reason: '' }]).bytes,
    ).toString()
    expect(written).toBe(odd.replace(', {"type":"text","text":""}', ''))
  })

  test('a removed message and an inserted one keep the spacing of the list', () => {
    const written = Buffer.from(
      anthropicRequest.write(read(odd), [
        { op: 'remove-messages', at: 'm0', to: 'm0', before: { bytes: 0, hash: '' }, reason: '' },
        {
          op: 'insert-message',
          at: 'n0',
          place: 'end',
          role: 'user',
          synthetic: null,
          blocks: [{ kind: 'text', text: 'go on' }],
          reason: '',
        },
      ]).bytes,
    ).toString()
    expect(JSON.parse(written).messages.map((one: { role: string }) => one.role)).toEqual(['assistant', 'user', 'user'])
    expect(written).toContain('"2":1,"1":2.0')
    expect(written).toContain(',\n    {"role":"user","content":[{"type":"text","text":"go on"}]}')
  })

  test('a parameter is changed or removed where it stands', () => {
    const written = Buffer.from(anthropicRequest.write(read(odd), [], { n: 2, thinking: { type: 'disabled' } }).bytes).toString()
    expect(JSON.parse(written)).toMatchObject({ n: 2, thinking: { type: 'disabled' }, model: 'claude-x' })
    expect(JSON.parse(Buffer.from(anthropicRequest.write(read(odd), [], { n: null }).bytes).toString())).not.toHaveProperty('n')
  })

  test('an OpenAI call that is taken out leaves no empty list of calls', () => {
    const written = Buffer.from(
      openaiChat.write(read(OPENAI), [{ op: 'remove-block', at: 'm2.b1', before: { bytes: 0, hash: '' }, reason: '' }]).bytes,
    ).toString()
    expect(JSON.parse(written).messages[2]).toEqual({ role: 'assistant', content: 'a' })
  })

  test('a tool message that became text is a user message', () => {
    const written = Buffer.from(
      openaiChat.write(read(OPENAI), [
        { op: 'replace-block', at: 'm3.b0', block: { kind: 'text', text: 'was: ok' }, before: { bytes: 0, hash: '' }, reason: '' },
      ]).bytes,
    ).toString()
    expect(JSON.parse(written).messages[3]).toEqual({ role: 'user', content: 'was: ok' })
  })
})
