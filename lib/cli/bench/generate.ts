/**
 * A made-up Claude Code session of any length, for the bench and for property tests: same options, same bytes.
 *
 * The shape follows what real logs of version 2.1.49 look like: one line per content block, results that hang off their own call
 * (so that a walk along the parents loses the other one of a parallel pair), messages that go on after a result, progress lines on
 * and beside the chain, metadata lines between, and a boundary with a summary whenever the context is full. The session is sound:
 * nothing in it is refused by a provider. All words are our own, about a harbour office that does not exist.
 *
 * Left out: attachments (newer versions), branches, sub-agent files, images, recorded errors.
 */

import {
  anyOf,
  between,
  chance,
  code,
  gather,
  type Lengths,
  letters,
  NOUNS,
  newWords,
  prose,
  quantile,
  signature,
  uuid,
  VERBS,
  type Words,
} from './words'

export interface GenerateOptions {
  readonly seed: number
  /** The turn that reaches this many bytes, or this many messages, is brought to an end and is the last. Without either: 200 messages. */
  readonly bytes?: number
  readonly messages?: number
  /** Line lengths: as measured on real logs (average 3.8 KB, a third of it in `toolUseResult`), or short ones (0.9 KB). */
  readonly lines: 'usual' | 'short'
}

type Json = Record<string, unknown>

interface Mix {
  readonly files: Lengths
  readonly output: Lengths
  readonly prose: Lengths
  readonly thinking: Lengths
  readonly signature: Lengths
  readonly snippet: Lengths
  readonly brief: Lengths
  readonly summary: Lengths
  readonly tracked: number
}

interface Call {
  readonly id: string
  readonly name: string
  readonly input: Json
  readonly content: string | readonly Json[]
  readonly result: unknown
  readonly isError?: boolean
  readonly progress: readonly Json[]
}

interface SourceFile {
  readonly path: string
  readonly start: number
  readonly bytes: number
  revision: number
}

/** Everything that moves while the session is written. */
interface Pen extends Words {
  readonly mix: Mix
  readonly session: string
  readonly files: readonly SourceFile[]
  clock: number
  parent: string | null
  context: number
  cached: number
  bytes: number
  messages: number
}

const VERSION = '2.1.49'
const MODEL = 'claude-opus-4-6'
const ROOT = '/home/dev/harbourlight'
const OVERHEAD = 19_000
const FULL = 155_000
const FILES = 48

const MIXES: Readonly<Record<GenerateOptions['lines'], Mix>> = {
  usual: {
    files: [300, 700, 1700, 3900, 8400, 16_000, 21_000, 28_000, 36_000],
    output: [20, 60, 170, 560, 1900, 5200, 8600, 17_000, 60_000],
    prose: [30, 60, 90, 160, 420, 900, 1600, 3200, 5000],
    thinking: [20, 60, 110, 250, 700, 1600, 2500, 5500, 9000],
    signature: [200, 300, 350, 560, 1240, 2800, 4400, 9000, 14_000],
    snippet: [40, 90, 180, 420, 1200, 2600, 4200, 9000, 12_000],
    brief: [400, 900, 1500, 2400, 3300, 4300, 5000, 6000, 7200],
    summary: [9000, 11_000, 13_000, 15_000, 18_000, 21_000, 22_000, 24_000, 26_000],
    tracked: 14,
  },
  short: {
    files: [50, 75, 100, 160, 240, 340, 420, 520, 600],
    output: [10, 15, 30, 60, 110, 190, 260, 400, 600],
    prose: [20, 30, 45, 70, 110, 160, 200, 300, 400],
    thinking: [20, 30, 50, 80, 130, 200, 260, 400, 600],
    signature: [160, 170, 190, 220, 260, 300, 320, 360, 400],
    snippet: [20, 25, 35, 50, 80, 120, 150, 220, 300],
    brief: [60, 70, 90, 120, 160, 200, 240, 300, 360],
    summary: [2000, 2200, 2500, 3000, 3600, 4200, 4600, 5200, 6000],
    tracked: 1,
  },
}

/** The lines of the session, without line ends. */
export function* generateClaudeCode(options: GenerateOptions): Generator<string> {
  const pen = newPen(options)
  const messages = options.messages ?? (options.bytes === undefined ? 200 : Number.POSITIVE_INFINITY)
  const isFull = (): boolean => pen.bytes >= (options.bytes ?? Number.POSITIVE_INFINITY) || pen.messages >= messages
  yield line(pen, progressRecord(pen, hook(pen, 'SessionStart', 'SessionStart:startup', uuid(pen))))
  while (!isFull()) yield* turn(pen, isFull)
}

function* turn(pen: Pen, isFull: () => boolean): Generator<string> {
  const asked = uuid(pen)
  if (chance(pen, 0.4)) yield* queued(pen)
  yield snapshot(pen, asked, false)
  pen.clock += between(pen, 20_000, 400_000)
  yield userLine(pen, prose(pen, pen.mix.prose), PROMPTED, asked)
  for (let step = between(pen, 3, 22); step > 0 && !isFull(); step--) yield* exchange(pen, asked)
  yield* reply(pen)
}

const PROMPTED: Json = { thinkingMetadata: { maxThinkingTokens: 31_999 }, todos: [], permissionMode: 'default' }

function* queued(pen: Pen): Generator<string> {
  const content = prose(pen, pen.mix.brief)
  yield line(pen, { type: 'queue-operation', operation: 'enqueue', timestamp: time(pen), sessionId: pen.session, content })
  yield line(pen, { type: 'queue-operation', operation: 'dequeue', timestamp: time(pen), sessionId: pen.session })
}

/** The last answer of a turn, the stop hook on the chain after it, and how long it took. */
function* reply(pen: Pen): Generator<string> {
  const response = openResponse(pen)
  if (chance(pen, 0.4)) yield block(pen, response, thinking(pen))
  yield block(pen, response, { type: 'text', text: prose(pen, pen.mix.prose) })
  const toolUseID = uuid(pen)
  yield line(pen, progressRecord(pen, hook(pen, 'Stop', 'Stop', toolUseID)))
  const summary = { subtype: 'stop_hook_summary', hookCount: 1, hookInfos: [{ command: 'npm run -s tidy' }], hookErrors: [] }
  const outcome = { preventedContinuation: false, stopReason: '', hasOutput: false, level: 'suggestion', toolUseID }
  yield line(pen, chainRecord(pen, 'system', { ...summary, ...outcome }))
  yield line(pen, chainRecord(pen, 'system', { subtype: 'turn_duration', durationMs: between(pen, 4000, 600_000), isMeta: false }))
}

/** One response with its calls, and their results. */
function* exchange(pen: Pen, asked: string): Generator<string> {
  if (pen.context > FULL) yield* compaction(pen)
  const response = openResponse(pen)
  if (chance(pen, 0.5)) yield block(pen, response, thinking(pen))
  if (chance(pen, 0.42)) yield block(pen, response, { type: 'text', text: prose(pen, pen.mix.prose) })
  const calls = Array.from({ length: chance(pen, 0.11) ? between(pen, 2, 3) : 1 }, () => newCall(pen))
  if (chance(pen, 0.3)) yield* oneAfterTheOther(pen, response, calls)
  else yield* sideBySide(pen, response, calls)
  if (chance(pen, 0.08)) yield line(pen, progressRecord(pen, hook(pen, 'PostToolUse', 'PostToolUse:Bash', calls[0]?.id ?? '')))
  if (calls.some(call => call.name === 'Edit') && chance(pen, 0.3)) yield snapshot(pen, asked, true)
}

/**
 *     call 1 ── call 2          results hang off their own calls and come in either order;
 *        └ result 1  └ result 2      the next line hangs off the one written last
 */
function* sideBySide(pen: Pen, response: Response, calls: readonly Call[]): Generator<string> {
  const asked: { call: Call; at: string }[] = []
  for (const call of calls) {
    yield block(pen, response, callBlock(call))
    asked.push({ call, at: pen.parent ?? '' })
  }
  for (const { call, at } of asked) yield* aside(pen, call, at)
  if (chance(pen, 0.5)) asked.reverse()
  for (const { call, at } of asked) yield resultLine(pen, call, at)
}

/** The response goes on under the same id after a result: call 1 ─ result 1 ─ call 2 ─ result 2. */
function* oneAfterTheOther(pen: Pen, response: Response, calls: readonly Call[]): Generator<string> {
  for (const call of calls) {
    yield block(pen, response, callBlock(call))
    const at = pen.parent ?? ''
    yield* aside(pen, call, at)
    yield resultLine(pen, call, at)
  }
}

/** Progress lines hang off the call and lead nowhere. */
function* aside(pen: Pen, call: Call, at: string): Generator<string> {
  pen.parent = at
  for (const data of call.progress) yield line(pen, progressRecord(pen, data))
  pen.parent = at
}

function* compaction(pen: Pen): Generator<string> {
  const logicalParentUuid = pen.parent
  const text = `This session is being continued from a previous conversation that ran out of context.\n\n${prose(pen, pen.mix.summary)}`
  const compactMetadata = { trigger: 'auto', preTokens: pen.context }
  const boundary = { subtype: 'compact_boundary', content: 'Conversation compacted', isMeta: false, level: 'info', compactMetadata }
  pen.parent = null
  yield line(pen, { ...chainRecord(pen, 'system', boundary), logicalParentUuid })
  pen.context = OVERHEAD
  pen.cached = OVERHEAD
  yield userLine(pen, text, { isVisibleInTranscriptOnly: true, isCompactSummary: true })
}

// Records

interface Response {
  readonly id: string
  readonly requestId: string
  readonly usage: Json
}

function openResponse(pen: Pen): Response {
  pen.clock += between(pen, 1500, 30_000)
  pen.messages++
  const input = between(pen, 1, 9)
  const created = Math.max(0, pen.context - pen.cached - input)
  const usage = {
    input_tokens: input,
    cache_creation_input_tokens: created,
    cache_read_input_tokens: pen.cached,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: created },
    output_tokens: between(pen, 1, 9),
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
  pen.cached += created
  return { id: `msg_01${letters(pen, 22)}`, requestId: `req_011C${letters(pen, 20)}`, usage }
}

/** One line of a response: the same id, request and usage on each, one content block. */
function block(pen: Pen, response: Response, content: Json): string {
  pen.context += blockTokens(content)
  pen.clock += between(pen, 200, 2500)
  const head = { model: MODEL, id: response.id, type: 'message', role: 'assistant', content: [content] }
  const body = { ...head, stop_reason: null, stop_sequence: null, usage: response.usage }
  return line(pen, chainRecord(pen, 'assistant', { message: body, requestId: response.requestId }))
}

function resultLine(pen: Pen, call: Call, at: string): string {
  pen.clock += between(pen, 20, 4000)
  pen.parent = at
  const failed = call.isError === undefined ? {} : { is_error: call.isError }
  const content = [{ tool_use_id: call.id, type: 'tool_result', content: call.content, ...failed }]
  return userLine(pen, content, { toolUseResult: call.result, sourceToolAssistantUUID: at })
}

function userLine(pen: Pen, content: string | readonly Json[], rest: Json, id?: string): string {
  pen.context += typeof content === 'string' ? tokens(content) : content.reduce((sum, item) => sum + blockTokens(item), 0)
  pen.messages++
  return line(pen, chainRecord(pen, 'user', { message: { role: 'user', content }, ...rest }, id))
}

function snapshot(pen: Pen, messageId: string, isSnapshotUpdate: boolean): string {
  const backups: Json = {}
  const backupTime = time(pen)
  for (const file of pen.files.slice(0, between(pen, 0, pen.mix.tracked)))
    backups[file.path] = { backupFileName: `${letters(pen, 16)}@v${file.revision + 1}`, version: file.revision + 1, backupTime }
  const shot = { messageId, trackedFileBackups: backups, timestamp: backupTime }
  return line(pen, { type: 'file-history-snapshot', messageId, snapshot: shot, isSnapshotUpdate })
}

function progressRecord(pen: Pen, data: Json): Json {
  const { toolUseID, parentToolUseID, ...rest } = data
  pen.clock += between(pen, 5, 3000)
  return chainRecord(pen, 'progress', { data: rest, toolUseID, parentToolUseID })
}

/** A record on the chain; the next one hangs off it. */
function chainRecord(pen: Pen, type: string, rest: Json, id = uuid(pen)): Json {
  const parentUuid = pen.parent
  pen.parent = id
  const where = { parentUuid, isSidechain: false, userType: 'external', cwd: ROOT, sessionId: pen.session, version: VERSION }
  return { ...where, gitBranch: 'main', slug: 'patient-rowing-heron', type, ...rest, uuid: id, timestamp: time(pen) }
}

function line(pen: Pen, record: Json): string {
  const text = JSON.stringify(record)
  pen.bytes += Buffer.byteLength(text) + 1
  return text
}

// Blocks and calls

function thinking(pen: Pen): Json {
  return { type: 'thinking', thinking: prose(pen, pen.mix.thinking), signature: signature(pen, pen.mix.signature) }
}

function callBlock(call: Call): Json {
  return { type: 'tool_use', id: call.id, name: call.name, input: call.input, caller: { type: 'direct' } }
}

function newCall(pen: Pen): Call {
  const id = `toolu_01${letters(pen, 22)}`
  const kind = pen.next()
  if (kind < 0.25) return readCall(pen, id)
  if (kind < 0.6) return bashCall(pen, id)
  if (kind < 0.82) return editCall(pen, id)
  if (kind < 0.97) return grepCall(pen, id)
  return agentCall(pen, id)
}

function readCall(pen: Pen, id: string): Call {
  const file = anyFile(pen)
  const content = fileText(pen, file)
  const lines = content.split('\n')
  const shown = lines.map((text, index) => `${String(index + 1).padStart(6)}→${text}`).join('\n')
  const result = { type: 'text', file: { filePath: file.path, content, numLines: lines.length, startLine: 1, totalLines: lines.length } }
  const progress = chance(pen, 0.3) ? [hook(pen, 'PostToolUse', 'PostToolUse:Read', id)] : []
  return { id, name: 'Read', input: { file_path: file.path }, content: shown, result, progress }
}

function bashCall(pen: Pen, id: string): Call {
  const input = { command: `npm run -s ${anyOf(pen, VERBS)} -- ${code(pen, pen.mix.snippet)}`, description: prose(pen, [12, 40]) }
  const stdout = code(pen, pen.mix.output)
  const progress = chance(pen, 0.26) ? Array.from({ length: between(pen, 1, 8) }, (_, step) => bashProgress(stdout, id, step)) : []
  if (chance(pen, 0.06))
    return { id, name: 'Bash', input, content: `Exit code 1\n${stdout}`, result: `Error: ${stdout}`, isError: true, progress }
  const result = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  return { id, name: 'Bash', input, content: stdout, result, isError: false, progress }
}

function bashProgress(stdout: string, id: string, step: number): Json {
  const lines = stdout.split('\n').slice(0, step * 4)
  const output = { output: lines.slice(-5).join('\n'), fullOutput: lines.join('\n'), elapsedTimeSeconds: step + 2 }
  return {
    type: 'bash_progress',
    ...output,
    totalLines: lines.length,
    timeoutMs: 120_000,
    toolUseID: `bash-progress-${step}`,
    parentToolUseID: id,
  }
}

function editCall(pen: Pen, id: string): Call {
  const file = anyFile(pen)
  const originalFile = fileText(pen, file)
  const oldString = code(pen, pen.mix.snippet)
  const newString = `${oldString}\n${code(pen, pen.mix.snippet)}`
  const [old, fresh] = [oldString.split('\n'), newString.split('\n')]
  const lines = [...old.map(text => `-${text}`), ...fresh.map(text => `+${text}`)]
  const structuredPatch = [{ oldStart: 12, oldLines: old.length, newStart: 12, newLines: fresh.length, lines }]
  file.revision++
  const result = { filePath: file.path, oldString, newString, originalFile, structuredPatch, userModified: false, replaceAll: false }
  const input = { replace_all: false, file_path: file.path, old_string: oldString, new_string: newString }
  return { id, name: 'Edit', input, content: `The file ${file.path} has been updated.`, result, progress: [] }
}

function grepCall(pen: Pen, id: string): Call {
  const content = code(pen, pen.mix.output)
    .split('\n')
    .map((text, index) => `${anyFile(pen).path}:${index * 7 + 3}:${text}`)
    .join('\n')
    .slice(0, 20_000)
  const numLines = content.split('\n').length
  const input = { pattern: `${anyOf(pen, VERBS)}|${anyOf(pen, NOUNS)}`, path: ROOT, output_mode: 'content' }
  return { id, name: 'Grep', input, content, result: { mode: 'content', numFiles: 0, filenames: [], content, numLines }, progress: [] }
}

function agentCall(pen: Pen, id: string): Call {
  const prompt = prose(pen, pen.mix.brief)
  const agentId = letters(pen, 7).toLowerCase()
  const content = [{ type: 'text', text: prose(pen, pen.mix.brief) }]
  const about = {
    toolUseID: `agent_msg_01${letters(pen, 22)}`,
    parentToolUseID: id,
    type: 'agent_progress',
    prompt,
    agentId,
    normalizedMessages: [],
  }
  const progress = Array.from({ length: between(pen, 8, 24) }, (_, step) => ({ ...about, message: agentMessage(pen, step) }))
  const totals = {
    totalDurationMs: between(pen, 9000, 200_000),
    totalTokens: between(pen, 9000, 90_000),
    totalToolUseCount: progress.length >> 1,
  }
  const input = { description: prose(pen, [12, 30]), prompt, subagent_type: 'Explore' }
  return { id, name: 'Task', input, content, result: { status: 'completed', prompt, agentId, content, ...totals }, progress }
}

function agentMessage(pen: Pen, step: number): Json {
  const content = step % 2 === 0 ? code(pen, pen.mix.output) : prose(pen, pen.mix.prose)
  const role = step % 2 === 0 ? 'user' : 'assistant'
  return { type: role, message: { role, content: [{ type: 'text', text: content }] }, uuid: uuid(pen), timestamp: time(pen) }
}

function hook(pen: Pen, hookEvent: string, hookName: string, toolUseID: string): Json {
  return { type: 'hook_progress', hookEvent, hookName, command: `npm run -s ${anyOf(pen, VERBS)}`, toolUseID, parentToolUseID: toolUseID }
}

// The pen

function newPen({ seed, lines }: GenerateOptions): Pen {
  const words = newWords(seed)
  const mix = MIXES[lines]
  const start = { clock: Date.UTC(2026, 1, 20, 8, 0, 0), parent: null, context: OVERHEAD, cached: 0, bytes: 0, messages: 0 }
  return { ...words, mix, session: uuid(words), files: Array.from({ length: FILES }, (_, index) => newFile(words, mix, index)), ...start }
}

/** File lengths follow the table evenly, in a fixed order, so that every seed gets the same ones. */
function newFile(words: Words, mix: Mix, index: number): SourceFile {
  const path = `${ROOT}/src/${NOUNS[index % NOUNS.length]}/${VERBS[index % VERBS.length]}.ts`
  const bytes = quantile(mix.files, (((index * 29) % FILES) + 0.5) / FILES)
  return { path, start: between(words, 0, words.code.length - 1), bytes, revision: 0 }
}

/** The first files come up more often, so that the same file is read again and again. */
function anyFile(pen: Pen): SourceFile {
  const file = pen.files[Math.floor(pen.next() ** 2 * FILES)]
  if (file === undefined) throw new Error('A session without files')
  return file
}

function fileText(pen: Pen, file: SourceFile): string {
  return `// ${file.path.slice(ROOT.length + 1)}, revision ${file.revision}\n${gather(pen.code, file.start, file.bytes, '\n')}`
}

function time(pen: Pen): string {
  return new Date(pen.clock).toISOString()
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function blockTokens(item: Json): number {
  const text = item.text ?? item.thinking ?? item.content ?? item.input
  return tokens(typeof text === 'string' ? text : JSON.stringify(text))
}
