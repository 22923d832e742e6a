// Tests that headquarters, and nobody else, sees in the page sign-ins, exports, views and changes
// of rights.
import { randomUUID } from 'node:crypto'
import sql, { raw as rawSql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchAnswer, ListAnswer, RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import { sweepAged } from '../../src/server/jobs/sweepAged'
import { accounts, createTeller, password, type Teller } from '../story/teller'
import { describedBy } from './describedCalls'
import { overHttp } from './overHttp'
import { startProduct, type Product } from './product'

let product: Product
let teller: Teller
beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(overHttp(product.address))
})
afterAll(() => product?.stop())

async function noted(action: string): Promise<readonly RecordData[]> {
  const answer = await teller.call<ListAnswer>('admin', '/api/list', {
    screen: '/audit',
    filters: [{ field: 'action', operator: 'equals', value: action }],
    want: { rows: true },
    size: 50,
  })
  expect(answer, action).toMatchObject({ code: 2000 })
  return answer.data.rows!
}
const latest = async (action: string) => (await noted(action))[0]?.values

const signIn = async (account: string, given: string) => {
  const reply = await fetch(`${product.address}/pcindex/login/login_check.html`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client: 'dealerPc', account, password: given, pwdType: 'password' }),
  })
  return ((await reply.json()) as { code: number }).code
}

describe('the audit', () => {
  it('is for those who may only', async () => {
    const refused = await teller.call('owner', '/api/list', { screen: '/audit' })
    expect(refused.code).toBe(2002)
  })

  it('notes opened records of what the manifests name, and no others', async () => {
    const list = await teller.call<ListAnswer>('owner', '/api/list', { screen: '/customer/CustomerList', size: 10 })
    const { id } = list.data.rows![0]!
    expect((await teller.call('owner', '/api/record', { entity: 'customer', id })).code).toBe(2000)
    const before = (await noted('open')).length
    expect(await latest('open')).toMatchObject({
      entity: 'customer',
      recordId: id,
      route: `/audit?record=customer:${id}`,
      address: '127.0.0.1',
    })
    expect((await latest('open'))!.request).toMatch(/^[0-9a-z]{10,}$/)
    expect((await teller.call('owner', '/api/record', { entity: 'customer', id: 99_999_999 })).code).toBe(2001)
    expect((await noted('open')).length, 'what was refused was not opened').toBe(before)
  })

  it('notes exports with list, filters and rows', async () => {
    const token = await teller.token('owner')
    const reply = await fetch(`${product.address}/api/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': token },
      body: JSON.stringify({
        screen: '/customer/CustomerList',
        format: 'csv',
        filters: [{ field: 'source', operator: 'in', value: ['walkIn'] }],
      }),
    })
    const lines = (await reply.text()).trim().split('\n').length - 1
    expect([reply.status, lines > 0]).toEqual([200, true])
    await expect
      .poll(() => latest('export'))
      .toMatchObject({ screen: '/customer/CustomerList', rows: lines, detail: expect.stringContaining('walkIn') })
  })

  it('notes downloads by their name, and none that was refused', async () => {
    const form = new FormData()
    form.append('file', new Blob(['a,b']), '报价.csv')
    const headers = { 'x-token': await teller.token('owner') }
    const upload = await fetch(`${product.address}/pcindex4/upload.html`, { method: 'POST', headers, body: form })
    const { data } = (await upload.json()) as { data: { id: string } }
    const download = async (role: string) => {
      const reply = await fetch(`${product.address}/pcindex/api/downloadFile.html`, {
        method: 'POST',
        headers: { 'x-token': await teller.token(role), 'content-type': 'application/json' },
        body: JSON.stringify({ id: data.id }),
      })
      return [reply.headers.get('content-type')?.split(';')[0], await reply.text()]
    }
    expect(await download('owner')).toEqual(['text/csv', 'a,b'])
    const { id } = await teller.account('owner')
    expect(await latest('download')).toMatchObject({ by: { id }, detail: '报价.csv', address: '127.0.0.1' })
    const before = (await noted('download')).length
    expect((await download('finance'))[0]).toBe('application/json')
    expect((await noted('download')).length, 'what was refused was not handed out').toBe(before)
  })

  it('notes sign-ins, and failed ones with the account if there is one', async () => {
    expect(await signIn(accounts.finance!, password)).toBe(2000)
    const { id } = await teller.account('finance')
    expect(await latest('signIn')).toMatchObject({ by: { id }, address: '127.0.0.1' })
    expect(await signIn(accounts.finance!, 'something else')).toBe(2001)
    expect(await latest('signInFailed')).toMatchObject({ by: { id }, login: accounts.finance })
    expect(await signIn('13977778888', 'something else')).toBe(2001)
    const unknown = await latest('signInFailed')
    expect(unknown).toMatchObject({ login: '13977778888' })
    expect(unknown!.by ?? null).toBeNull()
    expect(JSON.stringify(await noted('signInFailed')), 'never a password').not.toContain('something else')
  })

  it('notes who got other rights, in the transaction that gives them', async () => {
    const { id, version, values } = await employee('finance')
    const order = { entity: 'employee', transition: 'edit', id, version, key: randomUUID() }
    const scope = values.dataScope === 'store' ? 'dealer' : 'store'
    const given = Object.fromEntries(asked.map((name) => [name, raw(values[name] ?? null)]))
    const done = await teller.call<RunAnswer>('owner', '/api/run', { ...order, values: { ...given, dataScope: scope } })
    expect(done).toMatchObject({ code: 2000 })
    expect(await latest('rights')).toMatchObject({ entity: 'employee', recordId: id, detail: 'edit: dataScope' })
    expect((await latest('rights'))!.by).toMatchObject({ id: (await teller.account('owner')).id })
  })

  it('notes webhooks, which are refused at an address of a private network when they are saved', async () => {
    const save = (address: string) =>
      teller.call<RunAnswer>('owner', '/api/run', {
        entity: 'webhook',
        transition: 'create',
        values: { name: 'crm', address, entity: 'customer' },
        key: randomUUID(),
      })
    for (const address of ['https://10.0.0.5/events', 'https://[::1]/events', 'http://localhost:9/events'])
      expect(JSON.stringify(await save(address)), address).toContain('该地址位于内部网络')
    const { code, data } = await save('https://8.8.8.8/events')
    expect(code).toBe(2000)
    const detail = expect.stringMatching(/^create: .*address/) as string
    expect(await latest('rights')).toMatchObject({ entity: 'webhook', recordId: data.id, detail })
    const records = [{ id: data.id, version: data.version }]
    const values = { address: 'https://10.0.0.5/events' }
    const many = { entity: 'webhook', transition: 'edit', records, values, key: randomUUID() }
    const batch = await teller.call<BatchAnswer>('owner', '/api/batch', many)
    expect(batch.data.refused).toMatchObject([{ id: data.id, key: 'input_invalid' }])
  })

  it('is removed after its days, and not before', async () => {
    const { database, liveApp } = product.server.dependencies
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    const periods = { auditDays: 30, webhookDays: 30 }
    await sweepAged(database, liveApp.current, periods, days(29))
    expect((await noted('signIn')).length).toBeGreaterThan(0)
    await sweepAged(database, liveApp.current, periods, days(31))
    expect(await noted('signIn')).toEqual([])
  })
})

describe('a key of a program', () => {
  const withKey = async <T>(key: string, path: string, body: object) => {
    const reply = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    return { status: reply.status, ...((await reply.json()) as { code: number; key?: string; data: T }) }
  }
  const rowOf = async (id: number) => {
    const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: 'programKey', id })
    return data.record
  }
  const listed = (screen: string) => ({ screen, want: { rows: true }, size: 3 })
  const makeKey = async (name: string, person = 'guide') => {
    const role = Number(raw((await employee(person)).values.role))
    const expiresOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const order = { entity: 'programKey', transition: 'create', values: { name, role, expiresOn }, key: randomUUID() }
    const created = await teller.call<RunAnswer>('owner', '/api/run', order)
    expect(await latest('rights')).toMatchObject({ entity: 'programKey', recordId: created.data.id })
    expect(created).toMatchObject({ code: 2000, data: { secret: expect.stringMatching(/^key_[\w-]{43}$/) } })
    return { order, id: created.data.id, secret: created.data.secret! }
  }

  it('is answered once and kept nowhere', async () => {
    const { order, secret } = await makeKey('once')
    const again = await teller.call<RunAnswer>('owner', '/api/run', order)
    expect(again.code).toBe(2000)
    expect(again.data).not.toHaveProperty('secret')
    const { database } = product.server.dependencies
    const tables = await database.query<{ name: string }>(
      sql`select quote_ident(tablename) as "name" from pg_tables where schemaname = current_schema()`,
    )
    for (const { name } of tables)
      expect(
        await database.query(
          sql`select 1 as "one" from ${rawSql(name)} as t where t::text like ${`%${secret}%`} limit 1`,
        ),
        name,
      ).toEqual([])
  })

  it('has no more than its role and its account, is named by what it writes, and ends with its revocation', async () => {
    const { id, secret } = await makeKey('bounded')
    const first = await withKey<ListAnswer>(secret, '/api/list', listed('/customer/CustomerList'))
    expect(first).toMatchObject({ code: 2000 })
    expect((await rowOf(id)).values.usedAt).toEqual(expect.any(String))
    expect(await teller.call('owner', '/api/list', listed('/store/Category'))).toMatchObject({ code: 2000 })
    expect(await withKey(secret, '/api/list', listed('/store/Category'))).toMatchObject({ code: 2002 })
    expect(await withKey(secret, '/api/preference', { name: 'x', value: 1 })).toMatchObject({
      key: 'call_not_for_programs',
    })
    const { document } = await describedBy(product.address, { authorization: `Bearer ${secret}` })
    expect(Object.keys(document.paths)).toContain('/api/run')
    expect(Object.keys(document.paths)).not.toContain('/api/preference')
    expect(JSON.stringify(document.paths['/api/list'])).not.toContain('/store/Category')
    const customer = first.data.rows![0]!
    const values = { customer: customer.id, method: 'phone', content: 'by a program', intent: 'A' }
    const follow = { entity: 'follow', transition: 'create', values, key: randomUUID() }
    const followed = await withKey<RunAnswer>(secret, '/api/run', follow)
    expect(followed).toMatchObject({ code: 2000 })
    const logged = await product.server.dependencies.database.query(
      sql`select "programKey", "by" from "log" where "entity" = 'follow' and "recordId" = ${followed.data.id}`,
    )
    expect(logged).toEqual([{ programKey: id, by: (await teller.account('owner')).id }])
    const { version } = await rowOf(id)
    const revoke = { entity: 'programKey', transition: 'revoke', id, version, key: randomUUID() }
    expect(await teller.call('owner', '/api/run', revoke)).toMatchObject({ code: 2000 })
    await expect
      .poll(async () => (await withKey(secret, '/api/list', listed('/customer/CustomerList'))).key)
      .toBe('api_key_not_valid')
    expect(await withKey('key_'.padEnd(47, 'x'), '/api/list', listed('/'))).toMatchObject({ key: 'api_key_not_valid' })
  })

  it('creates no keys, even where its account may', async () => {
    const { order, secret } = await makeKey('boss', 'owner')
    const another = { ...order, values: { ...order.values, name: 'another' }, key: randomUUID() }
    expect(await withKey(secret, '/api/run', another)).toMatchObject({ code: 2002 })
    const list = await withKey<ListAnswer>(secret, '/api/list', listed('/programKeys'))
    expect(list.data.rows!.flatMap(({ can }) => can)).toEqual([])
  })
})

const asked = ['name', 'store', 'employeeType', 'role', 'dataScope', 'disabledMenus']
const raw = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as { id: unknown }).id : value

async function employee(role: string) {
  const { id } = await teller.account(role)
  const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
  return data.record as RecordData & { version: number }
}
