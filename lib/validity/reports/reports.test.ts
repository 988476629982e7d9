import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REPORT_IDS } from './ids'
import { WAITING } from './waiting'

const TESTS = ['anthropic.test.ts', 'openai.test.ts', 'claude-code.test.ts'] as const

/** Reports that head a row or a test. */
function namedIn(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...text.matchAll(/^ +(?:\{ report: |it\()'(BR-\d{3})/gm)].map(match => match[1] ?? '')
}

const named = new Set(TESTS.flatMap(namedIn))
const waiting = WAITING.map(one => one.report)

describe('the public bug reports', () => {
  it('are 126, each once', () => {
    expect(new Set(REPORT_IDS).size).toBe(126)
    expect(REPORT_IDS).toHaveLength(126)
  })

  it('are each named in a test or waiting for something', () => {
    expect([...named, ...waiting].sort()).toEqual([...REPORT_IDS].sort())
  })

  it('say in plain words what they wait for', () => {
    expect(WAITING.filter(one => one.waitsFor.length < 10)).toEqual([])
    expect(waiting).toEqual([...waiting].sort())
  })
})
