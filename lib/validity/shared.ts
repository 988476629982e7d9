/**
 * What several rules need to look with: positions in the view, partners of a call or result, the end of the request,
 * and how the request asks for thinking. Only looks; what repairs need is in `plans`.
 */

import type { Assembly } from '../request/assembly'
import type { RequestBlock, RequestFacts, RequestMessage, ViewMessage } from '../request/request'
import type { Address, Block } from '../session/model'
import { claudeModel } from './models'
import type { CheckContext, Draft, Severity, Spot, Variant } from './rule'

type Unsaid = 'status' | 'dated'

/** A variant with the status and the date that nearly all have. */
export function variant(fields: Omit<Variant, Unsaid> & Partial<Pick<Variant, Unsaid>>): Variant {
  return { status: 400, dated: '2026-09', ...fields }
}

export interface DraftOptions {
  readonly view: number
  readonly other?: Address | null
  readonly data?: Draft['data']
  readonly severity?: Severity
}

export function draftAt(spot: Spot, message: string, options: DraftOptions): Draft {
  const { view, other = null, data = {}, severity } = options
  return severity === undefined ? { spot, view, other, message, data } : { spot, view, other, message, data, severity }
}

export function* viewsFrom(context: Pick<CheckContext, 'assembly' | 'from'>): Generator<ViewMessage> {
  const { view } = context.assembly
  for (let i = Math.max(0, context.from); i < view.length; i++) {
    const message = view[i]
    if (message) yield message
  }
}

/** Messages of the body whose place in the view is to be reported on. */
export function* sentFrom(context: Pick<CheckContext, 'assembly' | 'from'>): Generator<{ message: RequestMessage; view: number }> {
  for (const { sent, view } of viewsFrom(context)) for (const message of sent) yield { message, view }
}

/** Every block to be reported on, with its message of the view. */
export function* blocksFrom(context: Pick<CheckContext, 'assembly' | 'from'>): Generator<{ block: RequestBlock; message: ViewMessage }> {
  for (const message of viewsFrom(context)) for (const block of message.blocks) yield { block, message }
}

/** A role that Anthropic would take results from; an unknown role is a fault of its own. */
export function isUserSide(role: string): boolean {
  return role !== 'assistant' && role !== 'system'
}

export function isThinking(block: RequestBlock): boolean {
  return block.head.kind === 'thinking' || block.head.kind === 'redacted'
}

export function callsIn(message: { readonly blocks: readonly RequestBlock[] }): RequestBlock[] {
  return message.blocks.filter(block => block.head.kind === 'call')
}

/** Index of the first block of an ordered list that stands at this view position or later. */
function lowerBound(list: readonly RequestBlock[], view: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.view ?? 0) < view) low = middle + 1
    else high = middle
  }
  return low
}

export function firstFrom(list: readonly RequestBlock[], view: number): RequestBlock | null {
  return list[lowerBound(list, view)] ?? null
}

export function lastBefore(list: readonly RequestBlock[], view: number): RequestBlock | null {
  return list[lowerBound(list, view) - 1] ?? null
}

export function firstAt(list: readonly RequestBlock[], view: number): RequestBlock | null {
  const found = firstFrom(list, view)
  return found?.view === view ? found : null
}

/** Number of results at the front of a message. */
export function leadingResults(message: ViewMessage): number {
  const at = message.blocks.findIndex(block => block.head.kind !== 'result')
  return at < 0 ? message.blocks.length : at
}

/** The result that answers a call where Anthropic looks for it: in the next message, wherever it stands there. */
export function answerOf(assembly: Assembly, call: RequestBlock): RequestBlock | null {
  const next = assembly.view[call.view + 1]
  if (call.head.callId === null || !next || !isUserSide(next.role)) return null
  return firstAt(assembly.resultsOf(call.head.callId), next.view)
}

/** The call that a result answers where Anthropic looks for it: in the message before. */
export function askerOf(assembly: Assembly, result: RequestBlock): RequestBlock | null {
  if (result.head.callId === null || assembly.view[result.view - 1]?.role !== 'assistant') return null
  return firstAt(assembly.callsOf(result.head.callId), result.view - 1)
}

export interface RunMessage {
  readonly message: ViewMessage
  /** The assistant message whose calls the run of tool messages answers; null when there is none. */
  readonly head: ViewMessage | null
  /** True for the last tool message of its run, and for an assistant message that no tool message follows. */
  readonly endsRun: boolean
}

/** OpenAI Chat: assistant messages with calls and the tool messages behind them, from `from` on. */
export function* toolRuns(context: Pick<CheckContext, 'assembly' | 'from'>): Generator<RunMessage> {
  const { view } = context.assembly
  let start = Math.min(Math.max(0, context.from), view.length)
  while (start > 0 && view[start]?.role === 'tool') start--
  let head: ViewMessage | null = null
  for (let i = start; i < view.length; i++) {
    const message = view[i]
    if (!message) continue
    if (message.role !== 'tool') head = message.role === 'assistant' && message.blocks.some(block => block.slot === 'call') ? message : null
    if (i < context.from || (message.role !== 'tool' && head === null)) continue
    yield { message, head, endsRun: view[i + 1]?.role !== 'tool' }
  }
}

/** The last message of the view, when it is to be reported on. */
export function lastView(context: Pick<CheckContext, 'assembly' | 'from'>): ViewMessage | null {
  const last = context.assembly.view[context.assembly.view.length - 1]
  return last && last.view >= context.from ? last : null
}

/** The assistant messages of the turn that is still open: its calls have results, and nobody has spoken since. */
export function openTurn(assembly: Assembly): ViewMessage[] {
  const last = assembly.view[assembly.view.length - 1]
  if (last?.role !== 'user' || last.turnStart === last.view || last.blocks.length === 0) return []
  return assembly.view.slice(Math.max(0, last.turnStart), last.view).filter(message => message.role === 'assistant')
}

/**
 * The assistant's messages of the tool loop that the last message answers, also when the person wrote something beside
 * the results: a provider still compares their thinking with what it returned (seen in a recorded refusal).
 */
export function latestTurn(assembly: Assembly): ViewMessage[] {
  const last = assembly.view[assembly.view.length - 1]
  if (last?.role !== 'user' || !last.blocks.some(block => block.head.kind === 'result')) return []
  const start = assembly.view[last.view - 1]?.turnStart ?? -1
  return assembly.view.slice(Math.max(0, start), last.view).filter(message => message.role === 'assistant')
}

export type ThinkingMode = 'manual' | 'adaptive' | 'off' | 'unknown'

/** How the request asks for thinking. A log does not say, and some models think when nothing is said. */
export function thinkingMode(facts: RequestFacts): ThinkingMode {
  const type = fieldOf(facts.params.thinking, 'type')
  if (type === 'enabled') return 'manual'
  if (type === 'adaptive') return 'adaptive'
  if (type === 'disabled') return 'off'
  if (!isWholeBody(facts) || facts.params.thinking !== undefined) return 'unknown'
  return claudeModel(facts.model)?.thinksByDefault === false ? 'off' : 'unknown'
}

/** A body with more than its messages: what it does not say was not sent. A bare list of messages says nothing. */
export function isWholeBody(facts: RequestFacts): boolean {
  return facts.isBody && (facts.model !== null || facts.params.max_tokens !== undefined)
}

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}

/** Number of declared tools; null when the request declares none. */
export function toolCount(facts: RequestFacts): number | null {
  const { tools } = facts.params
  return Array.isArray(tools) ? tools.length : (facts.tools?.length ?? null)
}

/** The whole block: from the edit that made it, else read from the record; null for one that stands for what comes next. */
export function bodyOf(context: CheckContext, block: RequestBlock): Block | null {
  return block.head.content ?? (block.head.index >= 0 ? context.session.body(block.head) : null)
}

/** An id or name as people see it in a sentence; long ones are cut. */
export function shown(text: string | null): string {
  if (text === null || text === '') return 'an empty string'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

export function listed(ids: readonly string[]): string {
  return ids.length > 20 ? `${ids.slice(0, 20).join(', ')}, …` : ids.join(', ')
}

/** Nothing to do about it in the file. */
export const noRepairs = () => [] as const

export const NO_CONTENT = '(no content)'

export interface Displaced {
  readonly result: RequestBlock
  readonly call: RequestBlock
  /** Position that the finding belongs to: the later of the two. */
  readonly view: number
  /** Other calls of the same message are answered where they should be. */
  readonly isSplit: boolean
}

/** Anthropic: results whose call is in the request, though not in the message before them. */
export function* displacedResults(context: CheckContext): Generator<Displaced> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.callId === null) continue
    if (block.head.kind === 'result' && isUserSide(message.role)) yield* lateResult(context, block)
    else if (block.head.kind === 'call' && message.role === 'assistant') yield* earlyResult(context, block)
  }
}

function* lateResult(context: CheckContext, result: RequestBlock): Generator<Displaced> {
  const { assembly } = context
  const id = result.head.callId ?? ''
  const call = lastBefore(assembly.callsOf(id), result.view)
  if (!call || call.view >= result.view - 1 || assembly.view[call.view]?.role !== 'assistant') return
  if (firstFrom(assembly.resultsOf(id), call.view + 1) !== result) return
  if (context.isOpenAt(call.view + 1) || context.isOpenAt(result.view)) return
  yield { result, call, view: result.view, isSplit: hasAnsweredSibling(assembly, call) }
}

function hasAnsweredSibling(assembly: Assembly, call: RequestBlock): boolean {
  const next = assembly.view[call.view + 1]
  return (
    next !== undefined &&
    isUserSide(next.role) &&
    next.blocks.some(block => block.head.kind === 'result' && askerOf(assembly, block) !== null)
  )
}

/** A result in front of its call; it answers no call that came before. */
function* earlyResult(context: CheckContext, call: RequestBlock): Generator<Displaced> {
  const { assembly } = context
  const id = call.head.callId ?? ''
  const result = lastBefore(assembly.resultsOf(id), call.view)
  if (!result || assembly.view[result.view]?.role === 'assistant' || context.isOpenAt(call.view)) return
  if (lastBefore(assembly.callsOf(id), call.view) !== null || answerOf(assembly, call) !== null) return
  yield { result, call, view: call.view, isSplit: false }
}
