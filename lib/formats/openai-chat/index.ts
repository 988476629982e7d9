/** OpenAI Chat Completions request bodies and bare arrays of chat messages. */

import { AS_IT_STANDS } from '../../session/sending'
import { Session } from '../../session/session'
import { bodyWorkingSet, readBody } from '../body'
import { writeBody } from '../body-write'
import type { Format } from '../format'
import { detect } from './detect'
import { decode, messageReader } from './read'
import { blockWriter } from './write'

export const openaiChat: Format = {
  id: 'openai-chat',
  label: 'OpenAI Chat Completions request',
  places: [
    {
      agent: 'Your own client',
      path: 'the JSON you POST to /v1/chat/completions',
      hint: 'bare message arrays and gateway dumps are read too',
    },
  ],
  detect,
  read: input => readBody(input, 'openai-chat', messageReader, decode),
  open: (facts, columns, source, agents, agent) => new Session(facts, columns, source, decode, agents, agent),
  workingSet: bodyWorkingSet,
  walk: () => [],
  sending: AS_IT_STANDS,
  write: (session, edits, params) => writeBody(session, edits, params, blockWriter),
}
