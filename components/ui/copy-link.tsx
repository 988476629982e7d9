'use client'

import { Check, Copy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useAnnounce } from '../shell/live-region'

const SHOWN_MS = 1500

function useCopy(said: string) {
  const [isCopied, setCopied] = useState(false)
  const announce = useAnnounce()
  const copy = async (text: string) => {
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    announce(isDone ? said : 'The browser did not allow copying.')
    setCopied(isDone)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return { isCopied, copy }
}

/** Small text in mono that is copied by a click. */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const { isCopied, copy } = useCopy('Copied.')
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 font-mono text-xs hover:underline"
      aria-label={label}
      title={label}
      onClick={() => copy(text)}
    >
      {text}
      <Icon aria-hidden="true" size={12} />
    </button>
  )
}

/** Copies the link to this very place. */
export function CopyLink({ href, label }: { readonly href: string; readonly label: string }) {
  const { isCopied, copy } = useCopy('Link copied.')
  const Icon = isCopied ? Check : Link2
  return (
    <button
      type="button"
      className="icon-button icon-button-small"
      aria-label={label}
      title={label}
      onClick={() => copy(new URL(href, location.href).href)}
    >
      <Icon aria-hidden="true" size={14} />
    </button>
  )
}
