/**
 * Claude Code: `~/.claude/projects/<project>/<session>.jsonl` and what lies beside it.
 *
 * Source of truth: files of versions 1.0 to 2.1.220. Left out: the agent's settings, its file history and its index of
 * sessions; the stream-json output of its SDK is a format of its own.
 */

import { Session } from '../../session/session'
import type { Format } from '../format'
import { FORMAT_ID } from './assemble'
import { decodeBlock } from './decode'
import { detectClaudeCode } from './detect'
import { readClaudeCode } from './read'
import { claudeSending } from './sending'
import { walkClaudeCode } from './walk'
import { claudeWorkingSet } from './working-set'
import { writeClaudeCode } from './write'

export const claudeCode: Format = {
  id: FORMAT_ID,
  label: 'Claude Code',
  places: [
    {
      agent: 'Claude Code',
      path: '~/.claude/projects',
      hint: 'One folder for each project, one file for each session; CLAUDE_CONFIG_DIR moves it.',
    },
  ],
  detect: detectClaudeCode,
  read: readClaudeCode,
  open: (facts, columns, source, agents, agent) => new Session(facts, columns, source, decodeBlock, agents, agent),
  workingSet: claudeWorkingSet,
  walk: walkClaudeCode,
  sending: claudeSending,
  write: writeClaudeCode,
}
