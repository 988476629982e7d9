/** `explain`, `rules` and `formats`: what is known without a session. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { explainDocument } from '../../export/explain'
import { NOTE_KINDS } from '../../formats/note-kinds'
import { FORMATS } from '../../formats/registry'
import { RULES } from '../../validity/registry'
import type { Rule } from '../../validity/rule'
import { plain, print, printJson, UsageError } from '../usage'

const JSON_FLAG = { json: { type: 'boolean', default: false } } as const

export async function explainVerb(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: JSON_FLAG })
  const given = positionals.join(' ')
  if (given === '') throw new UsageError('explain wants an error text, or @FILE')
  const document = explainDocument(
    given === '-' ? readFileSync(0, 'utf8') : given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given,
  )
  if (values.json) printJson(document)
  else {
    print(
      `${document.kind}${document.profile ? `, worded as by ${document.profile}` : ''}${document.status ? `, HTTP ${document.status}` : ''}`,
    )
    if (document.rules.length > 0) print(`  rules: ${document.rules.join(', ')}`)
    if (document.path) print(`  place: ${plain(document.path)}`)
    if (document.ids.length > 0) print(`  ids: ${document.ids.map(plain).join(', ')}`)
    print(`  ${document.means}`)
    print(`  ${document.lookFor}`)
  }
  return 0
}

export async function rulesVerb(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: JSON_FLAG })
  const id = positionals[0]
  const chosen = id === undefined ? RULES : RULES.filter(rule => rule.id === id || rule.variants.some(variant => variant.id === id))
  if (chosen.length === 0) throw new UsageError(`there is no rule ${id}`)
  if (values.json) printJson({ cutpoint: 1, verb: 'rules', rules: chosen.map(ruleDocument) })
  else for (const rule of chosen) printRule(rule, id !== undefined)
  return 0
}

function ruleDocument(rule: Rule) {
  const { id, title, demands, variants, causes, rejected, accepted } = rule
  return { id, title, demands, variants, causes, rejected, accepted }
}

function printRule(rule: Rule, whole: boolean): void {
  print(`${rule.id}: ${rule.title}`)
  for (const variant of rule.variants)
    print(`  ${variant.id}  ${variant.severity}  (${variant.profile}, ${variant.confidence}, ${variant.dated})`)
  if (!whole) return
  print(`  ${rule.demands}`)
  for (const variant of rule.variants) print(`  ${variant.profile} says: ${variant.says}`)
  for (const example of rule.rejected) print(`  refused, ${example.name}:\n${indented(example.history)}`)
  for (const example of rule.accepted) print(`  taken, ${example.name}:\n${indented(example.history)}`)
}

function indented(text: string): string {
  return text
    .trim()
    .split('\n')
    .map(line => `    ${line.trim()}`)
    .join('\n')
}

export async function formatsVerb(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: JSON_FLAG })
  if (values.json) {
    const formats = FORMATS.map(({ id, label, places }) => ({ id, label, places }))
    printJson({ cutpoint: 1, verb: 'formats', formats, noteKinds: NOTE_KINDS })
    return 0
  }
  for (const format of FORMATS) {
    print(`${format.id}: ${format.label}`)
    for (const place of format.places) print(`  ${place.agent}: ${place.path} (${place.hint})`)
  }
  return 0
}
