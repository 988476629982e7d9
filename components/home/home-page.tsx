'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { bytesText } from '@/lib/base/numbers'
import type { SessionLine, StorageUse } from '@/lib/view/models'
import { classifyPaste } from '@/lib/view/paste'
import { isTyping } from '../hooks/use-keys'
import { DropZone } from './drop-zone'
import { fromFiles } from './folder'
import { ImportList } from './import-list'
import { PasteDialog } from './paste-dialog'
import { type Place, Places } from './places'
import { Samples } from './samples'
import { SessionTable } from './session-table'
import { useImports } from './use-imports'

const REFRESH_MS = 2000

interface HomePageProps {
  readonly sessions: readonly SessionLine[]
  readonly storage: StorageUse
  readonly places: readonly Place[]
}

export function HomePage({ sessions, storage, places }: HomePageProps) {
  const router = useRouter()
  const imports = useImports()
  const [pasted, setPasted] = useState<string | null>(null)
  const isEmpty = sessions.length === 0
  usePasteAnywhere(imports.add, imports.addText, setPasted)
  useRefreshWhile(sessions.some(session => session.state === 'importing'))
  return (
    <div className="mx-auto flex w-full max-w-[96rem] flex-col gap-5 px-5 py-5">
      <h1 className={isEmpty ? 'text-xl font-semibold' : 'sr-only'}>{isEmpty ? 'Why was this request refused?' : 'Sessions'}</h1>
      <DropZone isSmall={!isEmpty} onDropped={imports.add} onPaste={() => setPasted('')} />
      <ImportList lines={imports.lines} onCancel={imports.cancel} />
      {!isEmpty && (
        <section aria-label="Sessions" className="flex flex-col gap-2">
          <SessionTable sessions={sessions} onDeleted={() => router.refresh()} />
          <p className="text-xs text-muted">
            {storage.sessions} {storage.sessions === 1 ? 'session' : 'sessions'}, {bytesText(storage.bytes)} on this machine
          </p>
        </section>
      )}
      <Samples onOpen={imports.addSample} />
      <Places places={places} />
      <PasteDialog text={pasted} onClose={() => setPasted(null)} onImport={imports.addText} />
    </div>
  )
}

/** A paste outside of a field: files and transcripts are imported, an error text is explained. */
function usePasteAnywhere(
  add: ReturnType<typeof useImports>['add'],
  addText: ReturnType<typeof useImports>['addText'],
  explain: (text: string) => void,
): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || !event.clipboardData) return
      const { files } = event.clipboardData
      const text = event.clipboardData.getData('text')
      event.preventDefault()
      if (files.length > 0) return void add(fromFiles(files))
      const pasted = classifyPaste(text)
      if (pasted.kind === 'transcript') addText(pasted.name, text)
      else explain(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [add, addText, explain])
}

function useRefreshWhile(isOn: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => router.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOn, router])
}
