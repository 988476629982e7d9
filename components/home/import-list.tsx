'use client'

import { X } from 'lucide-react'
import { percent } from '@/lib/base/numbers'
import { ErrorNote } from '../ui/error-note'
import { Bytes } from '../ui/number'
import type { ImportLine } from './use-imports'

const PHASES = { packing: 'packing the folder', sending: 'sending', reading: 'reading', failed: 'failed' } as const

interface ImportListProps {
  readonly lines: readonly ImportLine[]
  readonly onCancel: (key: number) => void
}

/** What is on its way in, with progress and a way to stop it. */
export function ImportList({ lines, onCancel }: ImportListProps) {
  if (lines.length === 0) return null
  return (
    <ul aria-label="Importing" className="flex flex-col gap-2">
      {lines.map(line => (
        <li key={line.key} className="rounded-lg border px-4 py-2">
          <div className="flex items-center gap-3">
            <span className="min-w-0 grow truncate font-medium">{line.name}</span>
            {line.bytes !== null && <Bytes value={line.bytes} className="text-muted" />}
            {line.phase !== 'failed' && (
              <span className="tabular w-44 shrink-0 text-right text-muted">
                {PHASES[line.phase]} {percent(line.share)}
              </span>
            )}
            <button
              type="button"
              className="icon-button icon-button-small"
              aria-label={line.phase === 'failed' ? `Dismiss ${line.name}` : `Cancel ${line.name}`}
              onClick={() => onCancel(line.key)}
            >
              <X aria-hidden="true" size={14} />
            </button>
          </div>
          {line.failure ? (
            <ErrorNote failure={line.failure} />
          ) : (
            <Progress share={line.share} label={`${line.name}: ${PHASES[line.phase]}`} />
          )}
        </li>
      ))}
    </ul>
  )
}

export function Progress({ share, label }: { readonly share: number; readonly label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="mt-1.5 h-1 overflow-hidden rounded bg-raised"
    >
      <div className="h-full bg-accent transition-[width]" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
