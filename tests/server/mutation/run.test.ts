// Proves that a transition does what its manifest declares, and nothing if anything refuses, on a
// real PostgreSQL.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { moment, Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'
const later = new Date(moment.getTime() + 3_600_000)
let count = 0
const fresh = () => `project ${++count}`

describe('creating', () => {
  it('writes what was given, defaults, what the transition sets, and what the engine keeps', async () => {
    const name = fresh()
    const answer = await workshop.run(worker, 'project.create', {
      values: { name, budget: '1234.5', endsOn: '2026-03-05' },
    })
    const { me, tenant } = workshop.caller(worker)
    expect(answer).toEqual({
      id: expect.any(Number),
      no: expect.stringMatching(/^PR\d+$/),
      version: 1,
      state: 'draft',
      label: name,
      message: `Project ${name} was created`,
      next: { transition: 'advance', title: 'Advance' },
    })
    expect(await workshop.record('project', answer.id)).toMatchObject({
      house: tenant.id,
      name,
      kind: 'plain',
      owner: me.id,
      budget: '1234.50',
      rate: '1.000',
      rounds: 0,
      endsOn: '2026-03-05',
      flags: null,
      reason: null,
      state: 'draft',
      version: 1,
      createdBy: me.id,
      createdAt: moment.toISOString(),
      stateAt: moment.toISOString(),
    })
  })

  it('fills in no default where nothing was given on purpose', async () => {
    const { id } = await workshop.run(worker, 'project.create', { values: { name: fresh(), owner: null } })
    expect((await workshop.record('project', id)).owner).toBeNull()
  })

  it('keeps money exact, to the last digit that fits', async () => {
    const { id } = await workshop.run(worker, 'project.create', {
      values: { name: fresh(), budget: '999999999999.99' },
    })
    expect((await workshop.record('project', id)).budget).toBe('999999999999.99')
    const project = await workshop.project({ budget: '1000.00' })
    for (const amount of ['0.1', '0.2', '33.33'])
      await workshop.run(worker, 'expense.book', { values: { project, amount } })
    const [sum] = await workshop.database.query<{ sum: string }>(
      sql`SELECT sum("amount") AS "sum" FROM "expense" WHERE "project" = ${project}`,
    )
    expect(sum!.sum).toBe('33.63')
  })

  it('tells one row of the log, with what was written', async () => {
    const { id } = await workshop.run(worker, 'project.create', { values: { name: fresh(), budget: 5 } })
    const rows = await workshop.all('trail', sql`"entity" = 'project' AND "recordId" = ${id}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action: 'create',
      fromState: null,
      toState: 'draft',
      by: workshop.idOf(worker),
      at: moment.toISOString(),
      house: workshop.caller(worker).tenant.id,
      remark: null,
    })
    expect(JSON.parse(String(rows[0]!.data))).toMatchObject({
      budget: { before: null, after: '5.00' },
      owner: { before: null, after: workshop.idOf(worker) },
    })
  })

  it('tells of a tenant itself in its own log', async () => {
    const south = Number(workshop.caller('south.worker').tenant.id)
    await workshop.run('boss', 'house.edit', { id: south, version: 1, values: { name: 'Deep South' } })
    expect(await workshop.all('trail', sql`"entity" = 'house' AND "recordId" = ${south}`)).toMatchObject([
      { house: south, by: workshop.idOf('boss'), data: '{"name":{"before":"South","after":"Deep South"}}' },
    ])
  })

  it('tells what was committed, by entity, record and tenant', async () => {
    const { id } = await workshop.run(worker, 'project.create', { values: { name: fresh() } })
    expect(workshop.committed.at(-1)!.records).toEqual(
      expect.arrayContaining([{ entity: 'project', id, tenant: workshop.caller(worker).tenant.id }]),
    )
  })

  it('writes lines with their positions, and computes with them before they are written', async () => {
    const project = await workshop.project()
    const steps = [
      { what: 'cut', hours: '2.5', price: '40' },
      { what: 'glue', hours: 1, price: '10.01', by: workshop.idOf(worker) },
    ]
    const { id } = await workshop.run(worker, 'task.create', { values: { project, title: 'chair', steps } })
    expect(await workshop.all('task.steps', sql`"parent" = ${id}`)).toMatchObject([
      { house: workshop.caller(worker).tenant.id, position: 1, what: 'cut', hours: '2.50', price: '40.00', by: null },
      { position: 2, what: 'glue', hours: '1.00', price: '10.01', by: workshop.idOf(worker) },
    ])
    const refusal = await workshop.refused(worker, 'task.create', {
      values: { project, title: 'throne', steps: [{ what: 'gild', hours: '10', price: '100.01' }] },
    })
    expect(refusal).toEqual({
      code: 2001,
      message: 'A total of 1,000.10 is too much',
      fields: { steps: 'A total of 1,000.10 is too much' },
    })
  })
})

describe('changing', () => {
  it('names the record and its new condition where the manifest words no success', async () => {
    const project = await workshop.project()
    const created = await workshop.run(worker, 'task.create', { values: { project, title: 'stool', steps: [] } })
    expect(created.message).toBe('Task stool created: open')
    const { id, version } = created
    expect((await workshop.run(worker, 'task.finish', { id, version })).message).toBe('Task stool is now “done”')
  })

  it('writes what was given and leaves what was not, one version higher', async () => {
    const id = await workshop.project({ budget: '10', endsOn: '2030-01-01' })
    const { name } = await workshop.record('project', id)
    const answer = await workshop.run(
      worker,
      'project.edit',
      { id, version: 1, values: { budget: '20' }, note: ' more ' },
      later,
    )
    expect(answer).toMatchObject({ version: 2, state: 'running', message: `Project ${String(name)} updated` })
    expect(await workshop.record('project', id)).toMatchObject({
      budget: '20.00',
      endsOn: '2030-01-01',
      version: 2,
      stateAt: moment.toISOString(),
    })
    const [row] = await workshop.all('trail', sql`"entity" = 'project' AND "recordId" = ${id}`)
    expect(row).toMatchObject({ action: 'edit', fromState: 'running', toState: 'running', remark: 'more' })
    expect(JSON.parse(String(row!.data))).toEqual({ budget: { before: '10.00', after: '20.00' } })
  })

  it('clears what is given as nothing', async () => {
    const id = await workshop.project({ budget: '10' })
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { budget: null } })
    expect((await workshop.record('project', id)).budget).toBeNull()
  })

  it('replaces lines: more, fewer, none', async () => {
    const project = await workshop.project()
    const step = (what: string) => ({ what, hours: '1', price: '1' })
    const { id } = await workshop.run(worker, 'task.create', {
      values: { project, title: 'shelf', steps: [step('a')] },
    })
    const whats = async () =>
      (await workshop.all('task.steps', sql`"parent" = ${id}`)).map(
        ({ position, what }) => `${String(position)}${String(what)}`,
      )
    await workshop.run(worker, 'task.edit', { id, version: 1, values: { steps: ['b', 'c', 'd'].map(step) } })
    expect(await whats()).toEqual(['1b', '2c', '3d'])
    await workshop.run(worker, 'task.edit', { id, version: 2, values: { title: 'long shelf' } })
    expect(await whats()).toEqual(['1b', '2c', '3d'])
    await workshop.run(worker, 'task.edit', { id, version: 3, values: { steps: [step('e')] } })
    expect(await whats()).toEqual(['1e'])
    await workshop.run(worker, 'task.edit', { id, version: 4, values: { steps: [] } })
    expect(await whats()).toEqual([])
    const rows = await workshop.all('trail', sql`"entity" = 'task' AND "recordId" = ${id} AND "action" = 'edit'`)
    expect(rows.map(({ data }) => Object.keys(JSON.parse(String(data ?? '{}')) as object))).toEqual([
      ['steps'],
      ['title'],
      ['steps'],
      ['steps'],
    ])
  })

  it('goes to the first stage that is not skipped', async () => {
    const state = async (flags: string) => {
      const id = await workshop.project({ state: 'draft', flags })
      return (await workshop.run(worker, 'project.advance', { id, version: 1 }, later)).state
    }
    expect([await state(''), await state('d'), await state('dc')]).toEqual(['drawing', 'checking', 'running'])
  })

  it('notes when the state was entered, and the effect that keeps what it made is part of the same row', async () => {
    const id = await workshop.project({ state: 'draft', flags: 'dc', name: fresh() })
    const answer = await workshop.run(worker, 'project.advance', { id, version: 1 }, later)
    const record = await workshop.record('project', id)
    const [task] = await workshop.all('task', sql`"project" = ${id}`)
    expect(record).toMatchObject({
      state: 'running',
      stateAt: later.toISOString(),
      first: task!.id,
      version: answer.version,
    })
    expect(task).toMatchObject({
      title: `开始 ${String(record.name)}`,
      createdBy: workshop.idOf(worker),
      state: 'open',
    })
    const rows = await workshop.all('trail', sql`"entity" = 'project' AND "recordId" = ${id}`)
    expect(rows).toHaveLength(1)
    expect(JSON.parse(String(rows[0]!.data))).toEqual({ first: { before: null, after: task!.id } })
  })

  it('keeps a text in the language it was given in', async () => {
    const { id } = await workshop.run(worker, 'project.create', { values: { name: fresh(), alias: ['椅子', 'chair'] } })
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { alias: 'armchair' } })
    expect((await workshop.record('project', id)).alias).toEqual(['椅子', 'armchair'])
    const [row] = await workshop.all('trail', sql`"entity" = 'project' AND "recordId" = ${id} AND "action" = 'edit'`)
    expect(JSON.parse(String(row!.data))).toEqual({ alias: { before: ['椅子', 'chair'], after: ['椅子', 'armchair'] } })
  })

  it('keeps a unique text apart in each language by itself', async () => {
    const create = (alias: readonly string[]) =>
      workshop.run(worker, 'project.create', { values: { name: fresh(), alias } })
    await create(['台灯', 'lamp'])
    await create(['灯', 'table lamp'])
    await expect(create(['吊灯', 'lamp'])).rejects.toThrow('There is a project lamp already')
    await expect(create(['灯', 'light'])).rejects.toThrow('There is a project table lamp already')
  })
})

describe('refusing', () => {
  it('an unknown entity or transition, and one that creates where a record is named', async () => {
    for (const [action, request] of [
      ['nothing.create', {}],
      ['project.nothing', { id: 1 }],
      ['project.create', { id: 1 }],
      ['project.edit', {}],
      ['constructor.create', {}],
      ['project.toString', {}],
    ] as const) {
      expect(await workshop.refused(worker, action, request)).toMatchObject({ code: 2001 })
    }
  })

  it('a stale version', async () => {
    const id = await workshop.project()
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { budget: '1' } })
    expect(
      (await workshop.refused(worker, 'project.edit', { id, version: 1, values: { budget: '2' } })).message,
    ).toMatch(/This record has been changed/)
  })

  it('a state that it does not begin in, before it looks at the input', async () => {
    const id = await workshop.project({ state: 'closed' })
    expect(
      (await workshop.refused(worker, 'project.edit', { id, version: 1, values: { budget: 'much', nonsense: 1 } }))
        .message,
    ).toBe('“Edit” is not possible while the state is “closed”')
  })

  it('first in the words of the check that no input of the form can put right, wherever it stands', async () => {
    const refusedBy = async (rule: string) => {
      const app = compileWorkshop((files) => {
        const task = files['work/task.entity.json'] as { transitions: { create: { checks: object[] } } }
        task.transitions.create.checks.push({ rule, message: ['不接单', 'Nothing is taken on'] })
      })
      const product = Object.assign(Object.create(Object.getPrototypeOf(workshop) as object), workshop, { app })
      const steps = [{ what: 'gild', hours: '10', price: '100.01' }]
      const values = { project: await workshop.project(), title: 'throne', steps }
      return (await (product as Workshop).refused(worker, 'task.create', { values })).message
    }
    expect(await refusedBy("tenant.name == 'South'")).toBe('Nothing is taken on')
    for (const rule of ["tenant.name == 'South' || title == 'chair'", "tenant.name == 'South' || total < 10"])
      expect(await refusedBy(rule), rule).toBe('A total of 1,000.10 is too much')
  })

  it('a record that an effect meets in the wrong state, which it names as far as the caller may see it', async () => {
    const project = await workshop.project({ name: 'bench' })
    const steps = [{ what: 'cut', hours: '2', price: '50.05' }]
    const { id } = await workshop.run(worker, 'task.create', { values: { project, title: 'chair', steps } })
    const finish = async (app = workshop.app) => {
      const product = Object.assign(Object.create(Object.getPrototypeOf(workshop) as object), workshop, { app })
      return (await (product as Workshop).refused(worker, 'task.finish', { id, version: 1 })).message
    }
    await workshop.database.query(sql`UPDATE "project" SET "state" = 'closed' WHERE "id" = ${project}`)
    const named = '“Finish” is not possible: Project “bench”'
    expect(await finish()).toBe(`${named} is “closed”, which rules out “Raise”`)
    const conditional = compileWorkshop((files) => {
      const { transitions } = files['work/project.entity.json'] as { transitions: { raise: object } }
      Object.assign(transitions.raise, { from: ['running', 'closed'], when: 'rounds > 9' })
    })
    expect(await finish(conditional)).toBe('“Finish” is not possible: “Raise” cannot be done for Project “bench” now')
    // The project is now one of another team, whose records the worker does not reach.
    const { me } = workshop.caller('north.stranger')
    await workshop.database.query(
      sql`UPDATE "project" SET "team" = ${me.team}, "owner" = ${me.id}, "createdBy" = ${me.id} WHERE "id" = ${project}`,
    )
    expect(await finish()).toBe('“Finish” is not possible: Project is “closed”, which rules out “Raise”')
  })

  it('a record for which `when` does not hold', async () => {
    const project = await workshop.project()
    const { id } = await workshop.run(worker, 'expense.book', { values: { project, amount: '1000' } })
    expect(await workshop.refused('north.manager', 'expense.cancel', { id, version: 1 })).toMatchObject({
      code: 2001,
      message: '“Cancel” is not possible for this record right now',
    })
  })

  it('what a guard forbids, with the values in its sentence', async () => {
    const project = await workshop.project({ budget: '100' })
    await workshop.run(worker, 'expense.book', { values: { project, amount: '60' } })
    expect(await workshop.refused(worker, 'expense.book', { values: { project, amount: '40.01' } })).toEqual({
      code: 2001,
      message: '60.00 of 100.00 spent',
      fields: { amount: '60.00 of 100.00 spent' },
    })
    await workshop.run(worker, 'expense.book', { values: { project, amount: '40' } })
  })

  it('what breaks an invariant of any record it wrote, after all effects', async () => {
    const project = await workshop.project({ budget: '100' })
    expect(await workshop.refused(worker, 'expense.bookBlindly', { values: { project, amount: '100.01' } })).toEqual({
      code: 2001,
      message: 'Over budget: -0.01 left',
      fields: {},
    })
    await workshop.run(worker, 'expense.bookBlindly', { values: { project, amount: '100' } })
  })

  it('what another record is in the way of, naming it', async () => {
    const name = fresh()
    await workshop.run(worker, 'project.create', { values: { name } })
    const told = `${name} is looked after by north.worker`
    expect(await workshop.refused('north.mate', 'project.create', { values: { name } })).toEqual({
      code: 2001,
      message: told,
      fields: { name: told },
    })
    await workshop.run('south.worker', 'project.create', { values: { name } })
    const id = await workshop.project()
    expect((await workshop.refused(worker, 'project.edit', { id, version: 1, values: { name } })).message).toBe(told)
    await workshop.project({ name: 'old', state: 'closed' })
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { name: 'old' } })
  })

  it('a number that no column can hold', async () => {
    const id = await workshop.project({ budget: '999999999999.99' })
    const task = (await workshop.run(worker, 'task.create', { values: { project: id, title: 'straw' } })).id
    expect(await workshop.refused(worker, 'task.finish', { id: task, version: 1 })).toMatchObject({
      code: 2001,
      message: 'The number is too large to be saved',
    })
  })
})
