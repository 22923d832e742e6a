// Does the product go on working while the cluster grows? A worker is added in the middle, shards move to it, and a
// tenant gets a shard of its own; what is written before, during and after is all there.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import { createDatabase, workersOf } from '../server/database/cluster'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'

const server = process.env.TEST_DATABASE_URL!
let product: Product
let teller: Teller
let client: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  drop = await createDatabase(server, 'growing', '', 1)
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
    expect(await machines()).toHaveLength(1)
    const [, added] = await workersOf(server)
    await client.query('select citus_add_node($1, $2)', [added!.host, added!.port])
    let moved = false
    const moving = client
      .query(`select rebalance_table_shards(shard_transfer_mode := 'block_writes')`)
      .finally(() => (moved = true))
    let asked = 0
    while (!moved) {
      expect(await total()).toBe(before)
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
    expect(await total()).toBe(before)
  },
)
