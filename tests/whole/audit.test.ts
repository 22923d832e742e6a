// Tests that headquarters, and of each dealer who manages its people, see in the page sign-ins,
// exports, views and changes of rights.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchAnswer, ListAnswer, RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { RunJobAnswer } from '../../src/protocol/records/jobCalls'
import { identifier } from '../../src/server/database/sql/identifier'
import { sweepAged } from '../../src/server/jobs/sweepAged'
import { accounts, createTeller, password, type Teller } from '../story/teller'
import { overHttp } from './overHttp'
import { startProduct, type Product } from './product'
import { plainValue } from './madeKeys'
import { describeProgramKeys } from './programKeyCases'
import { describeServiceAccounts } from './serviceAccountCases'

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
    for (const role of ['manager', 'guide', 'finance']) {
      const refused = await teller.call(role, '/api/list', { screen: '/audit' })
      expect(refused.code, role).toBe(2002)
    }
  })

  it('shows the owner of a dealer what its own people did, and nothing of others', async () => {
    for (const role of ['owner', 'guide', 'admin']) await teller.token(role)
    expect(await signIn(accounts.guide!, 'wrong')).not.toBe(2000)
    const asked = (role: string, filters: readonly object[]) =>
      teller.call<ListAnswer>(role, '/api/list', { screen: '/audit', filters, want: { rows: true }, size: 200 })
    const { data } = await asked('owner', [])
    const seen = data.rows!.map(({ values }) => values.by as { id: number } | null)
    const { database } = product.server.dependencies
    const { dealer, id } = await teller.account('owner')
    const { tenantEntity } = product.server.dependencies.liveApp.current.access.identity
    const people = await database.query<{ id: number }>(
      sql`select "id" from "employee" where ${identifier(tenantEntity)} = ${dealer}`,
    )
    const ids = new Set(people.map((person) => person.id))
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((by) => by && !ids.has(by.id))).toEqual([])
    const found = await asked('owner', [{ field: 'by', operator: 'in', value: [id] }])
    expect(found.data.rows!.map(({ values }) => values.action)).toContain('signIn')
    const admin = await teller.account('admin')
    const all = await asked('admin', [{ field: 'by', operator: 'in', value: [admin.id] }])
    expect(all.data.rows!.length).toBeGreaterThan(0)
    const foreign = await asked('owner', [{ field: 'by', operator: 'in', value: [admin.id] }])
    expect(foreign.data.rows).toEqual([])
    const { data: one } = await teller.call('owner', '/api/record', { entity: 'audit', id: all.data.rows![0]!.id })
    expect(one).toBeNull()
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

  it('notes a failed sign-in whose account is longer than the column, cut between two characters', async () => {
    const digits = '1'.repeat(199)
    expect(await signIn(`${digits}𠮷`, 'something else')).toBe(2001)
    expect(await latest('signInFailed')).toMatchObject({ login: digits })
  })

  it('names addresses without the ports that a proxy adds, so that guessing a password has to wait', async () => {
    const guess = async (port: number) => {
      const reply = await fetch(`${product.address}/pcindex/login/login_check.html`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.7:${port}` },
        body: JSON.stringify({ client: 'dealerPc', account: '13977779999', password: 'guess', pwdType: 'password' }),
      })
      return ((await reply.json()) as { key?: string }).key
    }
    const keys = []
    for (let port = 50_000; port < 50_006; port += 1) keys.push(await guess(port))
    expect(keys.at(-1)).toBe('too_many_attempts')
    const guesses = (await noted('signInFailed')).filter(({ values }) => values.login === '13977779999')
    expect(guesses, 'an attempt made too early proves nothing').toHaveLength(
      keys.filter((key) => key === 'credentials_wrong').length,
    )
    expect((await latest('signInFailed'))!.address).toBe('198.51.100.7')
  })

  it('notes who got other rights, in the transaction that gives them', async () => {
    const { id, version, values } = await employee('finance')
    const order = { entity: 'employee', transition: 'edit', id, version, key: randomUUID() }
    const scope = values.dataScope === 'store' ? 'dealer' : 'store'
    const given = Object.fromEntries(asked.map((name) => [name, plainValue(values[name] ?? null)]))
    const done = await teller.call<RunAnswer>('owner', '/api/run', { ...order, values: { ...given, dataScope: scope } })
    expect(done).toMatchObject({ code: 2000 })
    expect(await latest('rights')).toMatchObject({ entity: 'employee', recordId: id, detail: 'edit: dataScope' })
    expect((await latest('rights'))!.by).toMatchObject({ id: (await teller.account('owner')).id })
  })

  it('notes who ran a job at once, and on how many records', async () => {
    const name = 'creditLine.expire.0'
    expect(await teller.call('owner', '/api/jobs/run', { name })).toMatchObject({ code: 2002 })
    const { code, data } = await teller.call<RunJobAnswer>('admin', '/api/jobs/run', { name })
    expect(code).toBe(2000)
    expect(await latest('jobRun')).toMatchObject({ entity: 'creditLine', rows: data.done, detail: name })
    expect((await latest('jobRun'))!.by).toMatchObject({ id: (await teller.account('admin')).id })
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
    const dryRun = await teller.call<BatchAnswer>('owner', '/api/batch', { ...many, dryRun: true })
    expect(dryRun.data.refused).toMatchObject([{ id: data.id, key: 'input_invalid' }])
  })
})

describe('a key of a program', () => describeProgramKeys(() => ({ product, teller, noted, employee })))
describe('a service account', () => describeServiceAccounts(() => ({ product, teller, noted, employee, signIn })))

// After the keys: their calls are in the audit by then.
it('a row of the audit is removed after its days, and not before', async () => {
  const { database, liveApp } = product.server.dependencies
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  const periods = { auditDays: 30, programCallDays: 20, webhookDays: 30 }
  const kept = async (count: number) => {
    await sweepAged(database, liveApp.current, periods, days(count))
    return [(await noted('signIn')).length > 0, (await noted('call')).length > 0]
  }
  expect(await kept(19)).toEqual([true, true])
  expect(await kept(21), 'those of calls earlier').toEqual([true, false])
  expect(await kept(29)).toEqual([true, false])
  expect(await kept(31)).toEqual([false, false])
})

const asked = ['name', 'store', 'employeeType', 'role', 'dataScope', 'disabledMenus']

async function employee(role: string) {
  const { id } = await teller.account(role)
  const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
  return data.record as RecordData & { version: number }
}
