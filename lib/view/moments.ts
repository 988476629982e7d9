/** Moments as people choose them. */

import type { SessionHeader } from './models'

export interface MomentChoice {
  readonly value: string
  readonly label: string
  readonly group: string
  readonly hint?: string
}

/** The request that produced a message, or that an error line answered: `a2/m5` → `a2/message:5`. */
export function momentOf(at: string): string {
  const [, agent = '', number = '0'] = /^(a\d+\/)?m(\d+)/.exec(at) ?? []
  return `${agent}message:${number}`
}

export function momentInWords(moment: string): string {
  const [, agent = '', kind = 'end', number = '', before] = /^(?:(a\d+)\/)?(end|message|boundary):?(\d+)?(:before)?$/.exec(moment) ?? []
  const of = agent === '' ? '' : ` of ${agent}`
  if (kind === 'message') return `Request that produced m${number}${of}`
  if (kind === 'boundary') return `Just ${before ? 'before' : 'after'} compaction k${number}${of}`
  return `Next request${of}`
}

const MOST_ERRORS = 40

/** The end, every compaction, the last errors; and the one that is shown, whatever it is. */
export function momentChoices({ boundaries, errors, isBody }: SessionHeader, current: string): MomentChoice[] {
  if (isBody) return [{ value: 'end', label: 'This request', group: '' }]
  const choices: MomentChoice[] = [{ value: 'end', label: momentInWords('end'), group: '' }]
  boundaries.forEach(({ at, trigger }, number) => {
    const hint = `at m${at}${trigger === null ? '' : `, ${trigger}`}`
    for (const value of [`boundary:${number}:before`, `boundary:${number}`])
      choices.push({ value, label: momentInWords(value), group: 'Compactions', hint })
  })
  for (const { at, status } of errors.slice(-MOST_ERRORS)) {
    choices.push({
      value: momentOf(at),
      label: `Request that failed at ${at}`,
      group: 'Errors',
      hint: status === null ? '' : String(status),
    })
  }
  const unique = [...new Map(choices.map(choice => [choice.value, choice])).values()]
  if (!unique.some(choice => choice.value === current)) unique.push({ value: current, label: momentInWords(current), group: 'Shown now' })
  return unique
}
