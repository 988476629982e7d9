/**
 * Refusing well: a file nobody reads is refused with what was seen in it and, where it can be told, what to bring
 * instead. The shapes are those of agents whose logs this version does not read.
 */

import { Refusal } from '../base/result'
import { isObject } from '../session/facts'
import type { NamedSource, Sample } from './format'

interface KnownShape {
  readonly label: string
  readonly matches: (record: Record<string, unknown>) => boolean
  readonly instead: string
}

const BODY_INSTEAD = 'Bring the JSON body that was sent to the provider, or a Claude Code session.'

const RECORDS: readonly KnownShape[] = [
  { label: 'a Codex rollout', matches: r => 'payload' in r && typeof r.type === 'string', instead: BODY_INSTEAD },
  { label: 'an OpenClaw trajectory', matches: r => r.traceSchema === 'openclaw-trajectory', instead: BODY_INSTEAD },
  { label: 'a pi or OpenClaw session', matches: r => r.type === 'session' && 'id' in r, instead: BODY_INSTEAD },
  {
    label: 'a Claude Code stream-json log',
    matches: r => typeof r.session_id === 'string' && typeof r.type === 'string',
    instead: 'Bring the session file itself, from ~/.claude/projects.',
  },
  { label: 'a Gemini CLI session', matches: r => 'projectHash' in r || '$set' in r, instead: BODY_INSTEAD },
  { label: 'a VS Code chat session', matches: r => typeof r.kind === 'number' && 'v' in r, instead: BODY_INSTEAD },
  {
    label: 'a Copilot CLI event log',
    matches: r => isObject(r.data) && /^(session|assistant|user|tool)\./.test(String(r.type)),
    instead: BODY_INSTEAD,
  },
  {
    label: 'an HTTP pair log',
    matches: r => isObject(r.request) && 'response' in r,
    instead: 'Cut out the body of the request that failed.',
  },
  {
    label: 'an OpenHands event log',
    matches: r => 'source' in r && ('action' in r || 'observation' in r || typeof r.kind === 'string'),
    instead: BODY_INSTEAD,
  },
  { label: 'a Cursor agent transcript', matches: r => typeof r.role === 'string' && isObject(r.message), instead: BODY_INSTEAD },
]

const DOCUMENTS: readonly KnownShape[] = [
  { label: 'an ATIF trajectory', matches: d => String(d.schema_version).startsWith('ATIF'), instead: BODY_INSTEAD },
  { label: 'a SWE-agent trajectory', matches: d => Array.isArray(d.trajectory), instead: BODY_INSTEAD },
  { label: 'an OpenCode export', matches: d => isObject(d.info) && Array.isArray(d.messages), instead: BODY_INSTEAD },
  {
    label: 'a HAR capture',
    matches: d => isObject(d.log) && Array.isArray(d.log.entries),
    instead: 'Cut out postData.text of the request that failed.',
  },
  {
    label: 'a Gemini request',
    matches: d => Array.isArray(d.contents),
    instead: 'Only Anthropic Messages and OpenAI Chat bodies are read.',
  },
  {
    label: "a provider's response",
    matches: d => d.object === 'response' || (d.type === 'message' && 'stop_reason' in d),
    instead: 'Bring the request, not the response.',
  },
  {
    label: 'an OpenAI Responses request',
    matches: d => 'input' in d && !('messages' in d),
    instead: 'Only Anthropic Messages and OpenAI Chat bodies are read.',
  },
  {
    label: "a provider's error",
    matches: d => isObject(d.error) || d.type === 'error',
    instead: 'Paste it as an error text; the session or body that it speaks of is needed to find the place.',
  },
  { label: 'a ChatGPT export', matches: d => 'mapping' in d && 'current_node' in d, instead: 'Such exports hold no tool calls.' },
  { label: 'a Claude.ai export', matches: d => 'chat_messages' in d, instead: 'Such exports hold no tool calls.' },
]

const BINARY: Readonly<Record<string, string>> = {
  html: 'a web page. Bring the session file it was made from (JSONL or JSON)',
  sqlite: 'a SQLite database. Bring an export of the session as JSON',
  zip: 'a zip inside a container. Unpack it first',
  gzip: 'a gzip inside a container. Unpack it first',
  zstd: 'a zstd file inside a container. Unpack it first',
  binary: 'no text',
}

export function refuseUnknown(main: NamedSource, sample: Sample, kind?: string): Refusal {
  const binary = kind === undefined ? undefined : BINARY[kind]
  if (binary) return refusal(`${main.label} is ${binary}.`, kind ?? '')
  const document = Array.isArray(sample.document) ? (sample.document as unknown[])[0] : sample.document
  const records = sample.records.length > 0 ? sample.records : document === undefined ? [] : [document]
  for (const record of records) {
    if (!isObject(record)) continue
    const known = (sample.records.length > 1 ? RECORDS : [...DOCUMENTS, ...RECORDS]).find(shape => shape.matches(record))
    if (known) return refusal(`${main.label} looks like ${known.label}, which this version does not read. ${known.instead}`, known.label)
  }
  return refusal(`${main.label} is no session or request body that is known here. Seen: ${seen(main, records)}.`, 'unknown')
}

function refusal(message: string, seen: string): Refusal {
  return new Refusal({ code: 'unknown-format', message, facts: { seen } })
}

function seen(main: NamedSource, records: readonly unknown[]): string {
  const first = records.find(isObject)
  if (first) return `JSON with the keys ${Object.keys(first).slice(0, 8).join(', ')}`
  const head = Buffer.from(main.source.read(0, 60)).toString('utf8').replace(/\s+/g, ' ').trim()
  return `text that begins "${head.slice(0, 40)}"`
}
