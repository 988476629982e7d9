'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useKeys } from '../hooks/use-keys'
import { useMounted } from '../hooks/use-mounted'

const order = ['system', 'light', 'dark'] as const
const icons = { system: Monitor, light: Sun, dark: Moon }

/** One button through the three choices. The choice is known only in the browser, so the first paint shows none. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme()
  const isMounted = useMounted()
  const current = (isMounted && order.find(name => name === theme)) || 'system'
  const following = order[(order.indexOf(current) + 1) % order.length] ?? 'system'
  const Icon = icons[current]
  useKeys([{ id: 'theme', label: `Theme: switch to ${following}`, group: 'Everywhere', keys: 'd', run: () => setTheme(following) }])
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Theme: ${current}. Switch to ${following}.`}
      title={`Theme: ${current}`}
      onClick={() => setTheme(following)}
    >
      <Icon aria-hidden="true" size={16} />
    </button>
  )
}
