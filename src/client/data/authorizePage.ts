// Opens the page of a service that gives a one-time code, and receives the code.
import { useEffect, useRef } from 'react'
import type { AuthorizeAnswer } from '../../protocol/signIn/signInCalls'
import { useRuntime } from '../context/clientContext'
import { openInTab } from '../navigation/openInTab'
import { onRedirectBack } from '../navigation/redirectBack'
import { forgetPress, keepPress, takeReturned } from '../navigation/sameTabPress'
import { newKey } from './idempotentAttempt'

/**
 * Opens the page of a service that gives the code which an endpoint takes, and calls `take` with the query that this
 * very opening brings back: from the other tab, or after this one has been there itself. @throws CallError
 */
export function useAuthorizePage(endpoint: string, take: (query: URLSearchParams) => void): () => Promise<void> {
  const { client, signIn } = useRuntime()
  const state = useRef<string | undefined>(undefined)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(
    () =>
      onRedirectBack((query) => {
        if (state.current === undefined || query.get('state') !== state.current) return false
        state.current = undefined
        latest.current(query)
        return true
      }),
    [],
  )
  useEffect(() => {
    const returned = takeReturned(endpoint)
    if (returned) latest.current(returned)
  }, [endpoint])
  return () => {
    signIn.forgetAway()
    forgetPress()
    const given = newKey()
    state.current = given
    return openInTab(
      () => client.post<AuthorizeAnswer>('/api/signIn/authorize', { endpoint, state: given }, { quiet: true }),
      () => keepPress({ endpoint, state: given, returnTo: window.location.pathname + window.location.search }),
    )
  }
}
