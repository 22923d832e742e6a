// Propagates changes and sign-outs to the other processes of the same database.
// After a lost connection everything counts as changed.
import { chunk } from '../../manifest/expression/values/lists'
import { jsonIn } from '../../manifest/json/jsonText'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { LiveApp } from '../context/liveApp'
import type { Database } from '../database/connection/openDatabase'
import type { ChangeNotice, Live } from '../context/liveEvents'
import type { Log } from '../context/log'

interface BroadcastOptions {
  readonly database: Pick<Database, 'kind' | 'query' | 'pool'>
  readonly live: Pick<Live, 'changed' | 'signedOut' | 'onChanged' | 'onSignedOut'>
  readonly liveApp: Pick<LiveApp, 'current'>
  readonly log: Pick<Log, 'warn'>
}

/** Named after the product: any client of the database may notify any channel. */
const channel = 'back_office_changes'
/** The advisory lock that all processes of a database share: exclusive access means no other process. */
export const serverLock = sql`hashtext('server at work')`
/** Milliseconds before another attempt to connect. */
const retryPauseMs = { first: 500, longest: 15_000 }

/** From one process to the others: a change, or sessions (their digests) that have ended. */
type Notice = { readonly from: string } & (ChangeNotice | { readonly sessions: readonly string[] })
/** Sessions per notification, which PostgreSQL limits to 8,000 bytes. */
const maxSessions = 100

/** Sends and receives until the returned function is called. A single process on an embedded database has no others. */
export function broadcastChanges({ database, live, liveApp, log }: BroadcastOptions): () => Promise<void> {
  if (database.kind === 'embedded') return async () => undefined
  const self = randomUUID()
  const { apply, isApplying } = createApplier(live)
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let wasConnected = false

  const notifyOthers = (notice: Notice) => {
    if (isApplying() || closed) return
    database
      .query(sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`)
      .catch((error: unknown) => log.warn(`Other processes could not be notified of a change: ${String(error)}`))
  }
  live.onChanged((change) => notifyOthers({ from: self, ...change }))
  live.onSignedOut((ended) => {
    for (const sessions of chunk([...ended], maxSessions)) notifyOthers({ from: self, sessions })
  })
  const connect = async (wait: number): Promise<void> => {
    try {
      const connection = (client = await database.pool.connect())
      // Ignore errors of a connection that was already given up.
      connection.on('error', (error) => {
        if (client === connection) reconnectLater(error)
      })
      if (closed) return
      await listen(connection, (payload) => receive(payload, self, apply))
      if (wasConnected) apply({ tenant: null, entities: Object.keys(liveApp.current.entities) })
      wasConnected = true
    } catch (error) {
      reconnectLater(error, wait)
    }
  }
  // A connection that breaks during a query reports it twice: by its own event and by the query.
  const releaseClient = () => {
    const released = client
    client = undefined
    released?.release(true)
  }
  const reconnectLater = (error: unknown, wait: number = retryPauseMs.first) => {
    releaseClient()
    clearTimeout(timer)
    if (closed) return
    log.warn(`Changes of other processes are not heard for now: ${String(error)}`)
    timer = setTimeout(() => {
      connecting = connect(Math.min(wait * 2, retryPauseMs.longest))
    }, wait)
  }
  let connecting = connect(retryPauseMs.first)
  return async () => {
    closed = true
    clearTimeout(timer)
    await connecting
    releaseClient()
  }
}

async function listen(client: pg.PoolClient, onPayload: (payload: string | undefined) => void): Promise<void> {
  client.on('notification', ({ payload }) => onPayload(payload))
  await client.query(sql`select pg_advisory_lock_shared(${serverLock})`)
  await client.query(`LISTEN ${channel}`)
}

/** Announces what other processes have sent; `isApplying` meanwhile, so that it is not sent back to them. */
function createApplier(live: BroadcastOptions['live']) {
  let isApplying = false
  return {
    isApplying: () => isApplying,
    apply(notice: Notice | ChangeNotice): void {
      isApplying = true
      try {
        announce(live, notice)
      } finally {
        isApplying = false
      }
    },
  }
}

function announce(live: BroadcastOptions['live'], notice: Notice | ChangeNotice): void {
  if ('sessions' in notice) live.signedOut(new Set(notice.sessions))
  else {
    const { tenant = null, entities, write } = notice
    live.changed({ tenant, entities, ...(write !== undefined && { write }) })
  }
}

function receive(payload: string | undefined, self: string, apply: (notice: Notice) => void): void {
  const notice = readNotice(payload)
  if (notice && notice.from !== self) apply(notice)
}

/** Undefined for what no server of this product has sent. */
function readNotice(payload = ''): Notice | undefined {
  const notice = jsonIn(payload) as Partial<Record<'from' | 'sessions' | 'entities', unknown>> | null | undefined
  const isNotice = typeof notice?.from === 'string' && [notice.sessions, notice.entities].some(Array.isArray)
  return isNotice ? (notice as Notice) : undefined
}
