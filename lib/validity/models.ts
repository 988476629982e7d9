/**
 * What models take, as far as rules depend on it. Source of truth: the vendors' model and thinking pages as of 2026-09.
 * Data, not code: a new model is a new row. An unknown model is null, and rules then say less.
 */

export const MODELS_DATED = '2026-09'

export interface ClaudeModel {
  readonly label: string
  /** A request may end on an assistant message. */
  readonly prefill: boolean
  /** Thinking of earlier turns is kept; otherwise the provider takes it out. */
  readonly keepsAllThinking: boolean
  /** `thinking.type` values that the model takes. */
  readonly thinking: readonly ('enabled' | 'adaptive' | 'disabled')[]
  /** Thinks when the request does not speak of thinking; null where we do not know. */
  readonly thinksByDefault: boolean | null
  /** Takes `role: system` inside the message list. */
  readonly systemMessages: boolean
  /** Takes a forced tool choice. */
  readonly forcedToolChoice: boolean
  readonly window: number
}

interface Row extends ClaudeModel {
  readonly family: RegExp
  /** Versions in hundreds: 4.5 is 405. */
  readonly from: number
  readonly to: number
}

const BEFORE = {
  prefill: true,
  keepsAllThinking: false,
  thinksByDefault: false,
  systemMessages: false,
  forcedToolChoice: true,
  window: 200_000,
} as const
const SINCE = {
  prefill: false,
  keepsAllThinking: true,
  thinksByDefault: null,
  systemMessages: false,
  forcedToolChoice: true,
  window: 1_000_000,
} as const

const ROWS: readonly Row[] = [
  { ...SINCE, label: 'Mythos Preview', family: /mythos/, from: 0, to: 0, forcedToolChoice: false, thinking: ['enabled', 'adaptive'] },
  { ...BEFORE, label: 'Claude 3 and 3.5', family: /./, from: 0, to: 306, thinking: ['disabled'] },
  { ...BEFORE, label: 'Opus up to 4.1', family: /opus/, from: 307, to: 404, thinking: ['enabled', 'disabled'] },
  { ...BEFORE, label: 'Opus 4.5', family: /opus/, from: 405, to: 405, keepsAllThinking: true, thinking: ['enabled', 'disabled'] },
  { ...BEFORE, label: 'Sonnet and Haiku up to 4.5', family: /sonnet|haiku/, from: 307, to: 405, thinking: ['enabled', 'disabled'] },
  {
    ...SINCE,
    label: 'Claude 4.6',
    family: /opus|sonnet|haiku/,
    from: 406,
    to: 406,
    thinksByDefault: false,
    thinking: ['enabled', 'adaptive', 'disabled'],
  },
  { ...SINCE, label: 'Claude 4.7', family: /opus|sonnet|haiku/, from: 407, to: 407, thinking: ['adaptive', 'disabled'] },
  { ...SINCE, label: 'Opus 4.8 and 5', family: /opus/, from: 408, to: 599, systemMessages: true, thinking: ['adaptive', 'disabled'] },
  { ...SINCE, label: 'Sonnet and Haiku after 4.7', family: /sonnet|haiku/, from: 408, to: 599, thinking: ['adaptive', 'disabled'] },
  { ...SINCE, label: 'Fable 5 and Mythos 5', family: /fable|mythos/, from: 500, to: 599, systemMessages: true, thinking: ['adaptive'] },
]

/** Facts about a Claude model by its id, in the spelling of any platform; null for one we do not know. */
export function claudeModel(id: string | null): ClaudeModel | null {
  const name = familyOf(id)
  if (!name) return null
  return ROWS.find(row => row.family.test(name.family) && name.version >= row.from && name.version <= row.to) ?? null
}

function familyOf(id: string | null): { family: string; version: number } | null {
  const text = (id ?? '').toLowerCase()
  if (text.includes('mythos-preview')) return { family: 'mythos', version: 0 }
  const after = /claude-(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d{1,2}))?(?!\d)/.exec(text)
  if (after) return { family: after[1] ?? '', version: Number(after[2]) * 100 + Number(after[3] ?? 0) }
  const before = /claude-(\d)(?:[-.](\d))?-(opus|sonnet|haiku)/.exec(text)
  return before ? { family: before[3] ?? '', version: Number(before[1]) * 100 + Number(before[2] ?? 0) } : null
}

/** OpenAI models by prefix, the longest first: window, and whether `role: system` is taken. */
const OPENAI_ROWS: readonly { readonly prefix: string; readonly window: number; readonly system: boolean }[] = [
  { prefix: 'gpt-3.5-turbo', window: 16_385, system: true },
  { prefix: 'gpt-4-turbo', window: 128_000, system: true },
  { prefix: 'gpt-4.1', window: 1_047_576, system: true },
  { prefix: 'gpt-4o', window: 128_000, system: true },
  { prefix: 'gpt-4-32k', window: 32_768, system: true },
  { prefix: 'gpt-4', window: 8_192, system: true },
  { prefix: 'gpt-5', window: 400_000, system: true },
  { prefix: 'o1-mini', window: 128_000, system: false },
  { prefix: 'o1-preview', window: 128_000, system: false },
  { prefix: 'o1', window: 200_000, system: true },
  { prefix: 'o3', window: 200_000, system: true },
  { prefix: 'o4-mini', window: 200_000, system: true },
]

function openAiRow(id: string | null) {
  const name = (id ?? '').toLowerCase().replace(/^.*\//, '')
  return (
    OPENAI_ROWS.find(
      row => name === row.prefix || name.startsWith(`${row.prefix}-`) || (row.prefix.includes('.') && name.startsWith(row.prefix)),
    ) ?? null
  )
}

export function windowOfModel(id: string | null): number | null {
  return claudeModel(id)?.window ?? openAiRow(id)?.window ?? null
}

/** False for the OpenAI models that refuse `role: system`. */
export function takesSystemRole(id: string | null): boolean {
  return openAiRow(id)?.system ?? true
}
