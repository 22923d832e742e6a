// Proves on a real database with a moved clock that each escalation step of a job runs once,
// however many servers look, and that the first comes again when a record comes back.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDueJobs } from '../../../src/server/jobs/jobs'
import { runTransition } from '../../../src/server/mutation/runTransition'
import { compileWorkshop } from './manifests'
import { moment, Workshop } from './workshop'

const afterwards = [
  { afterDays: "kind == 'urgent' ? 3 : 4", toFields: ['createdBy'] },
  { afterDays: '7', toWhere: "name == 'north.manager'" },
]

const compileReminding = (further: readonly object[] = afterwards, where = "state == 'draft' || state == 'running'") =>
  compileWorkshop((files) => {
    const project = files['work/project.entity.json'] as Record<string, any>
    project.transitions.pause = { title: ['暂停', 'Pause'], from: ['running'], to: 'draft', permissions: ['projects'] }
    project.transitions.remind = {
      title: ['催办', 'Remind'],
      from: ['running'],
      permissions: ['system', 'projects'],
      set: { rounds: 'rounds + 1' },
      effects: [{ message: ['{name} 第 {remindStep} 次', '{name}, reminder {remindStep}'], messageKind: 'news' }],
    }
    project.jobs = [
      {
        transition: 'remind',
        where,
        everySeconds: 60,
        steps: [{ afterDays: '2', toFields: ['owner'] }, ...further],
      },
    ]
  })

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(compileReminding())
}, 120_000)
afterAll(() => workshop?.close())
beforeEach(async () => {
  for (const table of [sql`"project"`, sql`"note"`, sql`"_timed"`])
    await workshop.database.query(sql`DELETE FROM ${table}`)
})

const day = (days: number, hours = 0) => new Date(moment.getTime() + days * 86_400_000 + hours * 3_600_000)
/** Three servers look at the same time, one of them just started. */
const look = async (now: Date) => {
  const apps = [workshop.app, workshop.app, compileReminding()]
  const outcomes = await Promise.all(apps.map((app) => runDueJobs(workshop.database, app, now)))
  expect(outcomes.flatMap(({ failed }) => failed)).toEqual([])
  return outcomes.reduce((sum, { done }) => sum + done, 0)
}
/** Looks each minute until nothing is left. */
const lookOften = async (now: Date): Promise<number> => {
  const done = await look(now)
  return done === 0 ? 0 : done + (await lookOften(new Date(now.getTime() + 60_000)))
}
const start = (more = {}) =>
  workshop.project({ name: 'shop', flags: 'dc', createdBy: workshop.idOf('north.mate'), ...more })
/** Who received which reminder, in the order of sending. */
const sent = async () => {
  const names = new Map(Object.keys(workshop.callers).map((name) => [workshop.idOf(name), name]))
  const notes = await workshop.all('note')
  return notes.map(({ title, to }) => `${String((title as string[])[1])} to ${names.get(Number(to))}`)
}

it('reaches further people step by step, each once', async () => {
  const id = await start()
  const steps = [
    [day(1, 23), []],
    [day(2), ['shop, reminder 1 to north.worker']],
    [day(3, 23), []],
    [day(4), ['shop, reminder 2 to north.mate']],
    [day(6, 23), []],
    [day(7), ['shop, reminder 3 to north.manager']],
    [day(30), []],
  ] as const
  const all: string[] = []
  for (const [now, messages] of steps) {
    expect(await look(now), now.toISOString()).toBe(messages.length)
    expect(await look(new Date(now.getTime() + 60_000)), 'a second look').toBe(0)
    all.push(...messages)
    expect(await sent()).toEqual(all)
  }
  const { rounds, remindStep, remindSince, stateAt } = await workshop.record('project', id)
  expect({ rounds, remindStep, remindSince }).toEqual({ rounds: 3, remindStep: 3, remindSince: stateAt })
  expect(
    (await workshop.all('trail', sql`"recordId" = ${id} AND "entity" = 'project'`)).map(({ action }) => action),
  ).toEqual(['remind', 'remind2', 'remind3'])
})

it('takes the days of each record, in the states of the transition alone', async () => {
  await start({ kind: 'urgent' })
  await start({ name: 'draft', state: 'draft' })
  await look(day(2))
  expect(await look(day(3))).toBe(1)
  expect(await sent()).toEqual(['shop, reminder 1 to north.worker', 'shop, reminder 2 to north.mate'])
})

it('catches up after nobody has looked for long, to the microsecond of the state', async () => {
  const id = await start()
  await workshop.database.query(
    sql`UPDATE "project" SET "stateAt" = "stateAt" + interval '123456 microseconds' WHERE "id" = ${id}`,
  )
  expect(await lookOften(day(20))).toBe(3)
  expect(await look(day(21))).toBe(0)
  expect(await sent()).toEqual([
    'shop, reminder 1 to north.worker',
    'shop, reminder 2 to north.mate',
    'shop, reminder 3 to north.manager',
  ])
})

it('sends the same receivers one message for the steps that are caught up together', async () => {
  const app = compileReminding([
    { afterDays: '4', toFields: ['createdBy'] },
    { afterDays: '7', toFields: ['owner'] },
    { afterDays: '9', toFields: ['owner'] },
  ])
  const lookAt = async (now: Date) => (await runDueJobs(workshop.database, app, now)).done
  await start()
  expect(await lookAt(day(8))).toBe(3)
  expect(await sent()).toEqual(['shop, reminder 2 to north.mate', 'shop, reminder 3 to north.worker'])
  expect(await lookAt(day(9))).toBe(1)
  expect((await sent()).at(-1), 'a step that comes alone').toBe('shop, reminder 4 to north.worker')
})

it('leaves the message of the first step, run by hand, to a later one only where the job runs that', async () => {
  const app = compileReminding([{ afterDays: '7', toFields: ['owner'] }], "kind != 'urgent'")
  const remind = async (more: object) => {
    const [id, caller] = [await start(more), workshop.caller('north.worker')]
    const { version } = await workshop.record('project', id)
    const request = { entity: 'project', transition: 'remind', id, version: Number(version), key: randomUUID() }
    const { database } = workshop
    await runTransition({ database, app, onCommitted: () => undefined }, caller, request, day(8))
  }
  await remind({ name: 'left out', kind: 'urgent' })
  expect(await sent()).toEqual(['left out, reminder 1 to north.worker'])
  await remind({})
  expect(await sent()).toHaveLength(1)
  expect((await runDueJobs(workshop.database, app, day(8))).done).toBe(1)
  expect((await sent()).at(-1)).toBe('shop, reminder 2 to north.worker')
})

it('keeps the step that it has reached where a person runs the first by hand', async () => {
  const id = await start()
  const run = async (action: string, now: Date) => {
    const { version } = await workshop.record('project', id)
    await workshop.run('north.worker', `project.${action}`, { id, version: Number(version) }, now)
  }
  await run('remind', day(1))
  expect(await workshop.record('project', id)).toMatchObject({ remindStep: 1 })
  expect(await lookOften(day(8))).toBe(2)
  await run('remind', day(9))
  expect(await workshop.record('project', id)).toMatchObject({ remindStep: 3 })
  expect(await lookOften(day(20)), 'no step comes again').toBe(0)
  await run('pause', day(21))
  await run('advance', day(22))
  await run('remind', day(23))
  expect(await workshop.record('project', id)).toMatchObject({ remindStep: 1 })
})

it('begins anew when the record leaves the state and comes back, between two looks as well', async () => {
  const id = await start()
  expect(await lookOften(day(5))).toBe(2)
  const run = async (action: string, now: Date) => {
    const { version } = await workshop.record('project', id)
    await workshop.run('north.worker', `project.${action}`, { id, version: Number(version) }, now)
  }
  await run('pause', day(5, 1))
  expect(await look(day(6))).toBe(0)
  await run('advance', day(8))
  expect(await look(day(9, 23)), 'the third step of its first stay never comes').toBe(0)
  expect(await look(day(10))).toBe(1)
  await run('pause', day(10, 1))
  await run('advance', day(10, 2))
  expect(await look(day(12))).toBe(0)
  expect(await look(day(12, 2))).toBe(1)
  expect(await sent()).toEqual([
    'shop, reminder 1 to north.worker',
    'shop, reminder 2 to north.mate',
    'shop, reminder 1 to north.worker',
    'shop, reminder 1 to north.worker',
  ])
})
