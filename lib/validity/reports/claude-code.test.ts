import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../edits/apply'
import { claudeCode } from '../../formats/claude-code'
import { at, call_, opened, TestLog, text_ } from '../../formats/claude-code/test-log'
import { findProfile } from '../../request/profile'
import type { Session } from '../../session/session'
import type { WorkingSet } from '../../session/working-set'
import { type CheckResult, checkWorkingSet } from '../check'
import { placeOf, rejectsOf, toldFaults } from './report-case'
import { openCalls, strayResult } from './wordings'

function checked(working: WorkingSet): CheckResult {
  const profile = findProfile('anthropic')
  if (!profile) throw new Error('no profile')
  return checkWorkingSet({ working, profile, sending: claudeCode.sending, withRepairs: true })
}

/** Line of the file that an address stands on. */
const lineOf = (session: Session, address: string) => session.messageSource(session.findMessage(address)).line

/** The working set after the least lossy repair of each refusal, one after another; the log itself is not written. */
function mended(working: WorkingSet): { mends: string[]; rejects: readonly string[] } {
  const mends: string[] = []
  for (let now = working; ; ) {
    const result = checked(now)
    const plan = result.plans.get(rejectsOf(result)[0]?.id ?? '')?.[0]
    const next = plan ? applyEdits(now, plan.edits) : null
    if (!plan || !next?.ok) return { mends, rejects: toldFaults(rejectsOf(result)) }
    mends.push(plan.id)
    now = next.value
  }
}

/** Turns of one line each, until the file has `count` lines. */
function fillTo(log: TestLog, count: number): void {
  while (log.lines.length < count) {
    if (log.lines.length % 2 === 0) log.user('Next step.')
    else log.said(`m${log.lines.length}`, [text_('Done.')])
  }
}

describe('reports on Claude Code sessions', () => {
  it('BR-028: faults scattered over a long session are named with their lines', () => {
    const log = new TestLog()
    log.user('Begin.')
    log.result('toolu_lost')
    for (const [line, id] of [[762, 'toolu_open1'], [2275, 'toolu_open2']] as const) {
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
    expect(mended(at(session))).toEqual({ mends: ['result-to-text', 'answer-call', 'answer-call'], rejects: [] })
  })

  it('BR-029: an interrupted call keeps its place, since a stand-in result loses less than deleting it', () => {
    const log = new TestLog()
    log.user('Run the tests.')
    log.said('m1', [text_('Running.'), call_('toolu_test29')])
    log.user('What happened?')
    const working = at(opened(log))
    expect(toldFaults(checked(working).findings)).toEqual(['anthropic-tool-use-without-result m1.b1'])
    expect(placeOf(`API Error: 400 ${openCalls('messages.1', 'toolu_test29')}`, checked(working))).toBe('m1.b1 sent sure')
    expect(mended(working)).toEqual({ mends: ['answer-call'], rejects: [] })
  })

  it('BR-146: a crash tears the line with a result; the file is read, and the call before it is not blamed', () => {
    const log = new TestLog()
    log.user('Run the tests.')
    const call = log.said('m1', [call_('toolu_torn146')])
    log.raw('{"parentUuid":"u1","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use')
    log.user('Go on.', { parentUuid: call })
    const session = opened(log)
    expect(session.facts.notes.map(note => `${note.kind} line ${note.line}`)).toEqual(['broken-line line 3'])
    expect(at(session)).toMatchObject({ complete: false, why: 'results-missing' })
    expect(toldFaults(checked(at(session)).findings)).toEqual([])
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
