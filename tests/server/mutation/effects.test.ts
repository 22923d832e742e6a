// Proves that all effects of a transition happen with it or none, in few statements.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'

type Manifest = { transitions: Record<string, { permissions: string[]; effects: Record<string, unknown>[] }> }
/** The same workshop with other effects. */
const changed = (change: (project: Manifest, task: Manifest, app: { messages: object }) => void) => {
  const app = compileWorkshop((files) =>
    change(
      files['work/project.entity.json'] as Manifest,
      files['work/task.entity.json'] as Manifest,
      files['app.json'] as { messages: object },
    ),
  )
  return Object.assign(Object.create(Object.getPrototypeOf(workshop) as object) as Workshop, workshop, { app })
}
const task = async (project: number, values: object = {}) =>
  (
    await workshop.run(worker, 'task.create', {
      values: { project, title: 'chair', steps: [{ what: 'cut', hours: '2', price: '50.05' }], ...values },
    })
  ).id

describe('effects', () => {
  it('run in their order, by the system, for the account that began', async () => {
    const project = await workshop.project({ budget: '500' })
    const id = await task(project)
    await workshop.run(worker, 'task.finish', { id, version: 1 })
    const record = await workshop.record('task', id)
    expect(await workshop.all('expense', sql`"project" = ${project}`)).toMatchObject([
      {
        amount: '100.10',
        remark: `任务 ${String(record.no)}`,
        state: 'booked',
        createdBy: workshop.idOf(worker),
        house: record.house,
      },
    ])
    expect(await workshop.record('project', project)).toMatchObject({ budget: '500.01', rounds: 1, version: 2 })
    const rows = await workshop.all(
      'trail',
      sql`"at" = (SELECT "createdAt" FROM "task" WHERE "id" = ${id}) AND ("recordId", "entity") IN ((${id}, 'task'),
        (${project}, 'project'))`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'finish', 'raise'])
  })

  it('are all undone when the last one refuses', async () => {
    const project = await workshop.project({ budget: '100' })
    const id = await task(project)
    expect(await workshop.refused(worker, 'task.finish', { id, version: 1 })).toEqual({
      code: 2001,
      message: '0.00 of 100.00 spent',
      fields: {},
    })
  })

  it('tell what their form would have refused, with the names of its fields', async () => {
    const broken = changed((_, { transitions }) => {
      transitions.finish!.effects[0]!.values = { project: 'project', amount: '0 - total' }
    })
    const id = await task(await workshop.project())
    expect(await broken.refused(worker, 'task.finish', { id, version: 1 })).toEqual({
      code: 2001,
      message: 'Book: Amount: Not less than 0.01',
      fields: {},
    })
  })

  it('on each record run for all of them and only for those', async () => {
    const [project, other] = [await workshop.project(), await workshop.project()]
    const ids = [await task(project), await task(project), await task(other)]
    await workshop.run('north.mate', 'project.close', { id: project, version: 1, note: 'over' })
    expect(await Promise.all(ids.map(async (id) => (await workshop.record('task', id)).state))).toEqual([
      'dropped',
      'dropped',
      'open',
    ])
    const rows = await workshop.all('trail', sql`"action" = 'drop' AND "recordId" = ANY(${ids})`)
    expect(rows.map(({ fromState, toState, by }) => [fromState, toState, by])).toEqual([
      ['open', 'dropped', workshop.idOf('north.mate')],
      ['open', 'dropped', workshop.idOf('north.mate')],
    ])
  })

  it('on the records of lines run once for each that a line refers to', async () => {
    const broken = changed((_, { transitions }) => {
      transitions.drop!.effects = [{ run: 'person.leave', on: 'steps.by' }]
    })
    const { tenant } = workshop.caller(worker)
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name, at) =>
        workshop.insert('person', { house: tenant.id, name, login: `1360000000${at}`, reach: 'own', state: 'active' }),
      ),
    )
    const step = (by: unknown) => ({ what: 'a', hours: '1', price: '1', by })
    const id = (
      await workshop.run(worker, 'task.create', {
        values: {
          project: await workshop.project(),
          title: 'many hands',
          steps: [step(second), step(null), step(first), step(second)],
        },
      })
    ).id
    await broken.run(worker, 'task.drop', { id, version: 1 })
    expect(
      await Promise.all([first!, second!].map(async (one) => (await workshop.record('person', one)).state)),
    ).toEqual(['left', 'left'])
    expect(await workshop.all('trail', sql`"action" = 'leave' AND "recordId" IN (${first}, ${second})`)).toHaveLength(2)
    // One that cannot refuses all.
    const again = (
      await workshop.run(worker, 'task.create', {
        values: { project: await workshop.project(), title: 'few hands', steps: [] },
      })
    ).id
    await workshop.database.query(
      sql`INSERT INTO "task.steps" (house, parent, position, what, hours, price, "by")
        VALUES (${tenant.id}, ${again}, 1, 'a', 1, 1, ${first})`,
    )
    await broken.refused(worker, 'task.drop', { id: again, version: 1 })
    // Nobody to run on is nothing to do.
    const alone = (
      await workshop.run(worker, 'task.create', { values: { project: await workshop.project(), title: 'no hands' } })
    ).id
    await broken.run(worker, 'task.drop', { id: alone, version: 1 })
  })

  it('that lead to themselves without end are a defect, and nothing is kept', async () => {
    const endless = changed(({ transitions }) => {
      transitions.audit!.permissions.push('system')
      transitions.audit!.effects = [{ run: 'project.audit', where: 'id == this.id' }]
    })
    const id = await workshop.project()
    await expect(endless.run('north.mate', 'project.audit', { id, version: 1 })).rejects.toThrow('ever more effects')
    expect(await workshop.record('project', id)).toMatchObject({ rounds: 0, version: 1 })
  })

  it('see what the earlier ones wrote', async () => {
    const project = await workshop.project({ budget: '500', name: 'seen' })
    await workshop.run(worker, 'expense.book', { values: { project, amount: '20' } })
    await workshop.run('north.mate', 'project.close', { id: project, version: 1, note: 'over' })
    const notes = await workshop.all('note', sql`"title" ->> 1 LIKE 'seen%'`)
    expect(notes.map(({ body }) => body)).toEqual(['剩余 480.00'])
    const telling = changed((_, { transitions }) => {
      Object.assign(transitions.finish!.effects[2]!, {
        message: ['预算 {project.budget}', 'Budget {project.budget}'],
        toWhere: undefined,
      })
    })
    const id = await task(await workshop.project({ budget: '700' }))
    await telling.run(worker, 'task.finish', { id, version: 1 })
    expect(await workshop.all('note', sql`"title" ->> 1 = 'Budget 700.01'`)).toHaveLength(1)
  })

  it('on records that a rule counts together judge each after the ones before it', async () => {
    const lasting = changed((_, { transitions }) => {
      Object.assign(transitions.drop!, {
        checks: [{ rule: 'project.openTasks > 1', message: ['最后一个任务', 'The last task stays'] }],
      })
    })
    const project = await workshop.project()
    await task(project)
    await task(project)
    const close = { id: project, version: 1, note: 'over' }
    expect(await lasting.refused('north.mate', 'project.close', close)).toMatchObject({
      message: expect.stringContaining('The last task stays') as unknown,
    })
  })

  it('on records that a condition counts together decide after what the ones before it wrote', async () => {
    const lasting = changed((_, { transitions }) => {
      Object.assign(transitions.drop!, {
        when: 'project.openTasks > 1',
        effects: [{ message: ['{title} 放弃', '{title} dropped'], messageKind: 'news', toFields: ['createdBy'] }],
      })
    })
    const project = await workshop.project()
    await task(project)
    await task(project)
    const close = { id: project, version: 1, note: 'over' }
    expect(await lasting.refused('north.mate', 'project.close', close)).toMatchObject({ code: 2001 })
  })

  it('that come back to the record itself are seen by the next ones and by the answer', async () => {
    const returning = changed(({ transitions }) => {
      transitions.audit!.effects = [
        { run: 'project.raise', where: 'id == this.id', values: { by: '5' } },
        {
          message: ['复核 {budget}', 'Audited {budget} of {settings.mostSpent}'],
          messageKind: 'news',
          toFields: ['owner'],
          when: 'budget == 15',
        },
      ]
    })
    const id = await workshop.project({ budget: '10', createdBy: null })
    expect(await returning.run(worker, 'project.audit', { id, version: 1 })).toMatchObject({ version: 3 })
    expect(await workshop.record('project', id)).toMatchObject({ budget: '15.00', rounds: 2, version: 3 })
    expect(await workshop.all('note', sql`"title" ->> 1 = 'Audited 15.00 of 1,500'`)).toHaveLength(1)
  })
})

describe('messages', () => {
  it('reach everybody named once, in both languages, in the tenant of the receiver', async () => {
    const project = await workshop.project({ name: 'told', owner: workshop.idOf('north.stranger') })
    const id = await task(project, { title: 'tell all' })
    const committed = workshop.committed.length
    await workshop.run('boss', 'task.finish', { id, version: 1 })
    const notes = await workshop.all('note', sql`"title" ->> 0 = '任务 tell all 完成'`)
    const receivers = ['north.stranger', 'north.worker', 'north.mate', 'north.manager', 'north.guest'].map((name) =>
      workshop.idOf(name),
    )
    expect(notes.map(({ to }) => to)).toEqual(receivers)
    expect(notes[0]).toMatchObject({
      kind: 'news',
      title: ['任务 tell all 完成', 'Task tell all is done'],
      state: 'unread',
      house: workshop.caller(worker).tenant.id,
    })
    expect(
      workshop.committed
        .slice(committed)
        .flatMap(({ records }) => records.filter(({ entity }) => entity === 'note').map(({ id: one }) => one)),
    ).toEqual(notes.map(({ id: one }) => one))
  })

  it('to everybody for whom a rule holds stay in the tenant', async () => {
    const telling = changed((_, { transitions }) => {
      Object.assign(transitions.finish!.effects[2]!, { message: ['全体', 'Everybody'], toWhere: "state == 'active'" })
    })
    const id = await task(await workshop.project())
    await telling.run(worker, 'task.finish', { id, version: 1 })
    const receivers = (await workshop.all('note', sql`"title" ->> 1 = 'Everybody'`)).map(({ to }) => to)
    expect(receivers).toContain(workshop.idOf('north.stranger'))
    expect(receivers).not.toContain(workshop.idOf('south.worker'))
  })

  it('to a group go beyond the tenant only where app.json says so', async () => {
    for (const [acrossTenants, strangers] of [
      [true, true],
      [undefined, false],
    ] as const) {
      const text = `Group ${String(acrossTenants)}`
      const telling = changed((_, { transitions }, app) => {
        Object.assign(app.messages, { groups: { all: { where: "state == 'active'", acrossTenants } } })
        Object.assign(transitions.finish!.effects[2]!, {
          message: ['一组', text],
          toFields: undefined,
          toWhere: undefined,
          toGroup: 'all',
        })
      })
      await telling.run(worker, 'task.finish', { id: await task(await workshop.project()), version: 1 })
      const receivers = (await workshop.all('note', sql`"title" ->> 1 = ${text}`)).map(({ to }) => to)
      expect(receivers).toContain(workshop.idOf('north.stranger'))
      expect(receivers.includes(workshop.idOf('south.worker'))).toBe(strangers)
    }
  })

  it('say what was before', async () => {
    const project = await workshop.project({ name: 'history' })
    await workshop.run('north.mate', 'project.close', { id: project, version: 1, note: 'over' })
    expect(
      (await workshop.all('note', sql`"title" ->> 1 LIKE 'history%'`)).map(({ title, route, to }) => [
        title,
        route,
        to,
      ]),
    ).toEqual([
      [
        ['history 已关闭，原负责人 north.worker', 'history was closed, before north.worker'],
        `/projects?record=project:${project}`,
        workshop.idOf(worker),
      ],
    ])
  })

  it('with long names in them are cut, not refused', async () => {
    const id = await task(await workshop.project(), { title: 'x'.repeat(200) })
    await workshop.run(worker, 'task.finish', { id, version: 1 })
    const [note] = await workshop.all('note', sql`"title" ->> 1 LIKE 'Task xxx%'`)
    expect((note!.title as string[]).map((text) => text.length)).toEqual([200, 200])
  })
})

describe('statements', () => {
  const kinds = (sent: string[]) => sent.map((text) => /^(BEGIN|COMMIT|ROLLBACK|\w+(?: INTO| FROM)?)/.exec(text)![0])

  it('are few for a record and one effect', async () => {
    const project = await workshop.project()
    const sent = await workshop.counted(() =>
      workshop.run(worker, 'expense.bookBlindly', { values: { project, amount: '5' } }),
    )
    // Key, reference, record; lock and look at the other one, write it; two invariants' entities, log, answer.
    expect(kinds(sent).length).toBeLessThanOrEqual(13)
    const plain = await workshop.project()
    const edit = await workshop.counted(() =>
      workshop.run(worker, 'project.edit', { id: plain, version: 1, values: { budget: '7' } }),
    )
    expect(kinds(edit)).toEqual([
      'BEGIN',
      'INSERT INTO',
      'SELECT',
      'SELECT',
      'UPDATE',
      'SELECT',
      'INSERT INTO',
      'UPDATE',
      'COMMIT',
    ])
    const free = await workshop.counted(() =>
      workshop.run(worker, 'project.edit', { id: plain, version: 2, values: { budget: null } }),
    )
    // Without a budget nothing need be known of what was spent.
    expect(kinds(free)).toEqual(kinds(edit).toSpliced(5, 1))
  })

  it('do not grow with lines, with records of an effect that look at nothing, or with receivers', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        what: `w${at}`,
        hours: '1',
        price: '1',
        by: at % 2 ? workshop.idOf('north.mate') : workshop.idOf(worker),
      }))
    const project = await workshop.project()
    const count = async (work: () => Promise<unknown>) => (await workshop.counted(work)).length
    const few = await count(() =>
      workshop.run(worker, 'task.create', { values: { project, title: 'a', steps: lines(2) } }),
    )
    const many = await count(() =>
      workshop.run(worker, 'task.create', { values: { project, title: 'b', steps: lines(200) } }),
    )
    expect(many).toBe(few)
    const closing = async (tasks: number) => {
      const own = await workshop.project()
      for (let at = 0; at < tasks; at += 1) await task(own)
      return count(() => workshop.run('north.mate', 'project.close', { id: own, version: 1, note: 'x' }))
    }
    expect(await closing(4)).toBe(await closing(1))
    const finishing = async () => {
      const id = await task(await workshop.project())
      return count(() => workshop.run(worker, 'task.finish', { id, version: 1 }))
    }
    const before = await finishing()
    const { tenant, me } = workshop.caller(worker)
    for (let at = 0; at < 20; at += 1)
      await workshop.insert('person', {
        house: tenant.id,
        name: `extra ${at}`,
        login: `1370000${String(at).padStart(4, '0')}`,
        team: me.team,
        reach: 'own',
        state: 'active',
      })
    expect(await finishing()).toBe(before)
  })

  it('do not grow with holders of a permission who reach their whole tenant', async () => {
    const telling = changed((_, { transitions }) => {
      const to = { toFields: undefined, toWhere: 'id != me.id', toPermissions: ['managing'] }
      Object.assign(transitions.finish!.effects[2]!, { message: ['主管', 'Leads'], ...to })
    })
    const house = workshop.caller(worker).tenant.id
    const role = await workshop.insert('role', { house, name: 'lead', state: 'open' })
    const codes = sql`(${house}, ${role}, 1, 'managing'), (${house}, ${role}, 2, 'projects')`
    await workshop.database.query(sql`INSERT INTO "role.codes" (house, parent, position, code) VALUES ${codes}`)
    const hire = (at: number, state = 'active') =>
      workshop.insert('person', { house, name: `lead ${at}`, login: `135${1e7 + at}`, role, reach: 'house', state })
    const leads = [await hire(0), await hire(1)]
    const [inactive, statements] = [await hire(2, 'left'), [] as number[]]
    for (const more of [0, 20]) {
      for (let at = 0; at < more; at += 1) leads.push(await hire(3 + at))
      const id = await task(await workshop.project())
      statements.push((await workshop.counted(() => telling.run(worker, 'task.finish', { id, version: 1 }))).length)
    }
    expect(statements[1]).toBe(statements[0])
    const told = (await workshop.all('note', sql`"title" ->> 1 = 'Leads'`)).map(({ to }) => to)
    expect(told).toEqual([...leads.slice(0, 2), ...leads])
    expect(told).not.toContain(inactive)
  })
})
