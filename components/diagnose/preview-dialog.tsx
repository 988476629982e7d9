'use client'

import { type Change, diffWordsWithSpace } from 'diff'
import { ArrowRight, Download } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { countsInWords, type SeverityCounts } from '@/lib/view/check'
import type { RepairPreview } from '@/lib/view/models'
import { Button } from '../ui/button'
import { CopyText } from '../ui/copy-link'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'
import { SkeletonRows } from '../ui/skeleton'
import { AddressLink } from './address-link'
import type { Repair } from './use-repair'

interface PreviewDialogProps {
  readonly repair: Repair
  readonly onGo: (at: string) => void
}

/** What the chosen repairs would do: counts before and after, each change, the file, and how to use it. */
export function PreviewDialog({ repair, onGo }: PreviewDialogProps) {
  const { state, close, download, downloadState } = repair
  const preview = state?.kind === 'shown' ? state.preview : null
  const name = preview?.downloadName ?? ''
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (preview) button.current?.focus()
  }, [preview])
  return (
    <Dialog
      isOpen={state !== null}
      onClose={close}
      size="side"
      title="Repaired file"
      description="Computed and checked again; nothing is written until you download it, and the stored file stays as it is."
      footer={
        preview && (
          <>
            <span className="mr-auto truncate font-mono text-xs text-muted">{name}</span>
            <Button onClick={close}>Close</Button>
            <Button ref={button} look="primary" disabled={downloadState === 'busy' || preview.chosen.length === 0} onClick={download}>
              <Download aria-hidden="true" size={14} />
              {downloadState === 'busy' ? 'Writing …' : 'Download repaired file'}
            </Button>
          </>
        )
      }
    >
      {state?.kind === 'waiting' && <SkeletonRows rows={6} />}
      {state?.kind === 'failed' && <ErrorNote failure={state.failure} />}
      {preview && (
        <div className="flex flex-col gap-4">
          <Counts before={preview.before} after={preview.after} />
          {preview.chosen.length === 0 && <p>No repair is chosen. Choose one for a finding, or the least loss for all with Shift x.</p>}
          {downloadState === 'done' && (
            <p role="status" className="rounded border border-ok/60 px-3 py-2">
              {name} is in your downloads.
            </p>
          )}
          {preview.resume.length > 0 && preview.chosen.length > 0 && <Resume sentences={preview.resume} />}
          <Changes
            changes={preview.changes}
            onGo={at => {
              close()
              onGo(at)
            }}
          />
        </div>
      )}
    </Dialog>
  )
}

function Counts({ before, after }: { readonly before: SeverityCounts; readonly after: SeverityCounts }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-base">
      <span>{countsInWords(before) || 'no fault found'}</span>
      <ArrowRight aria-label="becomes" size={16} className="text-muted" />
      <span className={`font-medium ${after.rejects > 0 ? 'text-reject' : ''}`}>{countsInWords(after) || 'no fault found'}</span>
      <span className="text-sm text-muted">after the same checks</span>
    </p>
  )
}

function Resume({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <section aria-label="How to use it">
      <h3 className="mb-1 text-xs font-semibold text-muted">How to use it</h3>
      <ol className="flex list-decimal flex-col gap-0.5 pl-5">
        {sentences.map(sentence => (
          <li key={sentence} className="[overflow-wrap:anywhere]">
            <Sentence text={sentence} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A command to run can be copied. */
function Sentence({ text }: { readonly text: string }) {
  const [, before, command] = /^(.*\brun: )(.+)$/i.exec(text) ?? []
  if (command === undefined) return text
  return (
    <>
      {before}
      <CopyText text={command} label="Copy the command" />
    </>
  )
}

function Changes({ changes, onGo }: { readonly changes: RepairPreview['changes']; readonly onGo: (at: string) => void }) {
  if (changes.length === 0) return null
  return (
    <section aria-label="Changes">
      <h3 className="mb-1 text-xs font-semibold text-muted">
        {changes.length} {changes.length === 1 ? 'change' : 'changes'}
      </h3>
      <ul className="flex flex-col gap-3">
        {changes.map((change, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one address may change twice; the list does not move
          <li key={place} className="overflow-hidden rounded-lg border">
            <p className="flex flex-wrap gap-x-3 border-b bg-surface px-3 py-1">
              <AddressLink at={change.at} onGo={onGo} />
              <span>{OPS[change.op] ?? change.op}</span>
              <span className="min-w-0 text-muted">{change.reason}</span>
            </p>
            <Difference before={change.before} after={change.after} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const OPS: Readonly<Record<string, string>> = {
  'replace-block': 'block replaced',
  'remove-block': 'block removed',
  'insert-block': 'block put in',
  'remove-messages': 'messages removed',
  'insert-message': 'message put in',
  'join-messages': 'messages joined',
  restore: 'block restored',
}

/** Longer texts are shown side by side without marking words. */
const MOST_FOR_WORDS = 20_000

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(
    () => (before.length + after.length <= MOST_FOR_WORDS && before !== '' && after !== '' ? diffWordsWithSpace(before, after) : null),
    [before, after],
  )
  return (
    <div className="grid md:grid-cols-2">
      <Side title="before" className="border-b md:border-r md:border-b-0">
        {parts ? (
          <Words parts={parts.filter(part => !part.added)} />
        ) : (
          before !== '' && <del className="bg-removed no-underline">{before}</del>
        )}
        {before === '' && <span className="text-muted">(nothing)</span>}
      </Side>
      <Side title="after">
        {parts ? (
          <Words parts={parts.filter(part => !part.removed)} />
        ) : (
          after !== '' && <ins className="bg-added no-underline">{after}</ins>
        )}
        {after === '' && <span className="text-muted">(nothing)</span>}
      </Side>
    </div>
  )
}

function Side({ title, className = '', children }: { readonly title: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <p className="px-3 pt-1 text-xs text-muted">{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="body-text max-h-72 overflow-y-auto px-3 pb-2">
        {children}
      </pre>
    </div>
  )
}

function Words({ parts }: { readonly parts: readonly Change[] }) {
  return parts.map((part, place) => {
    const Tag = part.removed ? 'del' : part.added ? 'ins' : 'span'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
      <Tag key={place} className={part.removed ? 'bg-removed no-underline' : part.added ? 'bg-added no-underline' : ''}>
        {part.value}
      </Tag>
    )
  })
}
