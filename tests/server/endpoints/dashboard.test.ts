// The blocks of a dashboard, each behind the caller's reach and rights.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readList } from '../../../src/server/endpoints/lists/list'
import { screenForCaller } from '../../../src/server/endpoints/screens/screenForCaller'
import { readDashboard } from '../../../src/server/endpoints/reports/dashboard'
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
        { path: '/expenses', waiting: 2, late: 0, more: false, actionable: true },
        { path: '/projects', waiting: 1, late: 1, more: false, actionable: true },
      ],
    },
    { block: 'figures', values: ['3.30', '3', null, '7.51'] },
    { block: 'latest', rows: [{ label: 'c' }, { label: 'b', values: { name: 'b', phone: '138****1111' } }] },
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
  expect(latest).toMatchObject({ rows: [{ label: 'd' }, { label: 'c', values: { margin: '7.00' } }] })
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
    { block: 'latest', rows: [] },
    { block: 'other' },
  ])
})

it('gives a block, its data and the records behind its figures only to callers that it is for', async () => {
  const wall = async (who: string) => (await readDashboard(asking(workshop, who), { screen: '/wall' })).blocks
  const behind = (who: string) =>
    readList(asking(workshop, who), {
      screen: '/projects',
      behind: { screen: '/wall', number: '0.0' },
      want: { rows: true },
    })
  const drawn = (who: string) => {
    const { app, caller } = asking(workshop, who)
    return screenForCaller(app, caller, app.screens['/wall']!).blocks.map(
      ({ withheld, title, text, entity }) => withheld ?? { title, text, entity },
    )
  }
  expect(await wall('north.worker')).toEqual([{ block: 'withheld' }, { block: 'withheld' }, { block: 'withheld' }])
  expect(drawn('north.worker')).toEqual([true, true, true])
  await expect(behind('north.worker')).rejects.toMatchObject({ code: 2001 })
  expect(await wall('north.manager')).toMatchObject([
    { block: 'figures', values: ['4'] },
    { block: 'latest', rows: [{}, {}, {}, {}] },
    { block: 'other' },
  ])
  expect(drawn('north.manager')).toMatchObject([
    {},
    { entity: 'project' },
    { text: { zh: 'Only for managers中', en: 'Only for managers' } },
  ])
  expect((await behind('north.manager')).rows).toHaveLength(4)
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
  await workshop.database.read(
    sql`INSERT INTO expense (house, no, amount, state, "createdAt", "stateAt", version) SELECT ${house.id}, 'S' || n, 1, 'booked', now(), now(), 1 FROM generate_series(1, 1200) n`,
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
