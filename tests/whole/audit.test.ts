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
  // The address of a caller is the one that its proxy names.
  product = await startProduct({ environment: { JOBS: 'off', PROXIES: '1' } })
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
  const withKey = async <T>(
    key: string,
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const reply = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify(body),
    })
    return { status: reply.status, ...((await reply.json()) as { code: number; msg: string; key?: string; data: T }) }
  }
  const rowOf = async (id: number) => {
    const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: 'programKey', id })
    return data.record
  }
  const listed = (screen: string) => ({ screen, want: { rows: true }, size: 3 })
  const orderOf = async (name: string, person: string, bounds: Record<string, string> = {}) => {
    const role = Number(raw((await employee(person)).values.role))
    const expiresOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const values = { name, role, expiresOn, ...bounds }
    return { entity: 'programKey', transition: 'create', values, key: randomUUID() }
  }
  const makeKey = async (name: string, person = 'guide', bounds: Record<string, string> = {}) => {
    const order = await orderOf(name, person, bounds)
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

  it('is accepted from its addresses only, as the proxy names them; each refusal is in the audit', async () => {
    const { id, secret } = await makeKey('placed', 'guide', { addresses: '10.1.0.0/16\n2001:db8::/32' })
    const from = (address: string, language = 'zh') =>
      withKey<ListAnswer>(secret, '/api/list', listed('/customer/CustomerList'), {
        'x-forwarded-for': address,
        'x-language': language,
      })
    for (const address of ['10.1.2.3', '2001:db8::7'])
      expect(await from(address), address).toMatchObject({ code: 2000 })
    // The last address is the one that the proxy saw; what stands before it, the caller wrote.
    for (const [address, seen, language] of [
      ['10.2.0.1', '10.2.0.1', 'en'],
      ['10.1.2.3, 203.0.113.9', '203.0.113.9', 'zh'],
    ] as const) {
      const refused = await from(address, language)
      expect(refused).toMatchObject({ code: 2002, key: 'api_key_address_refused', msg: expect.stringContaining(seen) })
      expect(refused.msg).toMatch(language === 'zh' ? /网络地址/ : /network address/)
    }
    const rows = (await noted('callRefused')).filter(({ values }) => raw(values.programKey) === id)
    expect(rows[0]!.values).toMatchObject({ detail: 'POST /api/list', screen: '/customer/CustomerList' })
    expect(rows.map(({ values }) => values.address)).toContain('10.2.0.1')
    expect(total(rows)).toBe(2)
  })

  it('is not created with what is no address: the field says which', async () => {
    const order = await orderOf('misplaced', 'guide', { addresses: '10.0.0.0/8 example.org' })
    const fields = { addresses: expect.stringContaining('example.org') as string }
    expect(await teller.call('owner', '/api/run', order)).toMatchObject({ key: 'input_invalid', data: { fields } })
    const { database } = product.server.dependencies
    expect(await database.query(sql`select 1 from "programKey" where "name" = 'misplaced'`)).toEqual([])
  })

  it('reads no more than its own data scope, and never more than its account', async () => {
    const { callers, database } = product.server.dependencies
    const screens = ['/customer/CustomerList', '/order/Query', '/store/Category', '/programKeys']
    const idsOf = async (call: (screen: string) => Promise<{ code: number; data: ListAnswer }>) => {
      const answers = []
      for (const screen of screens) {
        const { code, data } = await call(screen)
        expect(code, screen).toBe(2000)
        answers.push(data.rows!.map(({ id }) => id))
      }
      return answers
    }
    const all = (screen: string) => ({ screen, want: { rows: true }, size: 100 })
    const { id: owner } = await teller.account('owner')
    const seen = new Map<string, unknown>()
    for (const dataScope of ['self', 'store', 'dealer', 'all']) {
      const { id, secret } = await makeKey(`scope ${dataScope}`, 'owner')
      await database.query(sql`update "programKey" set "dataScope" = ${dataScope} where "id" = ${id}`)
      const given = await idsOf((screen) => withKey(secret, '/api/list', all(screen)))
      // What the account itself would reach with that scope; all is more than the owner has.
      const scope = dataScope === 'all' ? 'dealer' : dataScope
      await database.query(sql`update "employee" set "dataScope" = ${scope} where "id" = ${owner}`)
      callers.forget()
      const reached = await idsOf((screen) => teller.call<ListAnswer>('owner', '/api/list', all(screen)))
      await database.query(sql`update "employee" set "dataScope" = 'dealer' where "id" = ${owner}`)
      callers.forget()
      expect(given, dataScope).toEqual(reached)
      seen.set(dataScope, JSON.stringify(given))
    }
    expect(seen.get('self')).not.toBe(seen.get('store'))
    expect(seen.get('store')).not.toBe(seen.get('dealer'))
  })

  it('ends with its day and with its account, at the next request', async () => {
    const { callers, database } = product.server.dependencies
    const { id, secret } = await makeKey('ending')
    const used = async () => {
      callers.forget()
      const { code, key } = await withKey(secret, '/api/list', listed('/customer/CustomerList'))
      return key ?? code
    }
    expect(await used()).toBe(2000)
    const until = (days: number) =>
      database.query(sql`update "programKey" set "expiresOn" = current_date + ${days}::int where "id" = ${id}`)
    // The job that closes it has not run: its record is still active.
    await until(-2)
    expect([await used(), (await rowOf(id)).state]).toEqual(['api_key_not_valid', 'active'])
    await until(2)
    expect(await used()).toBe(2000)
    const { id: owner } = await teller.account('owner')
    const mayLogIn = (may: boolean) =>
      database.query(sql`update "employee" set "canLogin" = ${may} where "id" = ${owner}`)
    await mayLogIn(false)
    expect(await used()).toBe('api_key_not_valid')
    await mayLogIn(true)
    expect(await used()).toBe(2000)
  })

  it('leaves every call in the audit, counted, with what the call names and no value', async () => {
    const { id, secret } = await makeKey('counted', 'owner')
    const { document } = await describedBy(product.address, { authorization: `Bearer ${secret}` })
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(calls.length).toBeGreaterThan(20)
    const value = '13912345678'
    for (const call of [...calls, 'POST /api/preference', 'POST /mcp']) {
      const [method, path = ''] = call.split(' ')
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
      const body = method === 'GET' ? undefined : JSON.stringify({ screen: value, entity: value, words: value })
      await (await fetch(`${product.address}${path}`, { method, headers, body })).arrayBuffer()
    }
    const many = 30
    await Promise.all(Array.from({ length: many }, () => withKey(secret, '/api/list', listed('/order/Query'))))
    const rows = await callsOf(id)
    expect(
      [...calls, 'POST /api/preference', 'POST /mcp'].filter((call) => !rows.some(({ detail }) => detail === call)),
    ).toEqual([])
    expect(JSON.stringify(rows)).not.toContain(value)
    const ofList = rows.filter(({ screen }) => screen === '/order/Query')
    expect(ofList.reduce((sum, { calls: counted }) => sum + counted, 0)).toBe(many)
    expect(ofList.length, 'one row a minute').toBeLessThanOrEqual(2)
    const page = await teller.call<ListAnswer>('admin', '/api/list', {
      screen: '/audit',
      filters: [
        { field: 'programKey', operator: 'equals', value: id },
        { field: 'screen', operator: 'equals', value: '/order/Query' },
      ],
      want: { rows: true },
    })
    expect(total(page.data.rows!)).toBe(many)
  })

  it('creates no keys, even where its account may', async () => {
    const { order, secret } = await makeKey('boss', 'owner')
    const another = { ...order, values: { ...order.values, name: 'another' }, key: randomUUID() }
    expect(await withKey(secret, '/api/run', another)).toMatchObject({ code: 2002 })
    const list = await withKey<ListAnswer>(secret, '/api/list', listed('/programKeys'))
    expect(list.data.rows!.flatMap(({ can }) => can)).toEqual([])
  })
})

interface CallRow {
  readonly detail: string
  readonly screen: string | null
  readonly calls: number
}

const callsOf = (key: number) =>
  product.server.dependencies.database.query<CallRow>(
    sql`select * from "audit" where "action" = 'call' and "programKey" = ${key}`,
  )
const total = (rows: readonly RecordData[]) => rows.reduce((sum, { values }) => sum + Number(values.calls), 0)

const asked = ['name', 'store', 'employeeType', 'role', 'dataScope', 'disabledMenus']
const raw = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as { id: unknown }).id : value

async function employee(role: string) {
  const { id } = await teller.account(role)
  const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
  return data.record as RecordData & { version: number }
}
