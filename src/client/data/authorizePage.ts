// Opens the page of a service that gives a one-time code, and receives the code.
import { useEffect, useRef } from 'react'
import type { AuthorizeAnswer } from '../../protocol/signIn/signInCalls'
import { useRuntime } from '../context/clientContext'
import { openInTab } from '../navigation/openInTab'
import { onRedirectBack } from '../navigation/redirectBack'
import { newKey } from './sendTransition'

/**
 * Opens the page of a service that gives the code which an endpoint takes, and calls `take` with the query that this
 * very opening brings back. @throws CallError
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
        if (state.current === undefined || query.get('state') !== state.current) return
        state.current = undefined
        latest.current(query)
      }),
    [],
  )
  return () => {
    signIn.forgetAway()
    state.current = newKey()
    return openInTab(() =>
      client.post<AuthorizeAnswer>('/api/signIn/authorize', { endpoint, state: state.current }, { quiet: true }),
    )
  }
}
