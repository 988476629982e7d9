/** Invented sessions for the writer's tests: a log line by line, its session, and what of it is sent. */

import { bytesSource } from '../../base/source'
import type { Edit } from '../../edits/edit'
import type { Block } from '../../session/model'
import { END } from '../../session/moment'
import type { Session } from '../../session/session'
import type { WorkingMessage } from '../../session/working-set'
import { readClaudeCode } from './read'
import { claudeSending } from './sending'
import { claudeWorkingSet } from './working-set'
import { writeClaudeCode } from './write'

export const SESSION_ID = '5a1f0c0e-0000-4000-8000-00000000abcd'
const START = Date.UTC(2026, 0, 5, 9)

type Fields = Readonly<Record<string, unknown>>

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

/** Writes lines; every method answers the uuid of what it wrote. */
export class LogWriter {
  readonly lines: string[] = []
  private count = 0
  last: string | null = null

  constructor(private readonly version = '2.1.49') {}

  get text(): string {
    return this.lines.map(line => `${line}\n`).join('')
  }

  chain(fields: Fields, parent: string | null = this.last): string {
    const id = uuid(++this.count)
    const time = new Date(START + this.count * 1000).toISOString()
    const envelope = { userType: 'external', cwd: '/home/ada/calc.js', sessionId: SESSION_ID, version: this.version, gitBranch: 'main' }
    this.lines.push(JSON.stringify({ parentUuid: parent, isSidechain: false, ...envelope, ...fields, uuid: id, timestamp: time }))
    this.last = id
    return id
  }

  raw(line: string): void {
    this.lines.push(line)
  }

  user(content: unknown, more: Fields = {}, parent: string | null = this.last): string {
    return this.chain({ type: 'user', message: { role: 'user', content }, ...more }, parent)
  }

  /** One line of a response. */
  said(id: string, block: Fields | readonly Fields[], parent: string | null = this.last): string {
    const usage = { input_tokens: 10, cache_read_input_tokens: 900, output_tokens: 7 }
    const message = {
      model: 'claude-opus-4-5',
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      content: [block].flat(),
      stop_reason: null,
      usage,
    }
    return this.chain({ type: 'assistant', message, requestId: `req_${id}` }, parent)
  }

  text1(id: string, text: string, parent: string | null = this.last): string {
    return this.said(id, { type: 'text', text }, parent)
  }

  call(id: string, call: string, parent: string | null = this.last): string {
    return this.said(id, { type: 'tool_use', id: `toolu_${call}`, name: 'Read', input: { file_path: `/src/${call}.ts` } }, parent)
  }

  result(call: string, text: string, parent: string | null = this.last): string {
    const content = [{ type: 'tool_result', tool_use_id: `toolu_${call}`, content: text }]
    return this.user(content, { toolUseResult: { type: 'text', file: { content: text } }, sourceToolAssistantUUID: parent }, parent)
  }

  attachment(parent: string | null = this.last): string {
    return this.chain({ type: 'attachment', attachment: { type: 'task_reminder', content: 'mind the list' } }, parent)
  }

  error(text: string): string {
    const message = {
      model: '<synthetic>',
      id: uuid(this.count + 500),
      role: 'assistant',
      type: 'message',
      content: [{ type: 'text', text }],
    }
    return this.chain({ type: 'assistant', message, isApiErrorMessage: true })
  }

  notice(subtype = 'turn_duration', parent: string | null = this.last): string {
    return this.chain({ type: 'system', subtype, isMeta: false }, parent)
  }

  /** Boundary and summary; `kept` are uuids that stay. */
  compaction(summary: string, kept: readonly string[] = []): string {
    const anchor = uuid(this.count + 2)
    const preserved = {
      preservedSegment: { headUuid: kept[0], anchorUuid: anchor, tailUuid: kept.at(-1) },
      preservedMessages: { anchorUuid: anchor, uuids: kept, allUuids: kept },
    }
    const compactMetadata = { trigger: 'auto', preTokens: 150000, ...(kept.length > 0 ? preserved : {}) }
    this.chain(
      { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', logicalParentUuid: this.last, compactMetadata },
      null,
    )
    return this.user(summary, { isCompactSummary: true, isVisibleInTranscriptOnly: true })
  }
}

export function sessionOf(text: string | Uint8Array, id = 'test'): Session {
  const source = bytesSource(`${SESSION_ID}.jsonl`, typeof text === 'string' ? Buffer.from(text) : text)
  return readClaudeCode({ id, name: source.name, main: { label: source.name, source }, companions: [], evidence: [] })
}

export function writtenText(session: Session, edits: readonly Edit[]): string {
  return Buffer.from(writeClaudeCode(session, edits).bytes).toString('utf8')
}

export interface Sent {
  readonly role: string
  readonly blocks: readonly string[]
}

/** What Claude Code makes of working messages: neighbours joined, results first. */
export function sentOf(session: Session, messages: readonly WorkingMessage[]): Sent[] {
  const groups: { role: string; results: string[]; others: string[] }[] = []
  for (const message of messages) {
    if (!claudeSending.keeps(message) || message.blocks.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    let last = groups[groups.length - 1]
    if (last?.role !== role) {
      last = { role, results: [], others: [] }
      groups.push(last)
    }
    for (const head of message.blocks) (head.kind === 'result' ? last.results : last.others).push(keyOf(session.body(head)))
  }
  return groups.map(({ role, results, others }) => ({ role, blocks: ordered(results, others) }))
}

/** Results in any order; a text among results may stand behind those that follow it. */
function ordered(results: string[], others: string[]): string[] {
  return [...results.sort(), ...(results.length > 0 ? others.sort() : others)]
}

export function sentAtEnd(session: Session, branch = 0): Sent[] {
  return sentOf(session, claudeWorkingSet(session, END, { branch }).messages)
}

function keyOf(block: Block): string {
  switch (block.kind) {
    case 'call':
      return `call ${block.id}`
    case 'result':
      return `result ${block.callId} ${typeof block.content === 'string' ? block.content : block.content.map(part => (part.kind === 'text' ? part.text : '[]')).join()}`
    case 'text':
      return block.text.startsWith('<system-reminder>') ? 'reminder' : `text ${block.text}`
    case 'thinking':
      return `${block.kind} ${block.text}`
    default:
      return block.kind
  }
}

/** The same of what the loader gives. */
export function sentOfLoaded(messages: readonly { readonly role: string; readonly blocks: readonly Fields[] }[]): Sent[] {
  return messages
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ role, blocks }) => {
      const results = blocks.filter(block => block.type === 'tool_result').map(keyOfFields)
      const others = blocks.filter(block => block.type !== 'tool_result').map(keyOfFields)
      return { role, blocks: ordered(results, others) }
    })
}

function keyOfFields(block: Fields): string {
  switch (block.type) {
    case 'tool_use':
      return `call ${String(block.id)}`
    case 'tool_result':
      return `result ${String(block.tool_use_id)} ${resultWords(block.content)}`
    case 'text':
      return String(block.text).startsWith('<system-reminder>') ? 'reminder' : `text ${String(block.text)}`
    case 'thinking':
      return `thinking ${String(block.thinking)}`
    default:
      return String(block.type)
  }
}

function resultWords(content: unknown): string {
  const parts = Array.isArray(content)
    ? content.map((part: Fields) => (part.type === 'text' ? String(part.text) : '[]'))
    : [String(content ?? '')]
  return parts.join()
}

/** How a loader takes attachments along that lie beside the way is not known: they are compared for the reader alone. */
export function withoutReminders(sent: readonly Sent[]): Sent[] {
  const out: { role: string; blocks: string[] }[] = []
  for (const { role, blocks } of sent) {
    const rest = blocks.filter(block => block !== 'reminder')
    const last = out[out.length - 1]
    if (last?.role === role) last.blocks.push(...rest)
    else if (rest.length > 0) out.push({ role, blocks: rest })
  }
  return out
}

/** Lines of the file after that are not, byte for byte, in the file before. */
export function changedLines(before: string, after: string): string[] {
  const old = new Set(before.split('\n'))
  return after.split('\n').filter(line => !old.has(line))
}
