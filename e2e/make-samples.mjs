/**
 * Writes the sample files under e2e/samples: `node e2e/make-samples.mjs`. Same script, same bytes; nothing is installed or fetched.
 *
 *   healthy-long.jsonl             a long Claude Code session with two compactions, and no fault
 *   fails-after-compaction.jsonl   a compaction keeps a result and not its call: the provider refuses every request after it
 *   rejected-thinking.json         an Anthropic body whose open tool loop lost its thinking
 *   openai-orphan.json             an OpenAI body that a cut left with a result first
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openaiOrphan, rejectedThinking } from './make-samples/bodies.mjs'
import { attach, chain, compact, fileAgain, local, newLog, note, reminder, time } from './make-samples/log.mjs'
import { ROOT } from './make-samples/project.mjs'
import { FAILS, HEALTHY, SUMMARIES } from './make-samples/stories.mjs'
import { TASKS } from './make-samples/tables.mjs'
import { tell } from './make-samples/tell.mjs'

const FOLDER = fileURLToPath(new URL('samples/', import.meta.url))

const DEFERRED = {
  addedNames: ['CronCreate', 'NotebookEdit', 'WebFetch'],
  addedLines: ['CronCreate', 'NotebookEdit', 'WebFetch'],
  removedNames: [],
}
const SKILLS = '- minutes: Writes minutes of the committee from notes.\n- release-notes: Turns commits into a page that members can read.'

function open(log) {
  note(log, { type: 'permission-mode', permissionMode: 'default', sessionId: log.session })
  attach(log, { type: 'deferred_tools_delta', ...DEFERRED })
  attach(log, { type: 'skill_listing', content: SKILLS, skillCount: 2, isInitial: true })
}

function remind(log) {
  const done = Object.keys(TASKS).map(id => log.lines.findLast(line => line.toolUseResult?.taskId === id)?.toolUseResult.statusChange.to)
  reminder(
    log,
    Object.entries(TASKS).map(([id, subject], place) => [id, subject, done[place] ?? 'pending']),
  )
}

/** A hook formats the edited file: only the screen shows the hook, the model is told what the file looks like now. */
function linted(log) {
  const path = log.lines.findLast(line => line.toolUseResult?.structuredPatch).toolUseResult.filePath
  const hook = {
    type: 'hook_success',
    hookName: 'PostToolUse:Edit',
    toolUseID: log.dice.uuid(),
    hookEvent: 'PostToolUse',
    content: '',
    stdout: 'formatted 1 file',
    stderr: '',
    exitCode: 0,
    command: 'npm run -s format',
    durationMs: 212,
  }
  chain(log, { attachment: hook, type: 'attachment' })
  const lines = log.files
    .get(path)
    .split('\n')
    .map((line, index) => `${index + 1}\t${line}`)
  attach(log, { type: 'edited_text_file', filename: path, snippet: lines.slice(-14).join('\n') })
}

function memory(log) {
  const content = 'A turn is two hours. Hours are counted for the person who worked the turn, at the end of the season.'
  const path = `${ROOT}/src/rota/CLAUDE.md`
  attach(log, {
    type: 'nested_memory',
    path,
    content: { path, type: 'Project', content, contentDiffersFromDisk: false },
    displayPath: 'src/rota/CLAUDE.md',
  })
}

function question(log) {
  const prompt = 'Can a turn that is already done be swapped too? It should not.'
  note(log, { type: 'queue-operation', operation: 'enqueue', timestamp: time(log), sessionId: log.session, content: prompt })
  note(log, { type: 'queue-operation', operation: 'remove', timestamp: time(log), sessionId: log.session })
  attach(log, { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' }, timestamp: time(log) })
}

function compactByHand(log) {
  const discovered = { preCompactDiscoveredTools: ['TaskCreate', 'TaskUpdate'] }
  compact(log, 'manual', SUMMARIES.byHand, [], discovered)
  local(log, '<local-command-caveat>What follows was run by the user on this machine and asks for no answer.</local-command-caveat>', true)
  local(log, '<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>')
  local(log, '<local-command-stdout>Compacted</local-command-stdout>')
  fileAgain(log, 'billing/invoices')
  attach(log, { type: 'compact_file_reference', filename: `${ROOT}/src/plots/plots.ts`, displayPath: 'src/plots/plots.ts' })
  attach(log, { type: 'deferred_tools_delta', ...DEFERRED })
}

function compactFull(log) {
  compact(log, 'auto', SUMMARIES.full, [], { preCompactDiscoveredTools: ['TaskCreate', 'TaskUpdate'] })
  fileAgain(log, 'reminders/mailer')
  fileAgain(log, 'rota/rota')
  remind(log)
}

function healthyLong() {
  const log = newLog({ seed: 11, version: '2.1.97', model: 'claude-opus-4-6', start: '2026-04-14T07:02:11.000Z', overhead: 19_400 })
  note(log, { type: 'ai-title', aiTitle: 'Four repairs in the allotment office', sessionId: log.session })
  tell(log, HEALTHY, { open, remind, linted, memory, question, 'compact by hand': compactByHand, 'compact full': compactFull })
  return log.lines
}

/** The error line that the agent writes in place of an answer. It is never sent. */
function refuse(log, path, callId) {
  const fault = `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${callId}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
  const error = { type: 'error', error: { type: 'invalid_request_error', message: fault }, request_id: `req_011C${log.dice.id(20)}` }
  const content = [{ type: 'text', text: `API Error: 400 ${JSON.stringify(error)}` }]
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = {
    id: log.dice.uuid(),
    model: '<synthetic>',
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    usage,
  }
  log.clock += 1900
  chain(log, { type: 'assistant', message, error: 'unknown', isApiErrorMessage: true, apiErrorStatus: 400 })
}

/**
 * The boundary keeps the last result and not the response with its call. What is sent then: the summary, the kept result, the file
 * that was read again and the new prompt are all of the user, so they are one message, results first. The result is its first block.
 */
function fail(log) {
  const kept = log.lines.findLast(line => line.sourceToolAssistantUUID)
  const callId = kept.message.content[0].tool_use_id
  compact(log, 'auto', SUMMARIES.moved, [kept])
  fileAgain(log, 'reminders/mailer')
  refuse(log, 'messages.0.content.0', callId)
  tell(log, '? try again', {})
  refuse(log, 'messages.0.content.0', callId)
}

function failsAfterCompaction() {
  const log = newLog({ seed: 23, version: '2.1.218', model: 'claude-sonnet-4-6', start: '2026-07-28T16:20:40.000Z', overhead: 21_900 })
  note(log, { type: 'mode', mode: 'normal', sessionId: log.session })
  tell(log, FAILS, { open, remind, linted, fail })
  return log.lines
}

function save(name, text) {
  writeFileSync(`${FOLDER}${name}`, text)
}

mkdirSync(FOLDER, { recursive: true })
save(
  'healthy-long.jsonl',
  healthyLong()
    .map(line => `${JSON.stringify(line)}\n`)
    .join(''),
)
save(
  'fails-after-compaction.jsonl',
  failsAfterCompaction()
    .map(line => `${JSON.stringify(line)}\n`)
    .join(''),
)
save('rejected-thinking.json', `${JSON.stringify(rejectedThinking, null, 2)}\n`)
save('openai-orphan.json', `${JSON.stringify(openaiOrphan, null, 2)}\n`)
