/**
 * Recognises a Claude Code log by a vote over sample records, because the first lines of a log are often metadata and
 * a first line can be broken. Not one: Qwen Code (the same lines with `message.parts`), the SDK's stream-json
 * (`session_id`, no parents), and Gemini's `logs.json`, which is one array and so never a list of lines.
 */

import type { Sample } from '../format'
import { chainKind, isHiveMindHeader, isMetadataType, isObject, type JsonObject, textOf } from './record-types'

const NAMES = ['uuid', 'parentUuid', 'sessionId', 'leafUuid', 'messageId'] as const

export function detectClaudeCode(sample: Sample): readonly string[] | null {
  const records = sample.records.length > 0 ? sample.records : [sample.document]
  const counts = new Map<string, number>()
  let looked = 0
  let own = 0
  let version: string | null = null
  let isRepublished = false
  for (const record of records) {
    if (!isObject(record)) continue
    if (isHiveMindHeader(record)) {
      isRepublished = true
      continue
    }
    looked++
    if (isForeign(record)) return null
    if (!isOwn(record)) continue
    own++
    const type = String(record.type)
    counts.set(type, (counts.get(type) ?? 0) + 1)
    version = textOf(record.version) ?? version
  }
  if (own === 0 || own * 2 < looked || !holdsChainOrTitle(counts)) return null
  const evidence = [`${own} of ${looked} records looked at are Claude Code's (${listed(counts)})`]
  if (version !== null) evidence.push(`written by version ${version}`)
  if (isRepublished) evidence.push('published by hive-mind, whose header stands on the first line')
  return evidence
}

function isOwn(record: JsonObject): boolean {
  const type = record.type
  if (chainKind(type) < 0 && !isMetadataType(type)) return false
  return NAMES.some(name => name in record)
}

/** Records that no Claude Code log holds, though the rest looks alike. */
function isForeign(record: JsonObject): boolean {
  const message = record.message
  if (isObject(message) && Array.isArray(message.parts)) return true
  return 'session_id' in record && !('sessionId' in record) && !('parentUuid' in record) && chainKind(record.type) >= 0
}

/** A list of `{"type":"result","sessionId":…}` alone is some other program's. */
function holdsChainOrTitle(counts: ReadonlyMap<string, number>): boolean {
  for (const type of counts.keys()) if (type !== 'started' && type !== 'result' && type !== 'mode' && type !== 'tag') return true
  return false
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 4)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ')
}
