// A figure of a month: this month's records up to today, the same days of the month before, and the
// last thirty days, each within the caller's row scope, and the list behind it as long as the number.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readList } from '../../../src/server/endpoints/lists/list'
import { readDashboard } from '../../../src/server/endpoints/reports/dashboard'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'
import { asking } from './reads'

const t = (text: string) => [text, text]
const app = compileWorkshop((files) => {
  files['work/Months.screen.json'] = {
    path: '/months',
    title: t('Months'),
    kind: 'dashboard',
    permissions: ['signed-in'],
    blocks: [
      {
        kind: 'figures',
        figures: [
          {
            title: t('Ends'),
            type: 'int',
            aggregate: { count: 'project' },
            monthBy: 'endsOn',
            target: "me.name == 'north.worker' ? 4 : 0",
            drillDown: '/projects',
          },
          {
            title: t('Budget'),
            type: 'money',
            aggregate: { sum: 'project.budget', where: "state != 'draft'" },
            monthBy: 'createdAt',
          },
          { title: t('All'), type: 'int', aggregate: { count: 'project' } },
          {
            title: t('Hardly any'),
            type: 'int',
            aggregate: { count: 'project' },
            monthBy: 'endsOn',
            target: '0.4',
          },
        ],
      },
    ],
  }
})

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(app)
  const mate = workshop.idOf('north.mate')
  const project = (more: object) => workshop.project({ budget: '1.10', ...more })
  // Today is the fifth of March. The first of February and the fifth are before the same day, the sixth is not.
  await project({ endsOn: '2026-03-05', createdAt: '2026-03-04T16:30:00Z' })
  await project({ endsOn: '2026-03-01', createdAt: '2026-02-28T16:00:00Z', state: 'draft' })
  await project({ endsOn: '2026-02-05', createdAt: '2026-02-28T15:59:00Z' })
  await project({ endsOn: '2026-02-06', createdAt: '2026-02-05T15:59:00Z' })
  await project({ endsOn: '2026-02-01', createdAt: '2026-01-31T16:00:00Z' })
  await project({ endsOn: '2026-01-31', createdAt: '2025-12-01T00:00:00Z' })
  // Tomorrow counts on neither side.
  await project({ endsOn: '2026-03-06', createdAt: '2026-03-05T16:00:00Z' })
  await project({ endsOn: '2026-03-05', createdAt: '2026-03-04T16:30:00Z', owner: mate, createdBy: mate })
}, 120_000)
afterAll(() => workshop?.close())

const figures = async (who: string) => {
  const [block] = (await readDashboard(asking(workshop, who), { screen: '/months' })).blocks
  if (block?.block !== 'figures') throw new Error('There are no figures.')
  return block
}
/** The days of a line that are not zero, by their position from today. */
const days = (line: readonly string[] | undefined) =>
  Object.fromEntries((line ?? []).flatMap((value, index) => (Number(value) ? [[index + 1 - line!.length, value]] : [])))

it('counts this month, compares with the same days of the month before, and draws thirty days', async () => {
  const { values, trends } = await figures('north.worker')
  expect(values).toEqual(['2', '1.10', '7', '2'])
  expect(trends![0]).toMatchObject({ before: '2', from: '2026-02-04' })
  expect(trends![0]!.days).toHaveLength(30)
  expect(days(trends![0]!.days)).toEqual({ '-28': '1', '-27': '1', '-4': '1', 0: '1' })
  // Days begin in the product's time zone: the last minute of February counts to February.
  expect(trends![1]).toMatchObject({ before: '2.20' })
  expect(days(trends![1]!.days)).toEqual({ '-28': '1.10', '-5': '1.10', 0: '1.10' })
  expect(trends![2]).toBeNull()
})

it('stays within the row scope, and is empty for whom the records are withheld', async () => {
  const manager = await figures('north.manager')
  expect(manager.values[0]).toBe('3')
  expect(days(manager.trends![0]!.days)).toMatchObject({ 0: '2' })
  const guest = await figures('north.guest')
  expect(guest).toEqual({ block: 'figures', values: [null, null, null, null] })
})

it('names what is to be reached by whom it is to be reached, and nothing that is shown as 0', async () => {
  expect((await figures('north.worker')).targets).toEqual(['4', null, null, null])
  expect((await figures('north.manager')).targets).toBeUndefined()
})

it('leads to exactly what it counts', async () => {
  const { rows } = await readList(asking(workshop, 'north.worker'), {
    screen: '/projects',
    drillDown: { screen: '/months', number: '0.0' },
    want: { rows: true },
  })
  expect(rows).toHaveLength(2)
})
