// Proves that roles receive the codes that a module grants once, by its other codes; what an
// administrator withdraws later stays withdrawn.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { readConfiguration } from '../../src/server/context/configuration'
import { createLog } from '../../src/server/context/log'
import { migrate } from '../../src/server/migration/migrate'
import { compiledFixture, fixture } from '../manifest/sources'
import { turnOf } from '../turns'
import { copyEmptyDatabase } from './database/copyFolder'
import { freshDatabase, type FreshDatabase } from './freshDatabase'
import { writeManifests } from './manifestFolder'

const path = 'lending/module.json'
const module = JSON.parse(fixture().find((source) => source.path === path)!.text) as object

/** The library whose module of lending brings codes along and grants them. */
const granting = (grants: Readonly<Record<string, readonly string[]>>): App =>
  compiledFixture([
    {
      path,
      text: JSON.stringify({
        ...module,
        codes: Object.fromEntries(Object.keys(grants).map((code) => [code, [code, code]])),
        grants,
      }),
    },
  ])

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await migrate(fresh.database, compiledFixture())
  for (const [id, codes] of [
    [1, ['books', 'loans']],
    [2, ['lending']],
    [3, ['loans', 'loanFine']],
  ] as const) {
    await fresh.database
      .query(sql`insert into "role" ("id", "version", "state", "stateAt", "createdAt", "library", "name")
      values (${id}, 1, 'active', now(), now(), ${id === 3 ? 2 : 1}, ${`Role ${id}`})`)
    for (const [position, code] of codes.entries())
      await fresh.database.query(sql`insert into "role.codes" ("library", "parent", "position", "code")
        values (${id === 3 ? 2 : 1}, ${id}, ${position}, ${code})`)
  }
})
afterAll(() => fresh?.remove())

const granted = async (app: Parameters<typeof migrate>[1]) => (await migrate(fresh.database, app)).granted

const roles = async () =>
  Object.fromEntries(
    (
      await fresh.database.query<{ name: string; codes: string[]; version: string }>(
        sql`select "name", "version", (select array_agg("code" order by "position") from "role.codes"
          where "parent" = r."id") as "codes" from "role" r order by "id"`,
      )
    ).map(({ name, codes, version }) => [name, [Number(version), ...codes]]),
  )

it('holders of the named codes receive the new one, and their open forms are stale', async () => {
  expect(await granted(granting({ shelving: ['loans'] }))).toEqual([{ code: 'shelving', roles: 2 }])
  expect(await roles()).toEqual({
    'Role 1': [2, 'books', 'loans', 'shelving'],
    'Role 2': [1, 'lending'],
    'Role 3': [2, 'loans', 'loanFine', 'shelving'],
  })
})

it('a code that is live without grants is not met: the next grants of it are given', async () => {
  const codes = { shelving: ['上架', 'Shelving'], binding: ['装订', 'Binding'] }
  const ungranted = compiledFixture([
    { path, text: JSON.stringify({ ...module, codes, grants: { shelving: ['loans'] } }) },
  ])
  expect(await granted(ungranted)).toEqual([])
  expect(Object.values(await roles()).flat()).not.toContain('binding')
})

it('what was taken away stays away, and another grant is met for itself', async () => {
  await fresh.database.query(sql`delete from "role.codes" where "code" = 'shelving' and "parent" = 1`)
  const app = granting({ shelving: ['loans'], binding: ['lending', 'loanFine'] })
  expect(await granted(app)).toEqual([{ code: 'binding', roles: 2 }])
  expect(await granted(app)).toEqual([])
  expect(await roles()).toEqual({
    'Role 1': [2, 'books', 'loans'],
    'Role 2': [2, 'lending', 'binding'],
    'Role 3': [3, 'loans', 'loanFine', 'shelving', 'binding'],
  })
})

// With row security on, the demo data are loaded by a role that owns nothing.
it.each(turnOf(['off', 'on'], 2))(
  'demo roles receive it at the first start and at a reset, which leaves nothing of former entities, with RLS=%s',
  async (rls) => {
    const root = mkdtempSync(join(tmpdir(), 'grants-'))
    let running: RunningServer | undefined
    const start = async (resetDemo: boolean) => {
      running = await startServer({
        configuration: readConfiguration({
          PORT: '0',
          DATA_DIR: join(root, 'data'),
          DATABASE_BUFFERS_MB: '64',
          SCHEMAS_DIR: join(root, 'schemas'),
          DEMO: 'on',
          RLS: rls,
        }),
        log: createLog('error', { write: () => undefined, say: () => undefined }),
        webFolder: join(root, 'none'),
        resetDemo,
      })
      const holders = await running.dependencies.database.query<{ name: string }>(
        sql`select "name" from "role" where "id" in (select "parent" from "role.codes" where "code" = 'shelving')`,
      )
      await running.dependencies.database.query(sql`delete from "role.codes" where "code" = 'shelving'`)
      const former = await running.dependencies.database.query(
        sql`select 1 from pg_tables where tablename in ('club', 'club.member', 'shelf')`,
      )
      // Negative: never counted.
      const counted = await running.dependencies.database.query<{ name: string; rows: number }>(
        sql`select relname::text as "name", reltuples::int as "rows" from pg_class
          where relname in ('role', 'role.codes', 'role.backup') order by 1`,
      )
      if (former.length === 0)
        await running.dependencies.database.owner.transaction(async (tx) => {
          // An operator's.
          await tx.query(sql`create table if not exists "role.backup" as select * from "role"`)
          // As of an entity that the manifests no longer have, whose records a migration would refuse to lose.
          await tx.query(sql`create table "club" as select 7 as "id"`)
          await tx.query(sql`create table "club.member" as select 7 as "parent", 1 as "position"`)
          await tx.query(sql`create table "shelf" ("id" bigint)`)
          await tx.query(
            sql`insert into "_name" ("kind", "owner", "name") values ('entity', '', 'club'), ('entity', '', 'shelf')`,
          )
        })
      await running.close()
      running = undefined
      return { holders: holders.length, former: former.length, counted }
    }
    try {
      await writeManifests(join(root, 'schemas'))
      await copyEmptyDatabase(join(root, 'data'))
      const grants = { codes: { shelving: ['上架', 'Shelving'] }, grants: { shelving: ['loans'] } }
      writeFileSync(join(root, 'schemas', path), JSON.stringify({ ...module, ...grants }))
      // At the second start an administrator has taken the code away.
      const roles = ['role', 'role.codes'].map((name) => ({ name, rows: expect.toSatisfy((rows: number) => rows > 0) }))
      expect(await start(false)).toEqual({ holders: 1, former: 0, counted: roles })
      await expect(start(false)).rejects.toThrow('The entity "club" is gone')
      const counted = [roles[0], { name: 'role.backup', rows: -1 }, roles[1]]
      expect(await start(true)).toEqual({ holders: 1, former: 0, counted })
    } finally {
      await running?.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  60_000,
)
