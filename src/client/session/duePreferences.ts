// Preferences that are stored after a pause, and at once where their session or the page ends.
import type { PreferenceRequest } from '../../protocol/screenCalls'
import type { CallOptions, Client } from '../transport/callServer'
import type { Session } from './session'
import { withPreference } from './withPreference'

interface DueWrite {
  /** The account whose preference it is; undefined before it has signed in. */
  readonly account: number | undefined
  readonly value: unknown
  readonly timer: ReturnType<typeof setTimeout>
  readonly write: (options?: CallOptions) => Promise<void>
}

const waiting = new WeakMap<object, Map<string, DueWrite>>()
/** Debounce of writes in milliseconds: dragging a column changes the value many times a second. */
const writeDelayMs = 600

/** Sets a preference for this page at once, and stores it after a pause; `usual`: how. */
export function holdPreference(
  { client, session }: { readonly client: Client; readonly session: Session },
  { name, value }: Pick<PreferenceRequest, 'name' | 'value'>,
  usual?: CallOptions,
): void {
  const due = dueWrites(session)
  clearTimeout(due.get(name)?.timer)
  const entry: DueWrite = {
    account: session.getState().boot?.account.id,
    value,
    timer: setTimeout(() => void entry.write(usual), writeDelayMs),
    write(options) {
      clearTimeout(entry.timer)
      // The client has reported the failure, unless it was to be quiet; keep the value for this page anyway.
      return client
        .post('/api/preference', { name, value }, options)
        .then(
          () => true,
          () => false,
        )
        .then((isStored) => {
          if (due.get(name) !== entry) return
          due.delete(name)
          if (isStored) session.preferenceStored({ name, value })
        })
    },
  }
  due.set(name, entry)
  setPreference(session, { name, value })
}

/** Stores at once what waits, while the session still has its token; resolves also where that fails. */
export async function storeDuePreferences(session: Session): Promise<void> {
  await Promise.all([...dueWrites(session).values()].map(({ write }) => write({ quiet: true })))
}

/** The pending writes of a session. When the page closes, they are sent at once and outlive it. */
function dueWrites(session: Session): Map<string, DueWrite> {
  const begun = waiting.get(session)
  if (begun) return begun
  const due = new Map<string, DueWrite>()
  waiting.set(session, due)
  globalThis.addEventListener?.('pagehide', () => {
    for (const { write } of due.values()) void write({ keepalive: true, quiet: true })
  })
  session.subscribe(({ boot }, former) => {
    // What is not written by then ends with its session: the next account's would be sent with another token.
    for (const [name, { account, timer }] of due)
      if (account !== boot?.account.id) {
        clearTimeout(timer)
        due.delete(name)
      }
    // An account reloaded before they are written still has the former values.
    if (!boot || boot.preferences === former.boot?.preferences) return
    for (const [name, { value }] of due)
      if (JSON.stringify(boot.preferences[name] ?? null) !== JSON.stringify(value))
        setPreference(session, { name, value })
  })
  return due
}

function setPreference(session: Session, request: PreferenceRequest): void {
  session.setState(({ boot }) => (boot ? { boot: withPreference(boot, request) } : {}))
}
