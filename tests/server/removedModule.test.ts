// Proves that the folder of a module can be removed by following the refusal, in the files that it
// names.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { migrate } from '../../src/server/migration/migrate'
import { identifier } from '../../src/server/database/sql/identifier'
import { MigrationProblem } from '../../src/server/migration/refusal'
import { compiledFixture, fixture, fixtureFolder } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

const entity = (name: string) => ({
  path: `clubs/${name}.entity.json`,
  text: JSON.stringify({
    title: ['社团', name],
    labelField: 'name',
    perTenant: false,
    fields: { name: { type: 'string', title: ['名称', 'Name'], required: true } },
    transitions: { create: { title: ['新增', 'Add'], permissions: ['clubs'], form: ['name'] } },
  }),
})
const folder = [
  {
    path: 'clubs/module.json',
    text: JSON.stringify({
      title: ['社团', 'Clubs'],
      path: '/clubs',
      permissions: ['clubs', 'clubEdit'],
      codes: { clubs: ['社团', 'Clubs'], clubEdit: ['改社团', 'Edit clubs'] },
    }),
  },
  {
    path: 'clubs/Clubs.screen.json',
    text: JSON.stringify({
      path: '/clubs/Clubs',
      title: ['社团', 'Clubs'],
      kind: 'list',
      permissions: ['clubs'],
      entity: 'club',
      columns: ['name'],
    }),
  },
  entity('club'),
  entity('meeting'),
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await prepareOwnTables(fresh.database)
  await migrate(fresh.database, compiledFixture(folder))
  const run = (statement: ReturnType<typeof sql>) => fresh.database.query(statement)
  await run(sql`insert into "role" ("version", "createdAt", "stateAt", "id", "library", "name", "state")
    values (1, now(), now(), 1, 1, 'clerk', 'active')`)
  await run(sql`insert into "role.codes" ("library", "parent", "position", "code")
    values (1, 1, 1, 'loans'), (1, 1, 2, 'clubs'), (1, 1, 3, 'clubEdit')`)
  await run(sql`insert into "club" ("version", "createdAt", "name") values (1, now(), 'chess')`)
  await run(sql`insert into "meeting" ("version", "createdAt", "name") values (1, now(), 'spring')`)
})
afterAll(() => fresh?.remove())

async function refused(app: App): Promise<MigrationProblem> {
  const problem: unknown = await migrate(fresh.database, app).catch((error: unknown) => error)
  if (!(problem instanceof MigrationProblem)) throw new Error(`Not refused: ${String(problem)}`)
  return problem
}

it('each file is changed once, by the words of any of its refusals', async () => {
  const problem = await refused(compiledFixture())
  expect(problem.refusals.map(({ source, message }) => `${source}: ${message}`)).toEqual([
    'app.json: The entity "club" is gone from the manifests, but 1 record of it is kept (id 1).',
    'app.json: The entity "meeting" is gone from the manifests, but 1 record of it is kept (id 1).',
    'access.json: The permission code "clubEdit" is gone from the manifest, but records hold it: role (1: id 1).',
    'access.json: The permission code "clubs" is gone from the manifest, but records hold it: role (1: id 1).',
  ])
  expect(problem.printed(fixtureFolder, 'schemas').join('\n')).not.toContain('"permissions": {')
  const words = new Map(
    problem.refusals.map(({ source, hint }) => {
      const written = hint.slice(hint.lastIndexOf('"drop"'), hint.lastIndexOf(']') + 1)
      return [source, JSON.parse(`{${written}}`) as object]
    }),
  )
  expect(words).toEqual(
    new Map<string, object>([
      ['app.json', { drop: ['reservation', 'club', 'meeting'] }],
      ['access.json', { drop: ['stamps', 'clubEdit', 'clubs'] }],
    ]),
  )
  const changed = fixture()
    .filter(({ path }) => words.has(path))
    .map(({ path, text }) => {
      const manifest = JSON.parse(text) as { migration: object }
      return { path, text: JSON.stringify({ ...manifest, migration: { ...manifest.migration, ...words.get(path) } }) }
    })
  await migrate(fresh.database, compiledFixture(changed))
  expect(await fresh.database.query(sql`select "code" from "role.codes"`)).toEqual([{ code: 'loans' }])
  await migrate(fresh.database, compiledFixture())
})

it('without records its tables stay, so that what a server of the former manifests still writes is not lost', async () => {
  await migrate(fresh.database, compiledFixture(folder))
  await migrate(fresh.database, compiledFixture())
  await fresh.database.query(sql`insert into "club" ("version", "createdAt", "name") values (1, now(), 'late')`)
  const { refusals } = await refused(compiledFixture())
  expect(refusals.map(({ message }) => message)).toEqual([
    'The entity "club" is gone from the manifests, but 1 record of it is kept (id 1).',
  ])
})

it('tables of other programs stay, whatever they are called', async () => {
  const names = () =>
    fresh.database.query<{ name: string }>(
      sql`select tablename::text as "name" from pg_tables where tablename in ('club.backup', 'role.backup') order by 1`,
    )
  for (const entity of ['club', 'role'])
    await fresh.database.owner.query(
      sql`create table ${identifier(`${entity}.backup`)} as select * from ${identifier(entity)}`,
    )
  const before = await names()
  const app = JSON.parse(fixture().find(({ path }) => path === 'app.json')!.text) as { migration: { drop: string[] } }
  const drop = [...app.migration.drop, 'club']
  const text = JSON.stringify({ ...app, migration: { ...app.migration, drop } })
  await migrate(fresh.database, compiledFixture([{ path: 'app.json', text }]))
  expect([before.length, await names()]).toEqual([2, before])
})
