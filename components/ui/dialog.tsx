'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly size?: 'small' | 'large' | 'side'
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

const sizes = {
  small: 'top-[12vh] left-1/2 max-h-[76vh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 rounded-lg',
  large: 'top-[8vh] left-1/2 max-h-[84vh] w-[min(52rem,calc(100vw-2rem))] -translate-x-1/2 rounded-lg',
  side: 'inset-y-0 right-0 w-[min(56rem,calc(100vw-3rem))] border-y-0 border-r-0',
} as const

/** Radix keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ isOpen, onClose, title, description, size = 'small', footer, children }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Radix.Content
          data-layer=""
          className={`fixed z-40 flex flex-col border border-border-strong bg-background shadow-xl ${sizes[size]}`}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="flex items-start gap-3 border-b px-4 py-3">
            <div className="min-w-0 grow">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className="mt-0.5 text-muted">{description}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close className="icon-button -mr-1.5 -mt-1" aria-label="Close">
              <X aria-hidden="true" size={16} />
            </Radix.Close>
          </div>
          {children !== undefined && <div className="min-h-0 grow overflow-y-auto px-4 py-3">{children}</div>}
          {footer !== undefined && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t bg-surface px-4 py-2.5">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
