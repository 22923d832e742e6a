// Proves repeated and simultaneous requests.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../../src/protocol/requestError'
import { inTransaction } from '../../../src/server/mutation/runTransition'
import { insertRecords } from '../../../src/server/mutation/write/write'
import { compileWorkshop } from './manifests'
import { moment, Workshop } from './workshop'
import { messageText } from '../../../src/manifest/expression/message'
import { english } from '../../protocol/locales'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const { transitions } = files['work/task.entity.json'] as { transitions: Record<string, object> }
      const common = { title: ['a', 'a'], permissions: ['projects'], lock: ['project'] }
      const [from, form] = [['open'], ['title']]
      transitions.touch = { ...common, from, form, when: "project.state == 'running'" }
      transitions.rename = { ...common, from, form }
      transitions.check = {
        ...common,
        from,
        form,
        permissions: [{ permission: 'projects', when: "project.state == 'running'" }],
      }
      const raises = { run: 'project.raise', on: 'project', values: { by: '1' } }
      transitions.price = { ...common, from, form, effects: [raises, raises] }
      transitions.plan = { ...transitions.create, ...common, checks: [], creates: true }
      const running = { rule: "project.state == 'running'", message: ['未进行', 'Not running'] }
      transitions.charge = {
        ...common,
        from,
        lock: [],
        vars: { others: { count: 'task', where: 'project == input.payer' } },
        inputs: { payer: { type: 'ref', entity: 'project', title: ['a', 'a'], required: true } },
        form: ['payer', { field: 'title', requiredWhen: 'input.payer.budget > 0' }],
        checks: [{ rule: 'vars.others < 9 && input.payer.budget > 0', message: ['无预算', 'No budget'] }],
      }
      transitions.planRunning = { ...transitions.plan, lock: [], checks: [running] }
      transitions.estimate = {
        ...transitions.plan,
        lock: [],
        vars: { planned: { sum: 'task.steps.amount', where: "project == this.project && steps.what == 'paid'" } },
        checks: [
          {
            rule: 'vars.planned + total <= project.budget',
            message: ['已用 {vars.planned}', '{vars.planned} planned'],
          },
        ],
      }
    }),
  )
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'
let count = 0
const notNow = '“a” is not possible for this record right now'
const fresh = () => `project ${++count}`

/** The outcomes: 'done', or the message of the refusal. */
const outcomes = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => {
    if (one.status === 'fulfilled') return 'done'
    if (one.reason instanceof RequestError) return messageText(one.reason.sentence, english)
    throw one.reason
  })

describe('document numbers', () => {
  it('follow the day of the app without gaps, however many write at the same time and whatever is refused', async () => {
    const create = (who: string, values: object) =>
      workshop.run(who, 'project.create', { values: { name: fresh(), ...values } })
    await outcomes(
      Array.from({ length: 24 }, (_, at) =>
        create(at % 2 ? worker : 'south.worker', at % 5 === 0 ? { budget: '-1' } : {}),
      ),
    )
    await create(worker, {})
    const numbers = (await workshop.all('project', sql`"no" LIKE 'PR%'`)).map(({ no }) => String(no)).sort()
    expect(numbers).toHaveLength(20)
    expect(numbers).toEqual(numbers.map((_, at) => `PR260305${String(at + 1).padStart(5, '0')}`))
  })

  it('are longer when a day has more than five digits hold', async () => {
    await workshop.database.query(sql`UPDATE "_sequence" SET "value" = 99998 WHERE "name" LIKE 'PR%'`)
    for (const _ of [1, 2]) await workshop.run(worker, 'project.create', { values: { name: fresh() } })
    const last = (await workshop.all('project', sql`"no" LIKE 'PR%'`)).slice(-2).map(({ no }) => no)
    expect(last).toEqual(['PR26030599999', 'PR260305100000'])
  })
})

describe('document numbers by a choice of the record', () => {
  const numbersOf = async (kinds: readonly string[]) => {
    const { app, database } = workshop
    const caller = workshop.caller(worker)
    const { answer } = await inTransaction({ database, app }, caller, moment, async (context) => {
      const at = { createdAt: moment.toISOString(), stateAt: moment.toISOString() }
      const common = { house: caller.tenant.id, owner: caller.me.id, rate: '1', rounds: 0, state: 'draft', ...at }
      const records = kinds.map((kind) => ({ ...common, kind, name: fresh() }))
      return (await insertRecords(context, app.entities.project!, records)).map(({ no }) => String(no))
    })
    return answer
  }

  it('have the prefix of their code, each counted by itself, also where one write adds several', async () => {
    const [first, second] = [await numbersOf(['urgent', 'frozen', 'urgent']), await numbersOf(['frozen', 'urgent'])]
    const [frozen, plain] = [Number(String(first[1]).slice(8)), Number(String(second[0]).slice(8))]
    expect(first).toEqual(['UP26030500001', expect.stringMatching(/^PR260305/), 'UP26030500002'])
    expect(second).toEqual([expect.stringMatching(/^PR260305/), 'UP26030500003'])
    expect(plain).toBe(frozen + 1)
  })

  it('are taken by many at once without gaps, whatever the order of their kinds', async () => {
    const kinds = ['urgent', 'plain', 'urgent', 'frozen']
    const before = Number(String((await numbersOf(['urgent']))[0]).slice(8))
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => numbersOf(at % 2 ? kinds : kinds.toReversed())))
    const counts = all.flat().flatMap((no) => (no.startsWith('UP') ? [Number(no.slice(8))] : []))
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, at) => before + 1 + at))
  })
})

describe('a request sent again', () => {
  it('gets the first answer and writes nothing', async () => {
    const request = { values: { name: fresh(), budget: '1' }, key: randomUUID() }
    const first = await workshop.run(worker, 'project.create', request)
    const before = await workshop.everything()
    const told = workshop.committed.length
    expect(
      await workshop.run(worker, 'project.create', {
        key: request.key,
        values: { budget: '1', name: request.values.name },
      }),
    ).toEqual(first)
    expect(await workshop.everything()).toEqual(before)
    expect(workshop.committed).toHaveLength(told)
  })

  it('is answered only to a caller who may still run it', async () => {
    const [id, key] = [await workshop.project({ createdBy: null }), randomUUID()]
    await workshop.run('north.mate', 'project.audit', { id, version: 1, key })
    const demoted = { ...workshop.caller('north.mate'), codes: new Set<string>() }
    expect(await workshop.refused(demoted, 'project.audit', { id, version: 1, key })).toMatchObject({ code: 2002 })
  })

  it('at the same time writes once: a double click', async () => {
    const request = { values: { name: fresh() }, key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => workshop.run(worker, 'project.create', request)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await workshop.all('project', sql`"name" = ${request.values.name}`)).toHaveLength(1)
    expect(await workshop.all('trail', sql`"recordId" = ${answers[0]!.id} AND "entity" = 'project'`)).toHaveLength(1)
  })

  it('with other content under the same key is refused', async () => {
    const key = randomUUID()
    await workshop.run(worker, 'project.create', { values: { name: fresh() }, key })
    expect((await workshop.refused(worker, 'project.create', { values: { name: fresh() }, key })).message).toMatch(
      /key was already used for other content/,
    )
  })

  it('with other content closes the attempts that it replaces, so that none of them writes later', async () => {
    const [lost, late, changed] = [randomUUID(), randomUUID(), randomUUID()]
    const [first, second] = [fresh(), fresh()]
    const replacing = { values: { name: second }, key: changed, replaces: [lost, late] }
    const answer = await workshop.run(worker, 'project.create', replacing)
    // Its own retry is answered, a former attempt that arrives after it is refused.
    expect(await workshop.run(worker, 'project.create', replacing)).toEqual(answer)
    expect(await workshop.refused(worker, 'project.create', { values: { name: first }, key: late })).toMatchObject({
      message: expect.stringContaining('already used for other content') as string,
    })
    expect(await workshop.all('project', sql`"name" in (${first}, ${second})`)).toHaveLength(1)
  })

  it('with other content is refused where an attempt that it replaces has written after all', async () => {
    const [key, name, other] = [randomUUID(), fresh(), fresh()]
    const { no } = await workshop.run(worker, 'project.create', { values: { name }, key })
    const replacing = { values: { name: other }, key: randomUUID(), replaces: [key] }
    const refused = await workshop.refused(worker, 'project.create', replacing)
    expect(refused).toMatchObject({ message: expect.stringContaining(`saved after all, as "${no!}"`) as string })
    // The keys of another account are not told.
    await workshop.run('north.mate', 'project.create', { ...replacing, values: { name: fresh() } })
    expect(await workshop.all('project', sql`"name" = ${other}`)).toHaveLength(0)
  })

  it('with other content at the same moment writes once, whichever comes first', async () => {
    const rounds = Array.from({ length: 10 }, async () => {
      const [one, two, name] = [randomUUID(), randomUUID(), fresh()]
      await Promise.allSettled([
        workshop.run(worker, 'project.create', { values: { name }, key: one }),
        workshop.run(worker, 'project.create', { values: { name, budget: '1' }, key: two, replaces: [one] }),
      ])
      return (await workshop.all('project', sql`"name" = ${name}`)).length
    })
    expect(await Promise.all(rounds)).toEqual(rounds.map(() => 1))
  })

  it('after a refusal is tried anew, and under the key of somebody else as well', async () => {
    const key = randomUUID()
    const project = await workshop.project({ budget: '10' })
    await workshop.refused(worker, 'expense.book', { values: { project, amount: '11' }, key })
    await workshop.database.query(sql`UPDATE "project" SET "budget" = 20 WHERE "id" = ${project}`)
    await workshop.run(worker, 'expense.book', { values: { project, amount: '11' }, key })
    await workshop.run('north.mate', 'expense.book', { values: { project, amount: '9' }, key })
    expect(await workshop.all('expense', sql`"project" = ${project}`)).toHaveLength(2)
  })
})

describe('two at once', () => {
  it('on the same version: one is done, the other stale', async () => {
    const id = await workshop.project()
    const all = await outcomes(
      ['1', '2', '3'].map((budget) => workshop.run(worker, 'project.edit', { id, version: 1, values: { budget } })),
    )
    expect(all.sort()).toEqual([
      'This record has been changed. Refresh and try again',
      'This record has been changed. Refresh and try again',
      'done',
    ])
    expect((await workshop.record('project', id)).version).toBe(2)
  })

  it('cannot both pass a guard over a sum: the record that it belongs to is locked first', async () => {
    const project = await workshop.project({ budget: '100' })
    const all = await outcomes(
      Array.from({ length: 8 }, () => workshop.run(worker, 'expense.book', { values: { project, amount: '30' } })),
    )
    expect(all.filter((one) => one === 'done')).toHaveLength(3)
    expect(all.filter((one) => one !== 'done')).toEqual(Array(5).fill('90.00 of 100.00 spent'))
  })

  it('cannot pass a guard over the lines of others either: twenty write no more than fits', async () => {
    expect(workshop.app.entities.task!.transitions.estimate!.lock).toEqual(['project'])
    const project = await workshop.project({ budget: '100' })
    const steps = [
      { what: 'paid', hours: '2', price: '15' },
      { what: 'free', hours: '1', price: '5' },
    ]
    const estimate = (title: string) =>
      workshop.run(worker, 'task.estimate', { values: { project, title, steps: [...steps] } })
    const all = await outcomes(Array.from({ length: 20 }, (_, at) => estimate(`estimate ${at}`)))
    // Only what is paid for counts: by 35 each, no more than two would fit.
    expect(all.filter((one) => one === 'done')).toHaveLength(3)
    expect(all.filter((one) => one !== 'done')).toEqual(Array(17).fill('90.00 planned'))
    expect(await workshop.all('task', sql`"project" = ${project}`)).toHaveLength(3)
  })

  it.each([
    ['that its transition names', 'expense.book', sql`"budget" = 10`, '0.00 of 10.00 spent'],
    ['whose state a guard reads', 'expense.claim', sql`"state" = 'closed'`, 'The project is not running'],
    ['whose state its condition reads', 'task.touch', sql`"state" = 'closed'`, notNow],
    ['whose state its permission reads', 'task.check', sql`"state" = 'closed'`, notNow],
    ['that may be chosen by its state', 'task.plan', sql`"state" = 'closed'`, 'Please check your entries'],
  ])('that wait for a record %s look again when they have it', async (_, action, change, refusal) => {
    const project = await workshop.project({ budget: '100' })
    const task = { values: { project, title: 'x', steps: [] } }
    const { id } = await workshop.run(worker, 'task.create', task)
    const requests: Record<string, object> = { touch: { id, values: { title: 'y' } }, plan: task }
    requests.check = requests.touch!
    const request = requests[action.split('.')[1]!] ?? { values: { project, amount: '60' } }
    let waiting: Promise<string[]> | undefined
    await workshop.database.transaction(async (tx) => {
      await tx.query(sql`UPDATE "project" SET ${change}, "version" = "version" + 1 WHERE "id" = ${project}`)
      waiting = outcomes([workshop.run(worker, action, request)])
      await expect
        .poll(
          async () =>
            (
              await workshop.database.owner.query(
                sql`SELECT 1 FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
              )
            ).length,
        )
        .toBe(1)
    })
    expect(await waiting).toEqual([refusal])
  })

  it('look again only where the locked record was written since, as others send no statement more', async () => {
    const project = await workshop.project()
    const { id } = await workshop.run(worker, 'task.create', { values: { project, title: 'x', steps: [] } })
    const reads = async (action: string) => {
      const sent = await workshop.counted(() => workshop.run(worker, action, { id, values: { title: action } }))
      return sent.filter((text) => text.startsWith('SELECT') && !text.includes('FOR UPDATE')).length
    }
    expect([await reads('task.touch'), await reads('task.check')]).toEqual(Array(2).fill(await reads('task.rename')))
  })

  it('look again at what they read of a chosen record before it was written, though it was not since', async () => {
    const project = await workshop.project({ budget: '100' })
    const { id } = await workshop.run(worker, 'task.create', { values: { project, title: 'x', steps: [] } })
    const { transaction } = workshop.database
    const reads: string[] = []
    vi.spyOn(workshop.database, 'transaction').mockImplementationOnce((work, options) =>
      transaction((tx) => {
        const query: typeof tx.query = async (statement) => {
          // The form has read the budget; whether the project may be chosen is read next.
          if (/FROM "project"/.test(statement.sql) && reads.push(statement.sql) === 2)
            await workshop.database.query(
              sql`UPDATE "project" SET "budget" = 0, "version" = "version" + 1 WHERE "id" = ${project}`,
            )
          return tx.query(statement)
        }
        return work({ ...tx, query })
      }, options),
    )
    const request = { id, values: { payer: project, title: 'y' } }
    expect(await outcomes([workshop.run(worker, 'task.charge', request)])).toEqual(['No budget'])
    expect(reads[1]).not.toContain('FOR UPDATE')
  })

  it('read nothing of a chosen record again that nobody wrote until it was locked', async () => {
    const project = await workshop.project()
    const task = { values: { project, title: 'x', steps: [] } }
    const reads = async (action: string) => {
      const sent = await workshop.counted(() => workshop.run(worker, action, task))
      return sent.filter((text) => text.startsWith('SELECT')).length
    }
    expect(await reads('task.planRunning')).toBe(await reads('task.plan'))
  })

  it('lock a record once, however often they change it', async () => {
    const project = await workshop.project()
    const { id } = await workshop.run(worker, 'task.create', { values: { project, title: 'x', steps: [] } })
    const sent = await workshop.counted(() => workshop.run(worker, 'task.price', { id, values: { title: 'y' } }))
    // The task, then its project, which both effects change.
    expect(sent.filter((text) => text.includes('FOR UPDATE'))).toHaveLength(2)
    expect(sent.filter((text) => text.startsWith('UPDATE "project"'))).toHaveLength(2)
  })

  it('with the same unique value: one is done, the other told who was first', async () => {
    const name = fresh()
    const all = await outcomes(
      [worker, 'north.mate', 'north.manager'].map((who) =>
        workshop.run(who, 'project.create', { values: { name, owner: workshop.idOf(who) } }),
      ),
    )
    expect(all.filter((one) => one === 'done')).toHaveLength(1)
    const owner = (await workshop.all('project', sql`"name" = ${name}`))[0]!.owner
    const first = [worker, 'north.mate', 'north.manager'].find((who) => workshop.idOf(who) === owner)!
    expect(all.filter((one) => one !== 'done')).toEqual(Array(2).fill(`${name} is looked after by ${first}`))
  })

  it('that lock each other crosswise are both done in the end', async () => {
    const projects = [await workshop.project(), await workshop.project()]
    const tasks = await Promise.all(
      projects.map(
        async (project) =>
          (
            await workshop.run(worker, 'task.create', {
              values: { project, title: 'x', steps: [{ what: 'w', hours: '1', price: '1' }] },
            })
          ).id,
      ),
    )
    const all = await outcomes([
      ...tasks.map((id) => workshop.run(worker, 'task.finish', { id, version: 1 })),
      ...projects.map((id) => workshop.run('north.mate', 'project.close', { id, version: 1, note: 'x' })),
    ])
    // Either the task was finished before the project was closed, or it was dropped or refused; never half of it.
    for (const [at, project] of projects.entries()) {
      const [state, booked] = [
        (await workshop.record('task', tasks[at]!)).state,
        (await workshop.all('expense', sql`"project" = ${project}`)).length,
      ]
      expect([
        ['done', 1],
        ['dropped', 0],
        ['open', 0],
      ]).toContainEqual([state, booked])
    }
    expect(all.filter((one) => one === 'done').length).toBeGreaterThanOrEqual(2)
  })
})
