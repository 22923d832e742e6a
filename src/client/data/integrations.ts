// Signs the user in to the integration that a screen requires, once before the screen is shown.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LaunchAnswer, IntegrationSignInAnswer } from '../../protocol/signIn/integrationCalls'
import { limitMs } from '../transport/callServer'
import type { CallError } from '../feedback/callError'
import { useRuntime, useSession, type Runtime } from '../context/clientContext'
import { useCurrentTab } from '../navigation/unsavedChanges'
import { openInTab } from '../navigation/openInTab'

/** Milliseconds for which a sign-in result stays fresh. */
const staleTimeMs = 60_000
const address = '/api/integration'

/**
 * Signs in to the integration of a screen while its tab is visible, and sets the answer's cookie; null: the screen
 * needs none, and nothing is called. A failed sign-in is an answer with `flag` 0, not an error.
 */
export function useIntegration(screen: string | null): UseQueryResult<IntegrationSignInAnswer, CallError> {
  const { client, cookies } = useRuntime()
  const { active } = useCurrentTab()
  const language = useSession((state) => state.language)
  return useQuery<IntegrationSignInAnswer, CallError>({
    ...integrationQuery({ client, cookies }, screen, language),
    enabled: active && screen !== null,
  })
}

/** It holds no records, so neither a write nor the next opening of the address repeats it. */
export const integrationQuery = (
  { client, cookies }: Pick<Runtime, 'client' | 'cookies'>,
  screen: string | null,
  language: string,
) => ({
  queryKey: [address, screen, language],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const answer = await client.post<IntegrationSignInAnswer>(
      address,
      { screen },
      { quiet: true, signal, timeoutMs: limitMs.long },
    )
    cookies.set(answer.cookie, String(answer.flag))
    return answer
  },
  staleTime: staleTimeMs,
  retry: false,
})

/** Retries at once; every screen that waits for the same integration gets the result. */
export function useRetryIntegration(): (screen: string) => Promise<IntegrationSignInAnswer> {
  const { client, cookies } = useRuntime()
  const records = useQueryClient()
  return useCallback(
    async (screen) => {
      const answer = await client.post<IntegrationSignInAnswer>(
        address,
        { screen, again: true },
        { quiet: true, timeoutMs: limitMs.long },
      )
      cookies.set(answer.cookie, String(answer.flag))
      records.removeQueries({ queryKey: [address], predicate: ({ queryKey }) => queryKey[1] !== screen })
      records.setQueriesData({ queryKey: [address, screen] }, answer)
      return answer
    },
    [client, cookies, records],
  )
}

/** Opens the integration in a new tab, by a one-time link. @throws CallError */
export function useLaunch(): () => Promise<void> {
  const { client } = useRuntime()
  return useCallback(
    () => openInTab(() => client.post<LaunchAnswer>('/api/integration/launch', {}, { timeoutMs: limitMs.long })),
    [client],
  )
}
