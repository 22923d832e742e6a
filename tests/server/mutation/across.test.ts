// Proves what a value that must be unique over all tenants reveals, and what claiming it takes.
// Of the own tenant it names the owner, of another only that the value is taken, to dry runs of sixty values.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimStatements } from '../../../src/server/query/acrossTenants'
import { dryRunTransition } from '../../../src/server/mutation/dryRuns'
import { compileWorkshop } from './manifests'
import { moment, Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      Object.assign(files['work/project.entity.json']!, {
        unique: [
          {
            fields: ['name'],
            acrossTenants: true,
            message: ['“{name}”已由 {owner} 负责', '{name} is looked after by {owner}'],
          },
          {
            fields: ['reason'],
            where: "state == 'draft'",
            acrossTenants: true,
            message: ['该理由已用过', 'This reason was given before'],
          },
        ],
      })
    }),
  )
}, 120_000)
afterAll(() => workshop?.close())

const create = (who: string) =>
  workshop.run(who, 'project.create', { values: { name: 'Bridge', owner: workshop.idOf(who) } })

it('names the record that is in the way only within its tenant', async () => {
  await create('north.worker')
  await expect(create('north.mate')).rejects.toThrow('Bridge is looked after by north.worker')
  await expect(create('south.worker')).rejects.toThrow(/^This value is already in use$/)
})

it('dry runs meet sixty records of other tenants, and any number of the own tenant', async () => {
  const tried = (who: string, name: string) =>
    dryRunTransition(
      { database: workshop.database, app: workshop.app },
      workshop.caller(who),
      { entity: 'project', transition: 'create', values: { name, owner: workshop.idOf(who) } },
      moment,
    ).then(
      () => 'free',
      (error: { readonly key?: string }) => error.key,
    )
  const names = Array.from({ length: 61 }, (_, index) => `Bridge ${index}`)
  for (const name of names) await workshop.project({ name })
  for (const name of names) expect(await tried('north.mate', name)).toBe('value_not_unique')
  for (const name of names.slice(1)) expect(await tried('south.worker', name)).toBe('value_taken')
  expect(await tried('south.worker', names[0]!)).toBe('too_many_lookups')
  expect(await tried('south.worker', names[1]!), 'tells nothing new').toBe('value_taken')
  expect(await tried('south.worker', 'Another bridge')).toBe('free')
})

it('lets one of twenty at once have a value, whichever tenant they belong to', async () => {
  const attempts = Array.from({ length: 20 }, (_, at) => {
    const who = at % 2 === 0 ? 'north.worker' : 'south.worker'
    return workshop.run(who, 'project.create', { values: { name: 'Ferry', owner: workshop.idOf(who) } })
  })
  const outcomes = await Promise.allSettled(attempts)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  expect(refused).toHaveLength(19)
  expect(new Set(refused.map((error) => 'key' in error && error.key))).toEqual(
    new Set(['value_not_unique', 'value_taken']),
  )
  expect(await workshop.all('project', sql`"name" = 'Ferry'`)).toHaveLength(1)
})

it('claims what all its rules compare by one statement for a new record, and nothing where none is touched', async () => {
  const entity = workshop.app.entities.project!
  const tenant = Number(workshop.caller('north.worker').tenant.id)
  const claims = () =>
    workshop.database.query<{ value: unknown }>(sql`SELECT "value" FROM "_claim" WHERE "id" = ${id} ORDER BY "rule"`)
  const id = await workshop.project({ name: 'Dam', reason: 'flood', state: 'draft' })
  await workshop.database.query(sql`DELETE FROM "_claim"`)
  const claim = async (changed?: string[]) => {
    const statements = claimStatements(workshop.app, entity, { tenant, ids: [id], changed })
    for (const statement of statements) await workshop.database.query(statement)
    return statements.length
  }
  expect(await claim()).toBe(1)
  expect((await claims()).map(({ value }) => value)).toEqual(expect.arrayContaining([['Dam'], ['flood']]))
  await expect(claim()).rejects.toThrow('_claim')
  expect(await claim(['budget', 'stateAt'])).toBe(0)
  const owner = sql`"house" = ${tenant}::bigint AND "id" = ${id}::bigint`
  await workshop.database.query(sql`UPDATE "project" SET "state" = 'running', "name" = 'Weir' WHERE ${owner}`)
  expect(await claim(['state'])).toBe(2)
  expect((await claims()).map(({ value }) => value)).toEqual([['Dam']])
  expect(await claim(['name'])).toBe(2)
  expect((await claims()).map(({ value }) => value)).toEqual([['Weir']])
})
