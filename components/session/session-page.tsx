'use client'

import Link from 'next/link'
import type { Scope } from '@/lib/url/api'
import { LENSES, type Lens, sessionHref } from '@/lib/url/state'
import type { CheckView } from '@/lib/view/check'
import type { FirstAppearance, ImportReport, SessionHeader, StripCell } from '@/lib/view/models'
import { DiagnoseLens } from '../diagnose/diagnose-lens'
import { useKeys } from '../hooks/use-keys'
import { useSessionState } from '../hooks/use-session-state'
import { useGoTo } from '../shell/go-to'
import { useAnnounce } from '../shell/live-region'
import { Tabs } from '../ui/tabs'
import { ImportLens } from './import-lens'
import { ScopeBar } from './scope-bar'
import { TranscriptLens } from './transcript-lens'

export interface SessionPageProps {
  readonly header: SessionHeader
  readonly scope: Scope
  readonly check: CheckView
  /** Comes later: it walks over every request of the session. */
  readonly first: Promise<FirstAppearance | null>
  readonly cells: readonly StripCell[]
  readonly report: ImportReport
}

const LABELS: Readonly<Record<Lens, string>> = { diagnose: 'Diagnose', transcript: 'Transcript', import: 'Import' }

export function SessionPage({ header, scope, check, first, cells, report }: SessionPageProps) {
  const session = useSessionState()
  const { state, jump, load, isLoading } = session
  const announce = useAnnounce()
  const counts: Partial<Record<Lens, number>> = { diagnose: check.findings.length, import: report.notes.length }
  const tabs = LENSES.map(id => ({ id, label: LABELS[id], ...(counts[id] ? { count: counts[id] } : {}) }))
  // The other lens may show another part of the session, which the server has to fetch.
  const openLens = (lens: Lens) => load({ lens })
  const copyLink = () => {
    const href = new URL(sessionHref({ ...state, id: header.id }), location.href).href
    navigator.clipboard.writeText(href).then(
      () => announce('Link copied.'),
      () => announce('The browser did not allow copying.'),
    )
  }
  useGoTo(at => jump({ at }))
  useKeys([
    { id: 'copy-link', label: 'Copy the link to this place', group: 'Session', keys: 'y', run: copyLink },
    ...LENSES.map(lens => ({ id: `lens-${lens}`, label: `Lens: ${LABELS[lens]}`, group: 'Session', run: () => openLens(lens) })),
  ])
  return (
    <Tabs
      label="Lenses"
      tabs={tabs}
      value={state.lens}
      onChoose={openLens}
      aside={<ScopeBar header={header} state={state} scope={scope} isBusy={isLoading} onLoad={load} />}
    >
      <div className={`flex min-h-0 grow flex-col ${isLoading ? 'opacity-60' : ''}`} aria-busy={isLoading}>
        {header.newer !== null && (
          <p className="border-b bg-marked px-3 py-1">
            A newer session continues this one.{' '}
            <Link href={sessionHref({ id: header.newer })} className="underline">
              Open it
            </Link>
          </p>
        )}
        {state.lens === 'diagnose' && (
          <DiagnoseLens header={header} check={check} first={first} cells={cells} scope={scope} session={session} />
        )}
        {state.lens === 'transcript' && <TranscriptLens check={check} cells={cells} scope={scope} session={session} />}
        {state.lens === 'import' && <ImportLens header={header} report={report} />}
      </div>
    </Tabs>
  )
}
