/**
 * The record of one agent: everything its file holds, in file order over all branches, immutable.
 * Heads (message, block) come from the columns and cost nothing to make; bodies are read from the bytes on demand.
 */

import { parsePath, printPath } from '../base/paths'
import type { Source } from '../base/source'
import { valueSpan } from '../base/spans'
import type { IndexColumns } from './index-columns'
import {
  type Address,
  BLOCK_KINDS,
  type Block,
  type BlockKind,
  type Boundary,
  type ImportNote,
  type RecordCounts,
  type RecordedError,
  type Role,
  type SourceRef,
} from './model'

export const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool']

/** A block as the index knows it. `content` is set only where an edit made the block. */
export interface BlockHead {
  readonly address: Address
  readonly kind: BlockKind
  /** Call id of a call or result. */
  readonly callId: string | null
  readonly name: string | null
  readonly flags: number
  readonly chars: number
  /** Position in the record's columns; -1 for a block that an edit made. */
  readonly index: number
  readonly content?: Block
}

export interface MessageHead {
  readonly address: Address
  readonly role: Role
  /** The role as the file spells it. */
  readonly rawRole: string
  readonly flags: number
  readonly synthetic: string | null
  readonly model: string | null
  readonly providerId: string | null
  /** Context tokens that the provider reported for the request that produced this message. */
  readonly contextTokens: number | null
  readonly outputTokens: number | null
  readonly cacheReadTokens: number | null
  readonly time: number | null
  readonly index: number
}

export interface SystemBlock {
  readonly address: Address
  readonly text: string
  readonly flags: number
}

export interface ToolDeclaration {
  readonly address: Address
  readonly name: string
  readonly chars: number
}

/** What the importer found out, besides the columns. Plain JSON, so that it can be stored. */
export interface SessionFacts {
  readonly id: string
  readonly name: string
  readonly format: string
  readonly formatVersion: string | null
  readonly evidence: readonly string[]
  readonly model: string | null
  readonly window: number | null
  /** True when the file is a request body: complete, nothing pending, no symbolic turn. */
  readonly isBody: boolean
  /** Path of record i from the root of a document, `@` standing for i; '' for a log. */
  readonly recordPath: string
  readonly system: readonly SystemBlock[] | null
  readonly tools: readonly ToolDeclaration[] | null
  /** Top-level parameters of a body, without messages, system and tools. */
  readonly params: Readonly<Record<string, unknown>>
  readonly records: RecordCounts
  readonly boundaries: readonly Boundary[]
  readonly errors: readonly RecordedError[]
  readonly notes: readonly ImportNote[]
  readonly branches: number
  /** Call ids whose other half the file cannot show (a record that broke off, ids blotted out): no fault follows from them. */
  readonly unpairable: readonly string[]
  /** What only the format itself reads. */
  readonly native: unknown
}

/** Turns the value at a block's path into a block. */
export type Decode = (value: unknown, head: BlockHead, session: Session) => Block

export class Session {
  private readonly numbers: Int32Array
  private readonly relative = new Map<number, (string | number)[]>()

  constructor(
    readonly facts: SessionFacts,
    readonly columns: IndexColumns,
    readonly source: Source,
    private readonly decode: Decode,
    readonly agents: readonly Session[] = [],
    /** '' for the main session, 'a2' for sub-agent 2. */
    readonly agent = '',
  ) {
    this.numbers = numbersToIndex(columns)
  }

  get messageCount(): number {
    return this.numbers.length
  }

  get blockCount(): number {
    return this.columns.blockCount
  }

  /** Head of the message at an internal position. */
  message(index: number): MessageHead {
    const c = this.columns
    const line = c.messageFirstLine[index] ?? -1
    const time = c.lineTime[line]
    return {
      address: this.messageAddress(index),
      role: ROLES[c.messageRole[index] ?? 1] ?? 'user',
      rawRole: c.strings.at(c.messageRawRole[index] ?? -1) ?? '',
      flags: c.messageFlags[index] ?? 0,
      synthetic: c.strings.at(c.messageSynthetic[index] ?? -1),
      model: c.strings.at(c.messageModel[index] ?? -1),
      providerId: c.strings.at(c.messageProviderId[index] ?? -1),
      contextTokens: orNull(c.messageContextTokens[index]),
      outputTokens: orNull(c.messageOutputTokens[index]),
      cacheReadTokens: orNull(c.messageCacheRead[index]),
      time: time === undefined || Number.isNaN(time) ? null : time,
      index,
    }
  }

  block(index: number): BlockHead {
    const c = this.columns
    const message = c.blockMessage[index] ?? 0
    return {
      address: `${this.messageAddress(message)}.b${index - (c.messageBlocks[message] ?? 0)}`,
      kind: BLOCK_KINDS[c.blockKind[index] ?? 0] ?? 'other',
      callId: c.strings.at(c.blockCall[index] ?? -1),
      name: c.strings.at(c.blockName[index] ?? -1),
      flags: c.blockFlags[index] ?? 0,
      chars: c.blockChars[index] ?? 0,
      index,
    }
  }

  /** First and one-past-last block position of a message. */
  blockRange(message: number): readonly [number, number] {
    return [this.columns.messageBlocks[message] ?? 0, this.columns.messageBlocks[message + 1] ?? 0]
  }

  blocksOf(message: number): BlockHead[] {
    const [from, to] = this.blockRange(message)
    const out: BlockHead[] = []
    for (let b = from; b < to; b++) out.push(this.block(b))
    return out
  }

  /** The whole block, read from the bytes unless an edit made it. */
  body(head: BlockHead): Block {
    if (head.content) return head.content
    return this.decode(this.value(head), head, this)
  }

  /** The JSON value a block stands for, parsed. */
  value(head: BlockHead): unknown {
    const bytes = this.bytes(head)
    return bytes === null ? undefined : JSON.parse(bytes.toString('utf8'))
  }

  /** Exact bytes of a block's JSON; null when the record cannot be walked to it. */
  bytes(head: BlockHead): Buffer | null {
    const line = this.columns.blockLine[head.index] ?? -1
    const record = this.recordBytes(line)
    const span = valueSpan(record, 0, record.length, this.relativePath(head.index))
    return span && record.subarray(span.start, span.end)
  }

  /** Exact bytes of record (line) i. */
  recordBytes(line: number): Buffer {
    const bytes = this.source.read(this.columns.lineStart[line] ?? 0, this.columns.lineLength[line] ?? 0)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Path of a block inside its record. */
  relativePath(block: number): (string | number)[] {
    const template = this.columns.blockTemplate[block] ?? 0
    const ordinal = this.columns.blockOrdinal[block] ?? 0
    let parts = this.relative.get(template)
    if (!parts) {
      parts = (this.columns.strings.at(template) ?? '').split('.').filter(part => part !== '')
      this.relative.set(template, parts)
    }
    return parts.map(part => (part === '#' ? ordinal : part))
  }

  blockSource(head: BlockHead): SourceRef {
    const line = this.columns.blockLine[head.index] ?? 0
    return this.lineSource(line, this.relativePath(head.index))
  }

  messageSource(index: number): SourceRef {
    return this.lineSource(this.columns.messageFirstLine[index] ?? 0, [])
  }

  lineSource(line: number, relative: readonly (string | number)[]): SourceRef {
    const root = this.facts.recordPath === '' ? [] : (parsePath(this.facts.recordPath.replace('@', String(line))) ?? [])
    return {
      file: this.source.name,
      line: this.columns.lineNumber[line] ?? 0,
      start: this.columns.lineStart[line] ?? 0,
      length: this.columns.lineLength[line] ?? 0,
      path: printPath([...root, ...relative]),
    }
  }

  messageAddress(index: number): Address {
    const prefix = this.agent === '' ? '' : `${this.agent}/`
    const number = this.columns.messageNumber[index] ?? -1
    if (number >= 0) return `${prefix}m${number}`
    const owner = this.columns.messageOwner[index] ?? 0
    const place = this.facts.boundaries[owner]?.owned.indexOf(index) ?? 0
    return `${prefix}k${owner}.m${Math.max(place, 0)}`
  }

  /** Internal position of message `mN`, or -1. */
  indexOfNumber(number: number): number {
    return this.numbers[number] ?? -1
  }

  /** Internal position of the message an address names (of this agent), or -1. */
  findMessage(address: Address): number {
    const own = this.ownPart(address)
    const plain = /^m(\d+)/.exec(own)
    if (plain) return this.indexOfNumber(Number(plain[1]))
    const owned = /^k(\d+)\.m(\d+)/.exec(own)
    if (owned) return this.facts.boundaries[Number(owned[1])]?.owned[Number(owned[2])] ?? -1
    return -1
  }

  findBlock(address: Address): BlockHead | null {
    const message = this.findMessage(address)
    const ordinal = /\.b(\d+)$/.exec(address)
    if (message < 0 || !ordinal) return null
    const [from, to] = this.blockRange(message)
    const index = from + Number(ordinal[1])
    return index < to ? this.block(index) : null
  }

  /** The same session with notes of the container layer in front of the importer's own. */
  withNotes(notes: readonly ImportNote[]): Session {
    const facts = { ...this.facts, notes: [...notes, ...this.facts.notes] }
    return new Session(facts, this.columns, this.source, this.decode, this.agents, this.agent)
  }

  /** The session of the agent that an address names: this one, or a sub-agent; null when there is none. */
  agentOf(address: Address): Session | null {
    const slash = address.indexOf('/')
    if (slash < 0) return this
    const name = address.slice(0, slash)
    if (name === this.agent) return this
    return this.agents.find(agent => agent.agent === name) ?? null
  }

  private ownPart(address: Address): string {
    const slash = address.indexOf('/')
    return slash < 0 ? address : address.slice(slash + 1)
  }
}

function orNull(value: number | undefined): number | null {
  return value === undefined || value < 0 ? null : value
}

function numbersToIndex(columns: IndexColumns): Int32Array {
  const out: number[] = []
  for (let i = 0; i < columns.messageCount; i++) if ((columns.messageNumber[i] ?? -1) >= 0) out.push(i)
  return Int32Array.from(out)
}
