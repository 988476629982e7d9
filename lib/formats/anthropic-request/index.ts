/** Anthropic Messages request bodies: a body, a bare array of its messages, or a dump with one inside. */

import { AS_IT_STANDS } from '../../session/sending'
import { Session } from '../../session/session'
import { bodyWorkingSet, readBody } from '../body'
import { writeBody } from '../body-write'
import type { Format } from '../format'
import { detect } from './detect'
import { decode, messageReader } from './read'
import { blockWriter } from './write'

export const anthropicRequest: Format = {
  id: 'anthropic-request',
  label: 'Anthropic Messages request',
  places: [
    {
      agent: 'Your own client',
      path: 'the JSON you POST to /v1/messages',
      hint: 'SDK debug logs, gateway dumps and `curl -d @file` bodies are read too',
    },
  ],
  detect,
  read: input => readBody(input, 'anthropic-request', messageReader, decode),
  open: (facts, columns, source, agents, agent) => new Session(facts, columns, source, decode, agents, agent),
  workingSet: bodyWorkingSet,
  walk: () => [],
  sending: AS_IT_STANDS,
  write: (session, edits, params) => writeBody(session, edits, params, blockWriter),
}
