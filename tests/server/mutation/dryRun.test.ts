// A dry run refuses as the run would, keeps nothing, takes no document number and waits for none:
// who creates a record holds the counter until the end.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, runAtomically } from '../../../src/server/mutation/runTransition'
import { dryRunTransition } from '../../../src/server/mutation/dryRuns'
import { RequestError } from '../../../src/protocol/requestError'
import { compileWorkshop } from './manifests'
import { moment, Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const project = files['work/project.entity.json'] as { transitions: Record<string, { form?: string[] }> }
      project.transitions.advance!.form = ['first']
    }),
  )
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

it('is refused by what needs more than the database as well', async () => {
  const examine = () => Promise.reject(new RequestError('request_unreadable'))
  const { app, database } = workshop
  await expect(
    dryRunTransition({ database, app, before: { examine } }, who(), request('examined'), moment),
  ).rejects.toThrow(expect.objectContaining({ key: 'request_unreadable' }) as Error)
})

it('has what a field held before form and effect both wrote it', async () => {
  const { app, database } = workshop
  const { me, tenant } = who()
  const id = await workshop.project({ state: 'draft', flags: 'dc' })
  const task = { house: tenant.id, no: 'T1', title: 'chosen', project: id, state: 'open', createdBy: me.id }
  const first = await workshop.insert('task', task)
  const advance = { entity: 'project', transition: 'advance', id, version: 1, values: { first } }
  const { changes } = await dryRunTransition({ database, app }, who(), advance, moment)
  expect(changes.first).toEqual({ before: null, after: expect.any(Number) as number })
  expect(changes.first!.after).not.toBe(first)
})
