'use client'

import Link from 'next/link'
import { Fragment, type ReactNode, Suspense, use } from 'react'
import { ruleHref } from '@/lib/url/state'
import { CAUSES } from '@/lib/view/causes'
import type { Finding } from '@/lib/view/check'
import type { FirstAppearance } from '@/lib/view/models'
import { Chip } from '../ui/chip'
import { SEVERITIES, SeverityMark } from '../ui/severity'
import { AddressLink } from './address-link'
import { RepairList } from './repair-list'

const FORMS = {
  sent: 'as it is sent',
  merged: 'with same-role neighbours joined',
  folded: 'with each tool loop as one turn',
  unsent: 'before the agent mends it',
} as const

interface WhyPanelProps {
  readonly finding: Finding
  readonly first: Promise<FirstAppearance | null>
  readonly chosen: string | null
  readonly onChoose: (repair: string | null) => void
  readonly onGo: (at: string) => void
  readonly onMoment: (moment: string) => void
}

/** One finding: what is demanded, where, how it came about, and the ways out. */
export function WhyPanel({ finding, first, chosen, onChoose, onGo, onMoment }: WhyPanelProps) {
  const { severity, id, message, rule, says, at, other, cause, requestPath, form, also, mendedBy, firstNamed } = finding
  return (
    <div className="flex flex-col gap-3 px-3 py-2.5">
      <header>
        <p className={`flex items-center gap-2 text-xs ${SEVERITIES[severity].text}`}>
          <SeverityMark severity={severity} />
          <span className="font-mono font-medium">{id}</span>
          {SEVERITIES[severity].words}: {SEVERITIES[severity].means}
        </p>
        <h2 className="mt-0.5 font-medium">{message}</h2>
        <Link href={ruleHref(rule)} className="block truncate font-mono text-xs" title={rule}>
          {rule}
        </Link>
        <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {firstNamed && <Chip tone="reject">the provider names this one first</Chip>}
          {mendedBy !== null && <Chip>{mendedBy} mends this when sending</Chip>}
        </p>
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <Fact name="Here">{at === 'request' ? 'the request as a whole' : <AddressLink at={at} onGo={onGo} />}</Fact>
        {other !== null && (
          <Fact name="Other place">
            <AddressLink at={other} onGo={onGo} />
          </Fact>
        )}
        <Fact name="In the request">
          <span className="font-mono text-xs break-all">{requestPath}</span>
          <span className="text-muted"> {FORMS[form]}</span>
        </Fact>
        {also.length > 0 && (
          <Fact name="Also">
            {also.map(one => (
              <Link key={one} href={ruleHref(one)} className="block truncate font-mono text-xs">
                {one}
              </Link>
            ))}
          </Fact>
        )}
      </dl>
      <Part title="The provider’s words">
        <blockquote className="body-text rounded bg-surface px-2.5 py-1.5">{says}</blockquote>
      </Part>
      <Part title="How it came about">
        <Cause cause={cause} onGo={onGo} />
        <Suspense fallback={<p className="mt-1.5 text-muted">Looking for the request at which it first appears …</p>}>
          <First first={first} rule={rule} onGo={onGo} onMoment={onMoment} />
        </Suspense>
      </Part>
      <Part title="Ways out">
        <RepairList finding={finding} chosen={chosen} onChoose={onChoose} />
      </Part>
    </div>
  )
}

function Cause({ cause, onGo }: { readonly cause: Finding['cause']; readonly onGo: (at: string) => void }) {
  if (!cause) return <p className="text-muted">The file does not show it.</p>
  return (
    <>
      <p>{CAUSES[cause.code]}</p>
      <ul className="mt-1">
        {cause.evidence.map(({ address, why }) => (
          <li key={`${address} ${why}`} className="flex gap-2">
            <span className="shrink-0">
              <AddressLink at={address} onGo={onGo} />
            </span>
            <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FirstProps {
  readonly first: Promise<FirstAppearance | null>
  readonly rule: string
  readonly onGo: (at: string) => void
  readonly onMoment: (moment: string) => void
}

/** "This fault first appears at …; the last answered request was …; between them …" */
function First({ first: coming, rule, onGo, onMoment }: FirstProps) {
  const first = use(coming)
  if (first?.rule !== rule) return null
  return (
    <p className="mt-1.5 [overflow-wrap:anywhere]">
      This fault first appears at <MomentLink moment={first.at} onMoment={onMoment} />
      {first.lastAnswered !== null && (
        <>
          ; the last answered request was <MomentLink moment={first.lastAnswered} onMoment={onMoment} />
        </>
      )}
      {first.between.length > 0 && (
        <>
          ; between them{' '}
          {first.between.map(({ at, what }, place) => (
            <Fragment key={`${at} ${what}`}>
              {place > 0 && ', '}
              {short(what)} <AddressLink at={at} onGo={onGo} />
            </Fragment>
          ))}
        </>
      )}
      .
    </p>
  )
}

/** An error text can be long; the row at the address has it in whole. */
const LONGEST = 90

function short(what: string): string {
  return what.length > LONGEST ? `${what.slice(0, LONGEST)}…` : what
}

function MomentLink({ moment, onMoment }: { readonly moment: string; readonly onMoment: (moment: string) => void }) {
  return (
    <button
      type="button"
      className="font-mono text-xs text-accent underline underline-offset-2"
      title="Look at this request"
      onClick={() => onMoment(moment)}
    >
      {moment}
    </button>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}
