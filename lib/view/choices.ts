/**
 * Which repair is chosen for which finding, as the address bar keeps it: `F1=drop-result,F3=restore-call`, or `all` for
 * the least loss everywhere with what differs behind it. Repairs are offered least loss first.
 */

import type { Finding } from './check'

export type Chosen = Readonly<Record<string, string>>

type Repairable = Pick<Finding, 'id' | 'repairs'>

export function readChoices(text: readonly string[], findings: readonly Repairable[]): Chosen {
  const chosen: Record<string, string> = text.includes('all') ? { ...leastLoss(findings) } : {}
  for (const choice of text) {
    const [id = '', repair = ''] = choice.split('=')
    if (findings.some(finding => finding.id === id && finding.repairs.some(one => one.id === repair))) chosen[id] = repair
  }
  return chosen
}

export function writeChoices(chosen: Chosen, findings: readonly Repairable[]): string[] {
  const least = leastLoss(findings)
  const ids = Object.keys(least)
  const isAll = ids.length > 1 && ids.every(id => chosen[id] !== undefined)
  const differing = ids.filter(id => chosen[id] !== undefined && (!isAll || chosen[id] !== least[id]))
  return [...(isAll ? ['all'] : []), ...differing.map(id => `${id}=${chosen[id]}`)]
}

export function leastLoss(findings: readonly Repairable[]): Chosen {
  return Object.fromEntries(findings.flatMap(({ id, repairs }) => (repairs[0] ? [[id, repairs[0].id]] : [])))
}
