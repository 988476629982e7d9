/**
 * What a pasted text is, as far as its first characters tell: something to import, or the words of an error.
 * A wrong guess costs one click: the dialog offers the other way too.
 */

export type Pasted =
  | { readonly kind: 'transcript'; readonly name: string; readonly words: string }
  | { readonly kind: 'error' }
  | { readonly kind: 'empty' }

/** Keys of a request body or of a session in one document. */
const BODY_KEYS = ['messages', 'contents', 'input', 'history', 'conversation', 'mapping', 'items', 'events', 'steps']
/** An error text is short; a long text that is no JSON may still be a log. */
const MAX_ERROR = 64 * 1024

export function classifyPaste(text: string): Pasted {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  const first = trimmed[0]
  if (first !== '{' && first !== '[') return trimmed.length > MAX_ERROR ? transcript('pasted.txt', 'a long text') : { kind: 'error' }
  const whole = parsed(trimmed)
  if (whole !== undefined) return ofDocument(whole, trimmed)
  const line = parsed(trimmed.slice(0, trimmed.indexOf('\n') >>> 0))
  if (isRecord(line)) return isError(line) ? { kind: 'error' } : transcript('pasted.jsonl', 'a log, one record a line')
  return trimmed.length > MAX_ERROR ? transcript('pasted.json', 'JSON that is not whole') : { kind: 'error' }
}

function ofDocument(value: unknown, text: string): Pasted {
  if (Array.isArray(value)) return transcript('pasted.json', 'a list of messages')
  if (!isRecord(value)) return { kind: 'error' }
  if (isError(value)) return { kind: 'error' }
  const key = BODY_KEYS.find(name => name in value)
  if (key !== undefined) return transcript('pasted.json', `a request body or session with “${key}”`)
  // One record of a log is a session of one record.
  return 'type' in value || 'role' in value
    ? transcript(text.includes('\n') ? 'pasted.json' : 'pasted.jsonl', 'one record')
    : { kind: 'error' }
}

function isError(value: Readonly<Record<string, unknown>>): boolean {
  return value.type === 'error' || (isRecord(value.error) && !BODY_KEYS.some(name => name in value)) || typeof value.error === 'string'
}

function transcript(name: string, words: string): Pasted {
  return { kind: 'transcript', name, words }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
