/** All formats, in the order in which they are tried. */

import { anthropicRequest } from './anthropic-request'
import { claudeCode } from './claude-code'
import type { Format } from './format'
import { openaiChat } from './openai-chat'

export const FORMATS: readonly Format[] = [claudeCode, anthropicRequest, openaiChat]

export function formatOf(id: string): Format {
  const format = FORMATS.find(one => one.id === id)
  if (!format) throw new Error(`no format ${id}`)
  return format
}
