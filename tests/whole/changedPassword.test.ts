// Tests a password changed at the partner:
// sent in one call, verified by the partner, stored sealed, used by the next sign-in, and visible nowhere else,
// including the log.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IntegrationSignInAnswer } from '../../src/protocol/signIn/integrationCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { createTeller } from '../story/teller'
import { startProduct, type Product } from './product'
import { readSchemas } from './schemas'

const app = readSchemas()
const system = Object.values(app.integrations).find((one) => one.signIn)!
const screen =
  Object.values(app.screens).find((one) => one.signInTo && !one.entity)?.path ??
  Object.values(app.screens).find((one) => one.signInTo)!.path
const [first, changed] = [
  `canary-one-${Math.random().toString(36).slice(2)}`,
  `canary-two-${Math.random().toString(36).slice(2)}`,
]
let right = first
let down = false
let heard: (string | null)[] = []
let partner: Server
let product: Product
let token: string
const said: string[] = []
const logged: string[] = []

beforeAll(async () => {
  partner = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://partner')
    if (down) return void request.socket.destroy()
    reply.setHeader('content-type', 'application/json')
    if (pathname !== system.signIn!.path) return void reply.end(JSON.stringify({ status: 'success', rows: [] }))
    const password = searchParams.get(system.signIn!.passwordParam)
    heard.push(password)
    reply.end(
      JSON.stringify(password === right ? system.signIn!.success : { status: 'fail', msg: `${password} is wrong` }),
    )
  })
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done))
  product = await startProduct({
    environment: { INTEGRATIONS: `${system.name}=http://127.0.0.1:${(partner.address() as AddressInfo).port}` },
  })
  const { log } = product.server.dependencies
  for (const level of ['error', 'warn', 'info', 'debug'] as const)
    (log as unknown as Record<string, unknown>)[level] = (line: string, error?: unknown) =>
      void logged.push(`${level} ${line} ${error instanceof Error ? `${error.stack} ${String(error.cause)}` : ''}`)
  token = await createTeller(product.transport).token('owner')
})
afterAll(async () => {
  await product?.stop()
  partner?.closeAllConnections()
  partner?.close()
})

async function call<T>(path: string, body: object): Promise<Envelope<T>> {
  const reply = await product.transport({
    method: 'POST',
    path,
    headers: { 'x-token': token, 'x-language': 'en' },
    body: { client: 'dealerPc', ...body },
  })
  said.push(JSON.stringify(reply))
  return reply.body as Envelope<T>
}
const sync = (body: object = {}) => call<{ fields?: Record<string, string> }>('/pcindex/api/syncZyPwd', body)
const kept = () => product.server.dependencies.database.query<{ sealed: string }>(sql`select "sealed" from "_vault"`)
const stamped = async () =>
  (
    await product.server.dependencies.database.query<{ at: string | null }>(
      sql`select "partnerSyncedAt"::text as "at" from "employee" where "mobile" = '13800000001'`,
    )
  )[0]!.at

// spec 4.15 7.18 8.16
it('without any password asks for one, and nothing has changed', async () => {
  expect((await call<IntegrationSignInAnswer>('/api/integration', { screen })).data).toMatchObject({
    flag: 0,
    failed: system.signIn!.failureScreen,
  })
  expect(logged.filter((line) => line.includes('登陆失败'))).toHaveLength(1)
  expect(await sync()).toMatchObject({
    code: 2001,
    data: { fields: { password: expect.stringContaining('No platform password') } },
  })
  expect([heard, await kept(), await stamped()]).toEqual([[], [], null])
})

it('is kept once the partner takes it', async () => {
  expect(await sync({ password: first })).toMatchObject({ code: 2000 })
  expect(heard).toEqual([first])
  expect(await kept()).toHaveLength(1)
  expect(await stamped()).not.toBeNull()
})

it('that the partner refuses, or cannot be asked about, leaves the kept one in place', async () => {
  const before = [
    await kept(),
    await stamped(),
    (await call<IntegrationSignInAnswer>('/api/integration', { screen })).data.flag,
  ]
  expect(await sync({ password: 'not that one' })).toMatchObject({
    code: 2001,
    data: { fields: { password: expect.stringContaining('does not accept') } },
  })
  down = true
  expect(await sync({ password: changed })).toMatchObject({
    code: 2001,
    msg: expect.stringContaining('cannot be reached'),
  })
  down = false
  expect([
    await kept(),
    await stamped(),
    (await call<IntegrationSignInAnswer>('/api/integration', { screen })).data.flag,
  ]).toEqual(before)
})

// spec 7.18
it('replaces the kept one when it was changed there, and opens the next sign-in', async () => {
  right = changed
  const [before] = await kept()
  expect(await sync()).toMatchObject({ code: 2001, data: { fields: { password: expect.any(String) } } })
  expect(await sync({ password: changed })).toMatchObject({
    code: 2000,
    data: { message: expect.stringContaining('synced') },
  })
  expect((await kept())[0]!.sealed).not.toBe(before!.sealed)
  heard = []
  expect((await call<IntegrationSignInAnswer>('/api/integration', { screen, again: true })).data.flag).toBe(1)
  expect(await sync()).toMatchObject({ code: 2000 })
  expect(heard).toEqual([changed, changed])
})

it('is in no answer, no line of the log, no table and no file in the clear', async () => {
  const { database, configuration } = product.server.dependencies
  expect([said.length > 8, logged.length > 0]).toEqual([true, true])
  for (const canary of [first, changed]) {
    expect([...said, ...logged].filter((text) => text.includes(canary))).toEqual([])
    const tables = await database.query<{ name: string }>(
      sql`select table_name as "name" from information_schema.tables where table_schema = current_schema()`,
    )
    for (const { name } of tables)
      expect([
        name,
        await database.query(sql`select 1 from ${raw(`"${name}"`)} as t where t::text like ${`%${canary}%`}`),
      ]).toEqual([name, []])
    const within = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? within(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : [],
      )
    expect(within(configuration.dataDir).filter((path) => readFileSync(path).includes(canary))).toEqual([])
  }
})
