'use client'

import { exact, signed } from '@/lib/base/numbers'
import type { Finding } from '@/lib/view/check'
import { KeyHint } from '../ui/key-hint'

interface RepairListProps {
  readonly finding: Finding
  readonly chosen: string | null
  readonly onChoose: (repair: string | null) => void
}

/** The ways out, least loss first. Each was re-checked before it was offered. */
export function RepairList({ finding, chosen, onChoose }: RepairListProps) {
  if (finding.repairs.length === 0)
    return <p className="text-muted">No repair is known for this finding that passes the checks afterwards.</p>
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Repairs for {finding.id}</legend>
      {finding.repairs.map((repair, place) => (
        <label
          key={repair.id}
          className={`flex cursor-pointer items-start gap-2.5 rounded border px-2.5 py-1.5 ${
            chosen === repair.id ? 'border-accent bg-raised' : 'hover:bg-surface'
          }`}
        >
          <input
            type="radio"
            name={`repair-${finding.id}`}
            className="mt-1"
            checked={chosen === repair.id}
            onChange={() => onChoose(repair.id)}
          />
          <span className="min-w-0 grow">
            <span className="block">
              {repair.title}
              {place === 0 && (
                <span className="ml-2 inline-flex items-center gap-1.5 text-xs text-muted">
                  least loss <KeyHint keys="x" />
                </span>
              )}
            </span>
            <span className="block text-xs text-muted">loses: {repair.loses}</span>
          </span>
          <span className="tabular shrink-0 text-xs text-muted" title={`${exact(repair.tokens)} tokens, estimated`}>
            {repair.tokens === 0 ? '±0' : signed(repair.tokens)} tokens
          </span>
        </label>
      ))}
      {chosen !== null && (
        <button type="button" className="self-start text-xs text-accent underline" onClick={() => onChoose(null)}>
          choose none
        </button>
      )}
    </fieldset>
  )
}
