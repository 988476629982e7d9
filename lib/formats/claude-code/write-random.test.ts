import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../edits/apply'
import type { Edit } from '../../edits/edit'
import { profileFor } from '../../export/check'
import { repairSession } from '../../export/repair'
import { END } from '../../session/moment'
import type { WorkingSet } from '../../session/working-set'
import { loadLikeClaudeCode } from './loader-harness'
import { claudeWorkingSet } from './working-set'
import { type LogWriter, sentAtEnd, sentOf, sentOfLoaded, sessionOf, withoutReminders, writtenText } from './write-harness'
import { Choices, randomEdit, randomLog } from './write-random-harness'

const runs = Number(process.env.RUNS ?? 150)
const numbers = fc.array(fc.nat(1_000_000), { minLength: 8, maxLength: 60 })

test('the loader and the reader agree on what a log sends', () => {
  fc.assert(
    fc.property(numbers, seeds => {
      const log = randomLog(new Choices(seeds))
      expect(withoutReminders(sentOfLoaded(loadLikeClaudeCode(log.lines).messages))).toEqual(
        withoutReminders(sentAtEnd(sessionOf(log.text))),
      )
    }),
    { numRuns: runs },
  )
})

function edited(working: WorkingSet, choices: Choices): { edits: Edit[]; after: WorkingSet } {
  const edits: Edit[] = []
  let after = working
  for (let i = 0, count = 1 + choices.below(3); i < count; i++) {
    const more = randomEdit(choices, after, i)
    const applied = applyEdits(after, more)
    if (!applied.ok) continue
    edits.push(...more)
    after = applied.value
  }
  return { edits, after }
}

test('what is written sends what the edits say, for the reader and for the loader', () => {
  fc.assert(
    fc.property(numbers, numbers, (seeds, more) => {
      const log = randomLog(new Choices(seeds))
      const session = sessionOf(log.text)
      const { edits, after } = edited(claudeWorkingSet(session, END), new Choices(more))
      const wanted = sentOf(session, after.messages)
      fc.pre(withoutReminders(wanted).length > 0)
      const text = writtenText(session, edits)
      expect(sentAtEnd(sessionOf(text))).toEqual(wanted)
      expect(withoutReminders(sentOfLoaded(loadLikeClaudeCode(text.trimEnd().split('\n')).messages))).toEqual(withoutReminders(wanted))
    }),
    { numRuns: runs },
  )
})

/** The log without some of its calls and results. */
function damaged(log: LogWriter, choices: Choices): string {
  const session = sessionOf(log.text)
  const blocks = claudeWorkingSet(session, END).messages.flatMap(message => message.blocks)
  const pairs = blocks.filter(({ kind }) => kind === 'call' || kind === 'result')
  const lost = new Set(Array.from({ length: 1 + choices.below(3) }, () => choices.of(pairs)?.address ?? ''))
  const edits = [...lost]
    .filter(at => at !== '')
    .map((at): Edit => ({ op: 'remove-block', at, before: { bytes: 0, hash: '' }, reason: 'test' }))
  return writtenText(session, edits)
}

test('a damaged log is repaired, for the reader and for the loader, and then needs no repair', () => {
  fc.assert(
    fc.property(numbers, numbers, (seeds, more) => {
      const broken = damaged(randomLog(new Choices(seeds)), new Choices(more))
      const session = sessionOf(broken)
      const options = { profile: profileFor(session, 'anthropic'), moment: END }
      const result = repairSession(session, options)
      expect(result.isSound).toBe(true)
      if (!result.bytes) return
      const text = Buffer.from(result.bytes).toString('utf8')
      const names = uuidsOf(text)
      expect(uuidsOf(broken).filter(name => !names.includes(name))).toEqual([])
      const again = sessionOf(text, 'again')
      expect(repairSession(again, options).bytes).toBeNull()
      expect(withoutReminders(sentOfLoaded(loadLikeClaudeCode(text.trimEnd().split('\n')).messages))).toEqual(
        withoutReminders(sentAtEnd(again)),
      )
    }),
    { numRuns: runs },
  )
})

function uuidsOf(text: string): string[] {
  return text.split('\n').flatMap(line => /"uuid":"([^"]+)"/.exec(line)?.[1] ?? [])
}
