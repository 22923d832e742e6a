// Is the person signed in to the outside system that a screen needs? Asked once before the screen is shown; the server does the rest.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LaunchAnswer, OutsideAnswer } from '../protocol/calls'
import { timeouts } from './client'
import type { CallError } from './faults'
import { useRuntime, useSession } from './runtime'
import { useViewPlace } from './unsaved'

/** A standing younger than this is not asked again when the screen is seen again. Milliseconds. */
const fresh = 60_000
const key = '/api/outside'

export function useOutside(screen: string | null): UseQueryResult<OutsideAnswer, CallError> {
  const { client, jar } = useRuntime()
  const { active } = useViewPlace()
  const language = useSession((state) => state.language)
  return useQuery<OutsideAnswer, CallError>({
    queryKey: [key, screen, language],
    queryFn: async ({ signal }) => {
      const answer = await client.post<OutsideAnswer>(key, { screen }, { quiet: true, signal, timeout: timeouts.long })
      jar.set(answer.cookie, String(answer.flag))
      return answer
    },
    enabled: active && screen !== null,
    staleTime: fresh,
    retry: false,
    meta: { entities: [] },
  })
}

/** Tries again at once; every screen that waits for the same system learns of it. */
export function useOutsideAgain(): (screen: string) => Promise<OutsideAnswer> {
  const { client, jar } = useRuntime()
  const records = useQueryClient()
  return useCallback(
    async (screen) => {
      const answer = await client.post<OutsideAnswer>(
        key,
        { screen, again: true },
        { quiet: true, timeout: timeouts.long },
      )
      jar.set(answer.cookie, String(answer.flag))
      records.removeQueries({ queryKey: [key], predicate: ({ queryKey }) => queryKey[1] !== screen })
      records.setQueriesData({ queryKey: [key, screen] }, answer)
      return answer
    },
    [client, jar, records],
  )
}

/** Opens the system in a new tab, by a link that works once. @throws CallError */
export function useLaunch(): () => Promise<void> {
  const { client } = useRuntime()
  return useCallback(async () => {
    // A tab that is not opened by the click itself would be refused by the browser.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    try {
      const { address } = await client.post<LaunchAnswer>('/api/outside/launch', {}, { timeout: timeouts.long })
      const target = new URL(address, window.location.origin)
      if (!/^https?:$/.test(target.protocol)) throw new Error('The link leads to no page')
      if (tab) tab.location.replace(target.href)
    } catch (error) {
      tab?.close()
      throw error
    }
  }, [client])
}
