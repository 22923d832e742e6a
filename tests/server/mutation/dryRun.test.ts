// A dry run refuses as the run would, keeps nothing, takes no document number and waits for none:
// who creates a record holds the counter until the end.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, runAtomically } from '../../../src/server/mutation/commit'
import { dryRunTransition } from '../../../src/server/mutation/dryRuns'
import { moment, Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())

const who = () => workshop.caller('north.worker')
const request = (name: string) => ({ entity: 'project', transition: 'create', values: { name } })
const dryRun = (name: string) =>
  dryRunTransition({ database: workshop.database, app: workshop.app }, who(), request(name), moment)

it('keeps nothing and takes no number', async () => {
  const first = await workshop.run(who(), 'project.create', { values: { name: 'first' } })
  const before = await workshop.everything()
  expect((await dryRun('tried')).changes.name).toEqual({ before: null, after: 'tried' })
  await expect(dryRun('first')).rejects.toThrow()
  expect(await workshop.everything()).toEqual(before)
  const second = await workshop.run(who(), 'project.create', { values: { name: 'second' } })
  expect([first.no, second.no]).toEqual(['PR26030500001', 'PR26030500002'])
})

it('does not wait for a record that is being created, nor for another dry run', async () => {
  const { app, database } = workshop
  const { entities } = app
  const { answer } = await inTransaction({ database, app }, who(), moment, async (context) => {
    const { project } = entities
    await runAtomically(context, {
      entity: project!,
      transition: project!.transitions.create!,
      caller: who(),
      depth: 0,
      requests: [{ values: { name: 'held' } }],
    })
    // The counter is held now.
    return Promise.all([dryRun('one'), dryRun('other')])
  })
  expect(answer.map(({ changes }) => changes.name!.after)).toEqual(['one', 'other'])
  const [{ value } = {}] = await database.query<{ value: number }>(sql`SELECT "value"::int AS "value" FROM "_sequence"`)
  expect(value).toBe(3)
}, 20_000)
