import { countsInWords } from '@/lib/view/check'
import type { SessionLine } from '@/lib/view/models'
import { Chip } from '../ui/chip'
import { SEVERITIES, SEVERITY_ORDER, SeverityMark } from '../ui/severity'

/** What the checks found, never a promise: "no fault found" names how many checks ran. */
export function VerdictChip({ line }: { readonly line: SessionLine }) {
  const { verdict } = line
  if (!verdict) return <span className="text-muted">{line.state === 'ready' ? 'not checked yet' : '–'}</span>
  const words = countsInWords(verdict)
  const worst = SEVERITY_ORDER.find(severity => verdict[severity] > 0)
  const title = `${verdict.checks} checks for ${verdict.profile}, next request`
  if (!worst) return <Chip title={title}>no fault found, {verdict.checks} checks</Chip>
  return (
    <Chip tone={SEVERITIES[worst].tone} title={title}>
      <SeverityMark severity={worst} size={10} />
      {words}
    </Chip>
  )
}
