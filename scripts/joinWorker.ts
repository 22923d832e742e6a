// Adds a worker to each database of a test on a cluster while it is used, and moves shards there.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inDatabase, workersOf } from '../tests/server/database/cluster'
import type { Result } from './tally'

interface Joining {
  /** Ends the watch; what failed, and as one test whether a worker has joined at all. */
  end(): Promise<Result>
}

/** In this order: there are tables to look at, one worker holds them, an account has a session. */
const inUse = [
  `select to_regclass('pg_dist_partition') is not null and to_regclass('"_session"') is not null as "ready"`,
  `select (select count(*) from pg_dist_node where shouldhaveshards) = 1
     and exists (select 1 from pg_dist_partition) and exists (select 1 from "_session") as "ready"`,
]
const lookMs = 250
/** PostgreSQL's code for a connection that another one ended. */
const endedByDrop = '57P01'

/** Watches the cluster of `url` for databases that are in use. */
export function joinWorkers(url: string): Joining {
  const [joined, failures] = [new Set<string>(), [] as string[]]
  const seen = new Set<string>()
  let isOver = false
  const watch = async () => {
    const [, joining] = await workersOf(url)
    if (!joining) throw new Error('The cluster has no second worker that could join.')
    while (!isOver) {
      for (const name of (await databasesOf(url)).filter((one) => !seen.has(one)))
        await withClient(inDatabase(url, name), async (query) => {
          for (const condition of inUse) if (!(await query<{ ready: boolean }>(condition))[0]?.ready) return
          seen.add(name)
          await query('select citus_add_node($1, $2)', [joining.host, joining.port])
          await query(`select rebalance_table_shards(shard_transfer_mode := 'block_writes')`)
          if ((await query(machines)).length > 1) joined.add(name)
        }).catch(async (error: unknown) => {
          // A test that ends drops its database, and with it this connection: one that is still there is tried again.
          if (!(error instanceof pg.DatabaseError) || error.code === endedByDrop) seen.delete(name)
          else if ((await databasesOf(url)).includes(name)) failures.push(`${name}: ${String(error)}`)
        })
      await pause(lookMs)
    }
  }
  const watching = watch().catch((error: unknown) => void failures.push(String(error)))
  return {
    async end() {
      isOver = true
      await watching
      if (joined.size === 0) failures.push('No worker has joined a database in use.')
      console.log(`A worker has joined ${joined.size} databases in use.`)
      return { passed: joined.size > 0 ? 1 : 0, failed: failures.length, failures }
    },
  }
}

/** The machines with shards of distributed tables. */
const machines = `select distinct nodeport from citus_shards where citus_table_type = 'distributed'`

const databasesOf = (url: string): Promise<readonly string[]> =>
  withClient(url, async (query) =>
    (
      await query<{ name: string }>(
        `select datname as "name" from pg_database where datallowconn and datname like 'test\\_%'`,
      )
    ).map(({ name }) => name),
  )

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>

async function withClient<T>(connectionString: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  // A database that is dropped ends its connections.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[])
  } finally {
    await client.end().catch(() => undefined)
  }
}
