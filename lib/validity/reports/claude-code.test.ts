import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../edits/apply'
import { claudeCode } from '../../formats/claude-code'
import { at, call_, opened, TestLog, text_ } from '../../formats/claude-code/test-log'
import type { Session } from '../../session/session'
import type { WorkingSet } from '../../session/working-set'
import { checkWorkingSet } from '../check'
import { placeOf, profileOf, rejectsOf, toldFaults } from './harness'
import { openCalls, strayResult } from './wordings'

const checked = (working: WorkingSet) =>
  checkWorkingSet({ working, profile: profileOf('anthropic'), sending: claudeCode.sending, withRepairs: true })

/** Line of the file that an address stands on. */
const lineOf = (session: Session, address: string) => session.messageSource(session.findMessage(address)).line

/** The least lossy repair of each refusal with what is refused after it alone; the log itself is not written. */
function tried(working: WorkingSet): string[] {
  const result = checked(working)
  return rejectsOf(result).map(({ id }) => {
    const plan = result.plans.get(id)?.[0]
    const after = plan ? applyEdits(working, plan.edits) : null
    return `${plan?.id}, left: ${after?.ok ? rejectsOf(checked(after.value)).map(one => one.at) : 'all'}`
  })
}

/** Turns of one line each, until the file has `count` lines. */
function fillTo(log: TestLog, count: number): void {
  while (log.lines.length < count) {
    if (log.lines.length % 2 === 0) log.user('Next step.')
    else log.said(`m${log.lines.length}`, [text_('Done.')])
  }
}

function tornLog(): TestLog {
  const log = new TestLog()
  log.user('Run the tests.')
  const call = log.said('m1', [call_('toolu_torn146')])
  log.raw('{"parentUuid":"u1","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use')
  log.user('Go on.', { parentUuid: call })
  return log
}

describe('reports on Claude Code sessions', () => {
  it('BR-028: faults scattered over a long session are named with their lines', () => {
    const log = new TestLog()
    log.user('Begin.')
    log.result('toolu_lost')
    for (const [line, id] of [
      [762, 'toolu_open1'],
      [2275, 'toolu_open2'],
    ] as const) {
      fillTo(log, line - 1)
      log.said(`m-${id}`, [call_(id)])
    }
    fillTo(log, 2400)
    const session = opened(log)
    const result = checked(at(session))
    expect(rejectsOf(result).map(one => `${one.rule} line ${lineOf(session, one.at)}`)).toEqual([
      'anthropic-tool-result-without-use line 2',
      'anthropic-tool-use-without-result line 762',
      'anthropic-tool-use-without-result line 2275',
    ])
    expect(placeOf(openCalls('messages.9999', 'toolu_open2'), result)).toBe(`${session.message(2274).address}.b0 sent sure`)
    expect(placeOf(strayResult('messages.0.content.0', 'toolu_lost'), result)).toMatch(/^m1\.b0 \w+ sure$/)
    expect(tried(at(session))).toEqual([
      'result-to-text, left: m761.b0,m2274.b0',
      'answer-call, left: m1.b0,m2274.b0',
      'answer-call, left: m1.b0,m761.b0',
    ])
  })

  it('BR-029: an interrupted call keeps its place, since a stand-in result loses less than deleting it', () => {
    const log = new TestLog()
    log.user('Run the tests.')
    log.said('m1', [text_('Running.'), call_('toolu_test29')])
    log.user('What happened?')
    const working = at(opened(log))
    expect(toldFaults(checked(working).findings)).toEqual(['anthropic-tool-use-without-result m1.b1'])
    expect(placeOf(`API Error: 400 ${openCalls('messages.1', 'toolu_test29')}`, checked(working))).toBe('m1.b1 sent sure')
    expect(tried(working)).toEqual(['answer-call, left: '])
  })

  it('BR-146: a crash tears the line with a result, and the file is read on behind it', () => {
    const session = opened(tornLog())
    expect(session.facts.notes.map(note => `${note.kind} line ${note.line}`)).toEqual(['broken-line line 3'])
    expect(at(session)).toMatchObject({ complete: false, why: 'results-missing' })
    expect(at(session).messages.map(message => message.address)).toEqual(['m0', 'm1', 'm2'])
  })

  // Wrong today: the rules are not told where results are missing. Fails on purpose until they are.
  it('BR-146: the call whose result was in the torn line is not blamed', () => {
    expect(toldFaults(checked(at(opened(tornLog()))).findings)).toEqual([])
  })

  it('BR-146: the last line is torn; everything before it is there, and its call is still to be answered', () => {
    const log = new TestLog()
    log.user('Run the tests.')
    log.said('m1', [call_('toolu_torn146')])
    const session = opened(log)
    const torn = opened(Object.assign(new TestLog(), { toString: () => `${log.toString()}{"parentUuid":"u1","type":"us` }))
    expect(torn.facts.notes.map(note => `${note.kind} line ${note.line}`)).toEqual(['cut-line line 3'])
    expect(at(torn).messages.map(message => message.address)).toEqual(at(session).messages.map(message => message.address))
    expect(toldFaults(checked(at(torn)).findings)).toEqual([])
  })
})
