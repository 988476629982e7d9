'use client'

import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Choice {
  readonly value: string
  readonly label: ReactNode
  /** What the closed button shows. */
  readonly short?: string
  readonly group?: string
  readonly hint?: string
}

interface SelectMenuProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
}

/** One of several, with groups. The label stands in the button: `Profile Anthropic ▾`. */
export function SelectMenu({ label, value, choices, onChoose }: SelectMenuProps) {
  const current = choices.find(choice => choice.value === value)
  const groups = [...new Set(choices.map(choice => choice.group ?? ''))]
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button button-compact max-w-72">
        <span className="text-muted">{label}</span>
        <span className="truncate">{current?.short ?? current?.label ?? value}</span>
        <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          data-layer=""
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[min(28rem,var(--radix-dropdown-menu-content-available-height))] min-w-52 overflow-y-auto rounded-md border border-border-strong bg-background p-1 shadow-lg"
        >
          <DropdownMenu.RadioGroup value={value} onValueChange={onChoose}>
            {groups.map(group => (
              <DropdownMenu.Group key={group}>
                {group !== '' && <DropdownMenu.Label className="px-2 pt-1.5 pb-0.5 text-xs text-muted">{group}</DropdownMenu.Label>}
                {choices
                  .filter(choice => (choice.group ?? '') === group)
                  .map(choice => (
                    <MenuChoice key={choice.value} choice={choice} />
                  ))}
              </DropdownMenu.Group>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MenuChoice({ choice }: { readonly choice: Choice }) {
  return (
    <DropdownMenu.RadioItem
      value={choice.value}
      className="flex cursor-default items-center gap-2 rounded py-1 pr-2 pl-7 relative outline-none data-[highlighted]:bg-raised"
    >
      <DropdownMenu.ItemIndicator className="absolute left-2">
        <Check aria-hidden="true" size={14} />
      </DropdownMenu.ItemIndicator>
      <span className="grow">{choice.label}</span>
      {choice.hint !== undefined && <span className="tabular text-xs text-muted">{choice.hint}</span>}
    </DropdownMenu.RadioItem>
  )
}
