// Proves that a transition changes the lines that it names, from the requested version, and leaves
// the others.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

type Manifest = { fields: Record<string, { fields: Record<string, object> }>; transitions: Record<string, object> }
const app = compileWorkshop((files) => {
  const task = files['work/task.entity.json'] as Manifest
  task.fields.steps!.fields.mood = { type: 'string', title: ['心情', 'Mood'], maxLength: 10 }
  task.transitions.extend = {
    title: ['加工序', 'Extend'],
    from: ['open'],
    permissions: ['projects'],
    note: 'required',
    inputs: { price: { type: 'money', title: ['价', 'Price'], required: true } },
    vars: { steps: { count: 'steps' } },
    set: { title: "title + '+'" },
    change: {
      steps: {
        where: 'by == null && price < input.price',
        set: { price: 'price + input.price', by: 'me.id', what: "what + ' of ' + this.title" },
      },
    },
    append: { steps: { what: 'input.note', hours: 'vars.steps + 1', price: 'input.price', by: 'project.owner' } },
  }
  task.transitions.clear = {
    title: ['清空', 'Clear'],
    from: ['open'],
    permissions: ['projects'],
    change: { steps: { set: { mood: null } } },
  }
})

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(app)
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'
const steps = (id: number) =>
  workshop.database.query(
    sql`SELECT "position", "what", "hours"::text, "price"::text, "by", "mood" FROM "task.steps" WHERE "parent" = ${id}
      ORDER BY "position"`,
  )
const task = async () =>
  (
    await workshop.run(worker, 'task.create', {
      values: {
        project: await workshop.project(),
        title: 'chair',
        steps: [
          { what: 'cut', hours: '2', price: '1', mood: 'glad' },
          { what: 'glue', hours: '1', price: '9' },
          { what: 'sand', hours: '1', price: '1', by: workshop.idOf('north.mate') },
        ],
      },
    })
  ).id

describe('changed lines', () => {
  it('changes the lines it means before one is appended, and leaves the rest', async () => {
    const id = await task()
    const [me, mate] = [workshop.idOf(worker), workshop.idOf('north.mate')]
    await workshop.run(worker, 'task.extend', { id, version: 1, note: ' polish ', values: { price: '5' } })
    expect(await steps(id)).toEqual([
      { position: 1, what: 'cut of chair', hours: '2.00', price: '6.00', by: me, mood: 'glad' },
      { position: 2, what: 'glue', hours: '1.00', price: '9.00', by: null, mood: null },
      { position: 3, what: 'sand', hours: '1.00', price: '1.00', by: mate, mood: null },
      { position: 4, what: 'polish', hours: '4.00', price: '5.00', by: me, mood: null },
    ])
    expect((await workshop.record('task', id)).title).toBe('chair+')
    const [row] = await workshop.all('trail', sql`"recordId" = ${id} AND "action" = 'extend'`)
    expect(JSON.parse(String(row!.data))).toHaveProperty('steps')
  })

  it('changes every line without a condition, and clears', async () => {
    const id = await task()
    await workshop.run(worker, 'task.clear', { id, version: 1 })
    expect((await steps(id)).map((line) => [line.mood, line.price])).toEqual([
      [null, '1.00'],
      [null, '9.00'],
      [null, '1.00'],
    ])
  })

  it('writes nothing when it is refused', async () => {
    const id = await task()
    expect(await workshop.refused(worker, 'task.extend', { id, version: 1, values: { price: '5' } })).toMatchObject({
      code: 2001,
    })
  })
})
