import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../edits/apply'
import type { Edit } from '../../edits/edit'
import { END } from '../../session/moment'
import type { WorkingSet } from '../../session/working-set'
import { loadLikeClaudeCode } from './loader-harness'
import { claudeWorkingSet } from './working-set'
import { sentAtEnd, sentOf, sentOfLoaded, sessionOf, withoutReminders, writtenText } from './write-harness'
import { Choices, randomEdit, randomLog } from './write-random-harness'

const numbers = fc.array(fc.nat(1_000_000), { minLength: 8, maxLength: 60 })

test('the loader and the reader agree on what a log sends', () => {
  fc.assert(
    fc.property(numbers, seeds => {
      const log = randomLog(new Choices(seeds))
      expect(withoutReminders(sentOfLoaded(loadLikeClaudeCode(log.lines).messages))).toEqual(withoutReminders(sentAtEnd(sessionOf(log.text))))
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
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
      fc.pre(wanted.length > 0)
      const text = writtenText(session, edits)
      expect(sentAtEnd(sessionOf(text))).toEqual(wanted)
      expect(withoutReminders(sentOfLoaded(loadLikeClaudeCode(text.trimEnd().split('\n')).messages))).toEqual(withoutReminders(wanted))
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})
