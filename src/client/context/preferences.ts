// Preferences of the user: small values by name, stored on the server and loaded at boot.
import { useCallback } from 'react'
import type { BootAnswer, PreferenceRequest } from '../../protocol/screenCalls'
import { holdPreference } from '../session/duePreferences'
import { CallError } from '../feedback/callError'
import { useRuntime, useSession } from './clientContext'

/** A preference by name; undefined: not set. Writing null deletes it. */
export function usePreference<T>(name: string): readonly [T | undefined, (value: T | null) => void] {
  const { client, session } = useRuntime()
  const value = useSession((state) => state.boot?.preferences[name]) as T | undefined
  const keep = useCallback(
    (next: T | null) => holdPreference({ client, session }, { name, value: next }),
    [client, session, name],
  )
  return [value ?? undefined, keep]
}

/** Stores a preference at once; false: refused, and the client has reported why. */
export function useKeepPreference(): (request: PreferenceRequest) => Promise<boolean> {
  const { client, session } = useRuntime()
  return useCallback(
    async (request: PreferenceRequest) => {
      try {
        await client.post('/api/preference', request)
      } catch (error) {
        if (error instanceof CallError) return false
        throw error
      }
      session.preferenceStored(request)
      return true
    },
    [client, session],
  )
}

/** What the unit, the role and the tenant of the account share. */
export function useSharedPreferences(): BootAnswer['sharedPreferences'] | undefined {
  return useSession((state) => state.boot?.sharedPreferences)
}
