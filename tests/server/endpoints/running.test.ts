// Proves a running total: of each record's own group, in the order that the field names, whatever
// is searched, shown or reached.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readList } from '../../../src/server/endpoints/lists/list'
import { loadRecords, aggregateValues } from '../../../src/server/query/records/loadRecords'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'
import { asking } from './reads'

const t = (name: string): [string, string] => [`${name}中`, name]

let workshop: Workshop
let project: number
let other: number
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const expense = files['work/expense.entity.json'] as { fields: Record<string, object>; rowScope?: object }
      expense.fields.paidOn = { type: 'date', title: t('Paid on') }
      expense.fields.soFar = {
        type: 'money',
        title: t('So far'),
        aggregate: {
          sum: 'expense.amount',
          where: "project == this.project && state == 'booked'",
          runningBy: 'paidOn',
        },
      }
      Object.assign(files['work/Expenses.screen.json']!, {
        columns: ['no', 'amount', 'paidOn', 'soFar', 'state'],
        sort: 'paidOn',
      })
    }),
  )
  project = await workshop.project()
  other = await workshop.project()
  const { tenant: house } = workshop.caller('north.worker')
  const spend = (no: string, amount: string, paidOn: string, rest: object = {}) =>
    workshop.insert('expense', { house: house.id, no, project, amount, paidOn, state: 'booked', ...rest })
  await spend('C', '4.00', '2026-03-03')
  await spend('A', '1.00', '2026-03-01')
  await spend('B', '2.00', '2026-03-02')
  await spend('D', '8.00', '2026-03-03')
  await spend('X', '100.00', '2026-03-02', { state: 'cancelled' })
  await spend('O', '50.00', '2026-03-01', { project: other })
}, 120_000)
afterAll(() => workshop?.close())

const read = async (request: object = {}) =>
  Object.fromEntries(
    ((await readList(asking(workshop, 'north.manager'), { screen: '/expenses', ...request })).rows ?? []).map((row) => [
      row.values.no,
      row.values.soFar,
    ]),
  )

it('grows by date and then as records were made, each group for itself', async () => {
  expect(await read()).toEqual({ A: '1.00', O: '50.00', B: '3.00', X: '3.00', C: '7.00', D: '15.00' })
})

it('stays what it is on any page, in any order and search', async () => {
  expect(await read({ page: 3, size: 2 })).toEqual({ C: '7.00', D: '15.00' })
  expect(await read({ sort: { field: 'amount', descending: true }, size: 3 })).toEqual({
    X: '3.00',
    O: '50.00',
    D: '15.00',
  })
  expect(await read({ filters: [{ field: 'no', operator: 'equals', value: 'C' }] })).toEqual({ C: '7.00' })
})

it('of a record that is not written yet stands behind all that are', async () => {
  const context = asking(workshop, 'boss')
  const { aggregate } = workshop.app.entities.expense!.fields.soFar!
  const handed = { project, paidOn: '2026-03-03', house: workshop.caller('north.worker').tenant.id }
  const soFar = (record: typeof handed) =>
    aggregateValues(context, { soFar: aggregate! }, record, { entity: 'expense' })
  expect(await soFar(handed)).toEqual({ soFar: '15.00' })
  expect(await soFar({ ...handed, paidOn: '2026-03-02' })).toEqual({ soFar: '3.00' })
  expect(
    (await loadRecords(context, { entity: 'expense', paths: ['no', 'soFar'], where: {}, scoped: false })).find(
      (row) => row.no === 'B',
    )!.soFar,
  ).toBe('3.00')
})
