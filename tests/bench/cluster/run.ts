// What does a cluster cost, and what does it give? The same server on a Citus cluster and on one PostgreSQL of the same
// machine, asked in turns, so that what the machine does meanwhile meets both.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { everyScreen } from '../../../src/manifest/access/screenByPath'
import { msPerDay } from '../../../src/manifest/expression/values/days'
import type { ListAnswer } from '../../../src/protocol/calls'
import { whyNoCluster, withCluster } from '../../../scripts/citus'
import { isInstalled, programs, withPostgres15 } from '../../../scripts/postgres15'
import { LoadAsker } from '../../load/asker'
import { createDatabase } from '../../server/database/cluster'
import { startProduct, type Product } from '../../whole/product'
import { aimsOfCluster, type Judge } from '../aims'
import { median, ratio, round, table } from '../figures'
import type { BenchOptions } from '../benchOptions'
import { anyId, ask, connections, load, type Target } from '../server/load'
import { copyTenant } from './copyTenant'

type Say = (line: string) => void
interface Side {
  readonly product: Product
  readonly client: pg.Client
  readonly asker: LoadAsker
}
interface Sides {
  readonly cluster: Side
  readonly single: Side
}
/** One call, made of the number of its repetition. */
interface Work {
  readonly name: string
  readonly path: string
  readonly body: (at: number) => object
}

const dealers = 200
const customers = '/customer/CustomerList'
/** Repetitions of a daily call, and of a call of headquarters, which takes longer. */
const repeats = { daily: 60, headquarters: 3 }
const roles = ['owner', 'guide', 'admin']

/** Without a cluster, or a PostgreSQL 15 to compare it with, prints what is missing. */
export async function benchCluster({ seconds }: BenchOptions, say: Say, judge: Judge): Promise<void> {
  const missing = whyNoCluster()
  if (missing !== undefined || !isInstalled()) {
    for (const figure of aimsOfCluster) judge(figure, Number.NaN)
    return say(`\nNot measured: the cluster. ${missing ?? `There is no PostgreSQL 15 in ${programs} (POSTGRES_15).`}`)
  }
  await withCluster((cluster) =>
    withPostgres15(async (single) => {
      const sides = { cluster: await open(cluster), single: await open(single) }
      try {
        await benchDaily(sides, seconds, say, judge)
        await benchHeadquarters(sides, say, judge)
      } finally {
        await Promise.all(Object.values(sides).map(close))
      }
    }),
  )
}

async function open(server: string): Promise<Side> {
  const name = 'measured'
  await createDatabase(server, name)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const product = await startProduct({ environment: { DATABASE_URL: url, JOBS: 'off' } })
  const asker = new LoadAsker(product.address)
  for (const role of roles) await asker.signIn(role)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { product, asker, client }
}

async function close({ product, asker, client }: Side): Promise<void> {
  asker.close()
  await client.end()
  await product.stop()
}

/** What the staff of one dealer do all day. */
async function dailyWorks(single: Side): Promise<readonly Work[]> {
  const filters = [{ field: 'state', operator: 'in', value: ['following'] }]
  const list = await ask<ListAnswer>(targetOf(single, 'guide', '/api/list'), { screen: customers, size: 20, filters })
  const ids = list.rows!.map(({ id }) => id)
  return [
    { name: 'list of customers', path: '/api/list', body: () => ({ screen: customers }) },
    { name: 'list of orders', path: '/api/list', body: () => ({ screen: '/order/Query' }) },
    { name: 'a customer', path: '/api/record', body: (at) => ({ entity: 'customer', id: ids[at % ids.length] }) },
    {
      name: 'transition: a follow-up',
      path: '/api/run',
      body: (at) => ({
        entity: 'follow',
        transition: 'create',
        key: randomUUID(),
        values: {
          customer: ids[at % ids.length],
          method: 'phone',
          content: `call ${at}`,
          intent: 'A',
          nextAt: new Date(Date.now() + 2 * msPerDay).toISOString(),
        },
      }),
    },
    {
      name: 'transition: a payment, with a number',
      path: '/api/run',
      body: (at) => ({
        entity: 'receipt',
        transition: 'create',
        key: randomUUID(),
        values: { customer: ids[at % ids.length], kind: 'earnest', amount: '100', order: null, payMethod: 'cash' },
      }),
    },
  ]
}

/** The daily work: medians, statements, requests a second. */
async function benchDaily({ cluster, single }: Sides, seconds: number, say: Say, judge: Judge): Promise<void> {
  const works = await dailyWorks(single)
  say(`\n== Cluster: the daily work of one dealer, medians of ${repeats.daily} by turns\n`)
  const rows: string[][] = []
  for (const work of works) {
    const sides = [cluster, single] as const
    const statements = await Promise.all(sides.map((side) => countStatements(side, work)))
    const [ours, one] = await inTurns(sides, work, 'guide', repeats.daily)
    const rates = [await rate(cluster, work, seconds), await rate(single, work, seconds)]
    const longer = `cluster: a ${work.path === '/api/run' ? 'transition' : 'read'}, longer than on one` as const
    const [more, fewer] = statements
    rows.push([
      work.name,
      round(ours!),
      round(one!),
      `${round(ours! - one!)}: ${judge(longer, ours! - one!)}`,
      `${more}${more === fewer ? '' : ` (${fewer})`}: ${judge('cluster: statements of a call, more than on one', more! - fewer!)}`,
      ...rates.map((value) => round(value, 0)),
    ])
  }
  say(table(['', 'cluster ms', 'one ms', 'difference', 'statements', 'requests/s, cluster', 'one'], rows))
}

/** Lists and reports over all dealers. */
async function benchHeadquarters({ cluster, single }: Sides, say: Say, judge: Judge): Promise<void> {
  const { current: app } = single.product.server.dependencies.liveApp
  for (const { client } of [cluster, single]) {
    const { rows } = await client.query<{ id: string }>(`select "id" from "dealer" where "joinno" = 'J10001'`)
    await copyTenant(client, app, Number(rows[0]!.id), dealers)
  }
  const works = everyScreen(app.screens)
    .filter(({ kind }) => kind === 'list' || kind === 'report')
    .map(({ path, kind, report }): Work => ({
      name: path,
      path: `/api/${kind}`,
      body: () => ({ screen: path, ...(report?.period && { from: '2020-01-01', to: '2040-01-01' }) }),
    }))
  const measured: { name: string; times: readonly number[] }[] = []
  const refused: string[] = []
  for (const work of works) {
    const { code } = await single.asker.post('admin', work.path, work.body(0))
    if (code === 2000)
      measured.push({ name: work.name, times: await inTurns([cluster, single], work, 'admin', repeats.headquarters) })
    else refused.push(`${work.name} (${code})`)
  }
  const verdicts = new Map(
    measured.map((one) => [one.name, judge('cluster: a list or report of headquarters', quotient(one))]),
  )
  const slowest = measured.toSorted((left, right) => quotient(right) - quotient(left)).slice(0, 8)
  say(
    `\n== Cluster: headquarters over ${dealers + 1} dealers, ${measured.length} lists and reports, the slowest by ratio\n`,
  )
  say(
    table(
      ['', 'cluster ms', 'one ms', 'ratio', 'aim'],
      slowest.map(({ name, times: [ours, one] }) => [
        name,
        round(ours!),
        round(one!),
        ratio(ours!, one!),
        verdicts.get(name)!,
      ]),
    ),
  )
  if (refused.length > 0) say(`Not measured, by the code of the answer: ${refused.join(', ')}`)
}

const quotient = ({ times: [ours, one] }: { times: readonly number[] }): number => ours! / one!

/** Medians in milliseconds, a side each. */
async function inTurns(sides: readonly Side[], work: Work, role: string, times: number): Promise<number[]> {
  const spent = sides.map((): number[] => [])
  for (let at = -2; at < times; at += 1)
    for (const [index, side] of sides.entries()) {
      const { status, code, milliseconds } = await side.asker.post(role, work.path, work.body(at + 2))
      // Throws with what is said.
      if (status !== 200 || code !== 2000) await ask(targetOf(side, role, work.path), work.body(at + 2))
      // The first two prepare statements and plans.
      if (at >= 0) spent[index]!.push(milliseconds)
    }
  return spent.map(median)
}

/** Statements of one call, those that keep the session included; other servers are told after the answer. */
async function countStatements(side: Side, work: Work): Promise<number> {
  const { database } = side.product.server.dependencies
  await side.asker.post('guide', work.path, work.body(0))
  let count = 0
  database.onStatement = (text) => (count += Number(!text.includes('pg_notify')))
  await side.asker.post('guide', work.path, work.body(0))
  database.onStatement = undefined
  return count
}

async function rate(side: Side, { path, body }: Work, seconds: number): Promise<number> {
  const bodies = Array.from({ length: connections }, (_, at) => {
    const one = body(at)
    return 'key' in one ? { ...one, key: anyId } : one
  })
  const { count, seconds: passed } = await load({ ...targetOf(side, 'guide', path), bodies }, seconds)
  return count / passed
}

const targetOf = ({ product, asker }: Side, role: string, path: string): Omit<Target, 'bodies'> => ({
  url: product.address,
  path,
  token: asker.token(role),
})
