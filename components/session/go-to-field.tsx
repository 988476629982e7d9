'use client'

import { type Ref, useState } from 'react'
import { isAddress } from '@/lib/url/state'
import type { Finding } from '@/lib/view/check'
import { KeyHint } from '../ui/key-hint'

interface GoToFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly findings: readonly Finding[]
  readonly onGo: (at: string) => void
}

/** `m42.b1`, `k0`, `F3`, or a message number. */
export function GoToField({ ref, findings, onGo }: GoToFieldProps) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const go = () => {
    const at = addressFrom(text.trim(), findings)
    setWrong(at === null)
    if (at !== null) onGo(at)
  }
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={event => {
        event.preventDefault()
        go()
      }}
    >
      <input
        ref={ref}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setWrong(false)
        }}
        onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
        aria-label="Go to an address"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'go-to-wrong' : undefined}
        placeholder="Go to m42.b1, k0, F3 …"
        className="field w-48 font-mono text-xs leading-5"
      />
      <KeyHint keys="/" />
      {isWrong && (
        <span id="go-to-wrong" role="status" className="text-xs text-reject">
          This is no address of a message, block, compaction or finding.
        </span>
      )}
    </form>
  )
}

function addressFrom(text: string, findings: readonly Finding[]): string | null {
  if (/^\d+$/.test(text)) return `m${text}`
  if (/^f\d+$/i.test(text)) return findings.find(one => one.id === text.toUpperCase())?.at ?? null
  return isAddress(text) && text !== 'request' ? text : null
}
