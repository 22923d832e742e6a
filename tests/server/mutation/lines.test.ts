// Proves what a transition may do to the lines of its record: fill in cells, add a line, and never
// two alike.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

const worker = 'north.worker'
let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const task = files['work/task.entity.json'] as {
        fields: Record<string, object>
        transitions: Record<string, object>
      }
      Object.assign(task.fields.steps!, { uniqueBy: ['what', 'by'] })
      task.fields.marks = {
        type: 'lines',
        title: ['评分', 'Marks'],
        uniqueBy: ['kind'],
        fields: {
          kind: { type: 'choice', dictionary: 'kind', title: ['项', 'Kind'], required: true },
          points: { type: 'int', title: ['分', 'Points'], required: true },
        },
      }
      task.fields.costs = {
        type: 'lines',
        title: ['费用', 'Costs'],
        fields: {
          amount: { type: 'money', title: ['金额', 'Amount'], required: true },
          on: { type: 'date', title: ['日期', 'On'], required: true, default: 'today()' },
          due: { type: 'date', title: ['应付', 'Due'], default: 'addDays(on, 10)' },
          share: { type: 'money', title: ['分摊', 'Share'], default: 'amount / 2' },
          of: { type: 'string', title: ['归属', 'Of'], default: 'this.title' },
          by: { type: 'ref', entity: 'person', title: ['人员', 'By'] },
          called: { type: 'string', title: ['姓名', 'Called'], default: 'by.name' },
        },
      }
      Object.assign(task.transitions, {
        mark: {
          title: ['打分', 'Mark'],
          from: ['open'],
          permissions: ['projects'],
          form: [
            {
              field: 'marks',
              required: true,
              optionsWhere: "code == 'plain' || code == 'urgent' || this.title == 'hard' && code == 'frozen'",
            },
          ],
        },
        price: {
          title: ['报价', 'Price'],
          from: ['open'],
          permissions: ['projects'],
          form: [{ field: 'steps', editOnlyFields: ['price', 'by'] }],
        },
        quote: {
          title: ['定价', 'Quote'],
          from: ['open'],
          permissions: ['projects'],
          form: [{ field: 'steps', editOnlyFields: ['price', 'by'], required: true }],
        },
        cost: { title: ['记费用', 'Cost'], from: ['open'], permissions: ['projects'], form: ['costs'] },
        plan: {
          title: ['计划', 'Plan'],
          from: ['open'],
          permissions: ['projects'],
          form: [{ field: 'steps', omitFields: ['by'] }],
        },
        add: {
          title: ['加一步', 'Add a step'],
          from: ['open'],
          permissions: ['projects'],
          inputs: { what: { type: 'string', title: ['内容', 'What'], required: true } },
          append: { steps: { what: 'input.what', hours: 'total / 10', price: '2', by: 'me.id' } },
        },
      })
    }),
  )
}, 120_000)
afterAll(() => workshop?.close())

const linesOf = (id: number) =>
  workshop.database.query(
    sql`SELECT "what", "hours"::text, "price"::text, "by" FROM "task.steps" WHERE "parent" = ${id} ORDER BY "position"`,
  )
async function task(): Promise<number> {
  const steps = [
    { what: 'a', hours: '1', price: '10' },
    { what: 'b', hours: '2', price: '20' },
  ]
  return (
    await workshop.run(worker, 'task.create', { values: { project: await workshop.project(), title: 't', steps } })
  ).id
}

it('cells that a form names are filled in, and the rest of the lines stays', async () => {
  const id = await task()
  await workshop.run(worker, 'task.price', {
    id,
    version: 1,
    values: { steps: [{ price: '11' }, { what: 'stolen', hours: '99', price: '21' }] },
  })
  expect(await linesOf(id)).toMatchObject([
    { what: 'a', hours: '1.00', price: '11.00' },
    { what: 'b', hours: '2.00', price: '21.00' },
  ])
  expect((await workshop.all('trail', sql`"action" = 'price' AND "recordId" = ${id}`))[0]!.data).toContain('21.00')
})

it('no line comes or goes where cells are filled in', async () => {
  const id = await task()
  for (const steps of [[], [{ price: '1' }], [{ price: '1' }, { price: '2' }, { price: '3' }]])
    expect((await workshop.refused(worker, 'task.price', { id, version: 1, values: { steps } })).fields).toEqual({
      steps: 'Lines cannot be added or removed here',
    })
})

it('wrong, unknown and missing cells are told by line', async () => {
  const id = await task()
  expect(
    (
      await workshop.refused(worker, 'task.price', {
        id,
        version: 1,
        values: { steps: [{ price: 'x' }, { price: '1' }] },
      })
    ).fields,
  ).toEqual({ 'steps.0.price': 'Enter a number' })
  expect(
    (await workshop.refused(worker, 'task.price', { id, version: 1, values: { steps: [{ price: '1', more: 1 }, {}] } }))
      .fields,
  ).toHaveProperty('steps')
  expect((await workshop.refused(worker, 'task.quote', { id, version: 1 })).fields).toEqual({
    'steps.0.by': 'Required',
    'steps.1.by': 'Required',
  })
  expect(
    (
      await workshop.refused(worker, 'task.quote', {
        id,
        version: 1,
        values: {
          steps: [
            { price: null, by: workshop.idOf(worker) },
            { price: '1', by: workshop.idOf(worker) },
          ],
        },
      })
    ).fields,
  ).toEqual({ 'steps.0.price': 'Required' })
})

it('fields that a form leaves out stay empty, whatever is sent for them', async () => {
  const id = await task()
  await workshop.run(worker, 'task.plan', {
    id,
    version: 1,
    values: {
      steps: [
        { what: 'c', hours: '1', price: '5', by: workshop.idOf(worker) },
        { what: 'd', hours: '1', price: '6', by: 'nobody' },
      ],
    },
  })
  expect(await linesOf(id)).toMatchObject([
    { what: 'c', price: '5.00', by: null },
    { what: 'd', price: '6.00', by: null },
  ])
})

it('one more line is appended, from what the record was', async () => {
  const id = await task()
  await workshop.run(worker, 'task.add', { id, version: 1, values: { what: 'c' } })
  await workshop.run(worker, 'task.add', { id, version: 2, values: { what: 'd' } })
  expect((await linesOf(id)).slice(2)).toEqual([
    { what: 'c', hours: '5.00', price: '2.00', by: workshop.idOf(worker) },
    { what: 'd', hours: '6.00', price: '2.00', by: workshop.idOf(worker) },
  ])
})

it('cells that a new line leaves out begin with their default, as fields of the record do', async () => {
  const id = await task()
  const by = workshop.idOf(worker)
  const costs = [
    { amount: '8', by },
    { amount: '6', on: '2026-01-01', due: null, share: '1', of: 'me' },
  ]
  await workshop.run(worker, 'task.cost', { id, version: 1, values: { costs } })
  const stored = await workshop.database.query(
    sql`SELECT "on" = current_date AS "isToday", "due" - "on" AS "days", "share"::text, "of", "called" FROM "task.costs"
      WHERE "parent" = ${id} ORDER BY "position"`,
  )
  expect(stored).toEqual([
    { isToday: expect.any(Boolean), days: 10, share: '4.00', of: 't', called: expect.any(String) },
    { isToday: false, days: null, share: '1.00', of: 'me', called: null },
  ])
  const wrong = { id, version: 2, values: { costs: [{ amount: 'x' }, { on: null, amount: '1' }] } }
  expect((await workshop.refused(worker, 'task.cost', wrong)).fields).toEqual({
    'costs.0.amount': 'Enter a number',
    'costs.1.on': 'Required',
  })
})

it('two lines may not agree in what makes them unique', async () => {
  const id = await task()
  const by = workshop.idOf(worker)
  const step = (what: string, who?: number) => ({ what, hours: '1', price: '1', by: who ?? null })
  expect(
    (
      await workshop.refused(worker, 'task.edit', {
        id,
        version: 1,
        values: { steps: [step('a'), step('b', by), step('a')] },
      })
    ).fields,
  ).toEqual({ 'steps.2.what': 'Same as a line above' })
  await workshop.run(worker, 'task.edit', { id, version: 1, values: { steps: [step('a'), step('b'), step('a', by)] } })
})

it('where a form says which lines there are, there is one for each of them and no other', async () => {
  const mark = (of: number, kinds: readonly string[]) => ({
    id: of,
    version: 1,
    values: { marks: kinds.map((kind) => ({ kind, points: 3 })) },
  })
  const id = await task()
  for (const kinds of [['plain'], ['plain', 'urgent', 'frozen'], ['plain', 'frozen']])
    expect((await workshop.refused(worker, 'task.mark', mark(id, kinds))).fields).toEqual({
      marks: 'Fill in one line for each item',
    })
  expect((await workshop.refused(worker, 'task.mark', { id, version: 1 })).fields).toEqual({ marks: 'Required' })
  await workshop.run(worker, 'task.mark', mark(id, ['urgent', 'plain']))
  const hard = (
    await workshop.run(worker, 'task.create', { values: { project: await workshop.project(), title: 'hard' } })
  ).id
  expect((await workshop.refused(worker, 'task.mark', mark(hard, ['plain', 'urgent']))).fields).toHaveProperty('marks')
  await workshop.run(worker, 'task.mark', mark(hard, ['plain', 'urgent', 'frozen']))
})
