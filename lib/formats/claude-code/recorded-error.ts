/** The text and status of an error that the agent wrote down as an assistant line (`isApiErrorMessage`). */

import { isObject, type JsonObject } from './record-types'

export function errorText(message: unknown): string {
  const content = isObject(message) ? message.content : undefined
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = (content as readonly unknown[]).map(block => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
  return texts.filter(text => text !== '').join('\n')
}

/** `apiErrorStatus` exists from about 2.1.80 on; before, the text tells, or nothing does. */
export function errorStatus(record: JsonObject, text: string): number | null {
  const recorded = record.apiErrorStatus
  if (typeof recorded === 'number' && Number.isInteger(recorded)) return recorded
  const named = /^API Error:?\s*(?:\([^)]*\)\s*)?([45]\d\d)\b/.exec(text) ?? /\b(?:status(?: code)?|HTTP)[:= ]+([45]\d\d)\b/i.exec(text)
  if (named?.[1] !== undefined) return Number(named[1])
  return /^prompt is too long/i.test(text) ? 400 : null
}
