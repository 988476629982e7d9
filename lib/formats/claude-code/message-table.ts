/**
 * Rows of messages while a log is read. One response of the model is written as several lines, one per block, not
 * always side by side: they are one message when the agent and the provider's message id are the same, and the request
 * id too where both lines record one.
 */

import { MESSAGE_FLAGS as M } from '../../session/flags'
import type { IndexColumns } from '../../session/index-columns'
import { ROLES } from '../../session/session'
import { isObject, type JsonObject, KIND } from './record-types'

export class MessageTable {
  private readonly byId = new Map<string, number>()
  private readonly requests = new Map<number, string>()
  private lastId = ''
  private lastMessage = -1
  private lastModel = ''
  private lastModelOrdinal = -1

  constructor(private readonly columns: IndexColumns) {}

  add(rawRole: unknown, kind: number, row: number): number {
    const spelled = typeof rawRole === 'string' ? rawRole : kind === KIND.user ? 'user' : 'assistant'
    const known = (ROLES as readonly string[]).indexOf(spelled)
    const role = known >= 0 ? known : kind === KIND.user ? 1 : 2
    return this.columns.addMessage(role, this.columns.strings.intern(spelled), row)
  }

  join(id: string, request: string | null, agent: string, rawRole: unknown, row: number): number {
    const key = agent === '' ? id : `${agent} ${id}`
    if (key === this.lastId && this.agrees(this.lastMessage, request)) return this.lastMessage
    const m = this.find(key, request) ?? this.create(key, id, request, rawRole, row)
    this.lastId = key
    this.lastMessage = m
    return m
  }

  private find(key: string, request: string | null): number | undefined {
    const first = this.byId.get(key)
    if (first === undefined || this.agrees(first, request)) return first
    return this.byId.get(`${key} of ${request}`)
  }

  private create(key: string, id: string, request: string | null, rawRole: unknown, row: number): number {
    const m = this.add(rawRole, KIND.assistant, row)
    this.columns.messageProviderId[m] = this.columns.strings.intern(id)
    if (request !== null) this.requests.set(m, request)
    this.byId.set(this.byId.has(key) ? `${key} of ${request}` : key, m)
    return m
  }

  /** A message whose lines so far named no request takes the first that is named. */
  private agrees(message: number, request: string | null): boolean {
    if (request === null) return true
    const known = this.requests.get(message)
    if (known !== undefined) return known === request
    this.requests.set(message, request)
    return true
  }

  flag(message: number, flag: number): void {
    this.columns.messageFlags[message] = (this.columns.messageFlags[message] ?? 0) | flag
  }

  /** Model, usage and stop reason. Early lines of a response hold placeholders, so the largest number counts. */
  report(message: number, body: JsonObject): void {
    const c = this.columns
    const model = body.model
    if (typeof model === 'string' && model !== '') {
      if (model !== this.lastModel) {
        this.lastModel = model
        this.lastModelOrdinal = c.strings.intern(model)
      }
      c.messageModel[message] = this.lastModelOrdinal
      if (model === '<synthetic>') this.flag(message, M.syntheticModel)
    }
    if (typeof body.stop_reason === 'string') this.flag(message, M.ended)
    const usage = body.usage
    if (!isObject(usage)) return
    const read = count(usage.cache_read_input_tokens)
    const context = count(usage.input_tokens) + count(usage.cache_creation_input_tokens) + read
    const output = count(usage.output_tokens)
    if (context > (c.messageContextTokens[message] ?? 0)) c.messageContextTokens[message] = context
    if (output > (c.messageOutputTokens[message] ?? 0)) c.messageOutputTokens[message] = output
    if (read > (c.messageCacheRead[message] ?? 0)) c.messageCacheRead[message] = read
  }
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 2 ** 31 ? value : 0
}
