'use client'

import { useCallback, useMemo, useRef } from 'react'
import type { CheckView, Finding } from '@/lib/view/check'
import { type Chosen, leastLoss, readChoices, writeChoices } from '@/lib/view/choices'
import type { SessionState } from '../hooks/use-session-state'
import { useAnnounce } from '../shell/live-region'
import { SEVERITY_ORDER } from '../ui/severity'

/** Findings in the order in which they are shown, the one in hand, and the repairs chosen. All of it stands in the address. */
export function useDiagnosis(check: CheckView, { state, set }: SessionState) {
  const announce = useAnnounce()
  const ordered = useMemo(() => inOrder(check.findings), [check.findings])
  const selected = ordered.find(one => one.id === state.finding) ?? ordered.find(one => one.at === state.at) ?? null
  // A page that was opened without a place shows what the provider names first; the steps still begin before it.
  const shown = selected ?? (state.at === null ? (ordered.find(one => one.firstNamed) ?? ordered[0] ?? null) : null)
  const position = selected ? ordered.indexOf(selected) : -1

  const select = useCallback(
    (finding: Finding) => {
      set({ finding: finding.id, at: finding.at === 'request' ? null : finding.at })
      announce(`${finding.id} of ${check.findings.length}, ${finding.at}: ${finding.message}`)
    },
    [set, announce, check.findings.length],
  )
  const step = (by: number) => {
    const next = ordered[position < 0 ? (by > 0 ? 0 : ordered.length - 1) : (position + by + ordered.length) % ordered.length]
    if (next) select(next)
  }

  const chosen = useMemo(() => readChoices(state.choose ?? [], ordered), [state.choose, ordered])
  const before = useRef<Chosen[]>([])
  const write = (next: Chosen) => {
    const text = writeChoices(next, ordered)
    set({ choose: text.length > 0 ? text : null })
  }
  const change = (next: Chosen) => {
    before.current.push(chosen)
    write(next)
    announce(`${Object.keys(next).length} of ${ordered.length} findings have a repair chosen.`)
  }
  const choose = (finding: Finding, repair: string | null) => {
    const { [finding.id]: _, ...rest } = chosen
    change(repair === null ? rest : { ...rest, [finding.id]: repair })
  }
  return {
    ordered,
    selected,
    shown,
    position,
    select,
    step,
    chosen,
    choose,
    chooseFirst: () => {
      const first = shown?.repairs[0]
      if (shown && first) choose(shown, first.id)
    },
    chooseAll: () => change(leastLoss(ordered)),
    undo: () => write(before.current.pop() ?? {}),
  }
}

export type Diagnosis = ReturnType<typeof useDiagnosis>

/** Severity first, then position; what the agent mends itself stands last in its group. The check's own order is the position. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const rank = (one: Finding) => SEVERITY_ORDER.indexOf(one.severity) * 2 + (one.mendedBy === null ? 0 : 1)
  return findings.toSorted((a, b) => rank(a) - rank(b))
}
