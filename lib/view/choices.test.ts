import { expect, test } from 'vitest'
import { leastLoss, readChoices, writeChoices } from './choices'

const repair = (id: string) => ({ id, title: id, loses: '', tokens: 0 })
const findings = [
  { id: 'F1', repairs: [repair('restore'), repair('drop')] },
  { id: 'F2', repairs: [] },
  { id: 'F3', repairs: [repair('restore'), repair('drop')] },
]

test.each([[{}], [{ F1: 'drop' }], [{ F1: 'restore', F3: 'restore' }], [{ F1: 'restore', F3: 'drop' }]])(
  'what is written is read: %j',
  chosen => {
    expect(readChoices(writeChoices(chosen, findings), findings)).toEqual(chosen)
  },
)

test('least loss for all is one word', () => expect(writeChoices(leastLoss(findings), findings)).toEqual(['all']))

test('what is no longer offered is left out', () => {
  expect(readChoices(['F1=gone', 'F9=drop', 'F3=drop'], findings)).toEqual({ F3: 'drop' })
})
