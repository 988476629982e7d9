/**
 * Anthropic: a result holds a part that is neither text, image, document, search result nor tool reference.
 * Source of truth: Anthropic "handle tool calls", "search results", "programmatic tool calling".
 * Not seen here: search results mixed with other parts, results of toolsets and of programmatic calls.
 */

import { BLOCK_FLAGS, has } from '../../session/flags'
import type { Block } from '../../session/model'
import { spotBlock } from '../pair-plans'
import { replaceBlock, resultBody, textOfPart } from '../plans'
import type { CheckContext, Draft, RepairContext, RepairPlan, Rule } from '../rule'
import { blocksFrom, draftAt, variant } from '../shared'

const TAKEN: ReadonlySet<string> = new Set(['search_result', 'tool_reference'])

function* check(context: CheckContext): Generator<Draft> {
  for (const { block, message } of blocksFrom(context)) {
    if (block.head.kind !== 'result' || !has(block.head.flags, BLOCK_FLAGS.resultHasForeign)) continue
    yield draftAt(block, 'This result holds a part of a type that a result cannot hold.', { view: message.view })
  }
}

function isTaken(part: Block): boolean {
  if (part.kind === 'other') return TAKEN.has(part.type)
  return part.kind === 'text' || part.kind === 'image' || part.kind === 'document'
}

function repairs(draft: Draft, context: RepairContext): RepairPlan[] {
  const result = spotBlock(draft, 'result')
  if (!result) return []
  const body = resultBody(context, result)
  if (typeof body.content === 'string') return []
  const content = body.content.map((part): Block => (isTaken(part) ? part : { kind: 'text', text: textOfPart(part) }))
  const edits = [replaceBlock(context, result, { ...body, content }, 'parts that a result cannot hold, as text')]
  return [{ id: 'parts-to-text', title: 'Turn the foreign parts into text', loses: 'what kind of part it was', loss: 1, edits }]
}

export const resultContentType: Rule = {
  id: 'result-content-type',
  title: 'Part that a result cannot hold',
  demands: 'A result holds text, images, documents, search results or tool references.',
  variants: [
    variant({
      id: 'anthropic-tool-result-content-type',
      profile: 'anthropic',
      severity: 'rejects',
      says: "messages.{N}.content.{M}.tool_result.content: Input tag found using 'type' does not match any of the expected tags",
      confidence: 'doc',
      sources: ['platform.claude.com handle-tool-calls', 'platform.claude.com search-results'],
    }),
  ],
  precedence: 9,
  stage: 1,
  causes: ['C11', 'C10'],
  check,
  repairs,
  rejected: [
    {
      name: 'a part of another wire',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}]\n{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"json","value":{"a":1}}]}]}\nassistant: done',
      at: ['m2.b0'],
    },
  ],
  accepted: [
    {
      name: 'text and an image',
      profile: 'anthropic',
      history:
        'user: hi\nassistant: [call t1 read {}]\n{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]}]}\nassistant: done',
    },
  ],
}
