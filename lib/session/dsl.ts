/**
 * A transcript as a few lines of text ↔ a request body. Used by tests, rule examples and rule pages.
 *
 *   user: hello
 *   assistant: [thinking "plan" sig=abc] [text "ok"] [call t1 read {"path":"a"}]
 *   user: [result t1 "content"] [result t2 error "boom"] [text "more"]
 *
 * `role: null` is content null, `role: []` an empty array, `role: ""` an empty string; a line that begins with `{` is a
 * raw message, taken as it is.
 */

export type DslWire = 'anthropic' | 'openai'

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; text: string; signature?: string }
  | { kind: 'redacted'; data: string }
  | { kind: 'call'; id: string; name: string; input: unknown; raw?: string }
  | { kind: 'result'; id: string; content: string; isError: boolean }
  | { kind: 'image' }

interface Line {
  readonly role: string
  /** A string stands for string content; null and `[]` for those. */
  readonly content: string | null | readonly Part[]
}

/** Text of a request body for a wire; `params` are its other top-level keys. Throws on text that is no history. */
export function bodyFromDsl(history: string, wire: DslWire, params: Readonly<Record<string, unknown>> = {}): string {
  const messages = history
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as unknown] : messagesOf(parseLine(line), wire)))
  return JSON.stringify({ ...params, messages })
}

function parseLine(line: string): Line {
  const parts = /^(\w+):\s?(.*)$/.exec(line)
  if (!parts) throw new Error(`no history line: ${line}`)
  const role = parts[1] ?? ''
  const rest = parts[2] ?? ''
  if (rest === 'null') return { role, content: null }
  if (rest === '""') return { role, content: '' }
  if (rest === '[]') return { role, content: [] }
  if (!/^\[(text|thinking|redacted|call|result|image)\b/.test(rest)) return { role, content: rest }
  return { role, content: splitBrackets(rest).map(parsePart) }
}

/** Cuts `[a "]"] [b]` at the brackets that stand outside strings and nested JSON. */
function splitBrackets(text: string): string[] {
  const out: string[] = []
  let depth = 0
  let inString = false
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (inString) {
      if (c === '\\') i++
      else if (c === '"') inString = false
    } else if (c === '"') inString = true
    else if (c === '[' || c === '{') {
      if (depth++ === 0) from = i + 1
    } else if (c === ']' || c === '}') {
      if (--depth === 0) out.push(text.slice(from, i))
    }
  }
  if (depth !== 0 || inString) throw new Error(`unclosed block: ${text}`)
  return out
}

function parsePart(text: string): Part {
  const kind = /^\w+/.exec(text)?.[0] ?? ''
  const rest = text.slice(kind.length).trim()
  if (kind === 'text') return { kind, text: JSON.parse(rest) as string }
  if (kind === 'redacted') return { kind, data: JSON.parse(rest) as string }
  if (kind === 'image') return { kind }
  if (kind === 'thinking') {
    const parts = /^("(?:[^"\\]|\\.)*")(?:\s+sig=(\S*))?$/.exec(rest)
    if (!parts) throw new Error(`no thinking block: ${text}`)
    const thinking = JSON.parse(parts[1] ?? '""') as string
    return parts[2] === undefined ? { kind, text: thinking } : { kind, text: thinking, signature: parts[2] }
  }
  if (kind === 'call') {
    const parts = /^(\S+)\s+(\S+)(?:\s+(.*))?$/s.exec(rest)
    if (!parts) throw new Error(`no call: ${text}`)
    const input: unknown = parts[3] === undefined ? {} : JSON.parse(parts[3])
    const call = { kind, id: unquoted(parts[1]), name: unquoted(parts[2]), input } as const
    return typeof input === 'string' ? { ...call, raw: input } : call
  }
  if (kind === 'result') {
    const parts = /^(\S+)(\s+error)?(?:\s+(.*))?$/s.exec(rest)
    if (!parts) throw new Error(`no result: ${text}`)
    return {
      kind,
      id: unquoted(parts[1]),
      isError: parts[2] !== undefined,
      content: parts[3] === undefined ? '' : (JSON.parse(parts[3]) as string),
    }
  }
  throw new Error(`no block: ${text}`)
}

/** Ids and names may be quoted, so that an empty one can be written. */
function unquoted(text: string | undefined): string {
  return text?.startsWith('"') ? (JSON.parse(text) as string) : (text ?? '')
}

function messagesOf(line: Line, wire: DslWire): unknown[] {
  if (line.content === null || typeof line.content === 'string') return [{ role: line.role, content: line.content }]
  return wire === 'anthropic' ? [{ role: line.role, content: line.content.map(anthropicBlock) }] : openAiMessages(line.role, line.content)
}

function anthropicBlock(part: Part): unknown {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'thinking':
      return part.signature === undefined
        ? { type: 'thinking', thinking: part.text }
        : { type: 'thinking', thinking: part.text, signature: part.signature }
    case 'redacted':
      return { type: 'redacted_thinking', data: part.data }
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.input }
    case 'result':
      return { type: 'tool_result', tool_use_id: part.id, content: part.content, ...(part.isError ? { is_error: true } : {}) }
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  }
}

function openAiMessages(role: string, parts: readonly Part[]): unknown[] {
  const results = parts.filter(part => part.kind === 'result')
  const calls = parts.filter(part => part.kind === 'call')
  const rest = parts.filter(part => part.kind === 'text' || part.kind === 'image')
  const out: unknown[] = results.map(part => ({ role: role === 'user' ? 'tool' : role, tool_call_id: part.id, content: part.content }))
  if (calls.length === 0 && rest.length === 0) return out.length > 0 ? out : [{ role, content: [] }]
  const only = rest[0]
  const content = rest.length === 0 ? null : rest.length === 1 && only?.kind === 'text' ? only.text : rest.map(openAiPart)
  const message: Record<string, unknown> = { role, content }
  if (calls.length > 0) message.tool_calls = calls.map(openAiCall)
  return [...out, message]
}

function openAiPart(part: Part): unknown {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
}

function openAiCall(part: Part & { kind: 'call' }): unknown {
  return { id: part.id, type: 'function', function: { name: part.name, arguments: part.raw ?? JSON.stringify(part.input) } }
}
