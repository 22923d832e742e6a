// Tests the API keys of programs: their bounds, their end, and that the audit has every call of them.
import { randomUUID } from 'node:crypto'
import sql, { raw as rawSql } from 'sql-template-tag'
import { beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { Caller } from '../../src/server/context/context'
import { describedBy } from './describedCalls'
import { keysOf, listed, plainValue, type Used } from './madeKeys'

let { product, teller, noted } = {} as Used
let { withKey, rowOf, orderOf, makeKey, makeOldKey } = {} as ReturnType<typeof keysOf>

interface CallRow {
  readonly detail: string
  readonly screen: string | null
  readonly address: string
  readonly calls: number
}

const callsOf = (key: number) =>
  product.server.dependencies.database.query<CallRow>(
    sql`select * from "audit" where "action" = 'call' and "programKey" = ${key}`,
  )
/** The rows of refused calls of a key; the audit tells them apart by address and reason. */
const refusedOf = async (key: number) =>
  (await noted('callRefused')).filter(({ values }) => plainValue(values.programKey) === key)
const total = (rows: readonly RecordData[]) => rows.reduce((sum, { values }) => sum + Number(values.calls), 0)

/** The cases, over a product that the calling file starts. */
export function describeProgramKeys(open: () => Used): void {
  beforeAll(() => {
    const used = open()
    ;({ product, teller, noted } = used)
    ;({ withKey, rowOf, orderOf, makeKey, makeOldKey } = keysOf(used))
  })

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
    const { id, account, secret } = await makeKey('bounded')
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
    expect(logged).toEqual([{ programKey: id, by: account }])
    const history = await teller.call<{ entries: readonly { by: string }[] }>('owner', '/api/timeline', {
      entity: 'follow',
      id: followed.data.id,
    })
    expect(history.data.entries.map(({ by }) => by)).toEqual(['bounded [API]'])
    const { version } = await rowOf(id)
    const revoke = { entity: 'programKey', transition: 'revoke', id, version, key: randomUUID() }
    expect(await teller.call('owner', '/api/run', revoke)).toMatchObject({ code: 2000 })
    await expect
      .poll(async () => (await withKey(secret, '/api/list', listed('/customer/CustomerList'))).key)
      .toBe('api_key_not_valid')
    expect(await withKey('key_'.padEnd(47, 'x'), '/api/list', listed('/'))).toMatchObject({ key: 'api_key_not_valid' })
    const before = total(await refusedOf(id))
    await withKey(secret, '/mcp', {})
    const refused = await refusedOf(id)
    expect([before > 0, total(refused)]).toEqual([true, before + 1])
    expect(refused.at(-1)!.values.detail).toBe('POST /api/list api_key_not_valid')
    expect(refused[0]!.values.by).toMatchObject({ id: account, label: 'bounded [API]' })
  })

  it('is accepted from its addresses only, as the proxy names them; each refusal is in the audit', async () => {
    const { id, secret } = await makeKey('placed', 'guide', { addresses: '10.1.0.0/16\n2001:db8::/32' })
    const from = (address: string, language = 'zh') =>
      withKey<ListAnswer>(secret, '/api/list', listed('/customer/CustomerList'), {
        'x-forwarded-for': address,
        'x-language': language,
      })
    // The last address is the one that the proxy saw, with its port in some; what stands before it, the caller wrote.
    for (const [address, seen, language] of [
      ['10.2.0.1', '10.2.0.1', 'en'],
      ['10.2.0.1:51423', '10.2.0.1', 'en'],
      ['10.1.2.3, 203.0.113.9', '203.0.113.9', 'zh'],
    ] as const) {
      const refused = await from(address, language)
      expect(refused).toMatchObject({ code: 2002, key: 'api_key_address_refused', msg: expect.stringContaining(seen) })
      expect(refused.msg).toMatch(language === 'zh' ? /网络地址/ : /network address/)
    }
    expect((await rowOf(id)).values.usedAt ?? null, 'whoever was refused did not use it').toBeNull()
    for (const address of ['10.1.2.3', '10.1.2.3:51423', '2001:db8::7', '[2001:db8::7]:443'])
      expect(await from(address), address).toMatchObject({ code: 2000 })
    expect((await rowOf(id)).values.usedAt).toEqual(expect.any(String))
    const rows = await refusedOf(id)
    expect(rows[0]!.values).toMatchObject({
      detail: 'POST /api/list api_key_address_refused',
      screen: '/customer/CustomerList',
    })
    expect(new Set(rows.map(({ values }) => values.address))).toEqual(new Set(['10.2.0.1', '203.0.113.9']))
    expect(total(rows)).toBe(3)
    expect((await callsOf(id)).map(({ address }) => address)).not.toContain('10.1.2.3:51423')
  })

  it('fills the audit with no more than some rows a minute, from however many addresses it is tried', async () => {
    const { id, secret } = await makeKey('tried', 'guide', { addresses: '10.1.0.0/16' })
    const tries = 60
    for (let at = 0; at < tries; at += 1)
      await withKey(secret, '/api/list', listed('/'), { 'x-forwarded-for': `10.2.0.${at}` })
    const rows = await refusedOf(id)
    expect(total(rows)).toBe(tries)
    expect(rows.length).toBeGreaterThanOrEqual(21)
    expect(rows.length, 'the tries may have met two minutes').toBeLessThanOrEqual(42)
  })

  it('has its calls over the limit in the audit', async () => {
    const { id, secret } = await makeKey('hurried')
    const { callers, liveApp } = product.server.dependencies
    const limit = liveApp.current.access.apiKeys!.requestsPerMinute
    const answer = async () => {
      expect(() => {
        for (let count = 0; count <= limit; count += 1)
          callers.countRequest(liveApp.current, { apiKey: id } as Caller, new Date())
      }).toThrow()
      return (await withKey(secret, '/api/list', listed('/customer/CustomerList'))).status
    }
    // A new minute may have begun in between.
    await expect.poll(answer).toBe(429)
    const [row] = await refusedOf(id)
    expect(row!.values).toMatchObject({ detail: 'POST /api/list api_key_limit_reached', calls: 1 })
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
      const { id, secret } = await makeOldKey(`scope ${dataScope}`, 'owner')
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

  it('ends with its day and, made before there were service accounts, with its creator', async () => {
    const { callers, database } = product.server.dependencies
    const { id, secret } = await makeOldKey('ending')
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
    expect(total(await refusedOf(id))).toBe(2)
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
    expect(await withKey(secret, '/api/run', another)).toMatchObject({ key: 'call_not_for_programs' })
    const list = await withKey<ListAnswer>(secret, '/api/list', listed('/programKeys'))
    expect(list.data.rows!.flatMap(({ can }) => can)).toEqual([])
  })
}
