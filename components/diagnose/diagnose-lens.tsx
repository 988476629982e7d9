'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Scope } from '@/lib/url/api'
import { type CheckView, countBySeverity, countsInWords, incompleteInWords, type LocateDocument } from '@/lib/view/check'
import type { ErrorLine, FirstAppearance, SessionHeader, StripCell } from '@/lib/view/models'
import { momentOf } from '@/lib/view/moments'
import type { SessionState } from '../hooks/use-session-state'
import { Transcript, type TranscriptHandle } from '../transcript/transcript'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { KeyHint } from '../ui/key-hint'
import { Conversions } from './conversions'
import { ErrorPaste, useLocator } from './error-paste'
import { FindingsList } from './findings-list'
import { NoFindings, Unchecked } from './no-findings'
import { PreviewDialog } from './preview-dialog'
import { RecordedErrors } from './recorded-errors'
import { useDiagnoseKeys } from './use-diagnose-keys'
import { useDiagnosis } from './use-diagnosis'
import { useRepair } from './use-repair'
import { WhyPanel } from './why-panel'

interface DiagnoseLensProps {
  readonly header: SessionHeader
  readonly check: CheckView
  readonly first: Promise<FirstAppearance | null>
  readonly cells: readonly StripCell[]
  readonly scope: Scope
  readonly session: SessionState
}

/** Why a request is refused: findings, where they stand, why, and the way out. */
export function DiagnoseLens({ header, check, first, cells, scope, session }: DiagnoseLensProps) {
  const { state, set, jump, load } = session
  const diagnosis = useDiagnosis(check, session)
  const { ordered, selected, shown, position, chosen } = diagnosis
  const repair = useRepair(scope, chosen)
  const transcript = useRef<TranscriptHandle>(null)
  const paste = useRef<HTMLTextAreaElement>(null)
  const go = (at: string) => jump({ at })
  const onFound = ({ located, findings, at: moment }: LocateDocument) => {
    const { at, rule } = located
    if (at === null) return
    const finding = findings.find(one => one.at === at && one.rule === rule) ?? findings.find(one => one.at === at)
    const place = { at, finding: finding?.id ?? null }
    if (moment === check.at) jump(place)
    else load({ ...place, moment, choose: null })
  }
  const locator = useLocator({ scope, moment: state.moment, onFound })
  const marks = useMemo(() => {
    const map = new Map<string, { finding: string; severity: (typeof ordered)[number]['severity'] }[]>()
    for (const { at, id, severity } of ordered) map.set(at, [...(map.get(at) ?? []), { finding: id, severity }])
    return map
  }, [ordered])
  useDiagnoseKeys({ diagnosis, repair, transcript, paste, go, clear: locator.clear })
  const toMoment = (moment: string) => load({ moment, finding: null, choose: null, at: null })
  const chosenCount = Object.keys(chosen).length

  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-b px-3 py-1">
        <Summary check={check} />
        {ordered.length > 0 && (
          <span className="flex items-center gap-1">
            <IconButton icon={ChevronLeft} label="Previous finding" keys="p" onClick={() => diagnosis.step(-1)} />
            <span className="tabular min-w-20 text-center text-muted">
              {selected
                ? `${selected.id} · ${position + 1} of ${ordered.length}`
                : ordered.length === 1
                  ? '1 finding'
                  : `${ordered.length} findings`}
            </span>
            <IconButton icon={ChevronRight} label="Next finding" keys="n" onClick={() => diagnosis.step(1)} />
          </span>
        )}
        {ordered.some(one => one.repairs.length > 0) && (
          <span className="ml-auto flex flex-wrap items-center gap-2">
            <span className="tabular text-muted">
              {chosenCount} of {ordered.length} with a repair
            </span>
            <Button className="button-compact" onClick={diagnosis.chooseAll}>
              Least loss for all <KeyHint keys="X" />
            </Button>
            <Button
              look={chosenCount > 0 ? 'primary' : 'plain'}
              className="button-compact"
              disabled={chosenCount === 0}
              onClick={repair.preview}
            >
              Preview
            </Button>
          </span>
        )}
      </div>
      {!check.complete && (
        <p role="status" className="border-b bg-marked px-3 py-1">
          This request cannot be rebuilt whole: {incompleteInWords(check.why)}. What follows from the missing part is no finding.
        </p>
      )}
      <div className="diagnose-panes">
        <section aria-label="Findings" className="flex min-h-0 flex-col overflow-hidden [grid-area:findings]">
          <ErrorPaste ref={paste} locator={locator} onGo={go} />
          <div className="min-h-0 grow overflow-y-auto">
            {ordered.length > 0 ? <FindingsList diagnosis={diagnosis} /> : <NoFindings check={check} />}
            <Conversions conversions={check.conversions} onGo={go} />
            <RecordedErrors
              errors={header.errors}
              onGo={go}
              onLocate={locator.locate}
              onMoment={(error: ErrorLine) => toMoment(momentOf(error.at))}
            />
            {ordered.length > 0 && (
              <div className="px-3 py-3">
                <p className="mb-2 text-xs text-muted">{check.checks} checks ran.</p>
                <Unchecked check={check} />
              </div>
            )}
          </div>
        </section>
        <div className="flex min-h-0 min-w-0 flex-col border-l [grid-area:history]">
          <Transcript ref={transcript} scope={scope} cells={cells} at={state.at} onAt={at => set({ at })} marks={marks} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label="Why and repair" tabIndex={0} className="min-h-0 overflow-y-auto [grid-area:why]">
          {shown ? (
            <WhyPanel
              key={shown.id}
              finding={shown}
              first={first}
              chosen={chosen[shown.id] ?? null}
              onChoose={one => diagnosis.choose(shown, one)}
              onGo={go}
              onMoment={toMoment}
            />
          ) : (
            <p className="px-3 py-3 text-muted">
              {ordered.length > 0 ? (
                <>
                  Choose a finding, or go to the first with <KeyHint keys="n" />.
                </>
              ) : (
                'With an error text, paste it at the left: it may be about an earlier moment.'
              )}
            </p>
          )}
        </section>
      </div>
      <PreviewDialog repair={repair} onGo={go} />
    </div>
  )
}

function Summary({ check }: { readonly check: CheckView }) {
  const words = countsInWords(countBySeverity(check.findings))
  const mended = check.findings.filter(one => one.mendedBy !== null).length
  return (
    <h1 className="font-medium">
      {words || `No fault found by ${check.checks} checks`}
      {mended > 0 && <span className="font-normal text-muted"> · {mended} mended by the agent</span>}
    </h1>
  )
}
