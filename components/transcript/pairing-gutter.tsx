import { LANE_COUNT, type LaneMark } from '@/lib/view/lanes'

const STEP = 6
const WIDTH = LANE_COUNT * STEP + 8
/** Middle of the first line of a row. */
const MIDDLE = 14

export type GutterEnd = 'none' | 'paired' | 'missing' | 'pending' | 'far'

interface PairingGutterProps {
  readonly marks: readonly LaneMark[]
  readonly end: GutterEnd
  /** The pair of the row under the cursor. */
  readonly highlighted: number | null
}

/** Lines run from the right edge (lane 0) to the left. A hollow end is a missing partner. */
export function PairingGutter({ marks, end, highlighted }: PairingGutterProps) {
  return (
    <svg width={WIDTH} className="absolute inset-y-0 left-0 h-full overflow-visible" aria-hidden="true">
      {marks.map(mark => (
        <Lane key={mark.from} mark={mark} isHighlighted={mark.from === highlighted} />
      ))}
      {end === 'missing' && (
        <g className="text-reject" stroke="currentColor" fill="none">
          <path d={`M${WIDTH} ${MIDDLE}H${WIDTH - 10}`} strokeDasharray="2 2" />
          <circle cx={WIDTH - 14} cy={MIDDLE} r={3.5} strokeWidth={1.5} />
        </g>
      )}
      {end === 'pending' && (
        <g className="text-muted" stroke="currentColor" fill="none">
          <path d={`M${WIDTH} ${MIDDLE}H${WIDTH - 10}`} />
          <circle cx={WIDTH - 14} cy={MIDDLE} r={3.5} strokeDasharray="2 1.5" />
        </g>
      )}
      {end === 'far' && (
        <g className="text-muted" stroke="currentColor" fill="none">
          <path d={`M${WIDTH} ${MIDDLE}H${WIDTH - 9}`} />
          <path d={`M${WIDTH - 12} ${MIDDLE - 3}v6M${WIDTH - 15} ${MIDDLE - 3}v6`} />
        </g>
      )}
    </svg>
  )
}

function Lane({ mark, isHighlighted }: { readonly mark: LaneMark; readonly isHighlighted: boolean }) {
  const x = WIDTH - 8 - mark.lane * STEP
  const y1 = mark.part === 'start' ? MIDDLE : 0
  const y2 = mark.part === 'end' ? MIDDLE : '100%'
  return (
    <g className={isHighlighted ? 'text-accent' : 'text-border-strong'} stroke="currentColor" strokeWidth={isHighlighted ? 2 : 1}>
      <line x1={x} x2={x} y1={y1} y2={y2} />
      {mark.part !== 'through' && (
        <>
          <line x1={x} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
          <circle cx={x} cy={MIDDLE} r={2} fill="currentColor" />
        </>
      )}
    </g>
  )
}
