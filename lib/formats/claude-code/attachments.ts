/**
 * Attachments: what up to 2.1.9x was hidden `<system-reminder>` text, and since then has records of its own.
 *
 * The log holds the facts and not the words that were sent, so the text given here is made of those facts: enough to
 * read and to estimate, not the exact prompt. Types that only the agent's screen shows are never sent; a type that no
 * table names is taken as sent and marked `unsure`.
 */

import { isObject, type JsonObject, textOf } from './record-types'

/** Shown on the agent's own screen, never sent. */
const SCREEN_ONLY = new Set([
  'hook_success',
  'hook_system_message',
  'hook_cancelled',
  'hook_non_blocking_error',
  'hook_error_during_execution',
  'hook_permission_decision',
  'command_permissions',
  'structured_output',
  'dynamic_skill',
  'already_read_file',
])

const SENT = new Set([
  'task_reminder',
  'todo_reminder',
  'todo',
  'hook_additional_context',
  'hook_blocking_error',
  'hook_stopped_continuation',
  'nested_memory',
  'relevant_memories',
  'edited_text_file',
  'edited_image_file',
  'deferred_tools_delta',
  'skill_listing',
  'mcp_instructions_delta',
  'mcp_resource',
  'file',
  'directory',
  'queued_command',
  'agent_listing_delta',
  'agent_mention',
  'compact_file_reference',
  'pdf_reference',
  'auto_mode',
  'auto_mode_exit',
  'date_change',
  'plan_mode',
  'plan_mode_exit',
  'plan_mode_reentry',
  'plan_file_reference',
  'invoked_skills',
  'selected_lines_in_ide',
  'opened_file_in_ide',
  'output_style',
  'diagnostics',
  'critical_system_reminder',
  'ultramemory',
  'task_status',
  'async_hook_response',
  'token_usage',
  'budget_usd',
  'teammate_mailbox',
  'team_context',
])

export function isScreenOnly(type: string): boolean {
  return SCREEN_ONLY.has(type)
}

export function isUnsure(type: string): boolean {
  return !SCREEN_ONLY.has(type) && !SENT.has(type)
}

export function attachmentType(attachment: unknown): string {
  return (isObject(attachment) ? textOf(attachment.type) : null) ?? 'unknown'
}

/** The attachment as text of the user. */
export function attachmentText(attachment: unknown): string {
  return `<system-reminder>\n${facts(attachment)}\n</system-reminder>`
}

function facts(attachment: unknown): string {
  if (!isObject(attachment)) return JSON.stringify(attachment) ?? ''
  const parts: string[] = []
  const type = attachmentType(attachment)
  const name = textOf(attachment.displayPath) ?? textOf(attachment.filename) ?? textOf(attachment.path) ?? textOf(attachment.planFilePath)
  parts.push(name === null ? type : `${type} ${name}`)
  const main = mainText(attachment)
  parts.push(main === '' ? rest(attachment) : main)
  return parts.filter(part => part !== '').join('\n')
}

/** The fields that hold what the model reads, by the names that the types of attachments share. */
function mainText(attachment: JsonObject): string {
  const parts: string[] = []
  for (const key of ['content', 'prompt', 'snippet', 'addedLines', 'addedBlocks', 'additionalContext', 'blockingError', 'text'] as const) {
    const text = flat(attachment[key])
    if (text !== '') parts.push(text)
  }
  return parts.join('\n')
}

function flat(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map(flat)
      .filter(text => text !== '')
      .join('\n')
  if (!isObject(value)) return ''
  for (const key of ['file', 'content', 'text', 'blockingError'] as const) {
    const text = flat(value[key])
    if (text !== '') return text
  }
  return JSON.stringify(value)
}

function rest(attachment: JsonObject): string {
  const others = Object.entries(attachment).filter(([key]) => key !== 'type')
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others))
}
