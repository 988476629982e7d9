/**
 * Runs rule examples the way a user's file runs: text → body → reader → request → rules → repairs → written file → rules.
 * Test code: production never imports it.
 */

import { bytesSource } from '../base/source'
import { anthropicRequest } from '../formats/anthropic-request'
import type { Format } from '../formats/format'
import { openaiChat } from '../formats/openai-chat'
import { findProfile } from '../request/profile'
import { bodyFromDsl } from '../session/dsl'
import { END } from '../session/moment'
import type { Session } from '../session/session'
import { type CheckResult, checkWorkingSet } from './check'
import { withParams } from './repair'
import type { Example } from './rule'

const ANTHROPIC_PARAMS = {
  model: 'claude-sonnet-4-5-20250929',
  max_tokens: 8192,
  tools: [
    { name: 'read', input_schema: { type: 'object' } },
    { name: 'bash', input_schema: { type: 'object' } },
  ],
}
const OPENAI_PARAMS = {
  model: 'gpt-4.1',
  tools: [
    { type: 'function', function: { name: 'read', parameters: { type: 'object' } } },
    { type: 'function', function: { name: 'bash', parameters: { type: 'object' } } },
  ],
}

export interface Tested {
  readonly session: Session
  readonly format: Format
  readonly result: CheckResult
}

export function openBody(text: string, profile: string): { session: Session; format: Format } {
  const format = profile === 'openai-chat' ? openaiChat : anthropicRequest
  const source = bytesSource('example.json', Buffer.from(text, 'utf8'))
  const session = format.read({
    id: 'example',
    name: 'example.json',
    main: { label: 'example.json', source },
    companions: [],
    evidence: ['example'],
  })
  return { session, format }
}

export function checkText(text: string, profileId: string): Tested {
  const { session, format } = openBody(text, profileId)
  const profile = findProfile(profileId)
  if (!profile) throw new Error(`no profile ${profileId}`)
  const result = checkWorkingSet({ working: format.workingSet(session, END), profile, sending: format.sending, withRepairs: true })
  return { session, format, result }
}

export function exampleText(example: Example): string {
  const base = example.profile === 'openai-chat' ? OPENAI_PARAMS : ANTHROPIC_PARAMS
  return bodyFromDsl(example.history, example.profile === 'openai-chat' ? 'openai' : 'anthropic', withParams(base, example.params ?? {}))
}

export function checkExample(example: Example): Tested {
  return checkText(exampleText(example), example.profile)
}

export interface RepairedExample {
  readonly finding: string
  readonly repair: string
  readonly text: string
  readonly after: CheckResult
}

/** Every offered repair of every finding of one rule, written to bytes and checked again. */
export function repairExample(example: Example, rule?: string): RepairedExample[] {
  const { session, format, result } = checkExample(example)
  const out: RepairedExample[] = []
  for (const finding of result.findings) {
    if (rule !== undefined && finding.rule !== rule) continue
    for (const plan of result.plans.get(finding.id) ?? []) {
      const text = Buffer.from(format.write(session, plan.edits, plan.params).bytes).toString('utf8')
      out.push({ finding: `${finding.rule}|${finding.at}`, repair: plan.id, text, after: checkText(text, example.profile).result })
    }
  }
  return out
}
