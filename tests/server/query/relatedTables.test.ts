// Proves that a derived table of referring records shows rows only to callers who may open a list
// of them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessLock } from '../../../src/manifest/access/lock/accessLock'
import { explain } from '../../../src/manifest/access/explain'
import { readRecord } from '../../../src/server/endpoints/records/record'
import { definitionsForCaller } from '../../../src/server/endpoints/screens/definitionsForCaller'
import { asking } from '../endpoints/reads'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'

/** Managers may read single expenses, as a report over them needs; the list is for holders of `money`. */
const measured = (related?: object[]) =>
  compileWorkshop((files) => {
    Object.assign(files['work/expense.entity.json']!, { readPermissions: ['money', 'managing'] })
    const project = files['work/project.entity.json'] as { detail?: object }
    delete project.detail
    if (related) project.detail = { related }
  })
const derived = measured()

let workshop: Workshop
let project: number
beforeAll(async () => {
  workshop = await Workshop.open(derived)
  project = await workshop.project()
  const { me, tenant } = workshop.caller('north.worker')
  await workshop.insert('expense', {
    house: tenant.id,
    no: 'E1',
    project,
    amount: '5',
    state: 'booked',
    createdBy: me.id,
  })
}, 120_000)
afterAll(() => workshop?.close())

const context = (app: typeof derived, codes: readonly string[]) => {
  const asked = asking(workshop, 'north.manager')
  return { ...asked, app, caller: { ...asked.caller, codes: new Set(codes) } }
}
const rows = async (app: typeof derived, codes: readonly string[]) =>
  (await readRecord(context(app, codes), { entity: 'project', id: project })).related
    .filter(({ entity }) => entity === 'expense')
    .map((related) => related.rows.length)
const tables = (app: typeof derived, codes: readonly string[]) =>
  definitionsForCaller(context(app, codes), ['project'])
    .entities.project!.detail.related.map(({ entity }) => entity)
    .filter((entity) => entity === 'expense')

it('is neither sent nor drawn for who may read single records only', async () => {
  expect(await rows(derived, ['projects', 'managing'])).toEqual([])
  expect(tables(derived, ['projects', 'managing'])).toEqual([])
  expect(await rows(derived, ['projects', 'money'])).toEqual([1])
  expect(tables(derived, ['projects', 'money'])).toEqual(['expense'])
})

it('is for readers of its records where it is written, and for the codes that it names', async () => {
  const table = { entity: 'expense', columns: ['amount'] }
  expect(await rows(measured([table]), ['projects', 'managing'])).toEqual([1])
  expect(await rows(measured([{ ...table, permissions: ['money'] }]), ['projects', 'managing'])).toEqual([])
})

it('has its line in the lock and in what explain tells', () => {
  const line = (app: typeof derived) =>
    accessLock(app)
      .split('\n\n')
      .find((block) => block.startsWith('entity project\n'))!
      .split('\n')
      .filter((one) => one.includes('related expense'))
  expect(line(derived)).toEqual(['  related expense.project for money'])
  expect(line(measured([{ entity: 'expense', columns: ['amount'] }]))).toEqual([
    '  related expense.project for readers of expense',
  ])
  expect(explain(derived, 'project')).toMatch(/ expense\.project +费用 \/ Expense, for money /)
})
