import { describe, expect, test } from 'vitest'
import type { Edit } from '../../edits/edit'
import { profileFor } from '../../export/check'
import { type Repaired, repairSession } from '../../export/repair'
import { END } from '../../session/moment'
import type { Session } from '../../session/session'
import { loadLikeClaudeCode } from './loader-harness'
import { writeClaudeCode } from './write'
import { changedLines, LogWriter, SESSION_ID, sentAtEnd, sentOfLoaded, sessionOf, uuid, writtenText } from './write-harness'

const BEFORE = { bytes: 0, hash: '' }

function remove(at: string): Edit {
  return { op: 'remove-block', at, before: BEFORE, reason: 'test' }
}

function replace(at: string, text: string): Edit {
  return { op: 'replace-block', at, block: { kind: 'text', text }, before: BEFORE, reason: 'test' }
}

function repaired(session: Session, choose: Readonly<Record<string, string>> = {}): { text: string; chosen: string[]; result: Repaired } {
  const result = repairSession(session, { profile: profileFor(session, 'anthropic'), moment: END, choose })
  expect(result.isSound).toBe(true)
  const text = Buffer.from(result.bytes ?? []).toString('utf8')
  const again = repairSession(sessionOf(text, 'again'), { profile: profileFor(session, 'anthropic'), moment: END })
  expect(again.bytes).toBeNull()
  return { text, chosen: result.chosen.map(one => one.repair), result }
}

function loaded(text: string) {
  const { uuids, messages } = loadLikeClaudeCode(text.trimEnd().split('\n'))
  const sent = sentOfLoaded(messages)
  expect(sentAtEnd(sessionOf(text))).toEqual(sent)
  return { uuids, sent }
}

/** Every line that was there is there, in the same order, but for the changed ones. */
function expectKept(before: string, after: string, changed: number): void {
  const new_ = new Set(after.split('\n'))
  const lost = before.split('\n').filter(line => !new_.has(line))
  expect(lost).toHaveLength(changed)
  const names = (text: string) => text.split('\n').map(line => /"uuid":"([^"]+)"/.exec(line)?.[1])
  const all = new Set(names(before))
  expect(names(after).filter(name => all.has(name))).toEqual(names(before))
}

function interrupted(): LogWriter {
  const log = new LogWriter()
  log.user('read the file')
  log.text1('one', 'I will.')
  log.call('one', 'a')
  log.user('no, stop')
  log.text1('two', 'Stopped.')
  return log
}

describe('bytes that no edit touches', () => {
  const odd = [
    '\ufeff{ "type" : "user", "uuid":"00000000-0000-4000-8000-000000000001", "parentUuid": null, "isSidechain":false, "n": 1.0, "1": 2, "message":{"role":"user","content":"hi"}, "sessionId":"s" }\r\n',
    '{"broken": \r\n',
    '\r\n',
    '{"parentUuid":"00000000-0000-4000-8000-000000000001","isSidechain":false,"type":"assistant","uuid":"00000000-0000-4000-8000-000000000002","message":{"id":"msg_1","role":"assistant","type":"message","model":"claude-opus-4-5","content":[ {"type":"text", "text":"one"} , {"type":"tool_use","id":"toolu_1","name":"Read","input":{"b":1.0,"a":12345678901234567890,"é":"\\u00e9"},"caller":{"type":"direct"}} ],"usage":{"input_tokens":3}},"requestId":"req_1"}\r\n',
    '{"type":"last-prompt","lastPrompt":"hi","sessionId":"s"}',
  ].join('')

  test('no edits, no change', () => {
    expect(writtenText(sessionOf(odd), [])).toBe(odd)
  })

  test('a text is spliced, the rest of its line stays as it was spelled', () => {
    expect(writtenText(sessionOf(odd), [replace('m1.b0', 'two')])).toBe(odd.replace('"text":"one"', '"text":"two"'))
    expect(writtenText(sessionOf(odd), [replace('m0.b0', 'hello')])).toBe(odd.replace('"hi"}', '"hello"}'))
  })

  test('a call with another id keeps its arguments and unknown keys', () => {
    const session = sessionOf(odd)
    const block = session.body(session.block(2))
    if (block.kind !== 'call') throw new Error('no call')
    const edit: Edit = { op: 'replace-block', at: 'm1.b1', block: { ...block, id: 'toolu_2' }, before: BEFORE, reason: 'test' }
    expect(writtenText(session, [edit])).toBe(odd.replace('toolu_1', 'toolu_2'))
  })

  test('an element is cut with one comma', () => {
    expect(writtenText(sessionOf(odd), [remove('m1.b0')])).toBe(odd.replace('{"type":"text", "text":"one"} , ', ''))
  })

  test('a new line ends like the others, at the end of a file without a last line end too', () => {
    const edits: Edit[] = [
      {
        op: 'insert-message',
        at: 'n0',
        place: 'end',
        role: 'user',
        synthetic: 'repair',
        blocks: [{ kind: 'text', text: 'go on' }],
        reason: 'test',
      },
    ]
    const text = writtenText(sessionOf(odd), edits)
    expect(text.startsWith(`${odd}\r\n{"parentUuid":"${uuid(2)}"`)).toBe(true)
    expect(text.endsWith('}')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(6)
  })
})

describe('a call that was interrupted', () => {
  const log = interrupted()
  const { text, chosen } = repaired(sessionOf(log.text))

  test('gets a line of its own for the answer, in front of the prompt', () => {
    expect(chosen).toEqual(['answer-call'])
    expectKept(log.text, text, 1)
    const [answer, prompt] = changedLines(log.text, text).map(line => JSON.parse(line))
    expect(answer).toMatchObject({
      type: 'user',
      parentUuid: uuid(3),
      sourceToolAssistantUUID: uuid(3),
      sessionId: SESSION_ID,
      cwd: '/home/ada/calc.js',
      version: '2.1.49',
      gitBranch: 'main',
      userType: 'external',
      isSidechain: false,
    })
    expect(answer.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(answer.timestamp).toBe('2026-01-05T09:00:03.001Z')
    expect(answer).not.toHaveProperty('toolUseResult')
    expect(prompt).toMatchObject({ uuid: uuid(4), parentUuid: answer.uuid })
  })

  test('is answered for the loader', () => {
    const { uuids, sent } = loaded(text)
    expect(uuids).toHaveLength(6)
    expect(sent[2]?.blocks[0]).toMatch(/^result toolu_a/)
    expect(sent[2]?.blocks[1]).toBe('text no, stop')
  })

  test('twice the same bytes', () => {
    expect(repaired(sessionOf(log.text)).text).toBe(text)
  })
})

describe('a result whose call a compaction took away, while the result was kept', () => {
  const log = new LogWriter('2.1.217')
  log.user('start')
  log.said('one', { type: 'thinking', thinking: 'hm', signature: 'c2ln' })
  const call = log.call('one', 'a')
  const result = log.result('a', 'what the file says')
  const tail = log.text1('two', 'It says much.')
  log.compaction('What happened so far.', [result, tail])
  log.user('go on', {}, tail)
  log.text1('three', 'Going on.')
  const session = sessionOf(log.text)

  test('restore-call adds the name of the recorded call to the lists, and changes that line only', () => {
    const { text } = repaired(session, { F1: 'restore-call' })
    expectKept(log.text, text, 1)
    const [boundary] = changedLines(log.text, text).map(line => JSON.parse(line))
    expect(boundary.compactMetadata.preservedMessages.uuids).toEqual([call, result, tail])
    expect(boundary.compactMetadata.preservedMessages.allUuids).toEqual([call, result, tail])
    expect(boundary.compactMetadata.preservedSegment.headUuid).toBe(call)
    const { uuids, sent } = loaded(text)
    expect(uuids.slice(1, 5)).toEqual([uuid(7), call, result, tail])
    expect(sent.map(({ blocks }) => blocks[0])).toEqual([
      'text What happened so far.',
      'call toolu_a',
      'result toolu_a what the file says',
      'text It says much.',
      'text go on',
      'text Going on.',
    ])
  })

  test('result-to-text changes the kept line and no other', () => {
    const { text } = repaired(session, { F1: 'result-to-text' })
    expectKept(log.text, text, 1)
    expect(JSON.parse(changedLines(log.text, text)[0] ?? '')).toMatchObject({
      uuid: result,
      parentUuid: call,
      toolUseResult: { type: 'text' },
    })
    expect(loaded(text).sent[0]?.blocks[1]).toContain('what the file says')
  })

  test('a call that the record does not hold like this gets a line, listed as kept', () => {
    const edit: Edit = {
      op: 'insert-message',
      at: 'n0',
      place: { before: 'm2' },
      role: 'assistant',
      synthetic: 'repair',
      blocks: [{ kind: 'call', id: 'toolu_a', name: 'Read', input: {} }],
      reason: 'test',
    }
    const text = writtenText(session, [edit])
    const lines = changedLines(log.text, text).map(line => JSON.parse(line))
    expect(lines[0]).toMatchObject({
      type: 'assistant',
      parentUuid: call,
      message: { model: 'claude-opus-4-5', type: 'message', stop_reason: 'tool_use', usage: { input_tokens: 0, output_tokens: 0 } },
    })
    expect(lines[1].compactMetadata.preservedMessages.uuids).toEqual([lines[0].uuid, result, tail])
    expect(loaded(text).sent[1]?.blocks).toEqual(['call toolu_a'])
  })
})

test('a kept segment that is named by its ends alone is linked by parents', () => {
  const log = new LogWriter('2.1.217')
  log.user('start')
  const call = log.call('one', 'a')
  const result = log.result('a', 'kept')
  log.compaction('Summary.', [result])
  log.user('go on', {}, result)
  log.text1('two', 'Yes.')
  const before = log.text.replace(/,"preservedMessages":\{[^}]*\}/, '')
  const { text } = repaired(sessionOf(before), { F1: 'restore-call' })
  const lines = changedLines(before, text).map(line => JSON.parse(line))
  expect(lines.map(line => line.type)).toEqual(['assistant', 'user', 'system'])
  expect(lines[0].parentUuid).toBe(call)
  expect(lines[1]).toMatchObject({ uuid: result, parentUuid: lines[0].uuid })
  expect(lines[2].compactMetadata.preservedSegment).toMatchObject({ headUuid: lines[0].uuid, tailUuid: result })
  expect(sentAtEnd(sessionOf(text))[1]?.blocks).toEqual(['call toolu_a'])
})

test('two records on one line: a new line goes in front of both', () => {
  const { lines } = interrupted()
  const before = `${lines.slice(0, 3).join('\n')}\n${lines.slice(3).join('')}\n`
  const { text } = repaired(sessionOf(before))
  expect(text.split('\n')).toHaveLength(before.split('\n').length + 1)
  expect(text.split('\n')[3]).toContain('"tool_result"')
  expect(sentAtEnd(sessionOf(text))[2]?.blocks).toHaveLength(2)
})

test('a kept call without its result is answered among the kept records', () => {
  const log = new LogWriter('2.1.217')
  log.user('start')
  const call = log.call('one', 'a')
  log.compaction('Summary.', [call])
  log.user('go on', {}, call)
  log.text1('two', 'Yes.')
  const { text } = repaired(sessionOf(log.text), { F1: 'answer-call' })
  const lines = changedLines(log.text, text).map(line => JSON.parse(line))
  expect(lines[1].compactMetadata.preservedSegment).toMatchObject({ headUuid: call, tailUuid: lines[0].uuid })
  expect(lines[2]).toMatchObject({ parentUuid: lines[0].uuid })
  expect(loaded(text).sent[2]?.blocks[0]).toMatch(/^result toolu_a/)
})

test('an orphan result behind an older compaction gets a copy of its call behind the summary', () => {
  const log = new LogWriter()
  log.user('start')
  log.call('one', 'a')
  const summary = log.compaction('Summary.')
  log.result('a', 'late', summary)
  log.text1('two', 'Thanks.')
  const { text } = repaired(sessionOf(log.text), { F1: 'restore-call' })
  expectKept(log.text, text, 1)
  const { uuids, sent } = loaded(text)
  expect(uuids[0]).toBe(uuid(3))
  expect(sent.map(({ blocks }) => blocks)).toEqual([['text Summary.'], ['call toolu_a'], ['result toolu_a late'], ['text Thanks.']])
})

describe('blocks that are taken out', () => {
  test('a second result of a call becomes a notice with the same uuid', () => {
    const log = new LogWriter()
    log.user('start')
    log.call('one', 'a')
    const call = log.last
    log.result('a', 'whole', call)
    log.result('a', 'whole', call)
    log.text1('two', 'Read.')
    const { text, chosen } = repaired(sessionOf(log.text))
    expect(chosen).toEqual(['keep-best'])
    expectKept(log.text, text, 1)
    const [notice] = changedLines(log.text, text).map(line => JSON.parse(line))
    expect(notice).toMatchObject({ type: 'system', subtype: 'informational', level: 'info', parentUuid: call, sessionId: SESSION_ID })
    for (const key of ['message', 'toolUseResult', 'sourceToolAssistantUUID']) expect(notice).not.toHaveProperty(key)
    expect(loaded(text).sent[2]?.blocks).toEqual(['result toolu_a whole'])
  })

  test('an empty text and a thinking block: one line each, the response stays one', () => {
    const log = new LogWriter()
    log.user('start')
    log.said('one', { type: 'thinking', thinking: 'hm', signature: '' })
    log.text1('one', '')
    log.call('one', 'a')
    log.result('a', 'fine')
    log.text1('two', 'Done.')
    const session = sessionOf(log.text)
    const { text } = repaired(session)
    expect(sentAtEnd(sessionOf(text))[1]?.blocks).not.toContain('text ')
    const both = writtenText(session, [remove('m1.b0'), remove('m1.b1')])
    expectKept(log.text, both, 2)
    expect(loaded(both).sent[1]?.blocks).toEqual(['call toolu_a'])
  })

  test('one of two results of a line takes the twin of the line with it', () => {
    const log = new LogWriter()
    log.user('start')
    log.said('one', [
      { type: 'tool_use', id: 'toolu_a', name: 'Read', input: {} },
      { type: 'tool_use', id: 'toolu_b', name: 'Read', input: {} },
    ])
    const parts = ['a', 'a', 'b'].map(call => ({ type: 'tool_result', tool_use_id: `toolu_${call}`, content: call }))
    log.user(parts, { toolUseResult: 'twin' })
    const text = writtenText(sessionOf(log.text), [remove('m2.b1')])
    expect(JSON.parse(changedLines(log.text, text)[0] ?? '')).not.toHaveProperty('toolUseResult')
    expect(loaded(text).sent[2]?.blocks).toEqual(['result toolu_a a', 'result toolu_b b'])
  })

  test('a newest prompt whose place another branch would take: the leaf is named', () => {
    const log = new LogWriter()
    const start = log.user('start')
    const leaf = log.text1('one', 'Hello.')
    log.user('left behind')
    log.text1('two', 'Left behind.')
    log.user('newest', {}, leaf)
    const text = writtenText(sessionOf(log.text), [{ op: 'remove-messages', at: 'm4', to: 'm4', before: BEFORE, reason: 'test' }])
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toEqual({ type: 'last-prompt', leafUuid: leaf, sessionId: SESSION_ID })
    expect(loaded(text).uuids).toEqual([start, leaf, uuid(5)])
  })
})

test('a result that stands behind the next prompt is moved to its call', () => {
  const log = new LogWriter()
  log.user('start')
  log.call('one', 'a')
  log.user('are you there?')
  log.text1('two', 'I am.')
  log.result('a', 'late', log.last)
  log.text1('three', 'Here it is.')
  const { text, chosen } = repaired(sessionOf(log.text))
  expect(chosen).toEqual(['move-result'])
  const lines = changedLines(log.text, text).map(line => JSON.parse(line))
  expect(lines.map(line => line.type)).toEqual(['user', 'user', 'system'])
  expect(lines[0].toolUseResult).toEqual({ type: 'text', file: { content: 'late' } })
  expect(lines[0].uuid).not.toBe(lines[2].uuid)
  expect(loaded(text).sent[2]?.blocks).toEqual(['result toolu_a late', 'text are you there?'])
})

test('of three branches only the active one changes', () => {
  const log = new LogWriter()
  const start = log.user('start')
  for (const branch of ['one', 'two', 'three']) {
    log.last = start
    log.call(branch, branch)
    log.user(`stop ${branch}`)
    log.text1(`${branch}_end`, 'Stopped.')
  }
  const session = sessionOf(log.text)
  const { text } = repaired(session)
  expectKept(log.text, text, 1)
  const after = sessionOf(text)
  expect([1, 2].map(branch => sentAtEnd(after, branch))).toEqual([1, 2].map(branch => sentAtEnd(session, branch)))
  expect(loaded(text).sent[2]?.blocks).toHaveLength(2)
})

test('edits of another branch and of the history before a compaction find their lines', () => {
  const log = new LogWriter()
  const start = log.user('start')
  log.text1('one', 'first answer')
  log.user('other', {}, start)
  log.text1('two', 'other answer')
  log.compaction('Summary.')
  log.user('go on')
  const text = writtenText(sessionOf(log.text), [
    replace('m1.b0', 'changed one'),
    replace('m3.b0', 'changed two'),
    replace('m4.b0', 'changed three'),
  ])
  expectKept(log.text, text, 3)
})

test('a sub-agent of the main file: the lines of the session stay', () => {
  const log = new LogWriter()
  log.user('start')
  const side = { isSidechain: true, agentId: 'abc123' }
  const main = log.last
  const prompt = log.chain({ type: 'user', message: { role: 'user', content: 'search' }, ...side }, null)
  const message = {
    model: 'claude-haiku-4-5',
    id: 'msg_side',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'toolu_s', name: 'Grep', input: {} }],
  }
  log.chain({ type: 'assistant', message, ...side }, prompt)
  log.chain({ type: 'user', message: { role: 'user', content: 'and stop' }, ...side })
  log.text1('one', 'Done.', main)
  const session = sessionOf(log.text)
  const agent = session.agents[0]
  if (!agent) throw new Error('no agent')
  const result = repairSession(agent, { profile: profileFor(agent, 'anthropic'), moment: END })
  expect(result.isSound).toBe(true)
  const text = Buffer.from(result.bytes ?? []).toString('utf8')
  expectKept(log.text, text, 1)
  expect(JSON.parse(changedLines(log.text, text)[0] ?? '')).toMatchObject({ isSidechain: true, agentId: 'abc123' })
  expect(sentAtEnd(sessionOf(text))).toEqual(sentAtEnd(session))
})

test('a log whose records name no parents stays one', () => {
  const strip = (line: string) => line.replace(/"parentUuid":(null|"[^"]*"),/, '')
  const text = interrupted()
    .lines.map(line => `${strip(line)}\n`)
    .join('')
  const result = repaired(sessionOf(text)).text
  expect(result).not.toContain('parentUuid')
  expectKept(text, result, 0)
  expect(sentAtEnd(sessionOf(result))[2]?.blocks).toHaveLength(2)
})

test('media of a result survive a new id', () => {
  const log = new LogWriter()
  log.user('start')
  log.call('one', 'a')
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } }
  log.user([{ type: 'tool_result', tool_use_id: 'toolu_a', content: [{ type: 'text', text: 'see' }, image] }])
  const session = sessionOf(log.text)
  const block = session.body(session.block(2))
  if (block.kind !== 'result' || typeof block.content === 'string') throw new Error('no result')
  const content = [...block.content, { kind: 'text', text: 'more' } as const]
  const text = writtenText(session, [
    { op: 'replace-block', at: 'm2.b0', block: { ...block, callId: 'toolu_b', content }, before: BEFORE, reason: 'test' },
  ])
  expect(JSON.parse(changedLines(log.text, text)[0] ?? '').message.content[0]).toEqual({
    type: 'tool_result',
    tool_use_id: 'toolu_b',
    content: [{ type: 'text', text: 'see' }, image, { type: 'text', text: 'more' }],
  })
})

describe('how to put it back', () => {
  test('names the file, the folder, the copy and the command', () => {
    const steps = writeClaudeCode(sessionOf(interrupted().text), []).resume.join('\n')
    expect(steps).toContain(`${SESSION_ID}.jsonl.bak`)
    expect(steps).toContain('~/.claude/projects/-home-ada-calc-js')
    expect(steps).toContain(`cd /home/ada/calc.js && claude --resume ${SESSION_ID}`)
    expect(steps).not.toContain('redacted')
  })

  test('says what a masked signature means', () => {
    const log = interrupted()
    log.said('two', { type: 'thinking', thinking: 'x', signature: 'REDACTED/REDACTED' })
    expect(writeClaudeCode(sessionOf(log.text), []).resume.at(-1)).toContain('refused by the provider')
  })
})
