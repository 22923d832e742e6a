// What has this person chosen for a screen? Small values by name, kept on the server and at hand from the boot on.
import { useCallback } from 'react'
import { useRuntime, useSession } from './runtime'

const waiting = new WeakMap<object, Map<string, ReturnType<typeof setTimeout>>>()
/** Dragging a column says something new many times a second; only the last is kept. Milliseconds. */
const settle = 600

/** A choice of the person by name; undefined: none was made. Writing null forgets it. */
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
          // The client has told of a failure; the choice holds for this page anyway.
          client.post('/api/preference', { name, value: next }).catch(() => undefined)
        }, settle),
      )
    },
    [client, session, name],
  )
  return [value ?? undefined, keep]
}
