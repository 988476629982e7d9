/**
 * Azure: a past message trips the content filter, so every later request is refused and the session looks stuck. What a
 * filter decides cannot be told from a file, so this rule explains and never reports: find the message by halving the
 * history, and redact it.
 * Source of truth: several reports of code `content_filter`.
 */

import type { Rule } from '../rule'
import { noRepairs, variant } from '../shared'

export const contentFilter: Rule = {
  id: 'content-filter',
  title: 'Content filter on the history',
  demands: 'No message of the history trips the filter of the deployment.',
  variants: [
    variant({
      id: 'azure-content-filter-history',
      profile: 'openai-chat',
      severity: 'rejects',
      says: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. (code content_filter)",
      confidence: 'rep',
      sources: ['reports of code content_filter'],
    }),
  ],
  precedence: 9,
  stage: 8,
  causes: ['C15'],
  check: () => [],
  repairs: noRepairs,
  unchecked: () => "a content filter's decision cannot be told from a file",
  rejected: [],
  accepted: [{ name: 'nothing to see', profile: 'openai-chat', history: 'user: hi' }],
}
