import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const BUNDLE = join(process.cwd(), '.build', 'cutpoint.mjs')
const SAMPLES = join(process.cwd(), 'e2e', 'samples')
const BROKEN = join(SAMPLES, 'fails-after-compaction.jsonl')
const HEALTHY = join(SAMPLES, 'healthy-long.jsonl')
const THINKING = join(SAMPLES, 'rejected-thinking.json')
const ORPHAN = join(SAMPLES, 'openai-orphan.json')
const folder = mkdtempSync(join(tmpdir(), 'cutpoint-cli-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: string[]): { code: number | null; out: string; err: string } {
  return runWith('', ...args)
}

function runWith(input: string, ...args: string[]): { code: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, [BUNDLE, ...args], { input, encoding: 'utf8', maxBuffer: 64 << 20 })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

const json = (...args: string[]) => JSON.parse(run(...args, '--json').out)

describe('check', () => {
  test('a refused session: exit 1, the finding with its place, cause and repairs', () => {
    const { code, out, err } = run('check', BROKEN, '--json')
    expect([code, err]).toEqual([1, ''])
    expect(out.trim().split('\n')).toHaveLength(1)
    const document = JSON.parse(out)
    expect(document).toMatchObject({ cutpoint: 1, verb: 'check', at: 'end', complete: true, profile: 'anthropic', pending: [] })
    expect(document.findings).toHaveLength(1)
    expect(document.findings[0]).toMatchObject({
      id: 'F1',
      rule: 'anthropic-tool-result-without-use',
      severity: 'rejects',
      at: 'm73.b0',
      requestPath: 'messages.0.content.0',
      form: 'sent',
      firstNamed: true,
      mendedBy: null,
      cause: { code: 'C2', boundary: 0 },
    })
    expect(document.findings[0].repairs.map((repair: { id: string }) => repair.id)).toEqual([
      'restore-call',
      'result-to-text',
      'drop-result',
    ])
  })

  test('no fault found: exit 0, and no word of promise', () => {
    const { code, out } = run('check', HEALTHY)
    expect(code).toBe(0)
    expect(out).toMatch(/no fault found by \d+ checks; not checkable from a file/)
    expect(out).not.toMatch(/\b(ok|valid|accepted|fine)\b/i)
  })

  test('every moment, and the first at which the fault appears', () => {
    const document = json('check', BROKEN, '--at', 'all')
    expect(document.first).toEqual({ at: 'message:75', rule: 'anthropic-tool-result-without-use' })
    expect(document.findings).toBeUndefined()
    expect(document.moments.at(-1)).toMatchObject({ at: 'message:77', answered: null, rejects: [], standing: 1 })
  })

  test('the recorded error text leads to the same block', () => {
    const text = json('show', BROKEN).errors[0].text
    expect(json('check', BROKEN, '--error', text).located).toMatchObject({
      kind: 'transcript',
      rule: 'anthropic-tool-result-without-use',
      at: 'm73.b0',
      certainty: 'sure',
    })
  })

  test('--fail-on decides what fails', () => {
    const altered = join(folder, 'altered.json')
    expect(run('repair', THINKING, '--out', altered).code).toBe(0)
    expect([run('check', altered).code, run('check', altered, '--fail-on', 'alters').code]).toEqual([0, 1])
  })

  test('several files: one document a line; SARIF names rule and place', () => {
    const { out, code } = run('check', ORPHAN, HEALTHY, '--json')
    expect(code).toBe(1)
    expect(
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).findings.length),
    ).toEqual([1, 0])
    const sarif = JSON.parse(run('check', ORPHAN, '--sarif').out)
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'openai-chat-tool-without-call', level: 'error' })
  })

  test('all profiles; it fails when the one that auto picks fails', () => {
    const document = json('check', ORPHAN, '--profile', 'all')
    expect(Object.keys(document.profiles)).toEqual(['anthropic', 'openai-chat'])
    expect(document.profile).toBe('openai-chat')
  })

  test('stdin is a file', () => {
    expect(runWith(readFileSync(ORPHAN, 'utf8'), 'check', '-').code).toBe(1)
  })

  test.each<[string, string[], RegExp]>([
    ['a file that is not there', ['check', join(folder, 'none.json')], /none\.json/],
    ['no file named', ['check'], /FILE/],
    ['a moment that is none', ['check', BROKEN, '--at', 'yesterday'], /no moment/],
    ['a moment of a user message', ['check', BROKEN, '--at', 'message:0'], /./],
    ['a profile that is not there', ['check', BROKEN, '--profile', 'x'], /no profile/],
    ['a flag that is not there', ['check', BROKEN, '--wrong'], /wrong/],
    ['a verb that is not there', ['chekc', BROKEN], /chekc/],
    ['an agent that is not there', ['check', BROKEN, '--agent', 'a9'], /a9/],
  ])('%s: exit 2 and a sentence', (_name, args, words) => {
    const { code, out, err } = run(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(words)
    expect(err).not.toMatch(/\n\s+at /)
  })
})

describe('repair', () => {
  test('without --out nothing is written', () => {
    const { code, out } = run('repair', BROKEN)
    expect(code).toBe(0)
    expect(out).toContain('Nothing was written')
  })

  test('a repaired session is sound, keeps every other line, and needs nothing a second time', () => {
    const out = join(folder, 'repaired.jsonl')
    const first = JSON.parse(run('repair', BROKEN, '--out', out, '--json').out)
    expect(first).toMatchObject({ out, before: { rejects: 1 }, after: { rejects: 0 }, chosen: [{ finding: 'F1', repair: 'restore-call' }] })
    expect(first.resume).toContain('claude --resume')
    const [before, after] = [BROKEN, out].map(path => readFileSync(path, 'utf8').split('\n'))
    expect(after?.filter(line => !before?.includes(line))).toHaveLength(1)
    const again = join(folder, 'again.jsonl')
    expect(run('repair', out, '--out', again).code).toBe(0)
    expect(existsSync(again)).toBe(false)
  })

  test('a chosen repair is taken; one that is not offered is refused', () => {
    const out = join(folder, 'chosen.jsonl')
    const { chosen } = JSON.parse(run('repair', BROKEN, '--out', out, '--choose', 'F1=result-to-text', '--json').out)
    expect(chosen[0].repair).toBe('result-to-text')
    expect(run('repair', BROKEN, '--choose', 'F1=magic').code).toBe(2)
    expect(run('repair', BROKEN, '--choose', 'F7=drop-result').code).toBe(2)
  })

  test('the input is never written to', () => {
    const copy = join(folder, 'copy.jsonl')
    copyFileSync(BROKEN, copy)
    expect(run('repair', copy, '--out', copy).code).toBe(2)
    expect(readFileSync(copy)).toEqual(readFileSync(BROKEN))
  })
})

describe('show, export and the catalogues', () => {
  test('records add up, and a second reading prints the same bytes', () => {
    const { records } = json('show', HEALTHY)
    expect(records.read).toBe(records.used + records.metadata + records.noted)
    expect(run('show', HEALTHY, '--json').out).toBe(run('show', HEALTHY, '--json').out)
  })

  test('the native export is the file, byte for byte; the request is a body without the symbolic turn', () => {
    const native = join(folder, 'native.jsonl')
    expect(run('export', HEALTHY, '--to', 'native', '--out', native).code).toBe(0)
    expect(readFileSync(native)).toEqual(readFileSync(HEALTHY))
    const body = JSON.parse(run('export', BROKEN, '--to', 'request').out)
    expect(body.messages[0].content[0].type).toBe('tool_result')
    const again = join(folder, 'body.json')
    writeFileSync(again, JSON.stringify(body))
    expect(json('check', again).session.format).toBe('anthropic-request')
  })

  test('explain reads a text without a session', () => {
    expect(json('explain', 'API Error: 400 due to tool use concurrency issues.')).toMatchObject({ verb: 'explain', kind: 'transcript' })
    expect(json('explain', 'Credit balance is too low')).toMatchObject({ kind: 'account', rules: [] })
  })

  test('rules and formats say what there is', () => {
    expect(json('formats').formats.map((format: { id: string }) => format.id)).toEqual(['claude-code', 'anthropic-request', 'openai-chat'])
    expect(json('rules', 'anthropic-text-empty').rules).toHaveLength(1)
    expect(run('rules', 'no-such-rule').code).toBe(2)
  })
})
