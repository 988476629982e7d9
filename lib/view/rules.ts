/**
 * Pages about rules: what a provider demands, in whose words, how sure we are, and examples drawn like a transcript.
 * Rules come in as arguments or from the registry; nothing is computed that they do not say.
 */

import { bodyFromDsl } from '../session/dsl'
import { RULES } from '../validity/registry'
import type { Confidence, Example, Rule, Variant } from '../validity/rule'
import { CAUSES } from './causes'

export interface RuleName {
  /** Id of the variant: what findings name. */
  readonly id: string
  readonly title: string
}

export interface RuleRow {
  /** Id of the variant. */
  readonly id: string
  readonly rule: string
  readonly title: string
  readonly demands: string
  readonly profile: string
  readonly severity: Variant['severity']
  readonly status: number
  readonly says: string
  readonly confidence: string
  readonly dated: string
}

export interface ExampleRow {
  readonly at: string
  readonly role: string
  readonly kind: 'text' | 'thinking' | 'call' | 'result' | 'media' | 'nothing'
  readonly name: string | null
  readonly callId: string | null
  readonly text: string
  readonly isMarked: boolean
  readonly isFirstOfMessage: boolean
}

export interface ExampleView {
  readonly name: string
  readonly profile: string
  readonly params: string | null
  readonly rows: readonly ExampleRow[]
}

/** A way out of the fault, as findings offer it. */
export interface RuleRepair {
  readonly id: string
  readonly title: string
  readonly loses: string
}

export interface RuleView {
  readonly id: string
  readonly title: string
  readonly demands: string
  readonly variants: readonly (RuleRow & { readonly sources: readonly string[] })[]
  readonly causes: readonly { readonly code: string; readonly words: string }[]
  readonly rejected: readonly ExampleView[]
  readonly accepted: readonly ExampleView[]
}

const CONFIDENCE: Readonly<Record<Confidence, string>> = {
  doc: 'in the vendor’s documentation',
  src: 'read in source code',
  meas: 'measured',
  rep: 'several reports',
  one: 'one report',
  inf: 'our inference',
}

export function ruleNames(rules: readonly Rule[] = RULES): RuleName[] {
  return rules.flatMap(rule => rule.variants.map(variant => ({ id: variant.id, title: rule.title })))
}

export function ruleRows(rules: readonly Rule[] = RULES): RuleRow[] {
  return rules.flatMap(rule => rule.variants.map(variant => rowOf(rule, variant)))
}

/** By the id of the rule, or of one of its variants. */
export function ruleView(id: string, rules: readonly Rule[] = RULES): RuleView | null {
  const rule = rules.find(one => one.id === id || one.variants.some(variant => variant.id === id))
  if (!rule) return null
  return {
    id: rule.id,
    title: rule.title,
    demands: rule.demands,
    variants: rule.variants.map(variant => ({ ...rowOf(rule, variant), sources: variant.sources })),
    causes: rule.causes.map(code => ({ code, words: CAUSES[code] })),
    rejected: rule.rejected.map(exampleView),
    accepted: rule.accepted.map(exampleView),
  }
}

function rowOf(rule: Rule, variant: Variant): RuleRow {
  const { id, profile, severity, status, says, confidence, dated } = variant
  return {
    id,
    rule: rule.id,
    title: rule.title,
    demands: rule.demands,
    profile,
    severity,
    status,
    says,
    confidence: CONFIDENCE[confidence],
    dated,
  }
}

function exampleView(example: Example): ExampleView {
  const body: unknown = JSON.parse(bodyFromDsl(example.history, example.profile.startsWith('openai') ? 'openai' : 'anthropic'))
  const messages = isRecord(body) && Array.isArray(body.messages) ? body.messages : []
  return {
    name: example.name,
    profile: example.profile,
    params: example.params ? JSON.stringify(example.params, null, 2) : null,
    rows: messages.flatMap((message: unknown, number) => messageRows(message, number, example.at ?? [])),
  }
}

type Part = Pick<ExampleRow, 'kind' | 'name' | 'callId' | 'text'>

function messageRows(message: unknown, number: number, marked: readonly string[]): ExampleRow[] {
  if (!isRecord(message)) return []
  const role = String(message.role ?? '')
  const parts = partsOf(message)
  return parts.map((part, place) => {
    const at = `m${number}.b${place}`
    return { ...part, at, role, isMarked: marked.includes(at) || marked.includes(`m${number}`), isFirstOfMessage: place === 0 }
  })
}

function partsOf(message: Readonly<Record<string, unknown>>): Part[] {
  const { content, tool_calls: calls, tool_call_id: answers } = message
  const parts: Part[] =
    typeof answers === 'string'
      ? [{ kind: 'result', name: null, callId: answers, text: asText(content) }]
      : Array.isArray(content)
        ? content.map(partOf)
        : typeof content === 'string'
          ? [textPart(content)]
          : []
  if (Array.isArray(calls)) parts.push(...calls.map(callOf))
  return parts.length > 0
    ? parts
    : [{ kind: 'nothing', name: null, callId: null, text: content === null ? 'content: null' : 'content: []' }]
}

function partOf(value: unknown): Part {
  const part = isRecord(value) ? value : {}
  if (part.type === 'text') return textPart(String(part.text ?? ''))
  if (part.type === 'thinking') return { kind: 'thinking', name: null, callId: null, text: String(part.thinking ?? '') }
  if (part.type === 'redacted_thinking') return { kind: 'thinking', name: 'redacted', callId: null, text: '' }
  if (part.type === 'tool_use')
    return { kind: 'call', name: String(part.name ?? ''), callId: String(part.id ?? ''), text: asText(part.input) }
  if (part.type === 'tool_result') return { kind: 'result', name: null, callId: String(part.tool_use_id ?? ''), text: asText(part.content) }
  return { kind: 'media', name: String(part.type ?? ''), callId: null, text: '' }
}

function callOf(value: unknown): Part {
  const call = isRecord(value) ? value : {}
  const made = isRecord(call.function) ? call.function : {}
  return { kind: 'call', name: String(made.name ?? ''), callId: String(call.id ?? ''), text: asText(made.arguments) }
}

function textPart(text: string): Part {
  return { kind: 'text', name: null, callId: null, text: text === '' ? '(empty text)' : text }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
