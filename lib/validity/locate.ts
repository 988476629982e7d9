/**
 * From an error text to a place: by id first, then by path, trying the three forms in which providers count. The text
 * alone is a hypothesis; it is called sure only where the rule's condition holds at that place in this file.
 */

import type { Assembly } from '../request/assembly'
import { blockPath, mergedPath, type RequestBlock } from '../request/request'
import type { Address, FaultKind } from '../session/model'
import type { CheckResult } from './check'
import type { ErrorReading } from './error-text'
import { addressOf, isBlock, type Merged, pathOf } from './findings'

export type Certainty = 'sure' | 'likely' | 'guess' | 'none'
export type Form = 'sent' | 'merged' | 'folded'

export interface Located {
  readonly text: string
  readonly kind: FaultKind
  readonly rule: string | null
  readonly at: Address | null
  readonly requestPath: string | null
  readonly form: Form | null
  readonly by: readonly ('id' | 'path' | 'rule')[]
  readonly certainty: Certainty
  readonly why: string | null
}

export function locateError(reading: ErrorReading, check: CheckResult): Located {
  const none = (why: string): Located => {
    return {
      text: reading.message,
      kind: reading.kind,
      rule: reading.rules[0] ?? null,
      at: null,
      requestPath: null,
      form: null,
      by: [],
      certainty: 'none',
      why,
    }
  }
  if (reading.kind !== 'transcript') return none(notTheHistory(reading))
  return byFinding(reading, check) ?? byId(reading, check) ?? byPath(reading, check) ?? none(whyNowhere(reading, check))
}

function notTheHistory(reading: ErrorReading): string {
  if (reading.kind === 'size') return 'the request as a whole was too long; no single block is at fault'
  if (reading.kind === 'model') return 'the error is about the model or its settings, not about the history'
  if (reading.kind === 'account') return 'the error is about the account, a quota or the service, not about the history'
  return 'nothing in the text speaks of a history'
}

function found(
  reading: ErrorReading,
  rule: string,
  at: Address,
  requestPath: string,
  form: Form,
  by: Located['by'],
  certainty: Certainty,
  why: string | null = null,
): Located {
  return { text: reading.message, kind: 'transcript', rule, at, requestPath, form, by, certainty, why }
}

/** A fault of one of the rules that the text names: the one with the id, the one at the path, else the first. */
function byFinding(reading: ErrorReading, check: CheckResult): Located | null {
  const named = check.merged.filter(judged => [judged.variant.id, ...judged.also].some(rule => reading.rules.includes(rule)))
  if (named.length === 0) return null
  const withId = named.find(judged => reading.ids.includes(String(judged.draft.data.id)))
  const forms = formsOf(check.assembly)
  const atPath = named.flatMap(judged => {
    const form = formAt(judged, reading, forms)
    return form ? [{ judged, form }] : []
  })
  const both = withId ? atPath.find(hit => hit.judged === withId) : undefined
  if (both)
    return found(
      reading,
      both.judged.variant.id,
      addressOf(both.judged.draft),
      pathIn(both.judged, both.form, forms),
      both.form,
      ['id', 'path'],
      'sure',
    )
  if (withId) return found(reading, withId.variant.id, addressOf(withId.draft), pathOf(withId.draft), 'sent', ['id'], 'sure')
  const hit = atPath[0]
  if (hit)
    return found(
      reading,
      hit.judged.variant.id,
      addressOf(hit.judged.draft),
      pathIn(hit.judged, hit.form, forms),
      hit.form,
      ['path'],
      'sure',
    )
  const first = named[0]
  if (!first) return null
  const sure = named.length === 1 && reading.ids.length === 0 && reading.messageIndex === null
  const why = sure
    ? null
    : reading.messageIndex === null
      ? `${named.length} places have this fault; the first is shown`
      : `the fault is here, but not at the place that the text names`
  return found(reading, first.variant.id, addressOf(first.draft), pathOf(first.draft), 'sent', ['rule'], sure ? 'sure' : 'likely', why)
}

/** The id stands in the request, but the rule's condition does not hold there. */
function byId(reading: ErrorReading, check: CheckResult): Located | null {
  const wanted = kindsOf(reading.rules[0] ?? '')
  for (const id of reading.ids) {
    const blocks = [...check.assembly.callsOf(id), ...check.assembly.resultsOf(id)]
    const block = blocks.find(one => wanted === null || wanted.includes(one.head.kind)) ?? blocks[0]
    if (block) {
      const why =
        'the id stands in this request, but the fault does not: what was sent was not this file (another branch, an older state, or a proxy)'
      return found(reading, reading.rules[0] ?? '', block.address, blockPath(block), 'sent', ['id'], 'likely', why)
    }
  }
  return null
}

function byPath(reading: ErrorReading, check: CheckResult): Located | null {
  const rule = reading.rules[0]
  if (reading.messageIndex === null || rule === undefined) return null
  const wanted = kindsOf(rule)
  const path = `messages.${reading.messageIndex}.content.${reading.blockIndex ?? 0}`
  const forms = formsOf(check.assembly)
  for (const form of forms) {
    const block = form.messages[reading.messageIndex]?.[reading.blockIndex ?? 0]
    if (!block || (wanted !== null && !wanted.includes(block.head.kind))) continue
    const why = 'the block at this place has the type that the error speaks of; whether it has the fault cannot be seen in a file'
    return found(reading, rule, block.address, path, form.name, ['path'], form.name === 'sent' ? 'likely' : 'guess', why)
  }
  return wanted === null || reading.blockIndex === null ? null : nearPath(reading, rule, wanted, forms)
}

/** How far the count of a provider may be off: blocks that the agent left out when it sent the request again. */
const NEAR = 4

/** The nearest block of the right type, where the agent's log holds a few blocks more or less than what was sent. */
function nearPath(reading: ErrorReading, rule: string, wanted: readonly string[], forms: readonly FormView[]): Located | null {
  const at = reading.blockIndex ?? 0
  for (const form of forms) {
    const message = form.messages[reading.messageIndex ?? -1]
    if (!message || message.length <= NEAR) continue
    for (let off = 1; off <= NEAR; off++) {
      const place = [at + off, at - off].find(one => wanted.includes(message[one]?.head.kind ?? ''))
      const block = place === undefined ? undefined : message[place]
      if (!block) continue
      const why = `this file has another block at messages.${reading.messageIndex}.content.${at}; the nearest of the type that the error speaks of stands ${off} further ${(place ?? 0) > at ? 'on' : 'up'}: what was sent differed a little from the log`
      return found(reading, rule, block.address, `messages.${reading.messageIndex}.content.${place}`, form.name, ['path'], 'guess', why)
    }
  }
  return null
}

function whyNowhere(reading: ErrorReading, check: CheckResult): string {
  const count = check.assembly.sent.length
  const index = reading.messageIndex
  if (index !== null && index >= count)
    return `the error speaks of message ${index}, this file has ${count}; it was probably taken later, or belongs to another session`
  if (reading.ids.length > 0) return `the id ${reading.ids[0]} stands nowhere in this request`
  if (reading.rules.length === 0) return 'the text names no rule that is known here'
  const there = index === null ? undefined : check.assembly.sent[index]?.blocks[reading.blockIndex ?? 0]
  if (there && index !== null)
    return `messages.${index}.content.${reading.blockIndex ?? 0} is a ${there.head.kind} in this file, which cannot have the fault ${reading.rules[0]}: what was sent was not what this file holds at this moment`
  return `no place in this request has the fault ${reading.rules[0]}; what was sent was not what this file holds at this moment`
}

interface FormView {
  readonly name: Form
  readonly messages: readonly (readonly RequestBlock[])[]
}

/** The request in the three index forms, as lists of blocks. */
export function formsOf(assembly: Assembly): FormView[] {
  return [
    { name: 'sent', messages: assembly.sent.map(message => message.blocks) },
    { name: 'merged', messages: assembly.view.map(message => message.blocks) },
    { name: 'folded', messages: folded(assembly) },
  ]
}

/** A tool loop as one assistant turn; it counts result blocks too. */
function folded(assembly: Assembly): RequestBlock[][] {
  const out: RequestBlock[][] = []
  let isLoop = false
  for (const message of assembly.view) {
    const continues: boolean =
      message.role === 'assistant' || (isLoop && message.blocks.length > 0 && message.blocks.every(block => block.head.kind === 'result'))
    const open = out.at(-1)
    if (continues && isLoop && open) open.push(...message.blocks)
    else out.push([...message.blocks])
    isLoop = continues
  }
  return out
}

/** An older wording ("Did not find 1 …") counts the message that should have answered, one behind the call's. */
function indexOf(reading: ErrorReading): number | null {
  if (reading.messageIndex === null) return null
  return /did not find \d+/i.test(reading.message) ? reading.messageIndex - 1 : reading.messageIndex
}

function formAt(judged: Merged, reading: ErrorReading, forms: readonly FormView[]): Form | null {
  const { spot } = judged.draft
  const index = indexOf(reading)
  if (spot === 'request' || index === null) return null
  for (const form of forms) {
    const message = form.messages[index]
    if (!message) continue
    if (!isBlock(spot)) {
      if (form.name === 'sent' && spot.sent === index) return 'sent'
      continue
    }
    if (reading.blockIndex === null ? message.includes(spot) : message[reading.blockIndex] === spot) return form.name
  }
  return null
}

function pathIn(judged: Merged, form: Form, forms: readonly FormView[]): string {
  const { spot } = judged.draft
  if (spot === 'request' || !isBlock(spot) || form === 'sent') return pathOf(judged.draft)
  if (form === 'merged') return mergedPath(spot)
  const view = forms.find(one => one.name === form)
  const message = view?.messages.findIndex(blocks => blocks.includes(spot)) ?? -1
  return `messages.${message}.content.${view?.messages[message]?.indexOf(spot) ?? 0}`
}

/** Block kinds that a rule speaks of, told by its id; null when any will do. */
function kindsOf(rule: string): readonly string[] | null {
  if (/thinking/.test(rule)) return ['thinking', 'redacted']
  if (/tool-result|tool-without-call|result-/.test(rule)) return ['result']
  if (/tool-use|tool-calls|call-/.test(rule)) return ['call']
  return /text-/.test(rule) ? ['text'] : null
}
