// The blocks of a dashboard, and the parts of lists and records, each behind the caller's reach and
// rights.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readList } from '../../../src/server/endpoints/lists/list'
import { narrowScreen } from '../../../src/server/endpoints/contract/narrowScreen'
import { offeredBlocks } from '../../../src/server/endpoints/screens/offeredBlocks'
import { screenForCaller } from '../../../src/server/endpoints/screens/screenForCaller'
import { exportList } from '../../../src/server/endpoints/lists/export'
import { readOptions } from '../../../src/server/endpoints/lists/references/options'
import { readRecord } from '../../../src/server/endpoints/records/record'
import { actionableNode } from '../../../src/server/endpoints/reports/actionable'
import { readDashboard } from '../../../src/server/endpoints/reports/dashboard'
import { loadRecords } from '../../../src/server/query/records/loadRecords'
import type { Rule } from '../../../src/manifest/model/rule'
import { compileWorkshop } from '../mutation/manifests'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
  const project = await workshop.project({ name: 'c', endsOn: '2026-03-04', budget: '10.00', margin: '7.00' })
  await workshop.project({ name: 'b', endsOn: '2026-03-05', budget: '5.01', state: 'closed', phone: '13800001111' })
  await workshop.project({ name: 'a', state: 'draft' })
  const mate = workshop.idOf('north.mate')
  await workshop.project({ name: 'd', owner: mate, createdBy: mate })
  const { tenant: house } = workshop.caller('north.worker')
  for (const amount of ['1.10', '2.20'])
    await workshop.insert('expense', { house: house.id, no: `E${amount}`, project, amount, state: 'booked' })
  await workshop.insert('expense', {
    house: workshop.caller('south.worker').tenant.id,
    no: 'E9',
    project,
    amount: '100.00',
    state: 'booked',
  })
}, 120_000)
afterAll(() => workshop?.close())

const blocksOf = async (who: string) => (await readDashboard(asking(workshop, who), { screen: '/desk' })).blocks

it('answers every block in its place, in one statement', async () => {
  let blocks: Awaited<ReturnType<typeof blocksOf>> | undefined
  const sent = await workshop.counted(async () => {
    blocks = await blocksOf('north.worker')
  })
  expect(sent).toHaveLength(1)
  expect(blocks).toMatchObject([
    {
      block: 'queues',
      queues: [
        { path: '/expenses', waiting: 2, late: 0, more: false, actionable: 2 },
        { path: '/projects', waiting: 1, late: 1, more: false, actionable: 1 },
      ],
    },
    { block: 'figures', values: ['3.30', '3', null, '7.51'] },
    {
      block: 'latest',
      rows: [{ label: 'c' }, { label: 'b', values: { name: 'b', phone: '138****1111' } }],
      more: false,
    },
    { block: 'other' },
  ])
})

it('widens with the reach and the rights of the caller', async () => {
  const [queues, figures, latest] = await blocksOf('north.manager')
  expect(queues).toMatchObject({
    queues: [
      { path: '/expenses', waiting: 2 },
      { path: '/projects', waiting: 2, late: 1 },
    ],
  })
  expect(figures).toMatchObject({ values: ['3.30', '4', '7.00', '7.51'] })
  expect(latest).toMatchObject({ rows: [{ label: 'd' }, { label: 'c', values: { margin: '7.00' } }], more: true })
})

it('stands above a list as well, and computes figures from those before them', async () => {
  const above = async (who: string) =>
    (await readDashboard(asking(workshop, who), { screen: '/projects' })).blocks.filter(
      ({ block }) => block === 'figures',
    )
  expect(await above('north.worker')).toEqual([
    { block: 'figures', values: ['15.01', '3.30', '11.71', '78', null, null] },
  ])
  expect(await above('north.manager')).toEqual([
    { block: 'figures', values: ['15.01', '3.30', '11.71', '78', '7.00', '18.71'] },
  ])
})

it('shows nothing of what may not be opened', async () => {
  expect(await blocksOf('north.guest')).toEqual([
    { block: 'queues', queues: [] },
    { block: 'figures', values: [null, null, null, null] },
    { block: 'latest', rows: [], more: false },
    { block: 'other' },
  ])
})

it('gives a block, its data and the records behind its figures only to callers that it is for', async () => {
  const wall = async (who: string) => (await readDashboard(asking(workshop, who), { screen: '/wall' })).blocks
  const drillDown = (who: string) =>
    readList(asking(workshop, who), {
      screen: '/projects',
      drillDown: { screen: '/wall', number: '0.0' },
      want: { rows: true },
    })
  const drawn = (who: string) => {
    const viewer = asking(workshop, who)
    const { app, caller } = viewer
    return screenForCaller(app, caller, narrowScreen(viewer, app.screens['/wall']!)).blocks.map(
      ({ withheld, title, text, entity }) => withheld ?? { title, text, entity },
    )
  }
  expect(await wall('north.worker')).toEqual([{ block: 'withheld' }, { block: 'withheld' }, { block: 'withheld' }])
  expect(drawn('north.worker')).toEqual([true, true, true])
  await expect(drillDown('north.worker')).rejects.toMatchObject({ code: 2001 })
  expect(await wall('north.manager')).toMatchObject([
    { block: 'figures', values: ['4'] },
    { block: 'latest', rows: [{}, {}, {}, {}], more: false },
    { block: 'other' },
  ])
  expect(drawn('north.manager')).toMatchObject([
    {},
    { entity: 'project' },
    { text: { zh: 'Only for managers中', en: 'Only for managers' } },
  ])
  expect((await drillDown('north.manager')).rows).toHaveLength(4)
})

it('offers other dashboards what can be read there', () => {
  const offered = (who: string, path: string) => {
    const viewer = asking(workshop, who)
    return offeredBlocks(viewer, viewer.app.screens[path]!).map(({ screen, block }) => `${screen} ${block}`)
  }
  expect(offered('north.worker', '/wall')).toEqual(expect.arrayContaining(['/desk figures', '/desk latest project']))
  expect(offered('north.worker', '/desk').filter((place) => place.startsWith('/wall'))).toEqual([])
  expect(offered('north.manager', '/desk')).toEqual(expect.arrayContaining(['/wall figures', '/wall latest project']))
  expect(offered('north.guest', '/wall')).toEqual([])
})

it('makes nobody a reader of what it shows', () => {
  const app = compileWorkshop((files) => {
    files['work/Wall.screen.json'] = {
      path: '/wall',
      title: ['墙', 'Wall'],
      kind: 'dashboard',
      permissions: ['signed-in'],
      blocks: [{ kind: 'latest', entity: 'expense', columns: ['no', 'amount'], sort: '-id' }],
    }
  })
  expect(app.entities.expense!.readPermissions).not.toContain('signed-in')
})

it('stops counting at a thousand', async () => {
  const { tenant: house } = workshop.caller('south.worker')
  await workshop.database.query(
    sql`INSERT INTO expense (house, no, amount, state, "createdAt", "stateAt", version)
      SELECT ${house.id}, 'S' || n, 1, 'booked', now(), now(), 1 FROM generate_series(1, 1200) n`,
  )
  const [queues] = await blocksOf('south.worker')
  expect(queues).toMatchObject({
    queues: [
      { path: '/expenses', waiting: 1000, more: true },
      { path: '/projects', waiting: 0, more: false },
    ],
  })
})

it('is no dashboard elsewhere', async () => {
  expect(await refusal(readDashboard(asking(workshop, 'north.worker'), { screen: '/plan' }))).toMatchObject({
    code: 2001,
  })
  expect(await refusal(readDashboard(asking(workshop, 'north.guest'), { screen: '/projects' }))).toMatchObject({
    code: 2002,
  })
})

const listed = (who: string, request: object) =>
  readList(asking(workshop, who), { screen: '/parts', want: { rows: true }, ...request })

const filterBy = (field: string) => ({ filters: [{ field, operator: 'empty', value: true }] })

it('gives a column to its audience alone: others neither read, filter, sort, sum nor export by it', async () => {
  const [row] = (await listed('north.manager', {})).rows!
  expect(Object.keys(row!.values)).toEqual(['name', 'budget'])
  const { rows, sums } = await listed('north.worker', { want: { rows: true, sums: true } })
  expect(Object.keys(rows![0]!.values)).toEqual(['name'])
  expect(sums ?? {}).toEqual({})
  expect((await listed('north.manager', { want: { sums: true } })).sums).toHaveProperty('budget')
  const asked = { columns: ['budget'], sort: { field: 'budget', descending: true }, ...filterBy('budget') }
  for (const [key, value] of Object.entries(asked)) {
    const refused = await refusal(listed('north.worker', { [key]: value }))
    expect([key, refused.code]).toEqual([key, 2001])
    await listed('north.manager', { [key]: value })
  }
  const exported = exportList(asking(workshop, 'north.worker'), {
    screen: '/parts',
    format: 'csv',
    columns: ['budget'],
  })
  expect((await refusal(exported)).code).toBe(2001)
  const options = (who: string) => readOptions(asking(workshop, who), { screen: '/parts', field: 'owner' })
  expect((await refusal(options('north.worker'))).code).toBe(2001)
  expect((await options('south.worker')).options.length).toBeGreaterThan(0)
})

it('plans a list anew where a condition of the caller differs, although the codes are the same', async () => {
  expect((await refusal(listed('north.worker', filterBy('rate')))).code).toBe(2001)
  await listed('south.worker', filterBy('rate'))
  expect((await refusal(listed('north.worker', filterBy('rate')))).code).toBe(2001)
})

it('gives a figure, a tab and a button to their audience alone', async () => {
  const figures = async (who: string) => (await readDashboard(asking(workshop, who), { screen: '/parts' })).blocks
  expect(await figures('north.worker')).toEqual([
    { block: 'figures', values: [null, null, '2'] },
    { block: 'withheld' },
  ])
  expect(await figures('north.manager')).toMatchObject([{ values: ['4', '8', '2'] }, { block: 'withheld' }])
  expect(await figures('south.worker')).toMatchObject([
    { values: [null, null, expect.stringMatching(/\d/)] },
    { block: 'latest' },
  ])
  const drillDown = { drillDown: { screen: '/parts', number: '0.0' } }
  expect((await refusal(listed('north.worker', drillDown))).code).toBe(2001)
  expect((await listed('north.manager', drillDown)).rows).toHaveLength(4)
  const more = (who: string) => listed(who, { screen: '/parts?list=others' })
  expect((await refusal(more('north.worker'))).code).toBe(2001)
  expect((await more('south.worker')).rows).toEqual([])
  const drawn = (who: string) => {
    const viewer = asking(workshop, who)
    const { app, caller } = viewer
    const screen = screenForCaller(app, caller, narrowScreen(viewer, app.screens['/parts']!))
    expect(JSON.stringify(screen.columns)).not.toContain('visibleWhen')
    // What the manifest lists; the steps of the records are for all who may run them.
    const written = screen.actions.filter(({ implied }) => !implied)
    return [written.map(({ transition }) => transition), screen.moreLists.length]
  }
  expect(drawn('north.worker')).toEqual([[], 0])
  expect(drawn('north.manager')).toEqual([['create', 'close'], 0])
  expect(drawn('south.worker')).toEqual([['edit'], 1])
})

it('gives a section, a table beside a record and the record itself to their audience alone', async () => {
  const [expense] = await workshop.database.query<{ id: number }>(sql`SELECT id FROM "expense" WHERE no = 'E1.10'`)
  const sections = async (who: string) =>
    Object.keys((await readRecord(asking(workshop, who), { entity: 'expense', id: Number(expense!.id) })).record.values)
  expect(await sections('north.worker')).not.toContain('remark')
  expect(await sections('north.manager')).toContain('remark')
  const team = (who: string) => {
    const viewer = asking(workshop, who)
    return readRecord(viewer, { entity: 'team', id: Number(viewer.caller.me.team) })
  }
  expect((await refusal(team('north.manager'))).code).toBe(2001)
  expect((await team('south.worker')).related).toEqual([])
})

it('has for an administrator only what names a permission of its own to do', async () => {
  const context = asking(workshop, 'boss')
  const toDo = async (...codes: string[]) => {
    const caller = { ...context.caller, codes: new Set(codes) }
    const [block] = (await readDashboard({ ...context, caller }, { screen: '/desk' })).blocks
    return block?.block === 'queues' ? block.queues.map(({ waiting, actionable }) => [waiting > 0, actionable > 0]) : []
  }
  const all = await toDo('admin', 'projects', 'money')
  expect(all).toContainEqual([true, true])
  expect(await toDo('admin')).toEqual(all.map(([waits]) => [waits, false]))
})

it.each([
  ['whom its field does not name, or who has not created it while the field is empty', ['owner'], [1, 3, 4]],
  ['whom no field of the list names', ['createdBy', 'owner'], [3, 4]],
])('lets act on a record %s', async (_, fourEyes, open) => {
  const context = asking(workshop, 'north.manager')
  const { app } = context
  const { project } = app.entities
  const transitions = { ...project!.transitions, close: { ...project!.transitions.close!, fourEyes } }
  const changed = { ...app, entities: { ...app.entities, project: { ...project!, transitions } } }
  const screen = app.screens['/projects']!
  const actions = screen.actions.filter(({ entity, transition }) => entity === 'project' && transition === 'close')
  const node = actionableNode({ ...context, app: changed }, { ...screen, actions })
  const [mine, other] = ['north.manager', 'north.mate'].map((who) => workshop.idOf(who))
  const persons = [
    { owner: mine, createdBy: other },
    { owner: other, createdBy: mine },
    { owner: null, createdBy: mine },
    { owner: null, createdBy: other },
    { owner: other, createdBy: other },
  ]
  const ids: number[] = []
  // One after the other, so that their ids are in order.
  for (const values of persons) ids.push(await workshop.project(values))
  const rule = { source: '', type: 'boolean', node, readPaths: [] } as unknown as Rule
  const found = await loadRecords(context, { entity: 'project', paths: [], where: { ids, rule }, scoped: false })
  expect(found.map(({ id }) => ids.indexOf(Number(id)))).toEqual(open)
})
