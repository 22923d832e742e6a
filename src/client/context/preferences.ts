// Preferences of the user: small values by name, stored on the server and loaded at boot.
import { useCallback } from 'react'
import type { BootAnswer, PreferenceRequest } from '../../protocol/screenCalls'
import type { CallOptions } from '../transport/callServer'
import type { Session, SessionState } from '../session/session'
import { CallError } from '../feedback/callError'
import { useRuntime, useSession, type Runtime } from './clientContext'

interface DueWrite {
  /** The account whose preference it is; undefined before it has signed in. */
  readonly account: number | undefined
  readonly value: unknown
  readonly timer: ReturnType<typeof setTimeout>
  readonly write: (options?: CallOptions) => void
}

const waiting = new WeakMap<object, Map<string, DueWrite>>()
/** Debounce of writes in milliseconds: dragging a column changes the value many times a second. */
const writeDelayMs = 600

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

/** Sets a preference for this page at once, and stores it after a pause; `usual`: how. */
export function holdPreference(
  { client, session }: Pick<Runtime, 'client' | 'session'>,
  { name, value }: Pick<PreferenceRequest, 'name' | 'value'>,
  usual?: CallOptions,
): void {
  const due = dueWrites(session)
  clearTimeout(due.get(name)?.timer)
  const entry: DueWrite = {
    account: session.getState().boot?.account.id,
    value,
    timer: setTimeout(() => entry.write(usual), writeDelayMs),
    write(options) {
      clearTimeout(entry.timer)
      // The client has reported the failure, unless it was to be quiet; keep the value for this page anyway.
      client
        .post('/api/preference', { name, value }, options)
        .catch(() => undefined)
        .finally(() => {
          if (due.get(name) === entry) due.delete(name)
        })
    },
  }
  due.set(name, entry)
  session.setState((state) => withPreference(state, { name, value }))
}

/** The pending writes of a session. When the page closes, they are sent at once and outlive it. */
function dueWrites(session: Session): Map<string, DueWrite> {
  const begun = waiting.get(session)
  if (begun) return begun
  const due = new Map<string, DueWrite>()
  waiting.set(session, due)
  globalThis.addEventListener?.('pagehide', () => {
    for (const { write } of due.values()) write({ keepalive: true, quiet: true })
  })
  session.subscribe(({ boot }, former) => {
    // What is not written yet ends with its session: the next account's would be sent with another token.
    for (const [name, { account, timer }] of due)
      if (account !== boot?.account.id) {
        clearTimeout(timer)
        due.delete(name)
      }
    // An account reloaded before they are written still has the former values.
    if (!boot || boot.preferences === former.boot?.preferences) return
    for (const [name, { value }] of due)
      if (JSON.stringify(boot.preferences[name] ?? null) !== JSON.stringify(value))
        session.setState((state) => withPreference(state, { name, value }))
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
