'use client'

import { useQueryStates } from 'nuqs'
import { useCallback, useTransition } from 'react'
import { sessionParsers } from '@/lib/url/state'

type Patch = Parameters<ReturnType<typeof useQueryStates<typeof sessionParsers>>[1]>[0]

/**
 * The session page's state is its address. `set` replaces it in place (moving along), `jump` adds a step to the history,
 * `load` asks the server again because what is shown depends on it.
 */
export function useSessionState() {
  const [isLoading, startTransition] = useTransition()
  const [state, setState] = useQueryStates(sessionParsers)
  const set = useCallback((patch: Patch) => void setState(patch, { history: 'replace', shallow: true }), [setState])
  const jump = useCallback((patch: Patch) => void setState(patch, { history: 'push', shallow: true }), [setState])
  const load = useCallback((patch: Patch) => void setState(patch, { history: 'push', shallow: false, startTransition }), [setState])
  return { state, set, jump, load, isLoading }
}

export type SessionState = ReturnType<typeof useSessionState>
