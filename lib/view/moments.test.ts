import { expect, test } from 'vitest'
import type { SessionHeader } from './models'
import { momentChoices, momentInWords, momentOf } from './moments'

const header: SessionHeader = {
  ...{ id: 'x', name: 'x', format: 'claude-code', formatLabel: 'Claude Code', formatVersion: null, model: null, window: null },
  ...{
    messages: 9,
    blocks: 9,
    bytes: 9,
    isBody: false,
    branches: 1,
    agents: [],
    profiles: [],
    autoProfile: 'anthropic',
    previous: null,
    newer: null,
  },
  boundaries: [
    { address: 'k0', kind: 'summary', at: 5, trigger: 'auto', tokensBefore: null, tokensAfter: null, kept: 0, keptMissing: 0, cleared: 0 },
  ],
  errors: [{ at: 'm7', status: 400, kind: 'transcript', text: '…' }],
}

test('an error line is the answer to a request', () => {
  expect(momentOf('m7')).toBe('message:7')
  expect(momentOf('a2/m5.b0')).toBe('a2/message:5')
})

test('what can be chosen, and what is shown although it is none of these', () => {
  expect(momentChoices(header, 'message:3').map(choice => choice.value)).toEqual([
    'end',
    'boundary:0:before',
    'boundary:0',
    'message:7',
    'message:3',
  ])
  expect(momentChoices({ ...header, isBody: true }, 'end')).toHaveLength(1)
})

test('in words', () => {
  expect(momentInWords('a1/boundary:2:before')).toBe('Just before compaction k2 of a1')
  expect(momentInWords('end')).toBe('Next request')
})
