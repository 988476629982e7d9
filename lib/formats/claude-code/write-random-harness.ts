/** Random sessions and random edits of their end, made of a list of numbers, for properties of the writer. */

import type { Edit, Place } from '../../edits/edit'
import type { Block } from '../../session/model'
import type { WorkingMessage, WorkingSet } from '../../session/working-set'
import { LogWriter } from './write-harness'

/** Takes choices one after another; past the end everything is 0. */
export class Choices {
  private at = 0

  constructor(private readonly numbers: readonly number[]) {}

  below(limit: number): number {
    return limit <= 0 ? 0 : (this.numbers[this.at++] ?? 0) % limit
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }
}

export function randomLog(choices: Choices): LogWriter {
  const log = new LogWriter('2.1.217')
  const starts: (string | null)[] = []
  let chained: string[] = []
  const say = (step: number): void => {
    starts.push(log.last)
    chained.push(log.user(`prompt ${step}`))
  }
  say(0)
  for (let step = 1, steps = 2 + choices.below(7); step < steps; step++) {
    const kind = choices.below(10)
    if (kind === 0) say(step)
    else if (kind === 1 && choices.below(2) === 0) log.notice()
    else if (kind === 1) chained.push(choices.below(2) === 0 ? log.attachment() : log.error('API Error: 400'))
    else if (kind === 2 && starts.length > 1) {
      log.last = choices.of(starts.slice(1)) ?? null
      chained = []
      say(step)
    } else if (kind === 3) {
      const kept = choices.below(2) === 0 || chained.length === 0 ? [] : chained.slice(-1)
      const tail = log.last
      log.compaction(`summary ${step}`, kept)
      if (kept.length > 0) log.last = kept.at(-1) ?? tail
      starts.length = 0
      chained = []
      say(step)
    } else chained.push(...turn(log, choices, step))
  }
  if (choices.below(3) > 0) chained.push(log.text1('end', 'done'))
  return log
}

/** A response of some lines and its results, wired in one of the ways that real logs show. */
function turn(log: LogWriter, choices: Choices, step: number): string[] {
  const id = `t${step}`
  if (choices.below(3) === 0) log.said(id, { type: 'thinking', thinking: `thought ${step}`, signature: 'c2ln' })
  if (choices.below(2) === 0) log.text1(id, `text ${step}`)
  const calls = Array.from({ length: 1 + choices.below(3) }, (_, i) => `${step}_${i}`)
  const way = choices.below(5)
  if (way > 2) return way === 3 ? reopened(log, id, calls) : inOneLine(log, id, calls)
  const lines: string[] = []
  const results: string[] = []
  for (const call of calls) {
    lines.push(log.call(id, call, lines.at(-1) ?? log.last))
    if (choices.below(8) === 0) log.notice('progress_like')
    if (way === 1) results.push(log.result(call, `result ${call}`, lines.at(-1) ?? null))
  }
  if (way !== 1) for (const [i, call] of calls.entries()) results.push(log.result(call, `result ${call}`, lines[i] ?? null))
  log.last = (way === 2 ? choices.of(results) : results.at(-1)) ?? null
  return calls.length === 1 ? results : []
}

/** The response goes on behind the result of its first call. */
function reopened(log: LogWriter, id: string, calls: readonly string[]): string[] {
  const written: string[] = []
  for (const call of calls) {
    log.call(id, call)
    written.push(log.result(call, `result ${call}`))
  }
  return written.slice(-1)
}

/** Older logs and other writers: all blocks on one line. */
function inOneLine(log: LogWriter, id: string, calls: readonly string[]): string[] {
  const line = log.said(
    id,
    calls.map(call => ({ type: 'tool_use', id: `toolu_${call}`, name: 'Read', input: {} })),
  )
  const results = log.user(calls.map(call => ({ type: 'tool_result', tool_use_id: `toolu_${call}`, content: `result ${call}` })))
  return [line, results].slice(-1)
}

/** Edits that leave a history of the same kind; the state after each is what the next one is made for. */
export function randomEdit(choices: Choices, working: WorkingSet, number: number): Edit[] {
  const message = choices.of(working.messages)
  if (!message) return []
  const before = { bytes: 0, hash: '' }
  const reason = 'test'
  const head = choices.of(message.blocks)
  const fresh = (i: number) => `n${number * 4 + i}`
  switch (choices.below(8)) {
    case 0:
      return head && head.kind !== 'call' && message.blocks.length > 1 ? [{ op: 'remove-block', at: head.address, before, reason }] : []
    case 1:
      return message.address.includes('k')
        ? []
        : [{ op: 'remove-messages', at: message.address, to: lastAnswer(working, message).address, before, reason }]
    case 2:
      return head && head.kind !== 'call'
        ? [{ op: 'replace-block', at: head.address, block: { kind: 'text', text: `changed ${number}` }, before, reason }]
        : []
    case 3:
      return [
        {
          op: 'insert-message',
          at: fresh(0),
          place: placeBeside(choices, message),
          role: 'user',
          synthetic: 'repair',
          blocks: [text(`new ${number}`)],
          reason,
        },
      ]
    case 4:
      return message.role === 'user'
        ? [{ op: 'insert-block', at: fresh(0), into: message.address, place: 'end', block: text(`added ${number}`), reason }]
        : []
    case 5:
      return pairBehind(working, message, fresh, number)
    case 6:
      return callAndAnswer(working, message, fresh, number)
    default:
      return movedResult(choices, working)
  }
}

/** The last message that holds a result of this one's calls. */
function lastAnswer(working: WorkingSet, message: WorkingMessage): WorkingMessage {
  const calls = new Set(message.blocks.flatMap(block => (block.kind === 'call' ? [block.callId] : [])))
  return working.messages.findLast(other => other.blocks.some(block => block.kind === 'result' && calls.has(block.callId))) ?? message
}

function text(words: string): Block {
  return { kind: 'text', text: words }
}

function placeBeside(choices: Choices, message: WorkingMessage): Place {
  const isFirst = message.address.includes('k')
  return choices.below(2) === 0 && !isFirst ? { before: message.address } : { after: message.address }
}

/** A response with its result behind the last message of a user. */
function pairBehind(working: WorkingSet, message: WorkingMessage, fresh: (i: number) => string, number: number): Edit[] {
  const place = working.messages.indexOf(message)
  const next = working.messages[place + 1]
  if (message.role !== 'user' || (next && next.role !== 'assistant')) return []
  const call: Block = { kind: 'call', id: `toolu_new${number}`, name: 'Read', input: {} }
  const result: Block = { kind: 'result', callId: `toolu_new${number}`, content: `new result ${number}` }
  const reason = 'test'
  return [
    {
      op: 'insert-message',
      at: fresh(0),
      place: { after: message.address },
      role: 'assistant',
      synthetic: 'repair',
      blocks: [call],
      reason,
    },
    { op: 'insert-message', at: fresh(1), place: { after: fresh(0) }, role: 'user', synthetic: 'repair', blocks: [result], reason },
  ]
}

/** One more call of a response, and its result in front of the message behind it. */
function callAndAnswer(working: WorkingSet, message: WorkingMessage, fresh: (i: number) => string, number: number): Edit[] {
  const next = working.messages[working.messages.indexOf(message) + 1]
  if (message.role !== 'assistant' || next?.role !== 'user') return []
  const call: Block = { kind: 'call', id: `toolu_more${number}`, name: 'Read', input: { n: 1 } }
  const result: Block = { kind: 'result', callId: `toolu_more${number}`, content: `more ${number}` }
  const reason = 'test'
  return [
    { op: 'insert-block', at: fresh(0), into: message.address, place: 'end', block: call, reason },
    { op: 'insert-block', at: fresh(1), into: next.address, place: 'start', block: result, reason },
  ]
}

/** Takes a message of results and puts it behind another message of the user's. */
function movedResult(choices: Choices, working: WorkingSet): Edit[] {
  const users = working.messages.filter(
    message => message.role === 'user' && message.index >= 0 && message.blocks.length === working.session.blocksOf(message.index).length,
  )
  const moved = choices.of(users.filter(message => message.blocks.every(block => block.kind === 'result' && block.content === undefined)))
  const target = choices.of(users.filter(message => message !== moved))
  if (!moved || !target) return []
  const before = { bytes: 0, hash: '' }
  return [
    { op: 'remove-messages', at: moved.address, to: moved.address, before, reason: 'test' },
    { op: 'restore', at: moved.address, place: { after: target.address }, into: null, reason: 'test' },
  ]
}
