// Preferences of the user: small values by name, stored on the server and loaded at boot.
import { useCallback } from 'react'
import type { BootAnswer, PreferenceRequest } from '../../protocol/screenCalls'
import type { CallOptions } from '../transport/callServer'
import type { SessionState } from '../session/session'
import { CallError } from '../feedback/callError'
import { useRuntime, useSession } from './clientContext'

interface DueWrite {
  readonly timer: ReturnType<typeof setTimeout>
  readonly write: (options?: CallOptions) => void
}

const waiting = new WeakMap<object, Map<string, DueWrite>>()
/** Debounce of writes in milliseconds: dragging a column changes the value many times a second. */
const settle = 600

/** A preference by name; undefined: not set. Writing null deletes it. */
export function usePreference<T>(name: string): readonly [T | undefined, (value: T | null) => void] {
  const { client, session } = useRuntime()
  const value = useSession((state) => state.boot?.preferences[name]) as T | undefined
  const keep = useCallback(
    (next: T | null) => {
      session.setState((state) => withPreference(state, { name, value: next }))
      const due = dueWrites(session)
      clearTimeout(due.get(name)?.timer)
      const write = (options?: CallOptions) => {
        due.delete(name)
        // The client has reported the failure; the value stays for this page anyway.
        client.post('/api/preference', { name, value: next }, options).catch(() => undefined)
      }
      due.set(name, { timer: setTimeout(() => write(), settle), write })
    },
    [client, session, name],
  )
  return [value ?? undefined, keep]
}

/** The writes of a session that are due. When the page goes away, they are sent at once and outlive it. */
function dueWrites(session: object): Map<string, DueWrite> {
  const begun = waiting.get(session)
  if (begun) return begun
  const due = new Map<string, DueWrite>()
  waiting.set(session, due)
  window.addEventListener('pagehide', () => {
    for (const { timer, write } of due.values()) {
      clearTimeout(timer)
      write({ keepalive: true, quiet: true })
    }
  })
  return due
}

/** The state of the session with a preference stored or (null) deleted. */
function withPreference(state: SessionState, { name, value, sharedWith }: PreferenceRequest): Partial<SessionState> {
  const { boot } = state
  if (!boot) return {}
  const stored = sharedWith === undefined ? boot.preferences : (boot.sharedPreferences[sharedWith] ?? {})
  const { [name]: _former, ...others } = stored
  const next = value === null ? others : { ...others, [name]: value }
  return sharedWith === undefined
    ? { boot: { ...boot, preferences: next } }
    : { boot: { ...boot, sharedPreferences: { ...boot.sharedPreferences, [sharedWith]: next } } }
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
      session.setState((state) => withPreference(state, request))
      return true
    },
    [client, session],
  )
}

/** What the unit, the role and the tenant of the account share. */
export function useSharedPreferences(): BootAnswer['sharedPreferences'] | undefined {
  return useSession((state) => state.boot?.sharedPreferences)
}
