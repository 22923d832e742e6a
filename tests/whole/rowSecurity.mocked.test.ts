// Tests that PostgreSQL's row security separates tenants even without the planner's row condition,
// which is removed here.
import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { FindAnswer } from '../../src/protocol/findCalls'
import type { BoundQueryOwner } from '../../src/server/database/connection/openDatabase'
import type { Transaction } from '../../src/server/database/connection/transaction'
import { identifier } from '../../src/server/database/sql/identifier'
import { tablesOf } from '../../src/server/database/sql/tables'
import { followRowSecurity } from '../../src/server/migration/rowPolicies'
import { answerOf, isCutOff } from '../oracle/answers'
import { changeHidden, sightOfTenant } from '../oracle/hidden'
import type { Asked } from '../oracle/otherRequests'
import { randomOf, Requests, rowsOf } from '../oracle/requests'
import { moment } from '../story/teller'
import { useProduct } from './useProduct'
import { readSchemas } from './schemas'

vi.mock(import('../../src/server/query/policy/rowScope'), async (original) => ({
  ...(await original()),
  scopeCondition: () => undefined,
  rowsInReach: () => undefined,
  scopeBranches: () => 1,
}))

const app = readSchemas()
const { tenantEntity } = app.access.identity
const lists = everyScreen(app.screens).filter(({ kind, path }) => kind === 'list' && app.screens[path])
const secured = tablesOf(app).filter(({ entity }) => app.entities[entity]!.perTenant)
const tenant = identifier(tenantEntity)

/** Calls that answer what records hold. */
const telling = [
  ...['dashboard', 'document', 'documents', 'exchange/export', 'export', 'find', 'list', 'options', 'record', 'report'],
].map((name) => `/api/${name}`)
/** Shows the days that were drawn, on which other tenants may have nothing. */
const calendar = '/api/calendar'
const requestsOfEach = 8

/** A single record that is named is of another tenant. */
function drawnFrom(requests: Requests, dealer: number): readonly Asked[] {
  const isForeign = (entity: string, id: number) => {
    const { perTenant, rowScope } = app.entities[entity]!
    const row = requests.rows.get(entity)?.find((one) => Number(one.id) === id)
    return perTenant && !rowScope.everyTenantWhere && row !== undefined && Number(row[tenantEntity]) !== dealer
  }
  const drawn = new Map<string, Asked[]>([...telling, calendar].map((call) => [call, []]))
  for (let number = 0; [...drawn.values()].some(({ length }) => length < requestsOfEach); number += 1) {
    const request = requests.next(number)
    const [call, { entity, id }] = request
    const isApt = !['/api/record', '/api/document'].includes(call) || isForeign(String(entity), Number(id))
    const alike = drawn.get(call)
    if (isApt && alike && alike.length < requestsOfEach) alike.push(request)
  }
  return [...drawn.values()].flat()
}

/** Without what the owner may find in the audit, which these very requests have added to. */
function withoutAudit(call: string, content: string): string {
  const answer = call === '/api/find' && (JSON.parse(content) as Envelope<FindAnswer | null>)
  if (!answer || !answer.data) return content
  const groups = answer.data.groups.filter(({ entity }) => entity !== app.product.audit?.entity)
  return JSON.stringify({ ...answer, data: { ...answer.data, groups } })
}

function useTenant(suite: ReturnType<typeof useProduct>) {
  const database = () => suite.product.server.dependencies.database
  const asker = async (): Promise<BoundQueryOwner> => {
    const { id, dealer } = await suite.teller.account('owner')
    return { account: `account ${id}`, tenant: `tenant ${dealer}`, reach: dealer }
  }
  /** The ids of the records that the lists of the owner show and that belong to other tenants, by address. */
  async function foreign(): Promise<string[]> {
    const { dealer } = await suite.teller.account('owner')
    const found: string[] = []
    for (const { path, entity } of lists) {
      const { code, data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: path })
      const target = app.entities[entity!]!
      if (code !== 2000 || !target.perTenant || target.rowScope.everyTenantWhere) continue
      const ids = (data.rows ?? []).map(({ id }) => id)
      const others = await database().query<{ id: number }>(
        sql`select "id" from ${identifier(target.name)} where "id" = any(${ids}::bigint[]) and ${tenant} <> ${dealer}`,
      )
      if (others.length > 0) found.push(path)
    }
    return found
  }
  /** The calls of the owner that answer otherwise once the records of other tenants have changed. */
  async function changedAnswers(): Promise<string[]> {
    const { transport } = suite.product
    const [token, { dealer }] = [await suite.teller.token('owner'), await suite.teller.account('owner')]
    const boot = await transport({ method: 'GET', path: '/api/boot', headers: { 'x-token': token } })
    const { routes } = (boot.body as Envelope<{ routes: object }>).data
    const rows = await rowsOf(app, database())
    const requests = drawnFrom(
      new Requests(
        { app, rows, random: randomOf(20_261_122), masked: false, reads: true, unseen: new Map() },
        { opens: ({ path }) => Object.hasOwn(routes, path), mayRun: () => true },
      ),
      dealer,
    )
    const answers = async () => {
      const contents: string[] = []
      for (const request of requests)
        contents.push(withoutAudit(request[0], (await answerOf(transport, token, request)).content))
      return contents
    }
    const before = await answers()
    const sight = sightOfTenant(app, dealer)
    const { cells, removed } = await changeHidden(app, database(), {
      ...sight,
      hidden: (entity) => (entity.rowScope.everyTenantWhere ? raw('false') : sight.hidden(entity)),
    })
    expect(cells).toBeGreaterThan(500)
    expect(removed).toBeGreaterThan(10)
    const after = await answers()
    const changed = requests.filter(
      (request, at) => before[at] !== after[at] && !isCutOff(request, before[at]!, after[at]!),
    )
    return [...new Set(changed.map(([call]) => call))].sort()
  }
  return { database, asker, foreign, changedAnswers }
}

describe('with row security', () => {
  const suite = useProduct({ environment: { RLS: 'on', JOBS: 'off' } })
  const { database, asker, foreign, changedAnswers } = useTenant(suite)

  it('no list shows a record of another tenant, whatever the planner leaves out', async () => {
    expect(lists.length).toBeGreaterThan(40)
    expect(await foreign()).toEqual([])
  })

  /** An earnest that a role enters and finance confirms, who tells the role; and what the confirming sent. */
  async function confirmedEarnest(role: string, amount: string) {
    const { teller } = suite
    const run = (by: string, transition: string, values: object, id?: number) =>
      teller.call<RunAnswer>(by, '/api/run', {
        entity: 'receipt',
        transition,
        values,
        key: randomUUID(),
        ...(id !== undefined && { id, version: 1 }),
      })
    const [customer] = await database().query<{ id: number }>(
      sql`select "id" from "customer" where "state" = 'following' and ${tenant} = ${(await asker()).reach} limit 1`,
    )
    const payment = { kind: 'earnest', amount, payMethod: 'cash', paidOn: moment({ day: 0 }) }
    const made = await run(role, 'create', { ...payment, customer: Number(customer!.id) })
    expect(made).toMatchObject({ code: 2000 })
    const statements: string[] = []
    database().onStatement = (text) => statements.push(text)
    expect(await run('finance', 'approveEarnest', {}, made.data.id)).toMatchObject({ code: 2000 })
    database().onStatement = undefined
    const { id: receiver } = await teller.account(role)
    const sent = sql`select 1 from "message" where "to" = ${receiver} and "title"::text like ${`%${amount}%`}`
    expect(await database().query(sent)).toHaveLength(1)
    return statements.slice(
      statements.findLastIndex((text) => text.startsWith('BEGIN')),
      statements.lastIndexOf('COMMIT'),
    )
  }
  const switched = (statements: readonly string[]) => statements.filter((text) => text.startsWith('SET ROLE')).length

  it('a step tells an account of another tenant, and its statements are limited again afterwards', async () => {
    expect(switched(await confirmedEarnest('admin', '700.25'))).toBeGreaterThan(1)
    const own = await asker()
    const tenants = sql`select distinct ${tenant} as "tenant" from "customer"`
    const [within, after] = await database().transactionFor(
      async (tx) => [await tx.acrossTenants(() => tx.query(tenants)), await tx.query(tenants)],
      own,
    )
    expect(within!.length).toBeGreaterThan(1)
    expect(after).toEqual([{ tenant: own.reach }])
  })

  it('an import tells an account of another tenant in its summary, too', async () => {
    const { teller } = suite
    const [by, { id: receiver }] = [await teller.account('owner'), await teller.account('admin')]
    const content = { kind: 'information', title: ['导入'], route: '/customer/CustomerList' }
    const gathered = JSON.stringify([{ receivers: [receiver], content }])
    const [started] = await database().query<{ id: number }>(
      sql`insert into "_import" ("account", "tenant", "screen", "file", "digest", "at", "phase", "ignored")
        values (${by.id}, ${by.dealer}, ${content.route}, 'a.csv', 'none', now(), 'writing', '[]') returning "id"`,
    )
    const id = Number(started!.id)
    await database().query(
      sql`insert into "_importRow" ("import", "row", "given", "state", "messages")
        select ${id}, "row", '{"texts": {}}', 'created', ${gathered}::jsonb from generate_series(1, 2) as "row"`,
    )
    const step = await teller.call('owner', '/api/exchange/step', { import: id })
    expect(step).toMatchObject({ code: 2000, data: { phase: 'done' } })
    const sent = sql`select 1 from "message" where "to" = ${receiver} and "title"::text like ${'%2%'}
      and "route" = ${content.route}`
    expect(await database().query(sent)).toHaveLength(1)
  })

  it('a step that tells accounts of its own tenant only stays within it', async () => {
    expect(switched(await confirmedEarnest('owner', '700.50'))).toBe(0)
  })

  it('no answer depends on a record of another tenant, whatever the planner leaves out', async () => {
    expect(await changedAnswers()).toEqual([])
  })

  it('a statement without any condition reaches the rows of its tenant, in every table of tenants', async () => {
    const own = await asker()
    let reached = 0
    let hidden = 0
    for (const { name } of secured) {
      const statement = sql`select ${tenant} as "tenant", count(*)::int as "count" from ${identifier(name)} group by 1`
      type Counted = { tenant: number; count: number }
      const mine = await database().readFor<Counted>(statement, { ...own, large: true })
      const all = await database().query<Counted>(statement)
      expect(mine, name).toEqual(all.filter((row) => row.tenant === own.reach))
      reached += mine.length
      hidden += all.length - mine.length
    }
    expect(reached).toBeGreaterThan(20)
    expect(hidden).toBeGreaterThan(20)
  })

  it('neither changes nor adds a row of another tenant', async () => {
    const own = await asker()
    for (const { name, lines } of secured) {
      const table = identifier(name)
      const changed = await database().transactionFor(
        (tx) => tx.query(sql`update ${table} set ${tenant} = ${tenant} where ${tenant} <> ${own.reach} returning 1`),
        own,
      )
      expect(changed, name).toEqual([])
      if (lines !== undefined) continue
      const moved = database().transactionFor(
        (tx) =>
          tx.query(sql`update ${table} set ${tenant} = -1 where "id" = (select min("id") from ${table}) returning 1`),
        own,
      )
      await moved.then(
        (rows) => expect(rows, `${name} has no rows`).toEqual([]),
        (error: unknown) => expect(error, name).toMatchObject({ code: '42501' }),
      )
    }
  })

  it('a statement without a tenant reaches nothing, and the roles own nothing and bypass nothing', async () => {
    const rows = await database().owner.transaction(async (tx) => {
      await tx.query(sql`set local role back_office_one_tenant`)
      await tx.query(sql`set local back_office.tenant = ''`)
      return tx.query(sql`select 1 from ${identifier(app.access.identity.accountEntity)} limit 1`)
    })
    expect(rows).toEqual([])
    const roles = await database().owner.query(
      sql`select rolname, rolsuper or rolbypassrls or rolcreaterole as "strong",
        exists (select from pg_class where relowner = pg_roles.oid) as "owner"
        from pg_roles where rolname like ${'back\\_office\\_%'} order by 1`,
    )
    expect(roles).toEqual([
      { rolname: 'back_office_all_tenants', strong: false, owner: false },
      { rolname: 'back_office_one_tenant', strong: false, owner: false },
    ])
  })

  it('goes when it is switched off, and comes back', async () => {
    const policies = (tx: Transaction) =>
      tx.query(sql`select tablename from pg_policies union all select relname from pg_class where relforcerowsecurity`)
    const counts = await database().owner.transaction(async (tx) => {
      const before = (await policies(tx)).length
      await followRowSecurity(tx, app, false)
      const without = (await policies(tx)).length
      await followRowSecurity(tx, app, true)
      return { without, back: (await policies(tx)).length - before }
    })
    expect(counts).toEqual({ without: 0, back: 0 })
  })

  it('costs nothing on a connection that stays with its tenant', async () => {
    const own = await asker()
    const statements: string[] = []
    const opened = database()
    opened.onStatement = (text) => statements.push(text)
    for (let time = 0; time < 5; time += 1) await opened.readFor(sql`select ${raw('1')}`, { ...own, large: false })
    opened.onStatement = undefined
    expect(statements.filter((text) => text.startsWith('SET')).length).toBeLessThanOrEqual(1)
  })
})

describe('without row security', () => {
  const { foreign, changedAnswers } = useTenant(useProduct({ environment: { RLS: 'off', JOBS: 'off' } }))

  it('the same lists show records of other tenants, so that the test above proves something', async () => {
    expect((await foreign()).length).toBeGreaterThan(15)
  })

  it('the same answers depend on records of other tenants', async () => {
    expect(await changedAnswers()).toEqual(expect.arrayContaining(telling))
  })
})
