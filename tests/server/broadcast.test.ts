// Proves that two processes on one database receive each other's changes, also after a broken
// connection. Runs on a server by URL only.
import { EventEmitter } from 'node:events'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveApp } from '../../src/server/context/liveApp'
import { openDatabase, type Database } from '../../src/server/database/connection/openDatabase'
import { createLive } from '../../src/server/live/streams'
import type { ChangeNotice, Live } from '../../src/server/context/liveEvents'
import { createLog } from '../../src/server/context/log'
import { broadcastChanges } from '../../src/server/live/broadcast'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

interface Process {
  readonly database: Database
  readonly live: Live
  readonly heard: ChangeNotice[]
  readonly next: () => Promise<ChangeNotice>
  readonly stop: () => Promise<void>
}

describe.runIf(process.env.TEST_DATABASE_URL)('two processes', () => {
  let fresh: FreshDatabase
  let processes: Process[]
  beforeAll(async () => {
    fresh = await freshDatabase()
    processes = [
      await begin(fresh.database),
      await begin(await openDatabase({ url: fresh.url, dataDir: fresh.folder, readSeconds: 10, log: () => undefined })),
    ]
  })
  afterAll(async () => {
    for (const one of processes) {
      await one.stop()
      one.live.close()
    }
    await processes[1]!.database.close()
    await fresh.remove()
  })

  async function begin(database: Database): Promise<Process> {
    const live = createLive()
    const heard: ChangeNotice[] = []
    const waiting: ((change: ChangeNotice) => void)[] = []
    live.onChanged((change) => {
      heard.push(change)
      waiting.shift()?.(change)
    })
    const liveApp = { current: { entities: { book: {}, loan: {} } } } as unknown as LiveApp
    const stop = broadcastChanges({ database, live, liveApp, log: createLog('silent') })
    return {
      database,
      live,
      heard,
      next: () =>
        new Promise((resolve) => {
          waiting.push(resolve)
        }),
      stop,
    }
  }
  const listening = async () => {
    for (;;) {
      const [row] = await processes[0]!.database.owner.query<{ count: number }>(
        sql`select count(*)::int as "count" from pg_stat_activity where "datname" = current_database()
          and "query" like 'LISTEN %'`,
      )
      if (row!.count >= 2) return
    }
  }

  it('hear of each other, and each of its own only once', async () => {
    await listening()
    const told = processes[1]!.next()
    processes[0]!.live.changed({ tenant: 7, entities: ['book'] })
    expect(await told).toEqual({ tenant: 7, entities: ['book'] })
    const back = processes[0]!.next()
    processes[1]!.live.changed({ tenant: null, entities: ['loan'] })
    expect(await back).toEqual({ tenant: null, entities: ['loan'] })
    expect(processes[0]!.heard).toEqual([
      { tenant: 7, entities: ['book'] },
      { tenant: null, entities: ['loan'] },
    ])
  })

  it('hear which sessions have ended, however many', async () => {
    const ended: string[] = []
    const all = Array.from({ length: 250 }, (_, at) => `${at}`.padStart(64, '0'))
    const heard = new Promise<void>((resolve) =>
      processes[1]!.live.onSignedOut((sessions) => {
        ended.push(...sessions)
        if (ended.length >= all.length) resolve()
      }),
    )
    processes[0]!.live.signedOut(new Set(all))
    await heard
    expect(ended.sort()).toEqual(all)
  })

  it('take no notice of what others send, and go on', async () => {
    for (const payload of ['x', '', 'null', '{"entities":["book"]}', '{"from":"else","entities":7}'])
      await processes[0]!.database.owner.query(sql`select pg_notify('back_office_changes', ${payload})`)
    const told = processes[1]!.next()
    processes[0]!.live.changed({ tenant: 8, entities: ['book'] })
    expect(await told).toEqual({ tenant: 8, entities: ['book'] })
  })

  it('take everything as changed after a break', async () => {
    const told = [processes[0]!.next(), processes[1]!.next()]
    await processes[0]!.database.owner.query(
      sql`select pg_terminate_backend("pid") from pg_stat_activity where "datname" = current_database()
        and "query" like 'LISTEN %'`,
    )
    expect(await Promise.all(told)).toEqual([
      { tenant: null, entities: ['book', 'loan'] },
      { tenant: null, entities: ['book', 'loan'] },
    ])
  })
})

describe('a connection to the others', () => {
  /** Breaks when it is asked anything: it says so, and the question fails. */
  class Breaking extends EventEmitter {
    released = 0
    release(): void {
      if (this.released++ > 0) throw new Error('A connection is given back once.')
    }
    query(): Promise<never> {
      this.emit('error', new Error('gone'))
      return Promise.reject(new Error('gone'))
    }
  }

  it('is given back once, whenever it breaks', async () => {
    const connections: Breaking[] = []
    const connect = () => {
      connections.push(new Breaking())
      return Promise.resolve(connections.at(-1))
    }
    const database = { kind: 'url', pool: { connect }, query: () => Promise.resolve([]) } as unknown as Database
    const stop = broadcastChanges({
      database,
      live: createLive(),
      liveApp: { current: { entities: {} } } as unknown as LiveApp,
      log: createLog('silent'),
    })
    await vi.waitUntil(() => connections.length === 2, { timeout: 120_000 })
    await stop()
    for (const one of connections) one.emit('error', new Error('late'))
    expect(connections.map(({ released }) => released)).toEqual([1, 1])
  })

  it('still notifies the others after a listener has failed', async () => {
    const connection = Object.assign(new EventEmitter(), { query: () => Promise.resolve([]), release: () => undefined })
    const query = vi.fn(() => Promise.resolve([]))
    const database = { kind: 'url', pool: { connect: async () => connection }, query } as unknown as Database
    const live = createLive()
    const liveApp = { current: { entities: {} } } as unknown as LiveApp
    const stop = broadcastChanges({ database, live, liveApp, log: createLog('silent') })
    await vi.waitUntil(() => connection.listenerCount('notification') > 0)
    const failing = vi.fn((): void => {
      throw new Error('no')
    })
    live.onChanged(failing)
    const payload = JSON.stringify({ from: 'another', entities: ['book'] })
    expect(() => connection.emit('notification', { payload })).toThrow('no')
    failing.mockImplementation(() => undefined)
    live.changed({ tenant: null, entities: ['loan'] })
    expect(query).toHaveBeenCalledTimes(1)
    await stop()
    live.close()
  })
})
