// Tests an import whose server is killed:
// it resumes, writes each row once, has a complete receipt, and sends one summary even if nobody continues it.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readWorkbook from 'read-excel-file/universal'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { TimelineAnswer } from '../../src/protocol/records/noteCalls'
import type { ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { databaseOf, endPrograms, queryBeside, startProgram, type Program } from '../server/program'
import { createTeller, moment, type Teller } from '../story/teller'
import { createImporter } from './importing'
import { overHttp } from './overHttp'
import { copyPrepared } from './product'
import { takingTurns } from '../turns'
import { startReceiver, type Receiver } from './webhookReceiver'

const isToday = takingTurns(4)

let root: string
let dataDir: string
let program: Program
let teller: Teller
let address: string
let receiver: Receiver
const customers = '/customer/CustomerList'
const payments = '/customer/Receipting'
const { answer, compared, everyRow, stepped } = createImporter({
  get product() {
    return { address }
  },
  get teller() {
    return teller
  },
})

async function start(): Promise<void> {
  program = startProgram([], { DATA_DIR: dataDir, DEMO: 'on', WATCH: 'off', WEBHOOKS_PRIVATE: 'on' })
  address = await program.address
  teller = createTeller(overHttp(address))
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'killed-import-'))
  chmodSync(root, 0o755)
  dataDir = join(root, 'data')
  await copyPrepared(dataDir)
  receiver = await startReceiver(join(root, 'events'))
  await start()
  const values = { name: 'crm', address: receiver.address, entity: 'customer' }
  const request = { entity: 'webhook', transition: 'create', key: randomUUID(), values }
  await receiver.verifyWith((await answer<RunAnswer>('owner', '/api/run', request)).secret!)
}, 150_000)
afterAll(async () => {
  await receiver?.kill()
  await endPrograms()
  const left = databaseOf(dataDir)
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const listed = async (role: string, screen: string, words = '') =>
  (await answer<ListAnswer>(role, '/api/list', { screen, words, size: 200, want: { rows: true } })).rows!
const inbox = async () =>
  (await listed('finance', '/message')).map(({ id, values: { title } }) => ({ id, title: String(title) }))
const latest = (role: string, screen: string) => answer<ImportState | null>(role, '/api/exchange/latest', { screen })

/** Lets an import go on until so many rows are written, kills the program in the middle of a step, and starts it. */
async function killedAt(role: string, { id, screen }: ImportState, count: number): Promise<ImportState> {
  let gone = false
  let failure: unknown
  const steps = (async () => {
    while (!gone) await answer(role, '/api/exchange/step', { import: id })
  })().catch((error: unknown) => {
    // The step that the kill interrupts has no answer.
    if (!gone) failure = error
  })
  try {
    for (let created = 0; created < count;) {
      if (failure !== undefined) throw failure
      const current = await latest(role, screen)
      expect(current, 'it is killed before its end').toMatchObject({ id, phase: 'writing' })
      created = (current!.counts.created ?? 0) + (current!.counts.updated ?? 0)
    }
  } finally {
    gone = true
    program.child.kill('SIGKILL')
    expect(await program.ended).toBeNull()
    await steps
  }
  await start()
  const left = await latest(role, screen)
  expect(left).toMatchObject({ id, phase: 'writing' })
  expect((left!.counts.create ?? 0) + (left!.counts.update ?? 0)).toBeGreaterThan(0)
  expect((left!.counts.created ?? 0) + (left!.counts.updated ?? 0)).toBeGreaterThanOrEqual(count)
  return left!
}

const begun = async (role: string, { id }: ImportState) =>
  answer<ImportState>(role, '/api/exchange/confirm', { import: id, overwrite: false })

it.runIf(isToday())(
  'writes each row once however often it is killed, and other systems hear of each record once',
  async () => {
    const names = Array.from({ length: 120 }, (_, at) => `强杀${String(at).padStart(3, '0')}号`)
    const rows = names.map((name, at) => `${name},135${String(70_000_000 + at)},自然进店`)
    const checked = await compared('owner', customers, 'killed.csv', ['姓名,手机,客户来源', ...rows].join('\n'))
    expect(checked.counts).toEqual({ create: names.length })
    let state = await begun('owner', checked)
    for (const count of [15, 50]) state = await killedAt('owner', state, count)
    const done = await stepped('owner', state)
    expect(done).toMatchObject({ phase: 'done', counts: { created: names.length } })

    const records = await listed('owner', customers, '强杀')
    expect(records.map(({ label }) => label).sort()).toEqual(names)
    for (const { id } of records) {
      const { entries } = await answer<TimelineAnswer>('owner', '/api/timeline', { entity: 'customer', id })
      expect(entries, 'its transition ran once').toHaveLength(1)
    }
    const receipt = await everyRow('owner', done)
    expect(receipt.map(({ row, state: outcome, label }) => [row, outcome, label])).toEqual(
      names.map((name, at) => [at + 2, 'created', name]),
    )
    const sheet = await fetch(`${address}/api/exchange/outcome`, {
      method: 'POST',
      headers: { 'X-Token': await teller.token('owner'), 'content-type': 'application/json' },
      body: JSON.stringify({ import: done.id }),
    })
    const [outcome] = await readWorkbook(await sheet.arrayBuffer())
    expect(outcome!.data).toHaveLength(names.length + 1)

    const ids = records.map(({ id }) => id).sort((a, b) => a - b)
    const heard = async () => {
      const { kept } = await receiver.received()
      expect(kept.every(({ type }) => type === 'customer.import')).toBe(true)
      return kept.flatMap(({ data }) => (data as unknown as { records: { id: number }[] }).records.map(({ id }) => id))
    }
    await expect.poll(async () => (await heard()).sort((a, b) => a - b), { timeout: 20_000 }).toEqual(ids)
    expect((await receiver.received()).kept.length, 'one for the import, however often it was killed').toBe(1)
  },
  150_000,
)

it.runIf(isToday())(
  'enters the goods of each order once, all of its rows together',
  async () => {
    const takenOver = '/order/Query?list=takenOver'
    const customer = (await listed('guide', customers)).find(({ state }) => state === 'following')!.label
    const numbers = Array.from({ length: 60 }, (_, at) => `QS-${at}`)
    const days = `${moment({ day: -40 })},${moment({ day: 40 })}`
    const orders = numbers.map((no) => `${no},${customer},橱柜,"已签约，未下单",9000,${days},0`)
    const head = '原单号,客户,主品类,进行到,合同金额,签约日期,约定交货日,已收款'
    const added = await compared('owner', takenOver, 'orders.csv', [head, ...orders].join('\n'))
    expect(added.counts).toEqual({ create: numbers.length })
    await stepped('owner', await begun('owner', added))
    const goods = numbers.flatMap((no) => [`${no},1,橱柜,厨房,地柜,套,1,6000`, `${no},2,橱柜,厨房,吊柜,套,1,3000`])
    const text = ['原单号,行号,品类,空间,名称,单位,数量,零售单价', ...goods].join('\n')
    const checked = await compared('owner', `${takenOver}Items`, 'goods.csv', text)
    expect(checked.counts).toEqual({ update: numbers.length })
    const left = await killedAt('owner', await begun('owner', checked), 8)
    expect((await stepped('owner', left)).counts).toEqual({ updated: numbers.length })
    const rows = (await listed('owner', takenOver)).filter(({ values }) => String(values.formerNo).startsWith('QS-'))
    expect(rows).toHaveLength(numbers.length)
    for (const { id } of rows) {
      const { entries } = await answer<TimelineAnswer>('owner', '/api/timeline', { entity: 'order', id })
      expect(entries.filter(({ action }) => action === 'enterItems')).toHaveLength(1)
    }
  },
  150_000,
)

/** Far more than are written before a kill. */
const paid = 60

/** Payments of one customer, confirmed and to be written. */
async function confirmedPayments(name: string, from: number): Promise<ImportState> {
  const customer = (await listed('guide', customers)).find(({ state }) => state === 'following')!.label
  const rows = Array.from({ length: paid }, (_, at) => `定金,${customer},${from + at},现金,2026-01-05`)
  const text = ['收款类型,客户,金额,支付方式,收款日期', ...rows].join('\n')
  return begun('guide', await compared('guide', payments, name, text))
}

it.runIf(isToday())(
  'sends one message for all rows before and after the kill',
  async () => {
    const before = new Set((await inbox()).map(({ id }) => id))
    const left = await killedAt('guide', await confirmedPayments('resumed.csv', 1_001), 10)
    expect((await inbox()).filter(({ id }) => !before.has(id))).toEqual([])
    expect(await stepped('guide', left)).toMatchObject({ phase: 'done', counts: { created: paid } })
    const sent = (await inbox()).filter(({ id }) => !before.has(id))
    expect(sent).toMatchObject([{ title: expect.stringMatching(RegExp(`^导入：.+ ${paid} 条$`)) }])
  },
  150_000,
)

it.runIf(isToday())(
  'sends its message an hour after nobody continued it, and the rest when its account does',
  async () => {
    const before = new Set((await inbox()).map(({ id }) => id))
    const arrived = async () => (await inbox()).filter((message) => !before.has(message.id))
    const { id, counts } = await killedAt('guide', await confirmedPayments('forgotten.csv', 2_001), 10)
    expect(await arrived()).toEqual([])
    await queryBeside(
      dataDir,
      sql`UPDATE "_import" SET "movedAt" = now() - interval '61 minutes' WHERE "id" = ${id} RETURNING "id"`,
    )
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await start()
    await expect.poll(arrived, { timeout: 120_000 }).toHaveLength(1)
    const [early] = await arrived()
    const told = Number(/^导入：.+ (\d+) 条$/.exec(early!.title)?.[1])
    // The last row before the kill may have been written and not noted.
    expect([counts.created, counts.created! + 1]).toContain(told)
    const left = await latest('guide', payments)
    expect(left).toMatchObject({ id, phase: 'writing', counts })
    expect(await stepped('guide', left!)).toMatchObject({ phase: 'done', counts: { created: paid } })
    const rest = (await arrived()).filter((message) => message.id !== early!.id).map(({ title }) => title)
    expect(rest).toEqual([expect.stringMatching(RegExp(`^导入：.+ ${paid - told} 条$`))])
  },
  150_000,
)
