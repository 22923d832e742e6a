// Proves that lists find the right records with no more work than needed: pages, words of any
// length, sums, and PostgreSQL's plans.
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListRequest } from '../../../src/protocol/calls'
import { indexesOf } from '../../../src/server/migration/indexes'
import { StatementNames } from '../../../src/server/database/connection/statementNames'
import { readList } from '../../../src/server/endpoints/lists/list'
import { maxSummed } from '../../../src/server/query/list/counts'
import { listPlan } from '../../../src/server/query/list/listQuery'
import { bindingsOf, checkListing } from '../../../src/server/query/list/listing'
import { maxTotal } from '../../../src/server/query/list/counts'
import { asking } from '../endpoints/reads'
import { compileWorkshop } from '../mutation/manifests'
import { moment, Workshop } from '../mutation/workshop'
import { describeSorts } from './sortCases'

const app = compileWorkshop((files) => {
  const project = files['work/project.entity.json'] as {
    sublabelField?: string
    rowScope?: object
    fields: Record<string, object>
  }
  project.sublabelField = 'flags'
  project.rowScope = { unitFields: ['team'], selfFields: ['owner', 'createdBy'], tenantWhere: "state == 'draft'" }
  project.fields.phone = { type: 'mobile', title: ['电话', 'Phone'], mask: { states: ['closed'], unmasked: [3, 4] } }
  Object.assign(files['work/Projects.screen.json']!, {
    columns: ['no', 'name', 'flags', 'owner', 'phone', 'spent', 'budget', 'openTasks', 'createdAt', 'state'],
    filters: ['name', 'phone'],
    tabsBy: 'state',
    sort: '-createdAt',
  })
  Object.assign(files['work/Expenses.screen.json']!, {
    columns: ['no', { field: 'amount', sum: true }, 'state'],
    tabsBy: 'state',
  })
  files['work/Running.screen.json'] = {
    path: '/running',
    title: ['进行', 'Running'],
    kind: 'list',
    permissions: ['projects'],
    entity: 'project',
    where: "state == 'running'",
    columns: ['no', 'name', 'state'],
  }
})
const count = 130
const names = [
  '王伟',
  '王建国',
  '马',
  '马英九九',
  '100%',
  'a_b',
  'back\\slash',
  'Straße',
  'Anna Li',
  'ＬＩ',
  '😀乐',
  '李\n四',
  '**',
]

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(app)
  const { me, tenant } = workshop.caller('north.manager')
  for (let at = 0; at < count; at += 1) {
    const name = at < names.length ? names[at]! : `p${at}`
    await workshop.project({
      no: `PJ260101${String(at).padStart(5, '0')}`,
      name,
      flags: at % 3 === 0 ? `别名${at}` : null,
      phone: `1380000${String(at).padStart(4, '0')}`,
      budget: at % 4 === 0 ? null : String(at % 7),
      createdAt: new Date(moment.getTime() - Math.floor(at / 2) * 60_000),
      state: at % 5 === 0 ? 'closed' : 'running',
    })
  }
  await workshop.database
    .query(sql`INSERT INTO "expense" ("house", "version", "state", "stateAt", "createdAt", "createdBy", "no", "project",
      "amount")
    SELECT ${tenant.id}, 1, 'booked', ${moment}, ${moment}, ${me.id}, 'EX' || n, 1 + n % ${count}, 1.25
    FROM generate_series(1, ${maxSummed}::int) AS n`)
  await workshop.database.query(sql`ANALYZE`)
}, 120_000)
afterAll(() => workshop?.close())

const list = (request: Omit<ListRequest, 'screen'>, who = 'north.manager', screen = '/projects') =>
  readList(asking(workshop, who), { screen, ...request })
const ids = async (request: Omit<ListRequest, 'screen'>, who?: string) =>
  (await list(request, who)).rows!.map(({ id }) => id)

interface Node {
  readonly 'Node Type': string
  readonly Alias?: string
  readonly 'Index Name'?: string
  readonly 'Actual Loops'?: number
  readonly 'Actual Rows'?: number
  readonly Plans?: readonly Node[]
}

/** What PostgreSQL does for a request, and how often. */
async function nodes(
  request: Omit<ListRequest, 'screen'>,
  { screen = '/projects', who = 'north.manager', without = [] as readonly string[] } = {},
): Promise<Node[]> {
  const context = asking(workshop, who)
  const listing = checkListing(context, app.screens[screen]!, request)
  const statement = listPlan(context, listing).plan.bind(bindingsOf(context, listing))
  return workshop.database.transaction(async (tx) => {
    for (const name of without) await tx.query(sql`SET LOCAL ${raw(name)} = off`)
    const [row] = await tx.query<{ 'QUERY PLAN': { Plan: Node }[] }>(sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`)
    const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)]
    return all(row!['QUERY PLAN'][0]!.Plan)
  })
}
const loops = (found: readonly Node[], test: (node: Node) => boolean) =>
  Math.max(0, ...found.filter(test).map((node) => node['Actual Loops'] ?? 0))

describe('pages', () => {
  const orders = [
    { field: 'createdAt', descending: true },
    { field: 'name', descending: false },
    { field: 'budget', descending: true },
    { field: 'budget', descending: false },
    { field: 'owner', descending: true },
    { field: 'state', descending: false },
  ]
  it.each(orders)(
    'by number and by key are the same, each record once: $field, descending $descending',
    async (sort) => {
      const byNumber: number[] = []
      const byKey: number[] = []
      let after: string | undefined
      for (let page = 1; page <= 7; page += 1) {
        byNumber.push(...(await ids({ sort, page, size: 20 })))
        const found = await list({ sort, size: 20, ...(after !== undefined && { after }) })
        byKey.push(...found.rows!.map(({ id }) => id))
        after = found.next
      }
      expect(after).toBeUndefined()
      expect(byKey).toEqual(byNumber)
      expect(new Set(byNumber).size).toBe(count)
      expect(await ids({ sort, size: 200 })).toEqual(byNumber)
    },
  )

  it('far down are found as well as near ones', async () => {
    const { tenant } = workshop.caller('north.manager')
    const all = (await workshop.all('expense', sql`"house" = ${tenant.id}`))
      .map(({ id }) => Number(id))
      .sort((a, b) => b - a)
    for (const page of [1, 2, 25, 26, 27, 100])
      expect((await list({ page, size: 20 }, undefined, '/expenses')).rows!.map(({ id }) => id)).toEqual(
        all.slice((page - 1) * 20, page * 20),
      )
  })

  it('cost the computing and the looking up of their own records only', async () => {
    const found = await nodes({ page: 6, size: 20 })
    const others = found.filter(
      ({ Alias, 'Node Type': type }) => Alias !== undefined && type !== 'Subquery Scan' && Alias !== 't0',
    )
    expect(others.length).toBeGreaterThan(2)
    expect(loops(others, () => true)).toBeLessThanOrEqual(21)
  })

  it('near the beginning are planned once: no parameter says how many and from where', () => {
    const context = asking(workshop, 'north.manager')
    const text = (request: Omit<ListRequest, 'screen'>) =>
      listPlan(context, checkListing(context, app.screens['/projects']!, request)).plan.text
    expect(text({ size: 20 })).toMatch(/LIMIT 21\)/)
    expect(text({ size: 20, page: 3 })).toMatch(/LIMIT 21 OFFSET 40\)/)
    expect(text({ size: 20, page: 300 })).toBe(text({ size: 20, page: 301 }))
  })

  it('of all tenants are read in their order', () => {
    const own = indexesOf(app, false)
      .filter(({ table }) => table === 'project')
      .map(({ create }) => create.text)
    expect(own.filter((text) => text.includes('("createdAt" DESC, "id" DESC)'))).toHaveLength(1)
    expect(own.filter((text) => text.includes('("house", "createdAt" DESC, "id" DESC)'))).toHaveLength(1)
  })
})

describeSorts({ workshop: () => workshop, list, states: Object.keys(app.entities.project!.states) })

describe('words', () => {
  const everything = () => workshop.all('project')
  const parts = [
    '王',
    '王伟',
    '马',
    '英九',
    '九九',
    '%',
    '_',
    '\\',
    'ß',
    'li',
    'LI',
    'ｌｉ',
    '😀',
    '😀乐',
    '*',
    '**',
    'PJ26010100007',
    '0007',
    '7',
    '别名3',
    '别',
    '名',
    '13800000005',
    '005',
    'p1',
    'P12',
    '不在',
  ]
  it.each(parts)('%s is found where it stands', async (part) => {
    const holds = (text: unknown) => typeof text === 'string' && text.toLowerCase().includes(part.toLowerCase())
    const isCalled = (phone: unknown, state: unknown) =>
      /^\d{4,}$/.test(part) && String(phone).endsWith(part) && (part.length === 11 || state !== 'closed')
    const expected = (await everything())
      .filter(({ no, name, flags, phone, state }) => holds(no) || holds(name) || holds(flags) || isCalled(phone, state))
      .map(({ id }) => Number(id))
    expect(new Set(await ids({ words: part, size: 200 }))).toEqual(new Set(expected))
    const named = (await everything()).filter(({ name }) => holds(name)).map(({ id }) => Number(id))
    expect(new Set(await ids({ filters: [{ field: 'name', operator: 'contains', value: part }], size: 200 }))).toEqual(
      new Set(named),
    )
  })

  it('of a masked text are found as it is shown', async () => {
    const masked = (await list({ filters: [{ field: 'phone', operator: 'contains', value: '****' }], size: 200 })).rows!
    expect(masked.map(({ state }) => state)).toEqual(masked.map(() => 'closed'))
    expect(masked).toHaveLength(count / 5)
    expect(await ids({ filters: [{ field: 'phone', operator: 'contains', value: '13800000005' }] })).toEqual([])
  })

  it.each(['王', '王伟', '建国', '王建国'])('%s is looked up in an index', async (words) => {
    const found = await nodes(
      { words, want: { total: 'exact' } },
      { who: 'boss', without: ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'] },
    )
    const searching = indexesOf(app, true)
      .filter(({ table, create }) => table === 'project' && create.text.includes('gin_trgm_ops'))
      .map(({ name }) => name)
    const used = found.filter((node) => searching.includes(node['Index Name'] ?? ''))
    expect(used.length).toBeGreaterThan(0)
    // An index that does not know the part gives every row.
    for (const node of used) expect(node['Actual Rows']).toBeLessThan(names.length)
  })

  it('are planned with what they are: no name keeps a plan for others', () => {
    const names = new StatementNames()
    const context = asking(workshop, 'north.manager')
    const named = (request: Omit<ListRequest, 'screen'>) => {
      const listing = checkListing(context, app.screens['/projects']!, request)
      const statement = listPlan(context, listing).plan.bind(bindingsOf(context, listing))
      return [names.nameOf(statement), names.nameOf(statement)].map((name) => name !== undefined)
    }
    expect(named({})).toEqual([false, true])
    expect(named({ words: '王' })).toEqual([false, false])
    expect(named({ filters: [{ field: 'name', operator: 'contains', value: '王' }] })).toEqual([false, false])
  })

  it('are found without the extension too: it only adds indexes', () => {
    expect(indexesOf(app, false).some(({ create }) => create.text.includes('trgm'))).toBe(false)
    expect(indexesOf(app, true).length).toBeGreaterThan(indexesOf(app, false).length)
  })
})

describe('tabs', () => {
  it('are counted together where there are few records, and each to the cap where there are many', async () => {
    const all = await workshop.all('project')
    const { tabs } = await list({ want: { tabs: true } })
    expect(tabs).toEqual(
      Object.fromEntries(
        Object.keys(app.entities.project!.states).map((state) => [
          state,
          all.filter((one) => one.state === state).length,
        ]),
      ),
    )
    const { tabs: many } = await list({ want: { tabs: true } }, undefined, '/expenses')
    expect(many).toEqual({
      ...Object.fromEntries(Object.keys(app.entities.expense!.states).map((state) => [state, 0])),
      booked: maxTotal + 1,
    })
    expect((await list({ want: { tabs: true }, words: 'EX1000' }, undefined, '/expenses')).tabs).toMatchObject({
      booked: 2,
    })
  })
})

describe('what is open to all', () => {
  it('does not count where no record in question can be open', () => {
    const plan = (screen: string) => {
      const context = { ...asking(workshop, 'north.worker'), app }
      return listPlan(context, checkListing(context, app.screens[screen]!, { want: { total: 'capped' } })).plan.text
    }
    expect(plan('/projects')).toContain("'draft'")
    expect(plan('/running')).not.toContain("'draft'")
  })

  it('is read by everybody of the tenant, and only that', async () => {
    const [open, closed] = [
      await workshop.project({ name: 'open', state: 'draft', owner: null, createdBy: null, team: null }),
      await workshop.project({ name: 'not open', owner: null, createdBy: null, team: null }),
    ]
    const found = await ids({ words: 'open' }, 'north.worker')
    expect(found).toEqual([open])
    expect((await list({ words: 'open' }, 'north.worker', '/running')).rows).toEqual([])
    expect(await ids({ words: 'open' }, 'south.worker')).toEqual([])
    await workshop.database.query(sql`DELETE FROM "project" WHERE "id" IN (${open}, ${closed})`)
  })
})

describe('sums', () => {
  it('are added up to the cap, and not begun beyond it', async () => {
    const sums = async () => (await list({ want: { sums: true } }, undefined, '/expenses')).sums
    expect(await sums()).toEqual({ amount: (maxSummed * 1.25).toFixed(2) })
    const { me, tenant } = workshop.caller('north.manager')
    const one = await workshop.insert('expense', {
      house: tenant.id,
      state: 'booked',
      createdBy: me.id,
      no: 'EX0',
      project: 1,
      amount: '1',
    })
    expect(await sums()).toBeUndefined()
    const found = await nodes({ want: { sums: true } }, { screen: '/expenses' })
    expect(found.filter((node) => node['Node Type'] === 'Aggregate').map((node) => node['Actual Loops'])).toEqual([
      1, 0,
    ])
    await workshop.database.query(sql`DELETE FROM "expense" WHERE "id" = ${one}`)
  })
})

// Last: it gives the records to others.
describe('pages', () => {
  it.each([true, false])(
    'of what is reached in several ways are the same as of all that is reached, each record once: descending %s',
    async (descending) => {
      const sort = { field: 'createdAt', descending }
      const { me, tenant } = workshop.caller('north.worker')
      const mate = workshop.idOf('north.mate')
      // The caller's, made by the caller, both, open to all, and those of others.
      await workshop.database.query(
        sql`UPDATE "project" SET "owner" = CASE "id" % 5 WHEN 0 THEN ${me.id}::bigint WHEN 2 THEN ${me.id}::bigint
          ELSE ${mate}::bigint END, "createdBy" = CASE "id" % 5 WHEN 1 THEN ${me.id}::bigint WHEN 2
          THEN ${me.id}::bigint ELSE ${mate}::bigint END, "state" = CASE WHEN "id" % 7 = 3 THEN 'draft' ELSE "state"
          END`,
      )
      const rows = (await workshop.all(
        'project',
        sql`"house" = ${tenant.id} AND ("owner" = ${me.id} OR "createdBy" = ${me.id} OR "state" = 'draft')`,
      )) as unknown as { id: number; createdAt: string; state: string }[]
      const inOrder = rows.sort(
        (a, b) => (Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id) * (descending ? -1 : 1),
      )
      expect(inOrder.length).toBeGreaterThan(50)
      expect(inOrder.length).toBeLessThan(count)
      for (const tab of [undefined, 'running', 'draft']) {
        const of = inOrder.filter(({ state }) => tab === undefined || state === tab).map(({ id }) => id)
        const byNumber: number[] = []
        const byKey: number[] = []
        let after: string | undefined
        do {
          const found = await list(
            { sort, size: 20, ...(tab && { tab }), ...(after !== undefined && { after }) },
            'north.worker',
          )
          byKey.push(...found.rows!.map(({ id }) => id))
          after = found.next
          byNumber.push(
            ...(await ids({ sort, size: 20, page: byNumber.length / 20 + 1, ...(tab && { tab }) }, 'north.worker')),
          )
        } while (after !== undefined)
        expect(byKey).toEqual(of)
        expect(byNumber).toEqual(of)
      }
      const read = await nodes(
        { sort, size: 5 },
        { who: 'north.worker', without: ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'] },
      )
      expect(
        new Set(
          read
            .filter(({ Alias, 'Index Name': index }) => index && /^t[1-9]/.test(Alias ?? ''))
            .map(({ 'Index Name': index }) => index),
        ).size,
      ).toBeGreaterThanOrEqual(3)
    },
  )
})
