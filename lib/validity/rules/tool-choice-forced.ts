/**
 * Anthropic: a tool is forced while thinking is on. The usual case is a compaction call that forces a `summary` tool.
 * Source of truth: "define tools"; gateways that strip one of the two. Not seen from a file: the parameters of a log.
 */

import { claudeModel } from '../models'
import type { CheckContext, Draft, Rule } from '../rule'
import { draftAt, fieldOf, thinkingMode, variant } from '../shared'

function* check(context: CheckContext): Generator<Draft> {
  const { facts } = context
  const choice = fieldOf(facts.params.tool_choice, 'type')
  if (context.from > 0 || !facts.isBody || (choice !== 'any' && choice !== 'tool')) return
  const mode = thinkingMode(facts)
  const isNever = claudeModel(facts.model)?.forcedToolChoice === false
  if (mode !== 'manual' && mode !== 'adaptive' && !isNever) return
  yield draftAt('request', isNever ? 'This model takes no forced tool choice.' : 'The request forces a tool while thinking is on.', {
    view: 0,
  })
}

export const toolChoiceForced: Rule = {
  id: 'tool-choice-forced',
  title: 'Forced tool while thinking is on',
  demands: 'With thinking on, the model chooses whether it calls a tool.',
  variants: [
    variant({
      id: 'anthropic-forced-tool-choice-with-thinking',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'Thinking may not be enabled when tool_choice forces tool use.',
      confidence: 'doc',
      sources: ['platform.claude.com define-tools', 'gateways in Go and TypeScript'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C3'],
  check,
  repairs: () => [
    {
      id: 'tool-choice-auto',
      title: 'Let the model choose, and ask for the tool in words',
      loses: 'the certainty that the tool is called',
      loss: 1,
      edits: [],
      params: { tool_choice: { type: 'auto' } },
    },
  ],
  unchecked: facts => (facts.isBody ? null : 'a log does not say which tool choice was sent'),
  rejected: [
    {
      name: 'a summary tool is forced',
      profile: 'anthropic',
      history: 'user: Summarise.',
      params: { thinking: { type: 'enabled', budget_tokens: 2048 }, tool_choice: { type: 'tool', name: 'read' } },
    },
  ],
  accepted: [
    {
      name: 'the model chooses',
      profile: 'anthropic',
      history: 'user: hi',
      params: { thinking: { type: 'enabled', budget_tokens: 2048 }, tool_choice: { type: 'auto' } },
    },
    { name: 'thinking is off', profile: 'anthropic', history: 'user: hi', params: { tool_choice: { type: 'any' } } },
  ],
}
