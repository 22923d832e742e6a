// Preferences of the user: small values by name, stored on the server and loaded at boot.
import { useCallback } from 'react'
import { useRuntime, useSession } from './clientContext'

const waiting = new WeakMap<object, Map<string, ReturnType<typeof setTimeout>>>()
/** Debounce of writes in milliseconds: dragging a column changes the value many times a second. */
const settle = 600

/** A preference by name; undefined: not set. Writing null deletes it. */
export function usePreference<T>(name: string): readonly [T | undefined, (value: T | null) => void] {
  const { client, session } = useRuntime()
  const value = useSession((state) => state.boot?.preferences[name]) as T | undefined
  const keep = useCallback(
    (next: T | null) => {
      session.setState((state) => {
        if (!state.boot) return state
        const { [name]: _former, ...others } = state.boot.preferences
        return { boot: { ...state.boot, preferences: next === null ? others : { ...others, [name]: next } } }
      })
      const timers = waiting.get(session) ?? new Map<string, ReturnType<typeof setTimeout>>()
      waiting.set(session, timers)
      clearTimeout(timers.get(name))
      timers.set(
        name,
        setTimeout(() => {
          timers.delete(name)
          // The client has reported the failure; the value stays for this page anyway.
          client.post('/api/preference', { name, value: next }).catch(() => undefined)
        }, settle),
      )
    },
    [client, session, name],
  )
  return [value ?? undefined, keep]
}
