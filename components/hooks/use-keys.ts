'use client'

import { createContext, createElement, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'

/** Something a person can do: shown in the palette, in the key help, and reached by its keys (`n`, `X`, `g s`, `mod+k`). */
export interface Action {
  readonly id: string
  readonly label: string
  readonly group: string
  readonly keys?: string
  readonly run: () => void
}

interface Registry {
  readonly register: (read: () => readonly Action[]) => () => void
  readonly all: () => readonly Action[]
  readonly hasSingleKeys: boolean
  readonly setSingleKeys: (isOn: boolean) => void
}

const RegistryContext = createContext<Registry | null>(null)
const STORED = 'cutpoint.single-keys'
const SEQUENCE_MS = 1200

export function ActionsProvider({ children }: { readonly children: ReactNode }) {
  const sources = useRef(new Set<() => readonly Action[]>())
  const [hasSingleKeys, setState] = useState(true)
  useEffect(() => setState(localStorage.getItem(STORED) !== 'off'), [])
  const setSingleKeys = useCallback((isOn: boolean) => {
    localStorage.setItem(STORED, isOn ? 'on' : 'off')
    setState(isOn)
  }, [])
  const register = useCallback((read: () => readonly Action[]) => {
    sources.current.add(read)
    return () => void sources.current.delete(read)
  }, [])
  const all = useCallback(() => [...sources.current].flatMap(read => read()), [])
  const registry = useMemo(() => ({ register, all, hasSingleKeys, setSingleKeys }), [register, all, hasSingleKeys, setSingleKeys])
  useKeyDispatch(all, hasSingleKeys)
  return createElement(RegistryContext, { value: registry }, children)
}

export function useRegistry(): Registry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('no actions provider')
  return registry
}

/** Registers actions while the component is there. The latest ones count; they need not be stable. */
export function useKeys(actions: readonly Action[]): void {
  const { register } = useRegistry()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => register(() => latest.current), [register])
}

function useKeyDispatch(all: () => readonly Action[], hasSingleKeys: boolean): void {
  useEffect(() => {
    let prefix = ''
    let prefixAt = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = chordOf(event)
      if (chord === null || event.defaultPrevented) return
      const isSingle = !chord.startsWith('mod+')
      if (isSingle && (!hasSingleKeys || isTyping(event.target) || isLayerOpen())) return
      const sequence = prefix !== '' && event.timeStamp - prefixAt < SEQUENCE_MS ? `${prefix} ${chord}` : ''
      // The innermost component registered last.
      const actions = all().toReversed()
      const action = actions.find(one => one.keys === sequence) ?? actions.find(one => one.keys === chord)
      const isPrefix = sequence === '' && actions.some(one => one.keys?.startsWith(`${chord} `))
      prefix = isPrefix ? chord : ''
      prefixAt = event.timeStamp
      if (!action || (isPrefix && !action.keys)) return
      event.preventDefault()
      action.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [all, hasSingleKeys])
}

function chordOf(event: KeyboardEvent): string | null {
  if (event.altKey || event.isComposing || ['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return null
  return event.ctrlKey || event.metaKey ? `mod+${event.key.toLowerCase()}` : event.key
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null)
  )
}

/** Dialogs and menus have the keys to themselves. */
function isLayerOpen(): boolean {
  return document.querySelector('[data-layer]') !== null
}
