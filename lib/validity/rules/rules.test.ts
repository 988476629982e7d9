import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../edits/apply'
import type { Edit } from '../../edits/edit'
import { Assembly } from '../../request/assembly'
import { END } from '../../session/moment'
import { checkWorkingSet } from '../check'
import type { Judged } from '../findings'
import { judge } from '../judge'
import { RULES, ruleOf, variantsFor } from '../registry'
import type { Example, Rule, Variant } from '../rule'
import { checkExample, exampleText, openBody, repairExample } from '../rule-tester'

/** Ids of the published reference that the rules here cover. */
const REFERENCE_IDS: readonly string[] = [
  'anthropic-tool-use-without-result',
  'anthropic-tool-result-without-use',
  'anthropic-tool-result-not-first',
  'anthropic-message-between-use-and-result',
  'anthropic-parallel-results-split',
  'anthropic-tool-use-id-duplicate',
  'anthropic-tool-result-duplicate',
  'anthropic-tool-use-id-pattern',
  'anthropic-tool-use-name-pattern',
  'anthropic-tool-use-input-not-object',
  'anthropic-block-wrong-role',
  'anthropic-tools-missing-for-history',
  'anthropic-tool-result-content-type',
  'anthropic-tool-result-empty-ok',
  'anthropic-thinking-modified',
  'anthropic-thinking-signature-invalid',
  'anthropic-thinking-signature-missing',
  'anthropic-thinking-must-start-turn',
  'anthropic-thinking-disabled-final-thinking',
  'anthropic-thinking-only-assistant',
  'anthropic-thinking-midturn-toggle',
  'anthropic-thinking-other-model',
  'anthropic-thinking-stripped-by-model',
  'anthropic-thinking-config-unsupported',
  'anthropic-redacted-thinking-dropped',
  'anthropic-forced-tool-choice-with-thinking',
  'anthropic-fallback-block-moved',
  'anthropic-text-empty',
  'anthropic-text-whitespace-only',
  'anthropic-user-empty-content',
  'anthropic-assistant-empty-content',
  'anthropic-final-assistant-trailing-whitespace',
  'anthropic-messages-empty',
  'anthropic-first-message-assistant',
  'anthropic-roles-consecutive',
  'anthropic-prefill-unsupported',
  'anthropic-messages-too-many',
  'anthropic-role-unknown',
  'openai-chat-tool-calls-unanswered',
  'openai-chat-tool-without-call',
  'openai-chat-tool-id-unknown',
  'openai-chat-tool-id-duplicate',
  'openai-chat-tool-id-length',
  'openai-chat-content-null',
  'openai-chat-content-empty-array',
  'openai-chat-tool-calls-empty',
  'openai-chat-arguments-not-json',
  'openai-chat-name-pattern',
  'openai-chat-image-role',
  'openai-chat-role-unsupported',
  'openai-chat-tools-missing',
  'openai-chat-tools-empty',
  'openai-chat-max-tokens-range',
  'openai-chat-messages-limits',
  'openai-chat-context-length',
  'openai-chat-consecutive-roles',
  'openai-chat-system-mid',
  'azure-content-filter-history',
  'anthropic-thinking-first-in-message',
  'anthropic-prompt-too-long',
  'any-lone-surrogate',
  'anthropic-tool-result-id-missing',
]

/** Variants that no body shows: only edits, the record of a log, or the provider itself do. */
const UNSEEN: ReadonlySet<string> = new Set([
  'anthropic-tool-result-empty-ok',
  'anthropic-thinking-modified',
  'anthropic-redacted-thinking-dropped',
  'anthropic-thinking-other-model',
  'anthropic-fallback-block-moved',
  'azure-content-filter-history',
])

/** Rules whose findings have no repair in the file. */
const NO_REPAIR: ReadonlySet<string> = new Set(['too-long', 'too-many-messages'])

function variantIds(rule: Rule, example: Example): string[] {
  return rule.variants.filter(variant => variant.profile === example.profile).map(variant => variant.id)
}

/** Addresses at which this rule stands in a finding, by name or in `also`. */
function placesOf(rule: Rule, example: Example) {
  const ids = new Set(variantIds(rule, example))
  return checkExample(example).result.findings.filter(finding => ids.has(finding.rule))
}

describe('the registry', () => {
  it('names each rule after its file', () => {
    const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.ts') && !name.includes('.test.'))
    expect(RULES.map(rule => `${rule.id}.ts`).toSorted()).toEqual(files.toSorted())
  })

  it('has each variant once for a profile, and no id in two rules', () => {
    const keys = RULES.flatMap(rule => rule.variants.map(variant => `${variant.id} ${variant.profile}`))
    expect(new Set(keys).size).toBe(keys.length)
    for (const rule of RULES) for (const variant of rule.variants) expect(ruleOf(variant.id)).toBe(rule)
  })

  it('holds the ids of the reference and no others', () => {
    const ids = new Set(RULES.flatMap(rule => rule.variants.map(variant => variant.id)))
    expect([...ids].toSorted()).toEqual(REFERENCE_IDS.toSorted())
  })

  it('lists the variants of a profile', () => {
    expect(variantsFor('openai-chat').map(variant => variant.id)).toContain('openai-chat-tool-calls-unanswered')
    expect(variantsFor('nobody')).toEqual([])
  })

  it.each(RULES.map(rule => [rule.id, rule] as const))(
    '%s has an accepted example, and a rejected one for each variant that a file can show',
    (_, rule) => {
      expect(rule.accepted.length).toBeGreaterThan(0)
      const shown = new Set(rule.rejected.flatMap(example => placesOf(rule, example).map(finding => finding.rule)))
      const wanted = rule.variants.filter((variant: Variant) => !UNSEEN.has(variant.id)).map(variant => variant.id)
      expect([...shown].toSorted()).toEqual([...new Set(wanted)].toSorted())
    },
  )
})

describe.each(RULES.map(rule => [rule.id, rule] as const))('%s', (_, rule) => {
  it.each(rule.rejected.map(example => [`${example.profile}: ${example.name}`, example] as const))('rejects %s', (_name, example) => {
    const findings = placesOf(rule, example)
    expect(findings.map(finding => finding.at)).toEqual(example.at ?? ['request'])
    for (const finding of findings) expect(finding.says).not.toMatch(/\{\w+\}/)
  })

  it.each(rule.accepted.map(example => [`${example.profile}: ${example.name}`, example] as const))('accepts %s', (_name, example) => {
    expect(placesOf(rule, example).map(finding => `${finding.rule} ${finding.at}`)).toEqual([])
  })

  it.each(rule.rejected.map(example => [`${example.profile}: ${example.name}`, example] as const))('repairs %s', (_name, example) => {
    const before = new Set(checkExample(example).result.findings.map(finding => `${finding.rule}|${finding.at}`))
    const ids = variantIds(rule, example)
    const repaired = ids.flatMap(id => repairExample(example, id))
    if (!NO_REPAIR.has(rule.id)) expect(repaired.length).toBeGreaterThan(0)
    for (const { finding, repair, after } of repaired) {
      const left = after.findings.filter(one => one.severity !== 'fragile').map(one => `${one.rule} ${one.at}`)
      const kept = after.findings.filter(one => one.rule === finding.split('|')[0] && before.size === 1)
      expect(kept, repair).toEqual([])
      if (before.size === 1) expect(left, repair).toEqual([])
    }
  })
})

describe('rules asked message by message', () => {
  const short = RULES.flatMap(rule => [...rule.rejected, ...rule.accepted]).filter(example => example.history.length < 2000)

  it.each(short.map(example => [`${example.profile}: ${example.name}`, example] as const))(
    'say of the tail what they say of the whole: %s',
    (_name, example) => {
      const { session, format } = openBody(exampleText(example), example.profile)
      const working = format.workingSet(session, END)
      const { assembly: whole, facts } = checkExample(example).result
      const growing = new Assembly(whole.profile, format.sending)
      let drafts: Judged[] = []
      for (const message of [null, ...working.messages]) {
        const from = Math.max(0, growing.push(message ? [message] : []) - 1)
        drafts = [
          ...drafts.filter(judged => judged.draft.view < from),
          ...judge({ assembly: growing, facts, moment: working, from, session }),
        ]
      }
      const said = (list: readonly Judged[]) =>
        list.map(({ variant, draft }) => `${variant.id} ${draft.view} ${draft.other} ${draft.message}`).toSorted()
      expect(said(drafts)).toEqual(said(judge({ assembly: whole, facts, moment: working, session })))
    },
  )
})

describe('thinking-altered', () => {
  const history = 'user: hi\nassistant: [thinking "a" sig=abc] [redacted "b"] [call t1 read {}]\nuser: [result t1 "x"]'
  const example: Example = {
    name: 'open turn',
    profile: 'anthropic',
    history,
    params: { thinking: { type: 'enabled', budget_tokens: 2048 } },
  }
  const before = { bytes: 0, hash: '' }

  function faultsAfter(edits: readonly Edit[]) {
    const { session, format, result } = checkExample(example)
    const edited = applyEdits(format.workingSet(session, END), edits)
    if (!edited.ok) throw new Error(edited.fault.message)
    const checked = checkWorkingSet({ working: edited.value, profile: result.assembly.profile, sending: format.sending, withRepairs: true })
    return checked.findings
      .filter(finding => finding.severity === 'rejects')
      .map(({ rule, at, repairs }) => ({ rule, at, repairs: repairs.map(repair => repair.id) }))
  }

  it('sees edited thinking', () => {
    const block = { kind: 'thinking', text: 'shorter', signature: 'abc' } as const
    const found = faultsAfter([{ op: 'replace-block', at: 'm1.b0', block, before, reason: 'test' }])
    expect(found).toMatchObject([{ rule: 'anthropic-thinking-modified', at: 'm1.b0' }])
  })

  it('sees redacted thinking that was left out, and puts it back', () => {
    const found = faultsAfter([{ op: 'remove-block', at: 'm1.b1', before, reason: 'test' }])
    expect(found).toMatchObject([{ rule: 'anthropic-redacted-thinking-dropped', at: 'm1.b0' }])
    expect(found[0]?.repairs[0]).toBe('restore-thinking')
  })

  it('sees what was put between two thinking blocks', () => {
    const found = faultsAfter([
      { op: 'insert-block', at: 'n0', into: 'm1', place: { after: 'm1.b0' }, block: { kind: 'text', text: 'note' }, reason: 'test' },
    ])
    expect(found).toMatchObject([{ rule: 'anthropic-thinking-modified', at: 'n0' }])
  })
})
