// Proves that a transition copies lines, counted by their common values, and texts in all
// languages, and that the rules of an entity apply to each of its transitions.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

type Manifest = {
  fields: Record<string, { fields: Record<string, object> }>
  transitions: Record<string, object>
  checks?: object[]
}
const money = (title: string) => ({ type: 'money', title: [title, title] })
const app = compileWorkshop((files) => {
  const task = files['work/task.entity.json'] as Manifest
  task.fields.bill = {
    type: 'lines',
    title: ['账单', 'Bill'],
    fields: {
      what: { type: 'string', title: ['项', 'What'], required: true },
      amount: money('Amount'),
      extra: money('Extra'),
    },
  } as never
  task.fields.parent = { type: 'ref', entity: 'task', title: ['上级', 'Parent'] } as never
  task.checks = [{ rule: "title != 'held'", message: ['已暂停', 'It is held'], exceptTransitions: ['drop'] }]
  const bill = {
    from: 'steps',
    where: 'amount > vars.least',
    set: { extra: 'coalesce(vars.hours[what], 0) + vars.steps' },
  }
  Object.assign(task.transitions, {
    charge: {
      title: ['开账单', 'Charge'],
      from: ['open'],
      permissions: ['projects'],
      vars: {
        least: { min: 'steps.amount' },
        steps: { count: 'steps', where: 'amount > vars.least' },
        hours: { sum: 'steps.hours', groupBy: 'what' },
      },
      copy: { bill },
    },
    more: {
      title: ['加', 'More'],
      from: ['open'],
      permissions: ['projects'],
      inputs: {
        given: {
          type: 'lines',
          title: ['给', 'Given'],
          fields: { what: { type: 'string', title: ['项', 'What'], required: true } },
        },
      },
      vars: { booked: { count: 'task', groupBy: 'state', where: 'project == this.project' } },
      copy: {
        bill: {
          from: 'input.given',
          keepExisting: true,
          set: { what: "this.title + ' ' + what", extra: "vars.booked['open']" },
        },
      },
    },
    inherit: {
      title: ['继承', 'Inherit'],
      from: ['open'],
      permissions: ['projects'],
      form: ['parent'],
      copy: { bill: { from: 'parent.bill' } },
    },
  })
  const project = files['work/project.entity.json'] as Manifest
  project.transitions.announce = {
    title: ['公告', 'Announce'],
    from: ['running'],
    permissions: ['projects'],
    effects: [{ run: 'note.send', values: { kind: "'news'", to: 'me.id', title: 'alias', body: 'alias' } }],
  }
})

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(app)
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'
const bill = (id: number) =>
  workshop.database.query(
    sql`SELECT "what", "amount"::text, "extra"::text FROM "task.bill" WHERE "parent" = ${id} ORDER BY "position"`,
  )
const steps = [
  { what: 'cut', hours: '2', price: '3' },
  { what: 'glue', hours: '1', price: '1' },
  { what: 'cut', hours: '4', price: '5' },
]
const task = async (title = 'chair') =>
  (await workshop.run(worker, 'task.create', { values: { project: await workshop.project(), title, steps } })).id

describe('copied lines', () => {
  it('take computed cells as they are, with what rules say beside them, and only those that are meant', async () => {
    const id = await task()
    await workshop.run(worker, 'task.charge', { id, version: 1 })
    expect(await bill(id)).toEqual([
      { what: 'cut', amount: '6.00', extra: '8.00' },
      { what: 'cut', amount: '20.00', extra: '8.00' },
    ])
    await workshop.run(worker, 'task.charge', { id, version: 2 })
    expect(await bill(id), 'in the place of those that were there').toHaveLength(2)
  })

  it('come from the form, behind those that are there', async () => {
    const id = await task('table')
    await workshop.run(worker, 'task.charge', { id, version: 1 })
    await workshop.run(worker, 'task.more', { id, version: 2, values: { given: [{ what: 'sand' }] } })
    expect((await bill(id)).slice(2)).toEqual([{ what: 'table sand', amount: null, extra: '1.00' }])
  })

  it('come from a record that it refers to', async () => {
    const [from, to] = [await task('one'), await task('two')]
    await workshop.run(worker, 'task.charge', { id: from, version: 1 })
    await workshop.run(worker, 'task.inherit', { id: to, version: 1, values: { parent: from } })
    expect(await bill(to)).toEqual(await bill(from))
  })
})

it('a localized text is copied in all its languages, and into a plain field in that of the caller', async () => {
  const id = await workshop.project({ alias: JSON.stringify(['高脚椅', 'bar stool']) })
  await workshop.run(worker, 'project.announce', { id, version: 1 })
  expect(await workshop.all('note', sql`"title" ->> 0 = '高脚椅'`)).toMatchObject([
    { title: ['高脚椅', 'bar stool'], body: 'bar stool' },
  ])
})

describe('what holds for a whole entity', () => {
  it('refuses every transition but the excepted ones, and none that creates', async () => {
    const id = await task('held')
    for (const transition of ['charge', 'edit', 'finish'])
      expect((await workshop.refused(worker, `task.${transition}`, { id, version: 1 })).message).toBe('It is held')
    await workshop.run(worker, 'task.drop', { id, version: 1 })
  })
})
