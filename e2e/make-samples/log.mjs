/**
 * Writes records as Claude Code does: one line per content block, parallel results that hang off their own call, snapshots and other
 * metadata between, boundaries with their summary. Token counts are honest: a fixed share for what a log does not hold (system prompt,
 * tools), and a quarter of the characters for what it does.
 */

import { newProject, pathOf, ROOT } from './project.mjs'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newDice(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low, high) => low + Math.floor(next() * (high - low + 1))
  const id = length => Array.from({ length }, () => LETTERS[between(0, 61)]).join('')
  const hex = length => Array.from({ length }, () => between(0, 15).toString(16)).join('')
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
  return { between, id, hex, uuid, signature: () => `Eq${id(between(75, 160) * 4)}==` }
}

const tokensOf = value => Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / 4)

export function newLog({ seed, version, model, start, overhead }) {
  const dice = newDice(seed)
  const log = {
    dice,
    version,
    model,
    overhead,
    files: newProject(),
    lines: [],
    clock: Date.parse(start),
    parent: null,
    context: overhead,
    cached: 0,
    session: dice.uuid(),
    prompt: dice.uuid(),
    asked: null,
    words: '',
    turn: 0,
    responses: 0,
  }
  log.tail = {
    userType: 'external',
    entrypoint: 'cli',
    cwd: ROOT,
    sessionId: log.session,
    version,
    gitBranch: 'main',
    slug: 'early-digging-robin',
  }
  return log
}

export const time = log => new Date(log.clock).toISOString()
export const note = (log, record) => log.lines.push(record)

export function chain(log, record, parent = log.parent) {
  const uuid = record.uuid ?? log.dice.uuid()
  log.clock += log.dice.between(20, 900)
  note(log, { parentUuid: parent, isSidechain: false, ...record, uuid, timestamp: time(log), ...log.tail })
  log.parent = uuid
  return uuid
}

function snapshot(log, isSnapshotUpdate) {
  const changed = log.lines
    .filter(line => line.toolUseResult?.structuredPatch)
    .map(line => line.toolUseResult.filePath.slice(ROOT.length + 1))
  const trackedFileBackups = Object.fromEntries(
    changed.map((path, index) => [path, { backupFileName: `${tokensOf(path)}f0${index}c3ad@v1`, version: 1, backupTime: time(log) }]),
  )
  const shot = { messageId: log.asked, trackedFileBackups, timestamp: time(log) }
  note(log, { type: 'file-history-snapshot', messageId: log.asked, snapshot: shot, isSnapshotUpdate })
}

export function ask(log, content) {
  log.clock += log.dice.between(40_000, 240_000)
  log.turn = log.clock
  log.asked = log.dice.uuid()
  log.prompt = log.dice.uuid()
  log.words = content
  snapshot(log, false)
  chain(log, { promptId: log.prompt, type: 'user', message: { role: 'user', content }, uuid: log.asked, permissionMode: 'default' })
  log.context += tokensOf(content)
}

export function attach(log, attachment) {
  chain(log, { attachment, type: 'attachment' })
  log.context += tokensOf(attachment)
}

/** One response, a line for each block: thinking, text, calls. Parallel calls hang off each other, their results off their own call. */
export function respond(log, thinking, text, calls) {
  log.clock += log.dice.between(2500, 14_000)
  const uses = calls.map(call => ({
    type: 'tool_use',
    id: `toolu_01${log.dice.id(22)}`,
    name: call.name,
    input: call.input,
    caller: { type: 'direct' },
  }))
  const said = [
    ...(thinking ? [{ type: 'thinking', thinking, signature: log.dice.signature() }] : []),
    ...(text ? [{ type: 'text', text }] : []),
  ]
  const output = [thinking, text, ...uses.map(use => ({ name: use.name, input: use.input }))].reduce(
    (sum, part) => sum + (part ? tokensOf(part) : 0),
    0,
  )
  const message = { model: log.model, id: `msg_01${log.dice.id(22)}`, type: 'message', role: 'assistant' }
  const end = { stop_reason: calls.length ? 'tool_use' : 'end_turn', stop_sequence: null, usage: usageOf(log, output) }
  const requestId = `req_011C${log.dice.id(20)}`
  const places = [...said, ...uses].map(block =>
    chain(log, { message: { ...message, content: [block], ...end }, requestId, type: 'assistant' }),
  )
  log.context += output
  log.responses++
  answer(log, calls, uses, places.slice(said.length))
}

function usageOf(log, output) {
  const input = log.dice.between(2, 6)
  const created = log.context - log.cached - input
  const usage = { input_tokens: input, cache_creation_input_tokens: created, cache_read_input_tokens: log.cached }
  log.cached += created
  return {
    ...usage,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: created },
    output_tokens: output,
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
}

function answer(log, calls, uses, places) {
  const order = calls.map((_, index) => index)
  if (log.responses % 2) order.reverse()
  for (const index of order) {
    log.clock += log.dice.between(30, 2500)
    const { content, result, isError } = calls[index].run(log.files)
    const block = { tool_use_id: uses[index].id, type: 'tool_result', content, ...(isError === undefined ? {} : { is_error: isError }) }
    const rest = { toolUseResult: result, sourceToolAssistantUUID: places[index] }
    chain(log, { promptId: log.prompt, type: 'user', message: { role: 'user', content: [block] }, ...rest }, places[index])
    log.context += tokensOf(content)
  }
  if (calls.some(call => call.name === 'Edit')) snapshot(log, true)
}

export function finish(log, thinking, text) {
  respond(log, thinking, text, [])
  const leafUuid = log.parent
  chain(log, { type: 'system', subtype: 'turn_duration', durationMs: log.clock - log.turn, messageCount: log.responses, isMeta: false })
  note(log, { type: 'last-prompt', lastPrompt: log.words, leafUuid, sessionId: log.session })
}

/** Boundary, summary, and what the agent reads again. `kept` are records that the boundary keeps, for versions that do. */
export function compact(log, trigger, summary, kept = [], more = {}) {
  const [before, logicalParentUuid, anchorUuid] = [log.context, log.parent, log.dice.uuid()]
  const content = `This session is being continued from a previous conversation that ran out of context. Here is what happened in it:\n\n${summary}`
  const after = tokensOf(content) + kept.reduce((sum, line) => sum + tokensOf(line.message.content), 0)
  const uuids = kept.map(line => line.uuid)
  const segment = {
    preservedSegment: { headUuid: uuids[0], anchorUuid, tailUuid: uuids.at(-1) },
    preservedMessages: { anchorUuid, uuids, allUuids: uuids },
  }
  const counts = { postTokens: after, cumulativeDroppedTokens: before - after }
  const compactMetadata = { trigger, preTokens: before, ...more, ...(kept.length ? { durationMs: 48_211, ...segment, ...counts } : {}) }
  log.clock += 48_000
  chain(
    log,
    {
      logicalParentUuid,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata,
    },
    null,
  )
  const flags = { isVisibleInTranscriptOnly: true, isCompactSummary: true, uuid: anchorUuid }
  chain(log, { promptId: log.prompt, type: 'user', message: { role: 'user', content }, ...flags })
  if (kept.length) log.parent = uuids.at(-1)
  Object.assign(log, { context: log.overhead + after, cached: log.overhead })
}

export function local(log, content, isMeta) {
  chain(log, { promptId: log.prompt, type: 'user', message: { role: 'user', content }, ...(isMeta ? { isMeta } : {}) })
  log.context += tokensOf(content)
}

export function fileAgain(log, name) {
  const path = pathOf(name)
  const content = log.files.get(path)
  const lines = content.split('\n').length
  attach(log, {
    type: 'file',
    filename: path,
    content: { type: 'text', file: { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines } },
    displayPath: path.slice(ROOT.length + 1),
  })
}

export function reminder(log, tasks) {
  const content = tasks.map(([id, subject, status]) => ({
    id,
    subject,
    description: subject,
    activeForm: subject,
    status,
    blocks: [],
    blockedBy: [],
  }))
  attach(log, { type: 'task_reminder', content, itemCount: content.length })
}
