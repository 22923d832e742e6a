// Tests the job that reads files:
// tables become lines once among several servers, errors are reported by row, and other files wait for a person.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileValue, OptionsAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { runDueJobs } from '../../src/server/jobs/jobs'
import { createTeller, png, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'
import { readSchemas } from './schemas'

const app = readSchemas()
const reading = Object.values(app.entities).flatMap((entity) =>
  entity.jobs.flatMap(({ transition, importFile: lines }) => (lines ? [{ entity, transition, lines }] : [])),
)
const role = 'aftersales'
let product: Product
let teller: Teller
let order: number
let turn = 0
beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(product.transport)
  const { data } = await teller.call<OptionsAnswer>(role, '/api/options', {
    entity: 'supplyOrder',
    transition: 'createByTool',
    field: 'order',
    input: {},
  })
  const received = await product.server.dependencies.database.query<{ order: number }>(
    sql`select "order" from "shipment" where "state" = 'received'
      and "order" = any(${data.options.map(({ id }) => id)}::bigint[])`,
  )
  order = Number(received[0]!.order)
}, 120_000)
afterAll(() => product?.stop())

async function uploaded(name: string, content: string | Buffer): Promise<FileValue> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(Buffer.from(content))], name))
  const reply = await fetch(`${product.address}/pcindex4/upload/fileV2`, {
    method: 'POST',
    headers: { 'X-Token': await teller.token(role) },
    body: form,
  })
  return ((await reply.json()) as Envelope<FileValue>).data
}
async function run(transition: string, values: object, on: object = {}): Promise<number> {
  const { code, msg, data } = await teller.call<RunAnswer>(role, '/api/run', {
    entity: 'supplyOrder',
    transition,
    values,
    key: randomUUID(),
    ...on,
  })
  expect(code, `${transition}: ${msg}`).toBe(2000)
  return data.id
}
const handIn = async (name: string, content: string | Buffer) =>
  run('createByTool', {
    order,
    supplyType: 'paid',
    reason: Object.keys(Object.fromEntries(app.dictionaries.supplyReason!.items.map(({ code }) => [code, 1])))[0]!,
    designFile: [await uploaded(name, content)],
  })
const recordOf = async (id: number) =>
  (await teller.call<RecordAnswer>(role, '/api/record', { entity: 'supplyOrder', id })).data.record
/** Two servers look at the same moment, an hour later than the last time. */
async function look(): Promise<number> {
  const { database, files } = product.server.dependencies
  const now = new Date(Date.now() + (turn += 1) * 3_600_000)
  const outcomes = await Promise.all([1, 2].map(() => runDueJobs(database, app, now, { files })))
  expect(outcomes.flatMap(({ failed }) => failed)).toEqual([])
  return outcomes.reduce((sum, { done }) => sum + done, 0)
}
const times = async (id: number, action: string) =>
  (
    await product.server.dependencies.database.query(
      sql`select 1 from "log" where "entity" = 'supplyOrder' and "recordId" = ${id} and "action" = ${action}`,
    )
  ).length

it('files of the manifests are read', () =>
  expect(reading.map(({ transition }) => transition)).toEqual(['parsed', 'parsedPrice']))

it('a table becomes lines, once', async () => {
  const id = await handIn(
    '补件.csv',
    '名称,材质,长(mm),数量,备注\r\n左侧板,,"2,400",2,原件破损\r\n抽屉面板,,596,１,\r\n',
  )
  await look()
  const { state, values } = await recordOf(id)
  expect(state).toBe('submitted')
  expect(values.lines).toMatchObject([
    { name: '左侧板', length: 2400, qty: 2, remark: '原件破损' },
    { name: '抽屉面板', length: 596, qty: 1 },
  ])
  expect(await times(id, 'parsed')).toBe(1)
})

it('what is wrong in it is told by its row: what is not understood, and what the lines refuse', async () => {
  const [unread, refused, headless] = [
    await handIn('a.csv', '名称,数量\n\n门板,2\n侧板,两块\n'),
    await handIn('b.csv', '名称,数量\n门板,2\n,\n侧板,0\n'),
    await handIn('c.csv', '甲,乙\n1,2\n'),
  ]
  await look()
  const told = async (id: number) => {
    const { state, values } = await recordOf(id)
    return [state, values.parseMessage]
  }
  expect(await told(unread)).toEqual(['parseFailed', '第 4 行“数量”无法识别：两块'])
  expect(await told(refused)).toEqual(['parseFailed', expect.stringMatching(/^第 4 行“数量”：.*1/)])
  expect(await told(headless)).toEqual(['parseFailed', '第一行没有“补单明细”的列名'])
  const abroad = await product.transport({
    method: 'POST',
    path: '/api/record',
    headers: { 'content-type': 'application/json', 'x-language': 'en', 'x-token': await teller.token(role) },
    body: { client: 'dealerPc', entity: 'supplyOrder', id: unread },
  })
  expect((abroad.body as Envelope<RecordAnswer>).data.record.values.parseMessage).toBe(
    'Row 4, “Quantity” was not recognized: 两块',
  )
  expect(await times(unread, 'parseFail')).toBe(1)
})

it('prices of lines that are there are found by their names', async () => {
  const id = await handIn('补件.csv', '名称,数量\n左侧板,2\n抽屉面板,1\n')
  await look()
  const { database } = product.server.dependencies
  await database.query(sql`update "supplyOrder" set "state" = 'toPrice' where "id" = ${id}`)
  await run(
    'addPriceByTool',
    { designFile: [await uploaded('报价.csv', '经销商报价,名称\n"1,080.50",抽屉面板\n￥60,左侧板\n')] },
    { id, version: (await recordOf(id)).version },
  )
  await look()
  const { state, values } = await recordOf(id)
  expect(state).toBe('pricing')
  expect(values.lines).toMatchObject([
    { name: '左侧板', qty: 2, requestPrice: '60.00' },
    { name: '抽屉面板', requestPrice: '1080.50' },
  ])
})

it('a file that is no table waits for a person', async () => {
  const id = await handIn('设计.png', png)
  await look()
  expect((await recordOf(id)).state).toBe('parsing')
})
