/** Moments: when in a session a request is looked at. `end`, `message:N`, `boundary:N`, `boundary:N:before`. */

export type Moment =
  | { readonly kind: 'end' }
  | { readonly kind: 'message'; readonly number: number }
  | { readonly kind: 'boundary'; readonly number: number; readonly before: boolean }

export const END: Moment = { kind: 'end' }

/** A moment and the agent it is of ('' for the main session). Null when the text names no moment. */
export function parseMoment(text: string): { agent: string; moment: Moment } | null {
  const parts = /^(?:(a\d+)\/)?(?:(end)|message:(\d+)|boundary:(\d+)(:before)?)$/.exec(text)
  if (!parts) return null
  const agent = parts[1] ?? ''
  if (parts[2]) return { agent, moment: END }
  if (parts[3] !== undefined) return { agent, moment: { kind: 'message', number: Number(parts[3]) } }
  return { agent, moment: { kind: 'boundary', number: Number(parts[4]), before: parts[5] !== undefined } }
}

export function printMoment(moment: Moment, agent = ''): string {
  const prefix = agent === '' ? '' : `${agent}/`
  if (moment.kind === 'end') return `${prefix}end`
  if (moment.kind === 'message') return `${prefix}message:${moment.number}`
  return `${prefix}boundary:${moment.number}${moment.before ? ':before' : ''}`
}
