/** The sentences for what can go wrong between browser and server, chosen by code in this one file. */

export interface Failure {
  readonly code: string
  readonly sentence: string
  /** What to do; may be empty. */
  readonly advice: string
  /** To quote; the server's log has it. */
  readonly id: string | null
}

const ADVICE: Readonly<Record<string, string>> = {
  'unknown-format':
    'Cutpoint reads logs of agents and request bodies. If this is one, check that it is whole and not a screenshot or an export as text.',
  'too-large': 'Split the file, or drop only the session that fails.',
  'not-found': 'It may have been deleted. Go back to all sessions.',
  'no-session': 'It may have been deleted. Go back to all sessions.',
  offline: 'Check that the server is still running in its terminal, then try again.',
  cancelled: 'Nothing was kept.',
  aborted: 'Nothing was kept.',
  broken: 'Try again. If it stays, the log of the server says more under the id.',
}

export function failureOf(code: string, sentence: string, id: string | null = null): Failure {
  return { code, sentence, advice: ADVICE[code] ?? '', id }
}

export const OFFLINE: Failure = failureOf('offline', 'The server does not answer.')

/** Reads `{ "error": { code, message, id } }`; anything else is a broken answer. */
export function failureFrom(body: unknown, status: number): Failure {
  const error = isRecord(body) && isRecord(body.error) ? body.error : null
  if (error === null || typeof error.code !== 'string' || typeof error.message !== 'string')
    return failureOf('broken', `The server answered with ${status} and no reason.`)
  return failureOf(error.code, error.message, typeof error.id === 'string' ? error.id : null)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
