import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { SessionPage } from '@/components/session/session-page'
import { SessionImporting, SessionProblem } from '@/components/session/session-problem'
import { Frame } from '@/components/shell/frame'
import { isRefusal } from '@/lib/base/result'
import { checkSession, firstAppearance, importReport, sessionHeader, sessionLine, stripOf } from '@/lib/server/sessions'
import type { Scope } from '@/lib/url/api'
import { loadSessionState, sessionHref } from '@/lib/url/state'
import { asOneProfile } from '@/lib/view/check'
import { failureOf } from '@/lib/view/failures'
import type { SessionHeader } from '@/lib/view/models'
import { sessionStatus } from '@/lib/view/session-status'

interface Props {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

const CELLS = 240

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const line = await sessionLine((await params).id).catch(() => null)
  return { title: line?.name ?? 'Session' }
}

export default async function Session({ params, searchParams }: Props) {
  const { id } = await params
  const line = await sessionLine(id).catch((thrown: unknown) => {
    if (isRefusal(thrown)) return null
    throw thrown
  })
  if (!line) notFound()
  const crumbs = [{ label: 'Sessions', href: '/' }, { label: line.name }]
  if (line.state === 'importing') {
    return (
      <Frame crumbs={crumbs}>
        <SessionImporting name={line.name} job={line.job} progress={line.progress ?? 0} />
      </Frame>
    )
  }
  try {
    const header = await sessionHeader(id)
    const { page, status } = await load(header, await searchParams)
    return (
      <Frame crumbs={crumbs} status={status} isFixed>
        {page}
      </Frame>
    )
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    const { code, message } = thrown.fault
    return (
      <Frame crumbs={crumbs}>
        <SessionProblem failure={failureOf(code, message)} href={line.state === 'ready' ? sessionHref({ id }) : null} />
      </Frame>
    )
  }
}

/** Everything the chosen lens shows first; the rest is fetched as it comes into view. */
async function load(header: SessionHeader, query: Record<string, string | string[] | undefined>) {
  const { id } = header
  const state = loadSessionState(query)
  const profile = header.profiles.some(one => one.id === state.profile) ? state.profile : null
  const isWhole = state.lens === 'transcript' && state.moment === null && !header.isBody
  const scope: Scope = { id, moment: isWhole ? null : (state.moment ?? 'end'), profile, branch: state.branch, agent: state.agent }
  const asked = {
    ...(scope.moment === null ? {} : { moment: scope.moment }),
    ...(profile === null ? {} : { profile }),
    ...(scope.branch === null ? {} : { branch: scope.branch }),
    ...(scope.agent === null ? {} : { agent: scope.agent }),
  }
  // Not waited for: it walks over every request, and the page says the rest before.
  const first = state.lens === 'diagnose' ? firstAppearance(id, profile ?? undefined).catch(() => null) : Promise.resolve(null)
  const [check, cells, report] = await Promise.all([checkSession(id, asked), stripOf(id, { ...asked, cells: CELLS }), importReport(id)])
  const one = asOneProfile(check)
  const page: ReactNode = <SessionPage header={header} scope={scope} check={one} first={first} cells={cells} report={report} />
  return { page, status: sessionStatus(header, one) }
}
