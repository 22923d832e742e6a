// Tests outgoing messages:
// codes by SMS, WeChat messages to bound accounts, webhook events. Sent once, failures reported and retried, no code
// stored. Over the real manifests, with receivers that can be made to fail.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordData } from '../../src/protocol/calls'
import type { DashboardAnswer } from '../../src/protocol/reportCalls'
import { identifier } from '../../src/server/database/sql/identifier'
import { startOutboxWorker } from '../../src/server/integrations/channels/outboxWorker'
import { SendProblem } from '../../src/server/integrations/contract/channel'
import { runDueJobs } from '../../src/server/jobs/jobs'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'
import { describeWebhooks } from './webhookCases'

let product: Product
let teller: Teller
let wechat: Server
let mode: 'well' | 'busy' | 'ended' | 'down' | 'cut' = 'well'
const heard: { path: string; body: string }[] = []
const tokens: string[] = []
const lines: string[] = []

beforeAll(async () => {
  wechat = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://wechat')
    let body = ''
    for await (const part of request) body += String(part)
    const answer = (value: object) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (mode === 'down') return void reply.writeHead(503).end()
    if (mode === 'cut') return void request.socket.destroy()
    if (pathname === '/cgi-bin/token') {
      tokens.push(`token-${tokens.length}`)
      return void answer({ access_token: tokens.at(-1), expires_in: 7_200 })
    }
    if (pathname === '/sns/oauth2/access_token')
      return void answer(
        searchParams.get('code') === 'agreed' ? { openid: 'openid-of-the-manager' } : { errcode: 40029 },
      )
    heard.push({ path: pathname, body })
    if (mode === 'busy') return void answer({ errcode: -1, errmsg: '<script>' })
    if (mode === 'ended' && searchParams.get('access_token') === 'token-0') return void answer({ errcode: 42001 })
    answer({ errcode: 0 })
  })
  await new Promise<void>((done) => wechat.listen(0, '127.0.0.1', done))
  product = await startProduct({
    environment: {
      WECHAT_URL: `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`,
      WECHAT_APP_ID: 'wx1',
      WECHAT_SECRET: 'wechat-secret',
      WECHAT_TEMPLATE: 'template1',
      WEBHOOKS_PRIVATE: 'on',
    },
    hear: (line) => lines.push(line),
  })
  teller = createTeller(product.transport)
}, 120_000)
afterAll(async () => {
  wechat?.close()
  await product?.stop()
})

const database = () => product.server.dependencies.database
const outbox = async (): Promise<readonly RecordData[]> =>
  (await teller.call<ListAnswer>('admin', '/api/list', { screen: '/outbox', want: { rows: true }, size: 50 })).data
    .rows!
/** Something happens of which the manager is told. */
const tellManager = async (at: number) => {
  const { store } = await teller.account('manager')
  expect(
    await teller.call('owner', '/api/run', {
      entity: 'employee',
      transition: 'register',
      values: { name: `新人${at}`, mobile: `1390000${String(1000 + at)}`, store, employeeType: '3' },
      key: randomUUID(),
    }),
  ).toMatchObject({ code: 2000 })
}
const hourMs = 3_600_000
/** Runs the jobs that are due in so many milliseconds, until the messages of their reminders are delivered too. */
async function runJobs(aheadMs: number): Promise<void> {
  const { liveApp, live } = product.server.dependencies
  await runDueJobs(database(), liveApp.current, new Date(Date.now() + aheadMs), {
    onCommitted: ({ records }) => {
      for (const { tenant, entity } of records) live.changed({ tenant, entities: [entity] })
    },
  })
  const left = () => database().query(sql`select "id" from "outMessage" where "state" in ('queued', 'sending')`)
  await expect.poll(left).toEqual([])
}
const states = async (channel: string) =>
  (await outbox()).filter(({ values }) => values.channel === channel).map(({ state }) => state)

it('who bound WeChat is told there, once for each message; who did not is not', async () => {
  await tellManager(0)
  expect(await states('wechat')).toEqual([])
  expect(await teller.call('manager', '/pcindex/api/bindWeixin', { code: 'not that one' })).toMatchObject({
    code: 2001,
  })
  expect(await teller.call('manager', '/pcindex/api/bindWeixin', { code: 'agreed' })).toMatchObject({ code: 2000 })
  await tellManager(1)
  await expect.poll(() => states('wechat')).toEqual(['sent'])
  expect(heard.map(({ body }) => JSON.parse(body) as object)).toEqual([
    {
      touser: 'openid-of-the-manager',
      template_id: 'template1',
      client_msg_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      data: { thing1: { value: expect.stringMatching(/^新人1 申请加入/) } },
    },
  ])
  const [row] = await outbox()
  expect(row!.values).toMatchObject({
    kind: 'stores_information',
    address: 'openid-of-the-manager',
    tries: 1,
    failureReason: null,
    text: expect.stringContaining('新人1 申请加入'),
  })
})

it('a token that has ended is asked for anew, within the same try', async () => {
  mode = 'ended'
  await tellManager(2)
  await expect.poll(() => states('wechat')).toEqual(['sent', 'sent'])
  expect(tokens).toEqual(['token-0', 'token-1'])
})

it('a failure is told with its reason, tried again by itself up to three times, and by the administrator', async () => {
  mode = 'busy'
  const before = heard.length
  await tellManager(3)
  await expect.poll(async () => (await states('wechat'))[0]).toBe('failed')
  expect((await outbox())[0]!.values).toMatchObject({
    failureReason: 'refused',
    failureDetail: 'errcode -1',
    tries: 1,
  })
  mode = 'down'
  for (const [turn, tries] of [
    [1, 2],
    [2, 3],
    [3, 3],
  ] as const) {
    await runJobs(turn * hourMs)
    await expect.poll(async () => (await outbox())[0]).toMatchObject({ state: 'failed', values: { tries } })
  }
  expect((await outbox())[0]!.values).toMatchObject({ failureReason: 'refused', failureDetail: 'HTTP 503' })
  mode = 'well'
  const [failed] = await outbox()
  expect(failed!.can).toEqual(['retry'])
  expect(
    await teller.call('owner', '/api/run', {
      entity: 'outMessage',
      transition: 'retry',
      id: failed!.id,
      version: failed!.version,
      key: randomUUID(),
    }),
  ).toMatchObject({ code: 2002 })
  expect(
    await teller.call('admin', '/api/run', {
      entity: 'outMessage',
      transition: 'retry',
      id: failed!.id,
      version: failed!.version,
      key: randomUUID(),
    }),
  ).toMatchObject({ code: 2000 })
  await expect
    .poll(async () => (await outbox())[0])
    .toMatchObject({ state: 'sent', values: { tries: 4, failureReason: null, failureDetail: null } })
  expect(heard.length - before, 'busy once, down not heard, well once').toBe(2)
})

it('a code is sent at once and stands in no record, and nobody sends it again', async () => {
  expect(await teller.call('owner', '/pcindex/login/sendPwdRestCode', { mobile: '13800000004' })).toMatchObject({
    code: 2000,
  })
  await expect.poll(() => states('sms')).toEqual(['sent'])
  const { address, text } = product.server.sent.sms!.at(-1)!
  const code = /\d{6}/.exec(text)![0]
  expect(address).toBe('13800000004')
  const row = (await outbox()).find(({ values }) => values.channel === 'sms')!
  expect(row.values).toMatchObject({ kind: 'code', address: '138****0004', text: expect.stringContaining('******') })
  for (const table of ['outMessage', 'log', '_code'])
    expect([
      table,
      await database().query(sql`select 1 from ${identifier(table)} as t where t::text ~ ${`\\D${code}\\D`}`),
    ]).toEqual([table, []])
  expect(row.can).toEqual([])
})

describe('a message whose way is cut', () => {
  /** Messages that wait, and a worker that takes them before that of the product; its sender ends as `end` does. */
  async function sending(count: number, end: () => Promise<void>) {
    const ids: number[] = []
    const taken: string[] = []
    for (let at = 0; at < count; at += 1) {
      const [row] = await database().query<{ id: number }>(
        sql`insert into "outMessage" ("dealer", "channel", "kind", "address", "text", "tries", "state", "createdAt",
            "stateAt", "version")
          select min("id"), 'sms', 'information', '13800000009', '["cut", "cut"]', 0, 'queued', now(), now(), 1
          from "dealer" returning "id"`,
      )
      ids.push(Number(row!.id))
    }
    const send = ({ id }: { readonly id: string }) => (taken.push(id), end())
    const stop = startOutboxWorker({ ...product.server.dependencies, channels: () => ({ send }) }, { pulseMs: 5 })
    await expect.poll(() => taken.length, { interval: 5 }).toBe(1)
    const rows = () =>
      database().query<{ state: string; tries: number; failureReason: string | null }>(
        sql`select "state", "tries", "failureReason"
          from "outMessage" where "id" = any(${ids}::bigint[]) order by "id"`,
      )
    return { stop, rows, taken, ids }
  }
  it('is sent again by a person alone where it may have arrived', async () => {
    const { stop, rows, ids } = await sending(1, () => Promise.reject(new SendProblem('slow', { isUnknown: true })))
    await expect
      .poll(async () => (await rows())[0])
      .toMatchObject({ state: 'unknown', failureReason: 'slow', tries: 1 })
    await stop()
    await runJobs(40 * 24 * hourMs)
    expect(await rows()).toMatchObject([{ state: 'unknown', tries: 1 }])
    const row = (await outbox()).find(({ id }) => id === ids[0])!
    expect(row.can).toEqual(['retry', 'settle'])
  })

  it('waits for the administrator at home and apart in the figures, until it is settled or sent again', async () => {
    const waiting = async () => {
      const { data } = await teller.call<DashboardAnswer>('admin', '/api/dashboard', { screen: '/dashboard' })
      const queues = data.blocks.flatMap((block) => (block.block === 'queues' ? block.queues : []))
      return queues.find(({ path }) => path === '/outbox')!
    }
    const figures = async () => (await fetch(`${product.address}/metrics`)).text()
    const before = await waiting()
    const failed = /outbox_messages_total\{outcome="failed"\} \d+/.exec(await figures())![0]
    expect(await figures()).toContain('outbox_messages_total{outcome="unknown"} 0')
    mode = 'cut'
    await tellManager(5)
    await expect.poll(async () => (await states('wechat'))[0]).toBe('unknown')
    mode = 'well'
    await expect.poll(figures).toContain('outbox_messages_total{outcome="unknown"} 1')
    expect(await figures()).toContain(failed)
    expect(await waiting()).toMatchObject({ waiting: before.waiting + 1, actionable: before.actionable + 1 })
    const row = (await outbox()).find(({ state, values }) => state === 'unknown' && values.channel === 'wechat')!
    const settled = await teller.call('admin', '/api/run', {
      entity: 'outMessage',
      transition: 'settle',
      id: row.id,
      version: row.version,
      key: randomUUID(),
    })
    expect(settled).toMatchObject({ code: 2000 })
    expect(await waiting()).toEqual(before)
    expect((await outbox()).find(({ id }) => id === row.id)).toMatchObject({ state: 'sent', can: [] })
  })

  it('keeps the end of the server for a moment only, and those behind it wait for the next start', async () => {
    const { stop, rows, taken } = await sending(3, () => new Promise(() => {}))
    const began = Date.now()
    await stop()
    expect(Date.now() - began).toBeLessThan(6_000)
    expect(taken).toHaveLength(1)
    // The server's own worker may have sent one of them well.
    const unknown = (await rows()).filter(({ state }) => state === 'unknown')
    expect(unknown).toMatchObject([{ failureReason: 'ended' }])
  })
})

it('is shown to the administrator only', async () => {
  for (const role of ['owner', 'manager', 'finance'])
    expect((await teller.call(role, '/api/list', { screen: '/outbox', want: { rows: true } })).code, role).toBe(2002)
})

it('who wants text messages gets them, of all messages or of orders alone, and nobody unasked', async () => {
  const { id } = await teller.account('manager')
  const texts = async () =>
    (
      await database().query<{ text: string[] }>(
        sql`select "text" from "outMessage" where "channel" = 'sms' and "to" = ${id} order by "id"`,
      )
    ).map(({ text }) => text[0]!.slice(0, 4))
  const wants = async (smsMessages: string) =>
    expect(
      await teller.call('manager', '/pcindex4/user_centor/message_settings.html', {
        wechatMessages: 'all',
        smsMessages,
      }),
    ).toMatchObject({ code: 2000 })
  const before = await texts()
  await tellManager(50)
  expect(await texts()).toEqual(before)
  await wants('all')
  await tellManager(51)
  expect(await texts()).toEqual([...before, '新人51'])
  // A registration is a message of the store.
  await wants('orders')
  await tellManager(52)
  expect(await texts()).toEqual([...before, '新人51'])
  await wants('none')
})

describe('webhooks', () => describeWebhooks(() => ({ product, teller, lines })))

it('all background work is counted', async () => {
  const figures = async () => (await fetch(`${product.address}/metrics`)).text()
  for (const work of ['jobs', 'cleanup', 'outbox', 'webhooks', 'scheduledReports'])
    await expect.poll(figures, { timeout: 12_000 }).toContain(`background_rounds_total{work="${work}",outcome="done"}`)
  const text = await figures()
  expect(text).toMatch(/^outbox_messages_total\{outcome="sent"\} [1-9]/m)
  for (const result of ['accepted', 'refused'])
    expect(text).toMatch(new RegExp(`^webhook_attempts_total\\{result="${result}"\\} [1-9]`, 'm'))
  expect(text).toMatch(/^webhooks_waiting \d+$/m)
})
