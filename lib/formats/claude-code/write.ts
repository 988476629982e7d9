/**
 * Writes edits of a working set back into a Claude Code log, so that Claude Code loads it.
 *
 * Source of truth: logs of versions 1.0 to 2.1.220. The loader reads lines into a map by uuid and goes from the newest
 * leaf up by `parentUuid`, so a line must never vanish and a uuid must never change. Hence:
 *
 *   a changed block      its value is spliced at its place; nothing else of the line changes
 *   a removed block      its element is cut; a line without blocks stays as a notice (`system`, `informational`) with the
 *                        same uuid and parent: a link of the chain that is never sent. Rewiring children instead would
 *                        change more lines and break every other name for the record: `leafUuid`, `logicalParentUuid`,
 *                        `sourceToolAssistantUUID`, `messageId` of a snapshot, kept uuids, files of sub-agents
 *   a new block          a text goes into the line of its neighbour in the same message; a result gets a line of its own,
 *                        as the agent writes it (`toolUseResult` is drawn for every result of its line), and so does
 *                        each part of a response
 *   a moved block        a copy with a new uuid at the new place, a notice at the old one
 *   a call or result that lies before a boundary which keeps records: its uuid is added to the lists of kept ones
 *
 * Left out: `toolUseResult` is changed only when its result goes; other agents' lines and other branches never.
 */

import { Refusal } from '../../base/result'
import type { Edit } from '../../edits/edit'
import type { BlockHead, Session } from '../../session/session'
import type { WorkingSet } from '../../session/working-set'
import type { PutBack } from '../format'
import { KIND } from './record-types'
import { blockText, isAttachment, replacementText } from './write-blocks'
import { Chain } from './write-chain'
import { type Context, contextsOf } from './write-contexts'
import { type Difference, differenceOf, type Item } from './write-diff'
import { nameLeaf, rehang } from './write-leaf'
import { LineEdits } from './write-lines'
import { withMembers } from './write-members'
import { attachmentAsMessage } from './write-records'
import { resumeSteps } from './write-resume'
import { Thread } from './write-thread'

export function writeClaudeCode(session: Session, edits: readonly Edit[]): PutBack {
  const lines = new LineEdits(session)
  for (const context of contextsOf(session, edits)) new Writer(session, lines, context).write()
  return { bytes: lines.written(), resume: resumeSteps(session, lines) }
}

class Writer {
  private readonly chain: Chain
  private readonly goneCalls: ReadonlySet<string>
  private readonly difference: Difference

  constructor(
    private readonly session: Session,
    private readonly lines: LineEdits,
    private readonly context: Context,
  ) {
    this.chain = new Chain(session, context.path)
    const left = callsOf(context.after)
    this.goneCalls = new Set([...callsOf(context.before)].filter(call => !left.has(call)))
    this.difference = differenceOf(context.before, context.after, context.edits, (before, after) => this.mayStay(before, after))
  }

  write(): void {
    const { chain, context, lines, session } = this
    for (const item of this.difference.items) this.change(item)
    this.takeOut()
    const results = this.difference.items.filter(({ head, was }) => was && head.kind === 'result')
    const resultRows = new Set(results.map(({ head }) => this.rowOf(head)))
    const thread = new Thread(chain, lines, context, resultRows)
    this.putIn(thread)
    rehang(session, chain, lines, resultRows)
    if (context.isActive && !thread.isLonger) nameLeaf(session, chain, lines)
  }

  /**
   * The result of a parallel call often hangs beside the way from the leaf up: a loader finds it by its call. As a text,
   * or without the call, nobody would find it there, so it gets a line on the way.
   */
  private mayStay(before: BlockHead, after: BlockHead): boolean {
    const row = this.rowOf(before)
    const { chain } = this
    if (
      before.kind !== 'result' ||
      (after.kind === 'result' && !this.goneCalls.has(after.callId ?? '')) ||
      chain.isKept(row) ||
      chain.blockCount(row) > 1
    )
      return true
    const above = chain.carryingAbove(row)
    return chain.isOnSpine(row) && (chain.kindOf(above) !== KIND.assistant || chain.isLastLine(above))
  }

  private change({ head, was }: Item): void {
    if (!was || head.content === undefined || head.content === was.content) return
    const row = this.rowOf(head)
    if (isAttachment(this.session, head)) {
      const text = blockText(this.session, head)
      this.lines.others.set(row, record => attachmentAsMessage(record, text))
      return
    }
    this.lines.content(row).set.set(this.ordinalOf(head), replacementText(this.session, head.index, head.content))
  }

  private takeOut(): void {
    const { chain, lines, session } = this
    const gone = new Map<number, number>()
    for (const head of this.difference.gone) {
      const row = this.rowOf(head)
      gone.set(row, (gone.get(row) ?? 0) + 1)
      if (head.kind === 'result') lines.others.set(row, withoutTwin)
      lines.content(row).set.set(this.ordinalOf(head), null)
    }
    for (const [row, count] of gone) if (count === chain.blockCount(row)) this.empty(row)
    for (const message of this.difference.goneEmpty) {
      for (const row of chain.order) if (session.columns.lineMessage[row] === message.index) this.empty(row)
    }
  }

  private empty(row: number): void {
    this.lines.contents.delete(row)
    this.lines.others.delete(row)
    this.lines.notices.set(row, row === this.chain.cut)
  }

  private putIn(thread: Thread): void {
    const { items } = this.difference
    const emptyBefore = new Set(this.context.before.messages.filter(message => message.blocks.length === 0).map(message => message.index))
    const place = (run: readonly Item[], left: Item | null, right: Item | null): void => {
      const speech = run.map(isSaid)
      const rest = run.filter((one, i) => {
        if (this.fills(one, emptyBefore)) return false
        if (isSaid(one)) return !this.joins(one, left, right)
        return !this.joins(one, speech.slice(0, i).includes(true) ? null : left, speech.slice(i).includes(true) ? null : right)
      })
      if (rest.length > 0) thread.put(rest, right)
    }
    let left: Item | null = null
    let run: Item[] = []
    for (const item of items) {
      if (!item.was) {
        run.push(item)
        continue
      }
      if (run.length > 0) place(run, left, item)
      run = []
      thread.pass(item)
      left = item
    }
    if (run.length > 0) place(run, left, null)
  }

  /** The first content of a message that had none. */
  private fills({ head, message }: Item, emptyBefore: ReadonlySet<number>): boolean {
    if (message.index < 0 || !emptyBefore.has(message.index)) return false
    const row = this.session.columns.messageFirstLine[message.index] ?? -1
    if (this.chain.place(row) < 0) return false
    this.lines.content(row).fill.push(blockText(this.session, head))
    return true
  }

  /** Puts a block into the line of a neighbour, where it belongs there. */
  private joins(item: Item, left: Item | null, right: Item | null): boolean {
    const isBetween = left !== null && right !== null && this.rowOf(left.head) === this.rowOf(right.head)
    if (item.head.kind === 'result') return false
    if (left && (isBetween || this.takes(left, item, right))) {
      add(this.lines.content(this.rowOf(left.head)).after, this.ordinalOf(left.head), blockText(this.session, item.head))
      return true
    }
    if (!right || !this.takes(right, item, left)) return false
    add(this.lines.content(this.rowOf(right.head)).before, this.ordinalOf(right.head), blockText(this.session, item.head))
    return true
  }

  /** A user's line takes texts of its own message; beside a summary or a kept record also those of others. */
  private takes(neighbour: Item, item: Item, other: Item | null): boolean {
    const row = this.rowOf(neighbour.head)
    if (item.message.role === 'assistant' || this.chain.kindOf(row) !== KIND.user) return false
    return neighbour.message === item.message || this.isFixed(row) || (other !== null && this.isFixed(this.rowOf(other.head)))
  }

  private isFixed(row: number): boolean {
    return this.chain.isKept(row) || row === this.chain.boundary?.summary
  }

  private rowOf(head: BlockHead): number {
    const row = this.session.columns.blockLine[head.index] ?? -1
    if (row < 0) throw new Refusal({ code: 'no-line', message: `${head.address} has no line in the file`, facts: { at: head.address } })
    return row
  }

  private ordinalOf(head: BlockHead): number {
    return this.session.columns.blockOrdinal[head.index] ?? 0
  }
}

function callsOf(working: WorkingSet): Set<string> {
  const calls = new Set<string>()
  for (const { blocks } of working.messages)
    for (const { kind, callId } of blocks) if (kind === 'call' && callId !== null) calls.add(callId)
  return calls
}

function isSaid({ message }: Item): boolean {
  return message.role === 'assistant'
}

function withoutTwin(record: Buffer): Buffer {
  return withMembers(record, { toolUseResult: null })
}

function add(lists: Map<number, string[]>, at: number, text: string): void {
  const list = lists.get(at)
  if (list) list.push(text)
  else lists.set(at, [text])
}
