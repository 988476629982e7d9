'use client'

import { CircleHelp, Search } from 'lucide-react'
import Link from 'next/link'
import { Fragment } from 'react'
import { useRegistry } from '../hooks/use-keys'
import { IconButton } from '../ui/icon-button'
import { KeyHint } from '../ui/key-hint'
import { ThemeSwitch } from './theme-switch'

export interface Crumb {
  readonly label: string
  readonly href?: string
}

export function Header({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const { all } = useRegistry()
  const runAction = (id: string) =>
    all()
      .find(action => action.id === id)
      ?.run()
  return (
    <header className="flex h-12 shrink-0 items-center gap-3 border-b bg-surface pr-2">
      <Link href="/" className="flex h-full w-14 shrink-0 items-center justify-center border-r" aria-label="Cutpoint, all sessions">
        <Mark />
      </Link>
      <nav aria-label="Where you are" className="min-w-0 grow">
        <ol className="flex items-center gap-2">
          {crumbs.map((crumb, place) => (
            <Fragment key={crumb.label}>
              {place > 0 && (
                <li aria-hidden="true" className="text-muted">
                  /
                </li>
              )}
              <li className={place === crumbs.length - 1 ? 'min-w-0 truncate font-medium' : 'shrink-0'} title={crumb.label}>
                {crumb.href === undefined ? <span aria-current="page">{crumb.label}</span> : <Link href={crumb.href}>{crumb.label}</Link>}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
      <button
        type="button"
        className="button button-compact text-muted max-md:hidden"
        onClick={() => runAction('palette')}
        aria-label="Find a session, a place or an action"
      >
        <Search aria-hidden="true" size={14} />
        <span className="min-w-32 text-left">Go to …</span>
        <KeyHint keys="mod+k" />
      </button>
      <div className="flex">
        <ThemeSwitch />
        <IconButton icon={CircleHelp} label="Keys" keys="?" onClick={() => runAction('key-help')} />
      </div>
    </header>
  )
}

/** A transcript with a cut through it. */
function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="22" height="22" aria-hidden="true">
      <rect width="16" height="16" rx="3.5" fill="#1f5fbf" />
      <path d="M3.5 4.5h9M3.5 11.5h5" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" />
      <path d="M2.5 8h11" stroke="#ffd479" strokeWidth="1.4" strokeDasharray="2 1.5" />
    </svg>
  )
}
