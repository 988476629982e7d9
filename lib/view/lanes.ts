/**
 * The lines that join calls and results in the gutter: which lane each pair takes, and what a row draws of it.
 *
 *   m40  call    ─┐        start
 *   m41  text     │        through
 *   m41  result  ─┘        end
 *
 * Pairs that stand far apart get no line but a stub that says in which direction the partner is.
 */

export interface Pair {
  readonly from: number
  readonly to: number
}

export type LanePart = 'start' | 'through' | 'end'

export interface LaneMark {
  readonly lane: number
  readonly part: LanePart
  /** First row of the pair: which line it is. */
  readonly from: number
}

export interface Lanes {
  readonly marks: ReadonlyMap<number, readonly LaneMark[]>
  /** Rows whose partner is too far for a line. */
  readonly far: ReadonlySet<number>
}

export const LANE_COUNT = 5
/** A line longer than this cannot be followed by eye. */
const LONGEST = 120

export function layLanes(pairs: readonly Pair[]): Lanes {
  const marks = new Map<number, LaneMark[]>()
  const far = new Set<number>()
  const free = Array.from({ length: LANE_COUNT }, () => -1)
  const mark = (row: number, lane: LaneMark) => {
    const list = marks.get(row)
    if (list) list.push(lane)
    else marks.set(row, [lane])
  }
  for (const { from, to } of pairs.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const lane = to - from <= LONGEST ? free.findIndex(end => end < from) : -1
    if (lane < 0) {
      far.add(from)
      far.add(to)
      continue
    }
    free[lane] = to
    mark(from, { lane, part: 'start', from })
    for (let row = from + 1; row < to; row++) mark(row, { lane, part: 'through', from })
    mark(to, { lane, part: 'end', from })
  }
  return { marks, far }
}
