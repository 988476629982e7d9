'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { percent } from '@/lib/base/numbers'
import type { Failure } from '@/lib/view/failures'
import { Progress } from '../home/import-list'
import { watchJob } from '../hooks/watch-job'
import { EmptyState } from '../ui/empty-state'

/** A session that is there and cannot be shown: still read, failed, or asked for something it does not have. */
export function SessionProblem({ failure, href }: { readonly failure: Failure; readonly href: string | null }) {
  return (
    <EmptyState title={failure.sentence} role="alert">
      {failure.advice !== '' && <p>{failure.advice}</p>}
      <p className="flex gap-4">
        {href !== null && (
          <Link href={href} className="underline">
            Open the session at its end
          </Link>
        )}
        <Link href="/" className="underline">
          All sessions
        </Link>
      </p>
    </EmptyState>
  )
}

/** The page comes by itself when the import is done. */
export function SessionImporting({
  name,
  job,
  progress,
}: {
  readonly name: string
  readonly job: string | null
  readonly progress: number
}) {
  const router = useRouter()
  const [share, setShare] = useState(progress)
  useEffect(() => {
    if (job === null) {
      const timer = setInterval(() => router.refresh(), 1500)
      return () => clearInterval(timer)
    }
    const watched = watchJob(job, state => setShare(state.progress))
    watched.ended.then(() => router.refresh())
    return watched.stop
  }, [job, router])
  return (
    <EmptyState title={`Reading ${name}`}>
      <p className="text-muted">{percent(share)} read. This page opens by itself.</p>
      <Progress share={share} label={`Reading ${name}`} />
    </EmptyState>
  )
}
