/**
 * What an agent does to its working set when it sends it. Data, so that a walk over all moments can apply it message
 * by message. Each format declares its own; a request body is sent as it stands.
 */

import type { WorkingMessage } from './working-set'

/** A fault that the agent is known to mend in the request, though the file keeps it. Needs evidence and a version range. */
export interface Mend {
  /** Rule ids that this mend answers. */
  readonly rules: readonly string[]
  readonly agent: string
  /** Shown to people, for example `Claude Code 2.1.9 to 2.1.42`. */
  readonly versions: string
  readonly appliesTo: (formatVersion: string | null) => boolean
  readonly evidence: string
}

export interface Sending {
  /** False for what only the agent's screen shows, for error lines and synthetic assistants. */
  readonly keeps: (message: WorkingMessage) => boolean
  /** Same-role neighbours become one message. */
  readonly joins: boolean
  /** Results stand before other blocks in a message of the user. */
  readonly resultsFirst: boolean
  readonly mends: readonly Mend[]
}

export const AS_IT_STANDS: Sending = { keeps: () => true, joins: false, resultsFirst: false, mends: [] }
