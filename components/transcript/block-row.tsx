import type { LaneMark } from '@/lib/view/lanes'
import type { TranscriptRow } from '@/lib/view/models'
import { TokenCount } from '../ui/number'
import { SEVERITIES, type Severity, SeverityMark } from '../ui/severity'
import { KIND_WORDS, KindIcon } from './kind-icon'
import { type GutterEnd, PairingGutter } from './pairing-gutter'
import { roleEdge } from './roles'

export type BlockRowModel = Extract<TranscriptRow, { readonly kind: 'block' }>

export interface RowMark {
  readonly finding: string
  readonly severity: Severity
}

interface BlockRowProps {
  readonly row: BlockRowModel
  readonly marks: readonly RowMark[]
  readonly lanes: readonly LaneMark[]
  readonly end: GutterEnd
  readonly highlighted: number | null
  readonly isCursor: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One block on one line: role edge, pairing, address, kind, first words, tokens. */
export function BlockRow({ row, marks, lanes, end, highlighted, isCursor, isOpen, onToggle }: BlockRowProps) {
  const first = marks[0]
  const isMissing = row.pair === 'missing'
  return (
    <div className={`flex min-h-7 border-l-3 ${roleEdge(row.block === 'result' ? 'tool' : row.role)} ${tint(isCursor, first?.severity)}`}>
      <div className="relative w-9.5 shrink-0">
        <PairingGutter marks={lanes} end={end} highlighted={highlighted} />
      </div>
      <button
        type="button"
        data-at={row.at}
        tabIndex={isCursor ? 0 : -1}
        aria-expanded={isOpen}
        aria-current={isCursor || undefined}
        onClick={onToggle}
        className={`flex h-7 min-w-0 grow items-center gap-2 pr-3 pl-1.5 text-left outline-offset-[-2px] ${row.isSent ? '' : 'text-muted'}`}
      >
        <span className="w-18 shrink-0 truncate font-mono text-xs text-muted">{row.at}</span>
        <span className="w-16 shrink-0 truncate text-xs text-muted max-xl:w-14">{row.isFirstOfMessage ? row.role : ''}</span>
        <KindIcon kind={row.block} />
        <span className="flex min-w-0 grow items-baseline gap-2">
          {row.name !== null && <span className="shrink-0 font-mono text-xs font-medium">{row.name}</span>}
          {row.isError && <span className="shrink-0 text-xs text-alter">error result</span>}
          {row.synthetic !== null && <span className="shrink-0 rounded bg-raised px-1 text-xs text-muted">{row.synthetic}</span>}
          {!row.isSent && <span className="shrink-0 text-xs italic">not sent</span>}
          <span className="truncate">
            {row.preview === '' ? <span className="text-muted">({KIND_WORDS[row.block]})</span> : row.preview}
          </span>
        </span>
        {isMissing && <span className="shrink-0 text-xs text-reject">{row.block === 'call' ? 'no result' : 'no call'}</span>}
        {row.pair === 'pending' && <span className="shrink-0 text-xs text-muted">pending</span>}
        {marks.map(mark => (
          <span
            key={mark.finding}
            className={`inline-flex shrink-0 items-center gap-1 font-mono text-xs ${SEVERITIES[mark.severity].text}`}
          >
            <SeverityMark severity={mark.severity} size={10} />
            {mark.finding}
          </span>
        ))}
        <TokenCount tokens={row.tokens} className="w-14 shrink-0 text-right text-xs text-muted" />
      </button>
    </div>
  )
}

function tint(isCursor: boolean, severity: Severity | undefined): string {
  if (isCursor) return 'bg-raised'
  if (severity === 'rejects') return 'bg-removed/50'
  return severity === undefined ? 'hover:bg-surface' : 'bg-marked/50'
}
