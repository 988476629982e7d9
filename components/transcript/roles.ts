/** Colour of the left edge by role; the role stands beside it in words. */
const EDGES: Readonly<Record<string, string>> = {
  system: 'border-l-role-system',
  developer: 'border-l-role-system',
  user: 'border-l-role-user',
  assistant: 'border-l-role-assistant',
  tool: 'border-l-role-tool',
  summary: 'border-l-role-summary',
}

export function roleEdge(role: string): string {
  return EDGES[role] ?? 'border-l-border-strong'
}

/** For the strip, which paints cells. */
export const ROLE_COLOURS: readonly (readonly [role: string, variable: string])[] = [
  ['system', 'var(--role-system)'],
  ['user', 'var(--role-user)'],
  ['assistant', 'var(--role-assistant)'],
  ['tool', 'var(--role-tool)'],
  ['summary', 'var(--role-summary)'],
]
