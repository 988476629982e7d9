/** Reads what a `compact_boundary` or `microcompact_boundary` line says, whichever version wrote it. */

import type { RawBoundary } from './harvest'
import { isObject, type JsonObject, textOf } from './record-types'

export function compactBoundary(record: JsonObject, line: number): RawBoundary {
  const about = objectOf(record.compactMetadata)
  const messages = objectOf(about.preservedMessages)
  const segment = objectOf(about.preservedSegment)
  const kept = Array.isArray(messages.uuids) ? strings(messages.uuids) : null
  const head = textOf(segment.headUuid)
  const tail = textOf(segment.tailUuid)
  return {
    line,
    isClear: false,
    trigger: textOf(about.trigger),
    tokensBefore: countOf(about.preTokens),
    tokensAfter: countOf(about.postTokens),
    logicalParent: textOf(record.logicalParentUuid),
    anchor: textOf(messages.anchorUuid) ?? textOf(segment.anchorUuid),
    head,
    tail,
    kept,
    keptNames: [...(kept ?? []), ...strings(messages.allUuids), ...(head === null ? [] : [head]), ...(tail === null ? [] : [tail])],
    clearedCalls: [],
    clearedAttachments: [],
  }
}

export function microcompactBoundary(record: JsonObject, line: number): RawBoundary {
  const about = objectOf(record.microcompactMetadata)
  const before = countOf(about.preTokens)
  const saved = countOf(about.tokensSaved)
  return {
    line,
    isClear: true,
    trigger: textOf(about.trigger),
    tokensBefore: before,
    tokensAfter: countOf(about.postTokens) ?? (before === null || saved === null ? null : Math.max(0, before - saved)),
    logicalParent: null,
    anchor: null,
    head: null,
    tail: null,
    kept: null,
    keptNames: [],
    clearedCalls: strings(about.compactedToolIds),
    clearedAttachments: strings(about.clearedAttachmentUUIDs),
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
