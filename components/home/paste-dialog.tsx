'use client'

import { useEffect, useState } from 'react'
import { api } from '@/lib/url/api'
import type { ExplainView } from '@/lib/view/check'
import type { Failure } from '@/lib/view/failures'
import { classifyPaste } from '@/lib/view/paste'
import { request } from '../hooks/request'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'
import { Skeleton } from '../ui/skeleton'
import { Explained } from './explained'

interface PasteDialogProps {
  /** Null is closed; a text that came in by a paste is explained at once. */
  readonly text: string | null
  readonly onClose: () => void
  readonly onImport: (name: string, text: string) => void
}

type Shown =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'explained'; readonly view: ExplainView }

export function PasteDialog({ text, onClose, onImport }: PasteDialogProps) {
  const [draft, setDraft] = useState('')
  const [shown, setShown] = useState<Shown | null>(null)
  const pasted = classifyPaste(draft)

  const explain = (words: string) => {
    setShown({ kind: 'waiting' })
    request<ExplainView>(api.explain(), { method: 'POST', body: { text: words } }).then(answer =>
      setShown(answer.ok ? { kind: 'explained', view: answer.value } : { kind: 'failed', failure: answer.failure }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly pasted text starts this
  useEffect(() => {
    setDraft(text ?? '')
    setShown(null)
    if (text !== null && text.trim() !== '') explain(text)
  }, [text])

  const importDraft = () => {
    onClose()
    onImport(pasted.kind === 'transcript' ? pasted.name : 'pasted.json', draft)
  }
  const isTranscript = pasted.kind === 'transcript'
  return (
    <Dialog
      isOpen={text !== null}
      onClose={onClose}
      size="large"
      title="Paste"
      description="A session or request body is imported, an error text is explained."
      footer={
        <>
          <span className="mr-auto text-muted">
            {pasted.kind === 'transcript' && `This looks like ${pasted.words}.`}
            {pasted.kind === 'error' && 'This looks like an error text.'}
          </span>
          <Button look={isTranscript ? 'primary' : 'plain'} disabled={pasted.kind === 'empty'} onClick={importDraft}>
            Import
          </Button>
          <Button look={pasted.kind === 'error' ? 'primary' : 'plain'} disabled={pasted.kind === 'empty'} onClick={() => explain(draft)}>
            Explain
          </Button>
        </>
      }
    >
      <textarea
        aria-label="Pasted text"
        value={draft}
        onChange={event => setDraft(event.target.value)}
        rows={6}
        spellCheck={false}
        placeholder='API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.52.content.0: …'
        className="field body-text w-full"
      />
      <div aria-live="polite" className="mt-3 min-h-32">
        {shown?.kind === 'waiting' && <ExplainSkeleton />}
        {shown?.kind === 'failed' && <ErrorNote failure={shown.failure} onRetry={() => explain(draft)} />}
        {shown?.kind === 'explained' && <Explained view={shown.view} />}
      </div>
    </Dialog>
  )
}

function ExplainSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
