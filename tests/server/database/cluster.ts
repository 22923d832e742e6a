// Creates a new database on a server for a test; on a Citus cluster on every machine, which it
// connects.
import pg from 'pg'

interface Node {
  readonly host: string
  readonly port: number
}

/** Fewer shards than usual, so that a database is made in seconds. */
const shards = 4

/** With TEST_CLUSTER=growing a worker joins later, while the database is used. */
const workersAtFirst = () => (process.env.TEST_CLUSTER === 'growing' ? 1 : Infinity)

/**
 * Makes a database on the server under `url`, on all machines of its cluster where it is one; answers how to drop it.
 * @param template the name of a database that it is a copy of, which nothing uses; absent: it is empty
 * @param most workers that take part from the beginning
 */
export async function createDatabase(
  url: string,
  name: string,
  template?: string,
  most = workersAtFirst(),
): Promise<() => Promise<void>> {
  const nodes = await nodesOf(url)
  const machines = nodes.length > 0 ? nodes.map((node) => onNode(url, node)) : [url]
  if (nodes.length > 0 && template) for (const machine of machines) await leave(machine, template)
  const source = template ? `template ${template}` : `encoding 'UTF8' template template0`
  for (const machine of machines) await statements(machine, [`create database ${name} ${source}`])
  if (nodes.length > 0) await statements(machines[0]!, [`alter database ${name} set citus.shard_count = ${shards}`])
  // A copy knows its machines.
  if (nodes.length > 0 && !template) await connectMachines(url, name, nodes, most)
  return async () => {
    for (const machine of machines) await statements(machine, [`drop database ${name} with (force)`])
  }
}

/** Ends what Citus itself does in a database, from now on: a database that is in use cannot be copied. */
async function leave(machine: string, name: string): Promise<void> {
  await statements(machine, [
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  ])
}

async function connectMachines(url: string, name: string, nodes: readonly Node[], most: number): Promise<void> {
  for (const node of nodes)
    await statements(inDatabase(onNode(url, node), name), ['create extension citus', 'create extension pg_trgm'])
  const [coordinator, ...workers] = nodes
  await statements(inDatabase(onNode(url, coordinator!), name), [
    `select citus_set_coordinator_host('${coordinator!.host}', ${coordinator!.port})`,
    ...workers.slice(0, most).map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ])
}

/**
 * Lets the machines of a cluster write without waiting for their disks: a copy of a database is thousands of files, and
 * what tests write need not survive a crash.
 */
export async function forgoDurability(url: string): Promise<void> {
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit']
  for (const node of await nodesOf(url))
    await statements(onNode(url, node), [
      ...settings.map((name) => `alter system set ${name} = off`),
      'select pg_reload_conf()',
    ])
}

/** The workers of the cluster. */
export async function workersOf(url: string): Promise<readonly Node[]> {
  return (await nodesOf(url)).slice(1)
}

/** The machines of the cluster, the coordinator first; none where the server is no cluster. */
async function nodesOf(url: string): Promise<Node[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_extension where extname = 'citus'`)
    if (!rowCount) return []
    const { rows } = await client.query<Node>(
      'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
    )
    return rows
  } finally {
    await client.end()
  }
}

function onNode(url: string, { host, port }: Node): string {
  return Object.assign(new URL(url), { hostname: host, port: String(port) }).href
}

/** The address of another database of the same server. */
export function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function statements(connectionString: string, all: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of all) await client.query(statement)
  } finally {
    await client.end()
  }
}
