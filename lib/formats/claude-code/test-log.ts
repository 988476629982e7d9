/** Builds invented Claude Code logs for tests, line by line; each record hangs on the one before unless told otherwise. */

import { bytesSource } from '../../base/source'
import { END, type Moment } from '../../session/moment'
import type { Session } from '../../session/session'
import type { WorkingMessage, WorkingSet } from '../../session/working-set'
import { claudeCode } from './index'

export type Fields = Readonly<Record<string, unknown>>

export class TestLog {
  readonly lines: string[] = []
  last: string | null = null
  private count = 0

  /** A chain record; returns its uuid. */
  record(type: string, fields: Fields): string {
    const n = this.count++
    const uuid = typeof fields.uuid === 'string' ? fields.uuid : `u${n}`
    const time = new Date(Date.UTC(2031, 0, 1) + n * 1000).toISOString()
    const base = { parentUuid: this.last, isSidechain: false, sessionId: 's1', version: '2.1.50', type, uuid, timestamp: time }
    this.lines.push(JSON.stringify({ ...base, ...fields, uuid }))
    this.last = uuid
    return uuid
  }

  user(content: unknown, fields: Fields = {}): string {
    return this.record('user', { message: { role: 'user', content }, ...fields })
  }

  /** One line of a response. */
  said(id: string | null, blocks: readonly unknown[], fields: Fields = {}): string {
    const usage = { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 100, output_tokens: 7 }
    const message = { ...(id === null ? {} : { id }), role: 'assistant', model: 'claude-test-1', stop_reason: null, usage, content: blocks }
    return this.record('assistant', { message, ...fields })
  }

  result(callId: string, content: unknown = `out of ${callId}`, fields: Fields = {}): string {
    return this.user([{ type: 'tool_result', tool_use_id: callId, content }], { toolUseResult: { stdout: `raw ${callId}` }, ...fields })
  }

  error(text: string, fields: Fields = {}): string {
    const message = { id: `e${this.count}`, role: 'assistant', model: '<synthetic>', content: [text_(text)] }
    return this.record('assistant', { isApiErrorMessage: true, message, ...fields })
  }

  attachment(attachment: Fields, fields: Fields = {}): string {
    return this.record('attachment', { attachment, ...fields })
  }

  progress(fields: Fields = {}): string {
    return this.record('progress', { data: { type: 'bash_progress', output: 'x' }, ...fields })
  }

  compact(metadata: Fields = {}, fields: Fields = {}): string {
    return this.record('system', {
      subtype: 'compact_boundary',
      content: 'Compacted',
      parentUuid: null,
      logicalParentUuid: this.last,
      compactMetadata: { trigger: 'auto', preTokens: 1000, ...metadata },
      ...fields,
    })
  }

  summary(text: string, fields: Fields = {}): string {
    return this.user(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true, ...fields })
  }

  raw(line: string): void {
    this.lines.push(line)
  }

  toString(): string {
    return `${this.lines.join('\n')}\n`
  }
}

export const text_ = (text: string): Fields => ({ type: 'text', text })
export const call_ = (id: string, input: unknown = { path: id }): Fields => ({ type: 'tool_use', id, name: 'Read', input })

export function readLogText(text: string, companions: Readonly<Record<string, string>> = {}): Session {
  return claudeCode.read({
    id: 'session-1',
    name: 'a.jsonl',
    main: { label: 'a.jsonl', source: bytesSource('a.jsonl', Buffer.from(text)) },
    companions: Object.entries(companions).map(([label, body]) => ({ label, source: bytesSource(label, Buffer.from(body)) })),
    evidence: ['invented'],
  })
}

export function opened(log: TestLog): Session {
  return readLogText(log.toString())
}

export function at(session: Session, moment: Moment = END, branch = 0): WorkingSet {
  return claudeCode.workingSet(session, moment, { branch })
}

/** A list in short: addresses of messages with their blocks as kinds and call ids or texts. */
export function told(session: Session, messages: readonly WorkingMessage[]): string[] {
  return messages.map(({ address, blocks }) => `${address} ${blocks.map(block => short(session, block)).join(' ')}`.trim())
}

function short(session: Session, head: WorkingMessage['blocks'][number]): string {
  const body = session.body(head)
  if (body.kind === 'text') return body.text
  if (body.kind === 'call') return `call:${body.id}`
  if (body.kind === 'result')
    return `${body.content === `out of ${body.callId}` ? '' : `${JSON.stringify(body.content)} `}result:${body.callId}`
  return body.kind
}

/** Compares every step of the walk with the working set of the same moment; gives the number of steps and added messages. */
export function walked(session: Session): { readonly steps: number; readonly added: number; readonly differing: readonly string[] } {
  let list: WorkingMessage[] = []
  let steps = 0
  let added = 0
  const differing: string[] = []
  for (const step of claudeCode.walk(session)) {
    list = [...list.slice(0, step.keep), ...step.add]
    steps++
    added += step.add.length
    const direct = claudeCode.workingSet(session, step.at)
    if (JSON.stringify([list, step.why]) !== JSON.stringify([direct.messages, direct.why])) differing.push(JSON.stringify(step.at))
  }
  return { steps, added, differing }
}
