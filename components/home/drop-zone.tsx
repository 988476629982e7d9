'use client'

import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { type Dropped, fromFiles, fromFolder, readDrop } from './folder'

interface DropZoneProps {
  /** With sessions below it is one line; without it fills the page. */
  readonly isSmall: boolean
  readonly onDropped: (dropped: readonly Dropped[]) => void
  readonly onPaste: () => void
  readonly children?: ReactNode
}

/** The whole window takes a drop; the zone says so. */
export function DropZone({ isSmall, onDropped, onPaste, children }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const isOver = useWindowDrop(onDropped)
  const take = (input: HTMLInputElement, read: (files: Iterable<File>) => readonly Dropped[]) => {
    if (input.files && input.files.length > 0) onDropped(read([...input.files]))
    input.value = ''
  }
  return (
    <section
      aria-label="Import"
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed ${
        isOver ? 'border-accent bg-raised' : 'border-border-strong bg-surface'
      } ${isSmall ? 'px-4 py-3' : 'flex-col justify-center px-6 py-12 text-center'}`}
    >
      <Upload aria-hidden="true" size={isSmall ? 18 : 28} className="shrink-0 text-muted" />
      <p className={isSmall ? 'grow' : 'max-w-xl text-base'}>
        <span className="font-medium">{isOver ? 'Let go to import' : 'Drop a session, a request body or a zip; or paste'}</span>
        <span className={`text-muted ${isSmall ? 'ml-2' : 'mt-1 block text-sm'}`}>
          {isSmall
            ? 'An error text from the log is explained.'
            : 'A file, several, or a folder with its sub-agents. An error text is explained. Nothing leaves this machine.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => files.current?.click()}>Choose files</Button>
        <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
        <Button onClick={onPaste}>Paste text</Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={event => take(event.currentTarget, fromFiles)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder to import"
        webkitdirectory=""
        onChange={event => take(event.currentTarget, fromFolder)}
      />
      {children}
    </section>
  )
}

function useWindowDrop(onDropped: (dropped: readonly Dropped[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDropped)
  useEffect(() => {
    latest.current = onDropped
  })
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      readDrop(event.dataTransfer).then(dropped => latest.current(dropped))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
