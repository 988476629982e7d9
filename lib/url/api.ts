/** Addresses of the HTTP interface, built in one place. */

export interface Scope {
  readonly id: string
  /** Null for the record as a whole: every message of the file. */
  readonly moment: string | null
  readonly profile: string | null
  readonly branch: number | null
  readonly agent: string | null
}

type Query = Readonly<Record<string, string | number | null | undefined>>

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined) params.set(name, String(value))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

function scoped({ moment, profile, branch, agent }: Scope): Query {
  return { moment, profile, branch, agent }
}

const sessionPath = (id: string) => `/api/sessions/${encodeURIComponent(id)}`

export const api = {
  sessions: () => '/api/sessions',
  upload: (name: string) => withQuery('/api/sessions', { name }),
  session: sessionPath,
  samples: () => '/api/samples',
  explain: () => '/api/explain',
  job: (id: string) => `/api/jobs/${encodeURIComponent(id)}`,
  rows: (scope: Scope, range: { readonly from: number; readonly to: number; readonly at?: string }) =>
    withQuery(`${sessionPath(scope.id)}/rows`, { ...scoped(scope), ...range }),
  block: (scope: Scope, at: string, from: number, length: number) =>
    withQuery(`${sessionPath(scope.id)}/blocks/${encodeURIComponent(at)}`, { ...scoped(scope), from, length }),
  strip: (scope: Scope, cells: number) => withQuery(`${sessionPath(scope.id)}/strip`, { ...scoped(scope), cells }),
  locate: (id: string) => `${sessionPath(id)}/locate`,
  repairs: (id: string, download = false) => withQuery(`${sessionPath(id)}/repairs`, { download: download ? 1 : null }),
}

/** Without what is not set: a body names only what it means. */
export function given(values: Query): Readonly<Record<string, string | number>> {
  const out: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== undefined) out[name] = value
  return out
}
