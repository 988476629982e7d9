'use client'

import type { LucideIcon } from 'lucide-react'
import { KeyHint } from './key-hint'
import { Tip } from './tooltip'

interface IconButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly keys?: string
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

export function IconButton({ icon: Icon, label, keys, isPressed, isDisabled, onClick }: IconButtonProps) {
  return (
    <Tip
      text={
        <>
          {label} {keys && <KeyHint keys={keys} />}
        </>
      }
    >
      <button type="button" className="icon-button" aria-label={label} aria-pressed={isPressed} disabled={isDisabled} onClick={onClick}>
        <Icon aria-hidden="true" size={16} />
      </button>
    </Tip>
  )
}
