/** Provider profiles: the wire a body is written in, and the limits that rules ask for. */

export type Wire = 'anthropic-messages' | 'openai-chat'

export interface Profile {
  readonly id: string
  readonly label: string
  readonly wire: Wire
  /** Same-role neighbours are joined by the provider before it checks. */
  readonly mergesNeighbours: boolean
}

export const PROFILES: readonly Profile[] = [
  { id: 'anthropic', label: 'Anthropic Messages', wire: 'anthropic-messages', mergesNeighbours: true },
  { id: 'openai-chat', label: 'OpenAI Chat Completions', wire: 'openai-chat', mergesNeighbours: false },
]

export function findProfile(id: string): Profile | null {
  return PROFILES.find(profile => profile.id === id) ?? null
}

/** The profile that `auto` means: from the format first, then the model. */
export function autoProfile(format: string, model: string | null): Profile {
  const openai = format === 'openai-chat' || (format !== 'anthropic-request' && /^(gpt|o[1-9]|chatgpt)/.test(model ?? ''))
  const wanted = openai && format !== 'claude-code' ? 'openai-chat' : 'anthropic'
  const found = findProfile(wanted)
  if (!found) throw new Error(`no profile ${wanted}`)
  return found
}
