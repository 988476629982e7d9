'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'

export interface WindowListHandle {
  readonly scrollTo: (index: number, align: 'center' | 'auto' | 'start') => void
  /** First and last row in view. */
  readonly range: () => { readonly from: number; readonly to: number }
}

interface WindowListProps {
  readonly ref?: Ref<WindowListHandle>
  readonly label: string
  readonly count: number
  readonly rowHeight: number
  readonly renderRow: (index: number) => ReactNode
  readonly onRange?: (from: number, to: number) => void
  readonly className?: string
}

const OVERSCAN = 12

/** A list of any length with only the rows in view in the document. Rows may grow; they are measured. */
export function WindowList({ ref, label, count, rowHeight, renderRow, onRange, className = '' }: WindowListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({ count, getScrollElement: () => frame.current, estimateSize: () => rowHeight, overscan: OVERSCAN })
  const items = list.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  useImperativeHandle(ref, () => ({
    scrollTo: (index, align) => list.scrollToIndex(index, { align }),
    range: () => ({ from: list.range?.startIndex ?? 0, to: list.range?.endIndex ?? 0 }),
  }))
  useEffect(() => {
    if (count > 0) onRange?.(from, to)
  }, [from, to, count, onRange])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={frame} aria-label={label} tabIndex={0} className={`min-h-0 grow overflow-y-auto overflow-x-hidden ${className}`}>
      <ol className="relative" style={{ height: list.getTotalSize() }}>
        {items.map(item => (
          <li
            key={item.key}
            ref={list.measureElement}
            data-index={item.index}
            aria-posinset={item.index + 1}
            aria-setsize={count}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {renderRow(item.index)}
          </li>
        ))}
      </ol>
    </section>
  )
}
