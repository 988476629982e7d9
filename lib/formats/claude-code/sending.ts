/**
 * What Claude Code does when it sends: same-role neighbours become one message with results first; lines that only its
 * screen shows, error lines and its own assistant lines stay out. Attachments are text of the user.
 * No mend is listed: each would need an answered request in a real file that holds the fault, and a range of versions.
 */

import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { Sending } from '../../session/sending'

const NEVER_SENT = M.apiError | M.syntheticModel | M.screenOnly

export const claudeSending: Sending = {
  keeps: message => (message.flags & NEVER_SENT) === 0,
  joins: true,
  resultsFirst: true,
  mends: [],
}
