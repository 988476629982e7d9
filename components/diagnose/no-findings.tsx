import Link from 'next/link'
import { ruleHref } from '@/lib/url/state'
import type { CheckView } from '@/lib/view/check'

/** What "nothing found" means: how many checks ran, and what no check can see. */
export function NoFindings({ check }: { readonly check: CheckView }) {
  return (
    <div role="status" className="flex flex-col gap-2 px-3 py-3">
      <p className="font-medium">
        No fault found by {check.checks} checks{check.unchecked.length > 0 && '; not checkable from a file:'}
      </p>
      {check.pending.length > 0 && (
        <p className="text-muted">
          {check.pending.length} {check.pending.length === 1 ? 'call is' : 'calls are'} still to be run by the agent; that is no fault.
        </p>
      )}
      <Unchecked check={check} isOpen />
    </div>
  )
}

interface UncheckedProps {
  readonly check: CheckView
  readonly isOpen?: boolean
}

/** Conditions that no file shows, by reason. */
export function Unchecked({ check, isOpen = false }: UncheckedProps) {
  if (check.unchecked.length === 0) return null
  const reasons = [...new Set(check.unchecked.map(one => one.why))]
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer text-xs font-semibold text-muted">Not checkable from a file ({check.unchecked.length})</summary>
      <ul className="mt-1 flex flex-col gap-1.5">
        {reasons.map(why => (
          <li key={why}>
            {why.charAt(0).toUpperCase() + why.slice(1)}
            {check.unchecked
              .filter(one => one.why === why)
              .map(({ rule }) => (
                <Link key={rule} href={ruleHref(rule)} className="block truncate font-mono text-xs" title={rule}>
                  {rule}
                </Link>
              ))}
          </li>
        ))}
      </ul>
    </details>
  )
}
