'use client'

import { X } from 'lucide-react'
import Link from 'next/link'
import { type Ref, useState } from 'react'
import { api, given, type Scope } from '@/lib/url/api'
import { ruleHref } from '@/lib/url/state'
import { FAULT_WORDS, type LocateDocument, type LocateView } from '@/lib/view/check'
import type { Failure } from '@/lib/view/failures'
import { request } from '../hooks/request'
import { useAnnounce } from '../shell/live-region'
import { ErrorNote } from '../ui/error-note'
import { AddressLink } from './address-link'

type Located =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'found'; readonly view: LocateView }

export interface Locator {
  readonly located: Located | null
  readonly locate: (text: string) => Promise<void>
  readonly clear: () => void
}

interface LocatorInput {
  readonly scope: Scope
  /** A moment that the person chose; without one the server takes the request that this very error answered. */
  readonly moment: string | null
  readonly onFound: (document: LocateDocument) => void
}

/** Finds the place that an error text speaks of. */
export function useLocator({ scope, moment, onFound }: LocatorInput): Locator {
  const [located, setLocated] = useState<Located | null>(null)
  const announce = useAnnounce()
  const locate = async (text: string) => {
    if (text.trim() === '') return
    setLocated({ kind: 'waiting' })
    const { id, profile, branch, agent } = scope
    const body = { text, ...given({ moment, profile, branch, agent }) }
    const answer = await request<LocateDocument>(api.locate(id), { method: 'POST', body })
    if (!answer.ok) return setLocated({ kind: 'failed', failure: answer.failure })
    const view = answer.value.located
    setLocated({ kind: 'found', view })
    announce(headline(view))
    onFound(answer.value)
  }
  return { located, locate, clear: () => setLocated(null) }
}

const CERTAINTY = { sure: 'Found', likely: 'Probably here', guess: 'A guess', none: 'Not found here' } as const
const FORMS: Readonly<Record<string, string>> = {
  sent: 'counted in the messages as they are sent',
  merged: 'counted with same-role neighbours joined',
  folded: 'counted with each tool loop as one turn',
  unsent: 'counted before the agent mends it',
}

function headline({ certainty, at }: LocateView): string {
  return at === null ? `${CERTAINTY[certainty]}.` : `${CERTAINTY[certainty]}: ${at}`
}

interface ErrorPasteProps {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly locator: Locator
  readonly onGo: (at: string) => void
}

export function ErrorPaste({ ref, locator, onGo }: ErrorPasteProps) {
  const { located, locate, clear } = locator
  const [text, setText] = useState('')
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b px-3 py-2">
      <textarea
        ref={ref}
        rows={1}
        value={text}
        spellCheck={false}
        aria-label="Error text"
        placeholder="Paste an error text to find its place"
        className="field w-full resize-none text-xs leading-5"
        onChange={event => setText(event.target.value)}
        onPaste={event => {
          const pasted = event.clipboardData.getData('text')
          if (text === '' && pasted !== '') locate(pasted)
        }}
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          locate(text)
        }}
      />
      {located?.kind === 'waiting' && <p className="text-xs text-muted">Looking for the place …</p>}
      {located?.kind === 'failed' && <ErrorNote failure={located.failure} onRetry={() => locate(text)} />}
      {located?.kind === 'found' && (
        <LocatedBanner
          view={located.view}
          onGo={onGo}
          onClose={() => {
            clear()
            setText('')
          }}
        />
      )}
    </div>
  )
}

interface LocatedBannerProps {
  readonly view: LocateView
  readonly onGo: (at: string) => void
  readonly onClose: () => void
}

function LocatedBanner({ view, onGo, onClose }: LocatedBannerProps) {
  const { certainty, at, requestPath, form, by, kind, rule, why } = view
  return (
    <div role="status" className={`rounded border px-2.5 py-1.5 ${certainty === 'none' ? 'border-alter/60' : 'border-accent/60'}`}>
      <div className="flex items-start gap-2">
        <p className="grow font-medium">
          {CERTAINTY[certainty]}
          {at !== null && (
            <>
              {': '}
              <AddressLink at={at} onGo={onGo} />
            </>
          )}
        </p>
        <button type="button" className="icon-button icon-button-small -my-0.5 -mr-1" aria-label="Close this result" onClick={onClose}>
          <X aria-hidden="true" size={14} />
        </button>
      </div>
      <div className="flex flex-col gap-0.5 text-xs text-muted">
        {why !== null && <p className="text-sm text-text">{capital(why)}</p>}
        {requestPath !== null && (
          <p>
            <span className="font-mono">{requestPath}</span>
            {form !== null && FORMS[form] !== undefined && `, ${FORMS[form]}`}
          </p>
        )}
        {by.length > 0 && <p>by {by.join(' and ')}</p>}
        {kind !== 'transcript' && <p>{capital(FAULT_WORDS[kind])}</p>}
        {rule !== null && (
          <Link href={ruleHref(rule)} className="truncate font-mono">
            {rule}
          </Link>
        )}
      </div>
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
