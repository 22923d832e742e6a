// Proves that records whose entity, state, dictionary code, permission code or column of lines is
// gone are neither lost nor stranded: the refusal counts them, and its advice keeps them.
import sql, { join, raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { identifier } from '../../src/server/database/sql/identifier'
import { entityMentions } from '../../src/server/migration/names/entityMentions'
import { migrate } from '../../src/server/migration/migrate'
import { MigrationProblem } from '../../src/server/migration/refusal'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { compiledFixture, fixture, fixtureFolder } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

interface Change {
  /** Words of all manifests, by former word. */
  readonly words?: Readonly<Record<string, string>>
  /** What is put into a file, by path. */
  readonly keys?: Readonly<Record<string, object>>
  /** The entity beside the fixture; absent: it is gone. */
  readonly rally?: readonly [name: string, column: string]
}

const rallyOf = (name: string, column: string) => ({
  path: `people/${name}.entity.json`,
  text: JSON.stringify({
    title: ['集会', 'Rally'],
    labelField: 'name',
    perTenant: false,
    fields: {
      name: { type: 'string', title: ['名称', 'Name'], required: true },
      step: { type: 'choice', title: ['操作', 'Step'], dictionary: 'transitions' },
      guests: {
        type: 'lines',
        title: ['来宾', 'Guests'],
        fields: { [column]: { type: 'int', title: ['数', 'Count'] } },
      },
    },
    states: { open: { title: ['开', 'Open'] } },
    transitions: { create: { title: ['新增', 'Add'], to: 'open', permissions: ['admin'], form: ['name', 'guests'] } },
  }),
})

function library({ words = {}, keys = {}, rally }: Change): App {
  const sources = [...fixture(), ...(rally ? [rallyOf(...rally)] : [])].map(({ path, text }) => {
    const renamed = Object.entries(words).reduce(
      (all, [old, now]) => all.replace(new RegExp(`\\b${old}\\b`, 'g'), now),
      text,
    )
    return { path, text: JSON.stringify({ ...(JSON.parse(renamed) as object), ...keys[path] }) }
  })
  return compiledFixture(sources)
}

const words = { gone: 'weeded' }
const further = { ...words, novel: 'fiction' }
const last = { ...further, loanFine: 'loans', bookEdit: 'bookWrite' }

let fresh: FreshDatabase
const rally = ['rally', 'heads'] as const
beforeAll(async () => {
  fresh = await freshDatabase()
  await prepareOwnTables(fresh.database)
  await migrate(fresh.database, library({ rally }))
  const run = (statement: ReturnType<typeof sql>) => fresh.database.query(statement)
  const engine = sql`1, now(), now()`
  await run(sql`insert into "book" ("version", "createdAt", "stateAt", "id", "library", "state", "title", "genre")
    values (${engine}, 1, 1, 'gone', 'Emma', 'novel')`)
  await run(sql`insert into "entry" ("version", "createdAt", "library", "entity", "recordId", "action", "toState", "at")
    values (1, now(), 1, 'book', 1, 'discard', 'gone', now()), (1, now(), 1, 'rally', 1, 'create', 'open', now())`)
  await run(sql`insert into "role" ("version", "createdAt", "stateAt", "id", "library", "name", "state")
    values (${engine}, 1, 1, 'clerk', 'active')`)
  await run(sql`insert into "role.codes" ("library", "parent", "position", "code")
    values (1, 1, 1, 'loans'), (1, 1, 2, 'loanFine'), (1, 1, 3, 'bookEdit')`)
  await run(sql`insert into "rally" ("version", "createdAt", "stateAt", "id", "name", "state")
    values (${engine}, 1, 'spring', 'open')`)
  await run(sql`insert into "rally.guests" ("parent", "position", "heads") values (1, 1, 12)`)
})
afterAll(() => fresh?.remove())

async function refusal(change: Change): Promise<MigrationProblem> {
  const problem: unknown = await migrate(fresh.database, library(change)).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(problem instanceof MigrationProblem)) throw new Error(`Not refused: ${String(problem)}`)
  return problem
}
interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly needed: boolean
}
const usualOf: Readonly<Record<string, string>> = {
  boolean: 'false',
  jsonb: '{}',
  ARRAY: '{}',
  'timestamp with time zone': '2026-01-01',
}
const take = (change: Change) => migrate(fresh.database, library(change))
const rows = async (table: string, ...columns: string[]) =>
  (
    await fresh.database.query<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as "row" from ${identifier(table)} t order by 1`,
    )
  ).map(({ row }) => columns.map((column) => row[column]))

it('a state that records are in is refused with their number, and moved as the entity says', async () => {
  expect((await refusal({ words, rally })).message).toBe(
    'lending/book.entity.json: The state "gone" of "book" is gone from the manifest, but records are in it: book (1: id 1). ' +
      'Write "migration": { "states": { "gone": "anotherState" } } to move them.',
  )
  expect(await rows('book', 'state')).toEqual([['gone']])
  const keys = { 'lending/book.entity.json': { migration: { states: { gone: 'weeded' } } } }
  for (const _ of [1, 2]) await take({ words, keys, rally })
  expect(await rows('book', 'state')).toEqual([['weeded']])
  expect(await rows('entry', 'entity', 'toState')).toContainEqual(['book', 'weeded'])
  await take({ words, rally })
})

it('a code that records hold is refused, with both ways out, and replaced as the dictionary says', async () => {
  const { message } = await refusal({ words: further, rally })
  expect(message).toContain(
    'The code "novel" of the dictionary "genre" is gone from the manifest, but records hold it: book.genre (1: id 1).',
  )
  expect(message).toContain('"retired": true')
  expect(await rows('book', 'genre')).toEqual([['novel']])
  await take({
    words: further,
    rally,
    keys: { 'lending/genre.dictionary.json': { migration: { rename: { novel: 'fiction' } } } },
  })
  expect(await rows('book', 'genre')).toEqual([['fiction']])
})

const codes = async () => (await rows('role.codes', 'code')).flat().sort()

it('a permission code that roles hold is refused, and replaced or taken as access.json says', async () => {
  expect((await refusal({ words: last, rally })).message).toContain(
    'The permission code "loanFine" is gone from the manifest, but records hold it: role (1: id 1).',
  )
  expect(await codes()).toEqual(['bookEdit', 'loanFine', 'loans'])
  const migration = { rename: { loanFine: 'loans' }, drop: ['bookEdit'] }
  await take({ words: last, rally, keys: { 'access.json': { migration } } })
  expect(await codes(), 'the role held the new code already, and holds it once').toEqual(['loans'])
})

it('a column of lines is refused with its path, and renamed by it', async () => {
  const named = ['rally', 'seats'] as const
  expect((await refusal({ words: last, rally: named })).message).toContain(
    '{ "rename": { "guests.heads": "guests.newName" } }',
  )
  await fresh.database.query(sql`insert into "_documentLink"
    ("digest", "account", "entity", "record", "document", "title", "language", "file", "createdAt", "expiresAt",
      "paths")
    values ('sent', 1, 'rally', 1, 'list', 'List', 'en', 'x', now(), now(), '["name", "guests.heads"]')`)
  await take({
    words: last,
    rally: named,
    keys: { 'people/rally.entity.json': { migration: { rename: { 'guests.heads': 'guests.seats' } } } },
  })
  expect(await rows('rally.guests', 'seats')).toEqual([[12]])
  // The values in a file that was sent are withheld by their new names.
  expect(await rows('_documentLink', 'paths')).toEqual([[['name', 'guests.seats']]])
  await fresh.database.query(sql`delete from "_documentLink"`)
})

it('an entity with records is refused, with its place, and taken over with its lines and its history, or dropped', async () => {
  const meeting = ['meeting', 'seats'] as const
  const problem = await refusal({ words: last, rally: meeting })
  expect(
    problem
      .printed(fixtureFolder, 'schemas')
      .map(({ en }) => en)
      .join(),
  ).toMatch(
    /^schemas\/app\.json:\d+:\d+ {2}error stored-records\n {2}The entity "rally" is gone from the manifests, but 1 record of it is kept \(id 1\)\.\n {2}\d+ \| .*\n +\| +\^+\n {2}Write "migration": \{ "from": "rally" \}/,
  )
  const { query } = fresh.database
  const app = library({ words: last, rally: meeting })
  const columns =
    await query<Column>(sql`select "table_name" as "table", "column_name" as "name", "data_type" as "type",
      "is_nullable" = 'NO' and "column_default" is null and "is_identity" = 'NO' as "needed"
    from "information_schema"."columns" where "table_schema" = current_schema() order by 1, 2`)
  const mentions = entityMentions(app)
  const kept = mentions.map(({ table, column }) => `${table}.${column}`)
  const named = columns.filter(({ table, name }) => name === 'entity' && !['_limit'].includes(table))
  expect(kept).toEqual(expect.arrayContaining(named.map(({ table }) => `${table}.entity`)))
  await query(sql`alter table "_importRow" drop constraint "_importRow_import_fkey"`)
  for (const [index, mention] of mentions.entries()) {
    const { table, column, as, mark = '' } = mention
    const value = { value: 'rally', start: `rally${mark}x`, link: '"/x?record=rally:1"', json: '{"entity": "rally"}' }[
      as
    ]
    const given = columns.filter((one) => one.table === table && (one.needed || one.name === column))
    await query(sql`insert into ${identifier(table)} (${join(given.map(({ name }) => identifier(name)))})
      values (${join(given.map(({ name, type }) => raw(`'${name === column ? value : (usualOf[type] ?? index)}'`)))})`)
  }
  await query(sql`insert into "_timed" ("name", "at") values ('meeting.x', now())`)
  await take({ words: last, rally: meeting, keys: { 'people/meeting.entity.json': { migration: { from: 'rally' } } } })
  for (const { table, column } of mentions) {
    const texts = (await rows(table, column)).map((row) => JSON.stringify(row))
    expect(
      texts.filter((text) => text.includes('rally')),
      `${table}.${column}`,
    ).toEqual([])
    expect(texts.join(), `${table}.${column}`).toContain('meeting')
  }
  expect(await rows('meeting', 'name')).toEqual([['spring']])
  expect(await rows('meeting.guests', 'seats')).toEqual([[12]])
  expect(await rows('entry', 'entity', 'action')).toContainEqual(['meeting', 'create'])
  await expect(rows('rally', 'name')).rejects.toThrow()

  await refusal({ words: last })
  await take({ words: last, keys: { 'app.json': { migration: { drop: ['meeting'] } } } })
  await expect(rows('meeting', 'name')).rejects.toThrow()
})

it('a transition that a record names may go, and the record keeps what it holds', async () => {
  const apart = await freshDatabase()
  try {
    await prepareOwnTables(apart.database)
    await migrate(apart.database, library({ rally }))
    await apart.database
      .query(sql`insert into "rally" ("version", "createdAt", "stateAt", "id", "name", "state", "step")
      values (1, now(), now(), 1, 'spring', 'open', 'loan.lose')`)
    await migrate(apart.database, library({ rally, words: { lose: 'writeOff' } }))
    expect(await apart.database.query(sql`select "step" from "rally"`)).toEqual([{ step: 'loan.lose' }])
  } finally {
    await apart.remove()
  }
})

it('what PostgreSQL itself refuses has a place as well, and changes nothing', async () => {
  const padding = Array.from({ length: 1_580 }, (_, index) => `add column "x${index}" int`).join(', ')
  await fresh.database.query(sql`${raw(`alter table "branch" ${padding}`)}`)
  const file = fixture().find(({ path }) => path === 'people/branch.entity.json')!
  const { fields } = JSON.parse(file.text) as { fields: object }
  const more = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`more${index}`, { type: 'int', title: [`多${index}`, `More ${index}`] }]),
  )
  const wide = [{ path: file.path, text: JSON.stringify({ ...JSON.parse(file.text), fields: { ...fields, ...more } }) }]
  const problem: unknown = await migrate(fresh.database, compiledFixture(wide)).catch((error: unknown) => error)
  if (!(problem instanceof MigrationProblem)) throw new Error(`Not refused: ${String(problem)}`)
  const [printed] = problem.printed(fixtureFolder, 'schemas')
  expect(printed?.en).toMatch(
    /^schemas\/people\/branch\.entity\.json:\d+:\d+ {2}error stored-records\n {2}PostgreSQL cannot keep "branch" as it is written \(tables can have at most 1600 columns\)\.\n {2}\d+ \| .*\n.*\^/,
  )
  expect(printed?.zh).toContain('PostgreSQL 无法按现在的写法保存')
  const [row] = await fresh.database.query<{ count: number }>(
    sql`select count(*)::int as "count" from "information_schema"."columns" where "column_name" like 'more%'`,
  )
  expect(row).toEqual({ count: 0 })
})
