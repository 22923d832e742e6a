// The records behind a number of a record: those that it counts, within the reach of the caller.
// The number itself is a fact about the record and counts beyond that reach.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveDrillDown } from '../../../src/server/endpoints/lists/drillDown'
import { readList } from '../../../src/server/endpoints/lists/list'
import { checkListing } from '../../../src/server/query/list/listing'
import { listPlan } from '../../../src/server/query/list/listQuery'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'
import { asking, refusal } from './reads'

let workshop: Workshop
const ids: Record<string, number> = {}
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const { fields } = files['work/project.entity.json'] as { fields: Record<string, object> }
      Object.assign(files['work/expense.entity.json']!, { rowScope: { selfFields: ['createdBy'] } })
      const dear = "project == this && state == 'booked' && amount * 2 >= this.budget"
      Object.assign(fields, {
        spent: { ...fields.spent, drillDown: '/expenses' },
        dear: {
          type: 'int',
          title: ['贵', 'Dear'],
          aggregate: { count: 'expense', where: dear },
          drillDown: '/expenses',
        },
        hidden: {
          type: 'int',
          title: ['暗', 'Hidden'],
          aggregate: { count: 'expense', where: dear },
          drillDown: '/expenses',
          readPermissions: ['managing'],
        },
      })
    }),
  )
  const { tenant: house } = workshop.caller('north.worker')
  for (const name of ['a', 'b']) ids[name] = await workshop.project({ name, budget: '10.00' })
  ids.far = await workshop.project({
    name: 'far',
    owner: workshop.idOf('north.mate'),
    createdBy: workshop.idOf('north.mate'),
  })
  for (const [no, project, amount, by] of [
    ['E1', 'a', '4.00', 'north.worker'],
    ['E2', 'a', '5.00', 'north.worker'],
    ['E3', 'b', '6.00', 'north.worker'],
    ['E4', 'far', '7.00', 'north.worker'],
    ['E5', 'a', '8.00', 'north.mate'],
  ] as const)
    await workshop.insert('expense', {
      house: house.id,
      no,
      project: ids[project],
      amount,
      state: 'booked',
      createdBy: workshop.idOf(by),
    })
}, 120_000)
afterAll(() => workshop?.close())

const listed = (number: string, who = 'north.worker') =>
  readList(asking(workshop, who), {
    screen: '/expenses',
    drillDown: { screen: '/expenses', number },
    want: { rows: true },
  })
const numbersOf = async (...call: Parameters<typeof listed>) =>
  (await listed(...call)).rows?.map(({ values, label }) => values.no ?? label).sort()

it('lists what the rule of the field counts for this record, whose values the rule reads', async () => {
  expect(await numbersOf(`project.spent.${ids.a}`)).toEqual(['E1', 'E2'])
  expect(await numbersOf(`project.dear.${ids.a}`)).toEqual(['E2'])
  expect(await numbersOf(`project.dear.${ids.b}`)).toEqual(['E3'])
})

it('names the record, and how many its number counts beyond the reach of the caller', async () => {
  const facts = [{ title: { en: 'Project' }, value: 'a' }]
  expect((await listed(`project.dear.${ids.a}`)).drillDown).toEqual({ title: { en: 'Dear' }, facts, counted: 2 })
  expect((await listed(`project.spent.${ids.a}`)).drillDown).toEqual({ title: { en: 'Spent' }, facts })
})

it('plans one statement for all records', async () => {
  const context = asking(workshop, 'north.worker')
  const list = workshop.app.screens['/expenses']!
  const planOf = async (record: number | string) => {
    const number = `project.dear.${record}`
    return listPlan(
      context,
      checkListing(context, list, {}, await resolveDrillDown(context, list, { screen: '/expenses', number })),
    )
  }
  const plan = await planOf(ids.a!)
  expect(await planOf(ids.b!)).toBe(plan)
  expect(await planOf(`${ids.b}e0`)).toBe(plan)
})

it('refuses a record out of reach, a number that the caller may not read, and one that leads elsewhere', async () => {
  const refused = async (...call: Parameters<typeof listed>) => (await refusal(listed(...call))).message
  expect(await refused(`project.spent.${ids.far}`)).toMatch(/figure does not exist/)
  expect(await refused(`project.hidden.${ids.a}`)).toMatch(/figure does not exist/)
  expect(await refused(`project.openTasks.${ids.a}`)).toMatch(/figure does not exist/)
  expect(await refused('project.spent.x')).toMatch(/figure does not exist/)
  expect(await numbersOf(`project.hidden.${ids.a}`, 'north.manager')).toEqual(['E2', 'E5'])
})
