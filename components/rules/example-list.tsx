import type { ExampleRow, ExampleView } from '@/lib/view/rules'
import { KindIcon } from '../transcript/kind-icon'
import { roleEdge } from '../transcript/roles'

interface ExampleListProps {
  readonly examples: readonly ExampleView[]
  readonly isRejected: boolean
}

/** Small transcripts, in the same look as the real ones. The marked block is where the rule points. */
export function ExampleList({ examples, isRejected }: ExampleListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {examples.map(example => (
        <li key={`${example.profile} ${example.name}`} className="overflow-hidden rounded-lg border">
          <p className="flex gap-3 border-b bg-surface px-3 py-1">
            <span className="grow">{example.name}</span>
            <span className="text-xs leading-5 text-muted">{example.profile}</span>
          </p>
          <ol>
            {example.rows.map(row => (
              <Line key={row.at} row={row} isRejected={isRejected} />
            ))}
          </ol>
          {example.params !== null && <pre className="body-text border-t px-3 py-1 text-muted">{example.params}</pre>}
        </li>
      ))}
    </ul>
  )
}

function Line({ row, isRejected }: { readonly row: ExampleRow; readonly isRejected: boolean }) {
  const isFault = isRejected && row.isMarked
  return (
    <li
      className={`flex items-baseline gap-2 border-l-3 px-3 py-0.5 ${roleEdge(row.kind === 'result' ? 'tool' : row.role)} ${isFault ? 'bg-removed' : ''}`}
    >
      <span className="w-14 shrink-0 font-mono text-xs text-muted">{row.at}</span>
      <span className="w-18 shrink-0 text-xs text-muted">{row.isFirstOfMessage ? row.role : ''}</span>
      <span className="translate-y-0.5">
        <KindIcon kind={row.kind === 'nothing' || row.kind === 'media' ? 'other' : row.kind} />
      </span>
      <span className="min-w-0 font-mono text-xs break-words">
        {row.name !== null && <span className="font-medium">{row.name} </span>}
        {row.callId !== null && <span className="text-muted">{row.callId === '' ? '(no id)' : row.callId} </span>}
        {row.text}
      </span>
      {isFault && <span className="ml-auto shrink-0 text-xs font-medium text-reject">here</span>}
    </li>
  )
}
