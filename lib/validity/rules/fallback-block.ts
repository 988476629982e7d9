/**
 * Anthropic: a `fallback` block of a server-side fallback was left out or moved while thinking from both sides of it is
 * sent back. Only the original response shows where it stood, so this rule explains and never reports.
 * Source of truth: "refusals and fallback" documentation.
 */

import type { Rule } from '../rule'
import { noRepairs, variant } from '../shared'

export const fallbackBlock: Rule = {
  id: 'fallback-block',
  title: 'Fallback block moved',
  demands: 'A fallback block stays exactly where the response had it.',
  variants: [
    variant({
      id: 'anthropic-fallback-block-moved',
      profile: 'anthropic',
      severity: 'rejects',
      says: 'messages.{N}.content.{M}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
      confidence: 'doc',
      sources: ['platform.claude.com refusals-and-fallback'],
    }),
  ],
  precedence: 9,
  stage: 6,
  causes: ['C5', 'C11'],
  check: () => [],
  repairs: noRepairs,
  unchecked: () => 'a file does not show where the response had its fallback block',
  rejected: [],
  accepted: [{ name: 'nothing to see', profile: 'anthropic', history: 'user: hi\nassistant: ok\nuser: go on' }],
}
