// How do those who look on through another process of the same database hear of a change, or that they were signed out? Every process tells the
// others through the database.
// A lost connection loses nothing for good: when it is back, everything counts as changed.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Change } from './live'
import type { Dependencies } from './dependencies'

const channel = 'changes'
/** The advisory lock that all processes at work on a database share: who gets it for itself is alone. */
export const presence = sql`hashtext('server at work')`
const pause = { first: 500, longest: 15_000 }

/** A change, or sessions (their digests) that have ended. */
type Told = { readonly from: string } & (Change | { readonly sessions: readonly string[] })
/** What is told at once fits into one notification of PostgreSQL, which takes 8,000 bytes. */
const mostSessions = 100

/** Tells and hears until the answered function is called. One process alone on an embedded database has nobody to tell. */
export function relayChanges({
  database,
  live,
  holder,
  log,
}: Pick<Dependencies, 'database' | 'live' | 'holder' | 'log'>): () => Promise<void> {
  if (database.kind === 'embedded') return async () => undefined
  const self = randomUUID()
  let hearing = false
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let ever = false

  const hear = (told: Told | Change) => {
    hearing = true
    if ('sessions' in told) live.signedOut(new Set(told.sessions))
    else live.changed({ tenant: told.tenant ?? null, entities: told.entities })
    hearing = false
  }
  const tell = (told: Told) => {
    if (hearing || closed) return
    database
      .read(sql`select pg_notify(${channel}, ${JSON.stringify(told)})`)
      .catch((error: unknown) => log.warn(`Other processes could not be told of a change: ${String(error)}`))
  }
  live.onChanged((change) => tell({ from: self, ...change }))
  live.onSignedOut((ended) => {
    const sessions = [...ended]
    for (let at = 0; at < sessions.length; at += mostSessions)
      tell({ from: self, sessions: sessions.slice(at, at + mostSessions) })
  })
  const connect = async (wait: number): Promise<void> => {
    try {
      const own = (client = await database.pool.connect())
      // What becomes of a connection that was given up is nobody's concern.
      own.on('error', (error) => {
        if (client === own) lost(error)
      })
      if (closed) return
      own.on('notification', ({ payload }) => heard(payload, self, hear))
      await own.query(sql`select pg_advisory_lock_shared(${presence})`)
      await own.query(`LISTEN ${channel}`)
      if (ever) hear({ tenant: null, entities: Object.keys(holder.current.entities) })
      ever = true
    } catch (error) {
      lost(error, wait)
    }
  }
  // A connection that breaks while something is asked of it is lost twice: by its own event and by the question.
  const leave = () => {
    const left = client
    client = undefined
    left?.release(true)
  }
  const lost = (error: unknown, wait: number = pause.first) => {
    leave()
    clearTimeout(timer)
    if (closed) return
    log.warn(`Changes of other processes are not heard for now: ${String(error)}`)
    timer = setTimeout(() => {
      connecting = connect(Math.min(wait * 2, pause.longest))
    }, wait)
  }
  let connecting = connect(pause.first)
  return async () => {
    closed = true
    clearTimeout(timer)
    await connecting
    leave()
  }
}

function heard(payload: string | undefined, self: string, hear: (told: Told) => void): void {
  const told = JSON.parse(payload ?? '{}') as Told
  if (told.from === undefined || told.from === self) return
  if (('sessions' in told && Array.isArray(told.sessions)) || ('entities' in told && Array.isArray(told.entities)))
    hear(told)
}
