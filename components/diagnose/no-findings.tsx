import Link from 'next/link'
import { ruleHref } from '@/lib/url/state'
import type { CheckView } from '@/lib/view/check'

/** What "nothing found" means: how many checks ran, and what no check can see. */
export function NoFindings({ check }: { readonly check: CheckView }) {
  return (
    <div role="status" className="flex flex-col gap-2 px-3 py-3">
      <p className="font-medium">No fault found by {check.checks} checks</p>
      {check.pending.length > 0 && (
        <p className="text-muted">
          {check.pending.length} {check.pending.length === 1 ? 'call is' : 'calls are'} still to be run by the agent; that is no fault.
        </p>
      )}
      <Unchecked check={check} />
    </div>
  )
}

export function Unchecked({ check }: { readonly check: CheckView }) {
  if (check.unchecked.length === 0) return null
  return (
    <div>
      <h3 className="text-xs font-semibold text-muted">Not checkable from a file</h3>
      <ul className="mt-1 flex flex-col gap-1.5">
        {check.unchecked.map(({ rule, why }) => (
          <li key={rule}>
            {why}
            <Link href={ruleHref(rule)} className="block truncate font-mono text-xs">
              {rule}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
