'use client'

import { useEffect, useState } from 'react'

/** False on the server and in the first paint: for what only the browser knows. */
export function useMounted(): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted
}
