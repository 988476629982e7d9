'use client'

import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { api } from '@/lib/url/api'
import { isAddress, ruleHref, sessionHref } from '@/lib/url/state'
import type { SessionLine } from '@/lib/view/models'
import type { RuleName } from '@/lib/view/rules'
import { request } from '../hooks/request'
import { type Action, useKeys, useRegistry } from '../hooks/use-keys'
import { KeyHint } from '../ui/key-hint'
import { readGoTo } from './go-to'

const MAX_SESSIONS = 200

/** ⌘K: an address, a session, a rule, or anything that can be done on this page. */
export function Palette({ rules }: { readonly rules: readonly RuleName[] }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [actions, setActions] = useState<readonly Action[]>([])
  const [sessions, setSessions] = useState<readonly SessionLine[]>([])
  const router = useRouter()
  const { all } = useRegistry()
  const open = () => {
    setText('')
    setActions(all().filter(action => action.id !== 'palette'))
    setOpen(true)
    request<{ sessions: SessionLine[] } | SessionLine[]>(api.sessions()).then(answer => {
      if (answer.ok) setSessions((Array.isArray(answer.value) ? answer.value : answer.value.sessions).slice(0, MAX_SESSIONS))
    })
  }
  useKeys([{ id: 'palette', label: 'Find a session, a place or an action', group: 'Everywhere', keys: 'mod+k', run: open }])
  const after = (run: () => void) => () => {
    setOpen(false)
    // The focus goes back first, then the action may move it.
    setTimeout(run)
  }
  const goTo = isAddress(text.trim()) ? readGoTo() : null
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Dialog.Content
          data-layer=""
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-border-strong bg-background shadow-xl"
        >
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <Command label="Go to" loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="An address (m42.b1), a session, a rule, an action"
              className="w-full border-b bg-transparent px-4 py-3 outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-4 text-muted">Nothing by this name.</Command.Empty>
              {goTo && (
                <Item value={text} onSelect={after(() => goTo(text.trim()))}>
                  Go to <span className="font-mono">{text.trim()}</span>
                </Item>
              )}
              <Group heading="On this page">
                {actions.map(action => (
                  <Item key={action.id} value={`${action.label} ${action.id}`} onSelect={after(action.run)}>
                    <span className="grow">{action.label}</span>
                    {action.keys !== undefined && <KeyHint keys={action.keys} />}
                  </Item>
                ))}
              </Group>
              <Group heading="Sessions">
                {sessions.map(session => (
                  <Item
                    key={session.id}
                    value={`${session.name} ${session.id}`}
                    onSelect={after(() => router.push(sessionHref({ id: session.id })))}
                  >
                    <span className="grow truncate">{session.name}</span>
                    <span className="text-xs text-muted">{session.format}</span>
                  </Item>
                ))}
              </Group>
              <Group heading="Rules">
                {rules.map(rule => (
                  <Item key={rule.id} value={`${rule.title} ${rule.id}`} onSelect={after(() => router.push(ruleHref(rule.id)))}>
                    <span className="grow truncate">{rule.title}</span>
                    <span className="truncate font-mono text-xs text-muted">{rule.id}</span>
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <Command.Group heading={heading} className="palette-group">
      {children}
    </Command.Group>
  )
}

function Item({
  value,
  onSelect,
  children,
}: {
  readonly value: string
  readonly onSelect: () => void
  readonly children: React.ReactNode
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-default items-center gap-3 rounded px-2.5 py-1.5 aria-selected:bg-raised"
    >
      {children}
    </Command.Item>
  )
}
