/**
 * Bytes → session: looks at the content (never the name), asks the formats in order, and reads with the first that
 * knows it. What nobody knows is refused with what was seen.
 */

import { sniff } from '../base/bytes'
import { eachLine } from '../base/lines'
import { Refusal } from '../base/result'
import { subSource } from '../base/source'
import { isObject } from '../session/facts'
import type { Session } from '../session/session'
import type { Format, NamedSource, ReadInput, Sample } from './format'
import { findBody, sampleOf, wholeBuffer } from './layout'
import { FORMATS } from './registry'
import { refuseUnknown } from './unknown'

const SAMPLE_RECORDS = 200
const SAMPLE_BYTES = 64 << 20
export const LARGEST_DOCUMENT_BYTES = 500 << 20

export type ReadSessionInput = Omit<ReadInput, 'evidence'>

export interface Recognised {
  readonly format: Format
  readonly evidence: readonly string[]
}

/** Reads one session, or several when the file holds several (requests one a line). Throws a Refusal. */
export function readSessions(input: ReadSessionInput): Session[] {
  const requests = requestLines(input.main)
  if (requests)
    return requests.flatMap((main, i) => readSessions({ ...input, main, id: `${input.id}-${i}`, name: `${input.name}:${i + 1}` }))
  const { format, evidence } = recognise(input.main)
  return [format.read({ ...input, evidence })]
}

export function recognise(main: NamedSource): Recognised {
  refuseContainers(main)
  const sample = sampleSource(main)
  for (const format of FORMATS) {
    const evidence = format.detect(sample)
    if (evidence) return { format, evidence }
  }
  throw refuseUnknown(main, sample)
}

function refuseContainers(main: NamedSource): void {
  const kind = sniff(main.source.read(0, 4096))
  if (kind === 'empty') throw new Refusal({ code: 'empty-file', message: `${main.label} is empty`, facts: {} })
  if (kind === 'json' || kind === 'text') return
  throw refuseUnknown(main, { records: [], document: undefined }, kind)
}

/** Records of a log, or the document: a file is a log when its first line is a whole value and a second line begins one. */
export function sampleSource(main: NamedSource): Sample {
  const records = firstRecords(main)
  if (records.lines > 1 && records.values.length > 0 && (records.isFirstWhole || records.values.length > 1)) {
    const first = records.values[0]
    if (!(records.values.length >= 1 && isBareMessage(first))) return { records: records.values, document: undefined }
  }
  if (main.source.size > LARGEST_DOCUMENT_BYTES) {
    const message = `${main.label} is one JSON document of ${main.source.size} bytes; documents over ${LARGEST_DOCUMENT_BYTES} bytes are not read`
    throw new Refusal({ code: 'too-large', message, facts: { bytes: main.source.size, limit: LARGEST_DOCUMENT_BYTES } })
  }
  const layout = findBody(main.source)
  if (layout) return { records: [], document: sampleOf(layout) }
  if (records.lines === 1 && records.values.length === 1) return { records: records.values, document: records.values[0] }
  return {
    records: records.values,
    document: main.source.size <= SAMPLE_BYTES ? parsed(wholeBuffer(main.source).toString('utf8')) : undefined,
  }
}

function isBareMessage(value: unknown): boolean {
  return isObject(value) && typeof value.role === 'string' && ('content' in value || 'tool_calls' in value) && value.type === undefined
}

function firstRecords(main: NamedSource): { values: unknown[]; lines: number; isFirstWhole: boolean } {
  const values: unknown[] = []
  let lines = 0
  let isFirstWhole = false
  eachLine(
    main.source,
    (_line, _start, buffer, from, to) => {
      if (from === to) return
      lines++
      const value = parsed(buffer.toString('utf8', from, to))
      if (!isObject(value)) return
      if (lines === 1) isFirstWhole = true
      values.push(value)
    },
    { stop: () => values.length >= SAMPLE_RECORDS || lines >= SAMPLE_RECORDS * 5 },
  )
  return { values, lines, isFirstWhole }
}

/** One request a line (evaluation and tuning data): each line is a session of its own. */
function requestLines(main: NamedSource): NamedSource[] | null {
  const kind = sniff(main.source.read(0, 4096))
  if (kind !== 'json' && kind !== 'text') return null
  const head = firstRecords(main)
  if (head.lines < 2 || !head.isFirstWhole || !head.values.every(value => isObject(value) && Array.isArray(value.messages))) return null
  const out: NamedSource[] = []
  eachLine(main.source, (line, start, _buffer, from, to) => {
    if (from < to) out.push({ label: `${main.label}:${line}`, source: subSource(main.source, `${main.label}:${line}`, start, to - from) })
  })
  return out
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
