'use client'

import { useState } from 'react'
import { type Action, useKeys, useRegistry } from '../hooks/use-keys'
import { Dialog } from '../ui/dialog'
import { KeyHint, keyNames } from '../ui/key-hint'

/** All keys that work on this page, and the switch for those that need no modifier. */
export function KeyHelp() {
  const [actions, setActions] = useState<readonly Action[] | null>(null)
  const { all, hasSingleKeys, setSingleKeys } = useRegistry()
  useKeys([{ id: 'key-help', label: 'Show all keys', group: 'Everywhere', keys: '?', run: () => setActions(all()) }])
  const withKeys = (actions ?? []).filter(action => action.keys !== undefined)
  const groups = [...new Set(withKeys.map(action => action.group))].sort((a, b) => Number(a === 'Everywhere') - Number(b === 'Everywhere'))
  return (
    <Dialog
      isOpen={actions !== null}
      onClose={() => setActions(null)}
      title="Keys"
      description="They rest while you type."
      size="large"
      footer={
        <label className="mr-auto flex items-center gap-2">
          <input type="checkbox" checked={hasSingleKeys} onChange={event => setSingleKeys(event.target.checked)} />
          Single keys without ⌘ or Ctrl
        </label>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map(group => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
            <dl>
              {withKeys
                .filter(action => action.group === group)
                .map(action => (
                  <div key={action.id} className="flex items-center justify-between gap-3 border-b py-1">
                    <dt>{action.label}</dt>
                    <dd>
                      <span className="sr-only">{keyNames(action.keys ?? '').join(' ')}</span>
                      <KeyHint keys={action.keys ?? ''} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
