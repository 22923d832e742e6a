// Tests that each list and report has the columns and filters of the table of screens, by the
// server's answers, which the page draws.
import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { Audience } from '../../src/manifest/model/access'
import type { App } from '../../src/manifest/model/app'
import type { Screen } from '../../src/manifest/model/screen'
import type { DashboardAnswer, ReportAnswer } from '../../src/protocol/reportCalls'
import type { BootAnswer, ScreenAnswer } from '../../src/protocol/screenCalls'
import type { WhyAnswer } from '../../src/protocol/records/stepCalls'
import { accounts } from '../story/teller'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })

const table = readFileSync(new URL('./screens.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([path = '', , columns = '', filters = '']) => ({ path, columns: listed(columns), filters: listed(filters) }))

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

/** The same under another name, or told by the record that a row opens. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  '/studyFile': ['body'],
  '/zoweeNotice': ['body'],
  // The contract adds up its own balance.
  '/order/Contract': ['order.balanceDue'],
  // The contract total, empty before a contract takes effect, and the balance of what is agreed or drafted.
  '/customer/Examine': ['order.contractAmount'],
  '/order/Customer': ['contractAmount', 'balanceDue'],
  '/order/Query': ['contractAmount', 'balanceDue'],
  // The dimension that is shown is the one that is chosen; months are the span of the report.
  '/statistics/BusinessAnalyse': ['month'],
  '/statistics/CustomerAnalyse': ['dimension', 'groupBy'],
  '/statistics/OrderAnalyse': ['dimension', 'groupBy'],
  // The store of a work order is its order's; the date is what the calendar pages through.
  '/customer/DispatchCalendar': ['store', 'date'],
}

/** What an entry of a calendar tells, its position included. */
function onCalendar({ calendar }: Screen): string[] {
  if (!calendar) return []
  const { dateField, slotField, groupBy, colorBy, entryFields } = calendar
  return [dateField, slotField, groupBy, colorBy, ...entryFields].filter((field) => field !== undefined)
}

/** What the forms of a form screen ask for. */
const askedBy = ({ screen, entities }: ScreenAnswer): string[] =>
  screen.kind === 'form'
    ? screen.actions.flatMap(({ entity, transition }) =>
        entities[entity]!.transitions[transition]!.form.map(({ field }) => field),
      )
    : []

it('/settings tells whose account it is, with the owner of its dealer, and has what may be chosen', async () => {
  const path = '/settings'
  const { data } = await suite.teller.call<ScreenAnswer>('guide', '/api/screen', { path })
  expect(data.screen.blocks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['account', 'display']))
  const details = Object.values(data.calls!).find(({ operation, request }) => operation !== '' && 'avatar' in request)
  expect(Object.keys(details!.request)).toEqual(expect.arrayContaining(['name', 'avatar']))
  const told = await suite.teller.call<DashboardAnswer>('guide', '/api/dashboard', { screen: path })
  const { dealer } = await suite.teller.account('guide')
  const [owner] = await suite.product.server.dependencies.database.query<{ realname: string }>(
    sql`select "realname" from "dealer" where "id" = ${dealer}`,
  )
  expect(owner!.realname).toMatch(/\S/)
  const account = told.data.blocks.find((part) => part.block === 'account')
  expect(account).toEqual({ block: 'account', facts: [owner!.realname] })
})

it.each(table)('$path', async ({ path, columns, filters }) => {
  const { code, data } = await suite.teller.call<ScreenAnswer>('admin', '/api/screen', { path })
  expect(code).toBe(2000)
  const { screen } = data
  const shown = screen.report
    ? [...Object.keys(screen.report.dimensions), ...screen.report.measures.map(({ name }) => name)]
    : [...screen.columns.map(({ field }) => field), ...onCalendar(screen), ...askedBy(data)]
  const narrowed = [...(screen.report?.period ? ['period'] : []), ...screen.filters.map(({ field }) => field)]
  const told = (names: readonly string[], answered: readonly string[]) =>
    names.filter((name) => !answered.includes(name) && !elsewhere[path]?.includes(name))
  expect({ columns: told(columns, shown), filters: told(filters, narrowed) }).toEqual({ columns: [], filters: [] })
})

it('a tab adds up what it shows, though only some records count in the sum of all', async () => {
  const list = { screen: '/customer/ReceiptInfo', size: 100, want: { rows: true, sums: true } }
  const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { ...list, tab: 'pending' })
  const total = data.rows!.reduce((sum, { values }) => sum + Number(values.amount), 0)
  expect(total).toBeGreaterThan(0)
  expect(Number(data.sums!.amount)).toBeCloseTo(total, 2)
})

it('a reference into another dealer, put in past the server, tells nothing of what is there', async () => {
  const { database, liveApp } = suite.product.server.dependencies
  const { entities, access } = liveApp.current
  const { tenantEntity } = access.identity
  const [own, other] = [await suite.teller.account('owner'), await suite.teller.account('restricted')]
  const read = async (role: string, entity: string, id: number) =>
    (await suite.teller.call<RecordAnswer | null>(role, '/api/record', { entity, id })).data?.record
  const firstOf = async (entity: string, tenant: number) =>
    (
      await database.query<{ id: number }>(
        sql`select "id" from ${raw(entity)} where ${raw(tenantEntity)} = ${tenant} order by "id" limit 1`,
      )
    )[0]?.id
  const labels = new Map<string, { id: number; label: string } | undefined>()
  for (const { name } of Object.values(entities).filter(({ perTenant, view }) => perTenant && !view)) {
    const id = await firstOf(name, other.dealer)
    const record = id === undefined ? undefined : await read('admin', name, Number(id))
    labels.set(name, record && { id: record.id, label: record.label })
  }
  const hidden: string[] = []
  for (const { name, fields } of Object.values(entities).filter((entity) => labels.has(entity.name))) {
    const id = await firstOf(name, own.dealer)
    if (id === undefined) continue
    for (const field of Object.values(fields)) {
      // Names of accounts are shared: a record may have been changed by an account of headquarters.
      const isShared = field.entity === access.identity.accountEntity
      const foreign = field.type === 'ref' && field.stored && !isShared ? labels.get(field.entity!) : undefined
      if (!foreign) continue
      const row = sql`where "id" = ${id}`
      const [before] = await database.query<Record<string, unknown>>(
        sql`select ${raw(field.name)} from ${raw(name)} ${row}`,
      )
      await database.query(sql`update ${raw(name)} set ${raw(field.name)} = ${foreign.id} ${row}`)
      const seen = (await read('owner', name, Number(id)))?.values[field.name] as { label: string } | null | undefined
      await database.query(sql`update ${raw(name)} set ${raw(field.name)} = ${before![field.name]} ${row}`)
      if (seen === undefined) continue
      expect([`${name}.${field.name}`, seen?.label]).not.toEqual([`${name}.${field.name}`, foreign.label])
      hidden.push(`${name}.${field.name}`)
    }
  }
  expect(hidden.length).toBeGreaterThan(20)
})

it('the address of a module that is shut is explained like a screen, and no other address is', async () => {
  const app = suite.product.server.dependencies.liveApp.current
  const why = (screen: string) => suite.teller.call<WhyAnswer | null>('guide', '/api/why', { screen })
  const opened = (path: string) => suite.teller.call('guide', '/api/screen', { path })
  const shut: string[] = []
  for (const { path, menuOnly } of Object.values(app.modules)) {
    if (path === undefined || menuOnly || app.screens[path]) continue
    if ((await opened(path)).code !== codes.forbidden) continue
    const { data } = await why(path)
    const kinds = data?.refused.flatMap(({ conditions }) => conditions.map(({ kind }) => kind)) ?? []
    // A code may be withheld by a setting of the dealer, which is the better reason then.
    expect([path, kinds]).toEqual([path, [expect.stringMatching(/^(permission|withdrawn)$/)]])
    shut.push(path)
  }
  expect(shut).not.toEqual([])
  expect((await why('/no/such')).code).toBe(codes.refused)
})

/** An identifier of the database. */
const raw = (name: string) => sql([`"${name}"`])

describe('a part that is for some', () => {
  const call = (role: string, path: string, body: object) => suite.teller.call<ScreenAnswer>(role, path, body)
  const parts = [
    { path: '/store/StoreStore', column: 'dealer' },
    { path: '/store/Category', column: 'dealer' },
  ]

  it.each(parts)('$path: the column $column is answered to headquarters, and refused to a dealer', async (part) => {
    const { path, column } = part
    const shown = async (role: string) =>
      (await call(role, '/api/screen', { path })).data.screen.columns.map(({ field }) => field)
    expect(await shown('admin')).toContain(column)
    expect(await shown('owner')).not.toContain(column)
    const filters = [{ field: column, operator: 'empty', value: true }]
    for (const request of [{ columns: [column] }, { filters }, { sort: { field: column, descending: true } }]) {
      const list = { screen: path, ...request }
      expect([request, (await call('admin', '/api/list', list)).code]).toEqual([request, 2000])
      expect([request, (await call('owner', '/api/list', list)).code]).toEqual([request, 2001])
    }
    const sheet = { screen: path, format: 'csv', columns: [column] }
    expect((await call('owner', '/api/export', sheet)).code).toBe(2001)
  })

  it('the rows of a list offer a document to print to those it is for', async () => {
    const path = '/order/Contract'
    const printed = async (role: string) => (await call(role, '/api/screen', { path })).data.screen.printActions
    expect(await printed('owner')).toEqual([{ document: 'contract' }])
    expect(await printed('admin')).toEqual([])
  })

  it.each([
    ['its code', 'manager', () => ({ permissions: ['p_pc_webhooks'] })],
    [
      'its condition',
      'admin',
      (app: App) => ({ visibleWhen: app.screens['/order/Contract']!.printActions[0]!.visibleWhen! }),
    ],
  ] as const)(
    'tabs and actions on several are for some by %s: others neither get nor use them',
    async (_, other, of) => {
      const { liveApp } = suite.product.server.dependencies
      const shipped = liveApp.current
      const audience: Audience = of(shipped)
      const path = '/customer/HighSeas'
      const screen = shipped.screens[path]!
      const parts = { tabsBy: 'source', tabsAudience: audience, batchActions: [{ transition: 'assign', ...audience }] }
      liveApp.swap({ ...shipped, screens: { ...shipped.screens, [path]: { ...screen, ...parts } } }, [])
      try {
        for (const role of ['owner', other]) {
          const { screen: sent } = (await call(role, '/api/screen', { path })).data
          const list = (body: object) => suite.teller.call<ListAnswer>(role, '/api/list', { screen: path, ...body })
          const counted = (await list({ want: { tabs: true } })).data.tabs
          const narrowed = (await list({ tab: 'livestream' })).code
          const given = { tabs: sent.tabsBy, batch: sent.batchActions, counted: counted !== undefined, narrowed }
          expect({ role, ...given }).toEqual(
            role === 'owner'
              ? { role, tabs: 'source', batch: [{ transition: 'assign' }], counted: true, narrowed: 2000 }
              : { role, tabs: undefined, batch: [], counted: false, narrowed: 2001 },
          )
        }
      } finally {
        liveApp.swap(shipped, [])
      }
    },
  )

  it('a number of the home page has neither value nor records behind it for others', async () => {
    const home = () => suite.product.server.dependencies.liveApp.current.screens['/dashboard']!.blocks
    const figures = home().findIndex((block) => block.figures.some(({ permissions }) => permissions))
    const at = home()[figures]!.figures.findIndex(({ permissions }) => permissions)
    const value = async (role: string) => {
      const { data } = await suite.teller.call<DashboardAnswer>(role, '/api/dashboard', { screen: '/dashboard' })
      const block = data.blocks[figures]
      return block?.block === 'figures' ? block.values[at] : undefined
    }
    expect(await value('owner')).toMatch(/^\d+$/)
    expect(await value('finance')).toBeNull()
    const drillDown = { screen: '/dashboard', number: `${figures}.${at}` }
    const records = (role: string) => call(role, '/api/list', { screen: '/customer/CustomerList', drillDown })
    expect((await records('owner')).code).toBe(2000)
    expect((await records('finance')).code).not.toBe(2000)
  })

  it('a dashboard offers exactly the blocks and charts of other screens that are answered there', async () => {
    const { screens } = suite.product.server.dependencies.liveApp.current
    const all = Object.values(screens)
    const offering = all.filter(
      ({ blocks, report }) => blocks.some(({ figures, entity }) => figures[0] ?? entity) || report,
    )
    const answered = async (role: string, screen: Screen): Promise<string[]> => {
      const path = screen.report ? '/api/report' : '/api/dashboard'
      const { code, data } = await suite.teller.call<DashboardAnswer & ReportAnswer>(role, path, {
        screen: screen.path,
      })
      if (code !== 2000) return []
      const readable = (values: readonly (string | null)[]) => values.some((value) => value !== null)
      if (screen.report) return readable(Object.values(data.totals)) ? [`${screen.path} charts`] : []
      return data.blocks.flatMap((block, index) => {
        const { name, figures } = screen.blocks[index]!
        // An average of nothing is empty for everybody.
        const averages = figures.every(({ aggregate }) => aggregate?.operator === 'average')
        const isThere =
          block.block === 'figures' ? averages || readable(block.values) : ['latest', 'reminder'].includes(block.block)
        return isThere ? [`${screen.path} ${name}`] : []
      })
    }
    const counts = new Set<number>()
    for (const { path } of all.filter(({ kind }) => kind === 'dashboard'))
      for (const role of Object.keys(accounts)) {
        const { data } = await call(role, '/api/screen', { path })
        const offers = data.offeredBlocks!.map(({ screen, block }) => `${screen} ${block}`)
        const others = offering.filter((screen) => screen.path !== path)
        const expected = (await Promise.all(others.map((screen) => answered(role, screen)))).flat()
        expect({ role, offers: offers.sort() }).toEqual({ role, offers: expected.sort() })
        counts.add(offers.length)
      }
    expect(counts.size).toBeGreaterThan(3)
  })

  it('sections and tables of a record are answered to their audience, and a closed record opens for nobody else', async () => {
    const record = async (role: string, entity: string, id: number) =>
      suite.teller.call<RecordAnswer>(role, '/api/record', { entity, id })
    const first = async (role: string, screen: string) =>
      (await suite.teller.call<ListAnswer>(role, '/api/list', { screen })).data.rows![0]!.id
    const article = await first('guide', '/content/News')
    const [told, all] = [await record('guide', 'article', article), await record('admin', 'article', article)]
    expect([Object.keys(told.data.record.values).includes('isTop'), told.data.related]).toEqual([false, []])
    expect([Object.keys(all.data.record.values).includes('isTop'), all.data.related.length]).toEqual([true, 1])
    const role = await first('owner', '/store/Category')
    expect((await record('owner', 'role', role)).code).toBe(2000)
    expect((await record('manager', 'role', role)).code).toBe(2002)
    const closed = async (account: string) => {
      const headers = { 'x-token': await suite.teller.token(account) }
      const { body } = await suite.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
      return (body as Envelope<BootAnswer>).data.closedEntities
    }
    expect(await closed('manager')).toContain('role')
    expect(await closed('owner')).not.toContain('role')
  })

  it('a button beside the list is answered to its audience', async () => {
    const { data } = await call('owner', '/api/screen', { path: '/message' })
    expect(data.screen.endpointActions.map(({ endpoint }) => endpoint)).toContain('noticeReadBatch')
    expect(JSON.stringify(data.screen.endpointActions)).not.toContain('p_pc_order')
  })
})
