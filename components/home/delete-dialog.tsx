'use client'

import { useState } from 'react'
import { bytesText } from '@/lib/base/numbers'
import { api } from '@/lib/url/api'
import type { Failure } from '@/lib/view/failures'
import type { SessionLine } from '@/lib/view/models'
import { request } from '../hooks/request'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'

interface DeleteDialogProps {
  readonly sessions: readonly SessionLine[]
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Says how much goes, and deletes only after that. */
export function DeleteDialog({ sessions, onClose, onDeleted }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0)
  const what = sessions.length === 1 ? `“${sessions[0]?.name}”` : `${sessions.length} sessions`

  const deleteAll = async () => {
    setBusy(true)
    setFailure(null)
    let failed: Failure | null = null
    for (const session of sessions) {
      const answer = await request(api.session(session.id), { method: 'DELETE' })
      if (!answer.ok) failed ??= answer.failure
    }
    setBusy(false)
    if (failed) setFailure(failed)
    else onDeleted()
  }

  return (
    <Dialog
      isOpen={sessions.length > 0}
      onClose={onClose}
      title={`Delete ${what}?`}
      description={`Frees up to ${bytesText(bytes)} on this machine: the stored copy, its index and its runs. Your own file is not touched.`}
      footer={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button look="danger" disabled={isBusy} onClick={deleteAll}>
            {isBusy ? 'Deleting …' : 'Delete'}
          </Button>
        </>
      }
    >
      {failure && <ErrorNote failure={failure} />}
      {sessions.length > 1 && (
        <ul>
          {sessions.map(session => (
            <li key={session.id} className="flex justify-between gap-4">
              <span className="truncate">{session.name}</span>
              <span className="tabular text-muted">{bytesText(session.bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
