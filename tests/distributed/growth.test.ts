// Does the product go on working while the cluster grows? A worker is added in the middle, shards move to it, and a
// tenant gets a shard of its own; what is written before, during and after is all there.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import { createDatabase, workersOf } from '../server/database/cluster'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { isDirect, statementsOf } from './tasks'

const server = process.env.TEST_DATABASE_URL!
let product: Product
let teller: Teller
let client: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  drop = await createDatabase(server, 'growing', undefined, 1)
  const url = Object.assign(new URL(server), { pathname: '/growing' }).href
  product = await startProduct({ environment: { DATABASE_URL: url, JOBS: 'off' } })
  teller = createTeller(product.transport)
  client = new pg.Client({ connectionString: url })
  await client.connect()
}, 200_000)
afterAll(async () => {
  await client?.end()
  await product?.stop()
  await drop?.()
})

const total = async () => {
  const list = await teller.call<ListAnswer>('owner', '/api/list', {
    screen: '/customer/CustomerList',
    want: { rows: true, total: 'exact' },
  })
  expect(list.code, list.msg).toBe(2000)
  return list.data.total!.count
}
/** What headquarters sees first: the records of several dealers are read together where they lie. */
const newest = async () => {
  const list = await teller.call<ListAnswer>('admin', '/api/list', { screen: '/customer/CustomerList' })
  expect(list.code, list.msg).toBe(2000)
  return list.data.rows![0]!.values.name
}
/** Waits until the machine of the tenant is asked itself, and answers the same all the while. */
const untilDirect = (count: number) =>
  vi.waitFor(
    async () => {
      const read = await statementsOf(async () => expect(await total()).toBe(count))
      expect(read.some(isDirect)).toBe(true)
    },
    { timeout: 20_000 },
  )
let added = 0
const numbers: unknown[] = []
/**
 * Writes a customer of the dealer whose shards move, under a number that all tenants share. Like a page it repeats the
 * request, with its key, while the shard stays locked for too long.
 */
async function addCustomer() {
  added += 1
  const key = randomUUID()
  const values = { name: `moved ${added}`, mobile: `139${String(10_000_000 + added)}`, source: 'walkIn', intent: 'C' }
  const request = { entity: 'customer', transition: 'create', key, values }
  const { code, msg, data } = await vi.waitFor(() => teller.call<RunAnswer>('guide', '/api/run', request), {
    timeout: 120_000,
  })
  expect(code, msg).toBe(2000)
  numbers.push(data.no)
}
const machines = async () =>
  (
    await client.query<{ port: number; shards: string }>(
      `select nodeport as port, count(*) as shards from citus_shards where citus_table_type = 'distributed' group by 1`,
    )
  ).rows

it(
  'lists go on while shards move to a new worker and a tenant gets a shard of its own',
  { timeout: 300_000 },
  async () => {
    const before = await total()
    expect(before).toBeGreaterThan(20)
    await untilDirect(before)
    await vi.waitFor(async () => expect((await statementsOf(newest)).some(isDirect)).toBe(true), { timeout: 20_000 })
    expect(await machines()).toHaveLength(1)
    const [, joining] = await workersOf(server)
    await client.query('select citus_add_node($1, $2)', [joining!.host, joining!.port])
    let moved = false
    const moving = client
      .query(`select rebalance_table_shards(shard_transfer_mode := 'block_writes')`)
      .finally(() => (moved = true))
    let asked = 0
    // What has been written is read at once, also where a machine no longer holds what it answered a moment ago.
    while (!moved) {
      await addCustomer()
      expect(await total()).toBe(before + added)
      expect(await newest()).toBe(`moved ${added}`)
      asked += 1
    }
    await moving
    expect(asked).toBeGreaterThan(0)
    expect(await machines()).toHaveLength(2)
    const { rows } = await client.query<{ id: string }>(`select "id" from "dealer" where "joinno" = 'J10001'`)
    await client.query(
      `select isolate_tenant_to_new_shard('"order"', $1::bigint, 'CASCADE', shard_transfer_mode => 'block_writes')`,
      [rows[0]!.id],
    )
    expect(await total()).toBe(before + added)
    await addCustomer()
    await untilDirect(before + added)
    expect(numbers.every((no) => /^KH\d{11,}$/.test(String(no)))).toBe(true)
    expect(new Set(numbers).size).toBe(added)
  },
)
