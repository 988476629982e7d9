import { bytesSource } from '@/lib/base/source'
import { formatOf } from '@/lib/formats/registry'
import { findProfile } from '@/lib/request/profile'
import { bodyFromDsl } from '@/lib/session/dsl'
import { END } from '@/lib/session/moment'
import { checkWorkingSet } from '@/lib/validity/check'
import { ruleOf } from '@/lib/validity/registry'
import type { Example } from '@/lib/validity/rule'
import type { RuleRepair } from '@/lib/view/rules'

const TOOLS = ['read', 'bash']
const ANTHROPIC = {
  model: 'claude-sonnet-4-5-20250929',
  max_tokens: 8192,
  tools: TOOLS.map(name => ({ name, input_schema: { type: 'object' } })),
}
const OPENAI = { model: 'gpt-4.1', tools: TOOLS.map(name => ({ type: 'function', function: { name, parameters: { type: 'object' } } })) }

/** The repairs that a rule offers for its own rejected examples: asked of the rule, so the page cannot say what it does not do. */
export function repairsOf(ruleId: string, examples: readonly Example[]): RuleRepair[] {
  const found = new Map<string, RuleRepair>()
  for (const example of examples) {
    for (const finding of findingsIn(example)) {
      if (ruleOf(finding.rule)?.id !== ruleId) continue
      for (const { id, title, loses } of finding.repairs) found.set(title, { id, title, loses })
    }
  }
  return [...found.values()]
}

function findingsIn(example: Example) {
  const isOpenAi = example.profile === 'openai-chat'
  const profile = findProfile(example.profile)
  if (!profile) return []
  const text = bodyFromDsl(example.history, isOpenAi ? 'openai' : 'anthropic', { ...(isOpenAi ? OPENAI : ANTHROPIC), ...example.params })
  const format = formatOf(isOpenAi ? 'openai-chat' : 'anthropic-request')
  const source = bytesSource('example.json', Buffer.from(text, 'utf8'))
  const session = format.read({
    id: 'example',
    name: 'example.json',
    main: { label: 'example.json', source },
    companions: [],
    evidence: [],
  })
  return checkWorkingSet({ working: format.workingSet(session, END), profile, sending: format.sending, withRepairs: true }).findings
}
