// Proves what becomes of values whose field is gone or has a limit that they exceed. The start is
// refused with advice, which keeps them under the new name, fills them, or drops them, once.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { migrate } from '../../src/server/migration/migrate'
import { compiledFixture, fixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

const path = 'lending/book.entity.json'
const before = fixture().find((source) => source.path === path)!.text

/** The library whose books have a `writer` instead of an `author`, with what their manifest says of fields before. */
function renamed(migration?: object): App {
  const text = before.replaceAll('"author"', '"writer"')
  const book = { ...(JSON.parse(text) as object), ...(migration && { migration }) }
  const others = fixture().filter((source) => source.text.includes('"author"') && source.path !== path)
  return compiledFixture([
    { path, text: JSON.stringify(book) },
    ...others.map((source) => ({ ...source, text: source.text.replaceAll('"author"', '"writer"') })),
  ])
}

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await migrate(fresh.database, compiledFixture())
  await fresh.database.query(
    sql`insert into "book" ("id", "version", "state", "stateAt", "createdAt", "library", "title", "author", "genre")
      values (1, 1, 'shelved', now(), now(), 1, 'Emma', 'Austen', 'novel')`,
  )
})
afterAll(() => fresh?.remove())

const book = async () =>
  (await fresh.database.query<{ row: Record<string, unknown> }>(sql`select to_jsonb(b) as "row" from "book" b`))[0]!.row
const refusal = (app: App) =>
  migrate(fresh.database, app).then(
    () => '',
    (error: Error) => error.message,
  )

it('are kept: the start is refused with the key to write', async () => {
  const message = await refusal(renamed())
  expect(message).toContain('The field "author" of "book" is gone from the manifest')
  const advised = [...message.matchAll(/"(\w+)": \{ "(\w+)"/g)].map(([, key, way]) => `${key}.${way}`)
  expect(advised).toEqual(['migration.rename', 'migration.drop'])
  expect(await book()).toMatchObject({ author: 'Austen' })
})

it('of a field that is computed now are refused with the same advice', async () => {
  const app = compiledFixture()
  const { book: former } = app.entities
  const { author } = former!.fields
  const computed = { ...former!, fields: { ...former!.fields, author: { ...author!, stored: false } } }
  const message = await refusal({ ...app, entities: { ...app.entities, book: computed } })
  expect(message).toContain('The field "author" of "book" is computed now, but records hold values of it: 1 (id 1).')
  expect(message).toContain('"rename": { "author": "newName" }')
})

it('and a limit that they do not fit are refused in one look', async () => {
  const narrow = (app: App): App => {
    const { book: former } = app.entities
    const title = { ...former!.fields.title!, maxLength: 2 }
    return { ...app, entities: { ...app.entities, book: { ...former!, fields: { ...former!.fields, title } } } }
  }
  const message = await refusal(narrow(renamed()))
  expect(message).toContain('The field "author" of "book" is gone from the manifest')
  expect(message).toContain('holds at most 2 characters now')
  // A limit that cannot be compared, as its column has another type, hides no other.
  const app = narrow(compiledFixture())
  const { book: former } = app.entities
  const author = { ...former!.fields.author!, type: 'int' as const, min: 5 }
  const fields = { ...former!.fields, author }
  const retyped = await refusal({ ...app, entities: { ...app.entities, book: { ...former!, fields } } })
  expect(retyped).toContain('"author" of "book" cannot become int')
  expect(retyped).toContain('holds at most 2 characters now')
})

it('stand under the new name when the manifest says it, once', async () => {
  const app = renamed({ rename: { author: 'writer' } })
  await migrate(fresh.database, app)
  const after = await book()
  expect(after).toMatchObject({ title: 'Emma', writer: 'Austen' })
  expect(after).not.toHaveProperty('author')
  await migrate(fresh.database, app)
  expect(await book()).toEqual(after)
})

it('go when the manifest says so', async () => {
  const dropped = { ...(JSON.parse(before) as object), migration: { drop: ['writer'] } }
  await migrate(fresh.database, compiledFixture([{ path, text: JSON.stringify(dropped) }]))
  const after = await book()
  expect(after).toMatchObject({ title: 'Emma', author: null })
  expect(after).not.toHaveProperty('writer')
})

/** The library whose books have a page count in columns and lines, with what their manifest says of its limits. */
function limited(fields: Readonly<Record<string, object>>, migration?: object): App {
  const book = JSON.parse(before) as { fields: Record<string, object> }
  for (const [name, keys] of Object.entries(fields)) book.fields[name] = { ...book.fields[name], ...keys }
  return compiledFixture([{ path, text: JSON.stringify({ ...book, ...(migration && { migration }) }) }])
}
const leaves = (keys: object) => ({
  leaves: {
    type: 'lines',
    title: ['页', 'Leaves'],
    fields: { weight: { type: 'decimal', scale: 3, title: ['重', 'Weight'], ...keys } },
  },
})
const narrow = { author: { required: true }, title: { maxLength: 3 }, ...leaves({ scale: 2, max: 5 }) }
const run = (statement: ReturnType<typeof sql>) => fresh.database.query(statement)

it('of one field go to those that take over what it held, by their rules, once', async () => {
  const text = (title: string) => ({ type: 'string', title: [title, title] })
  await migrate(fresh.database, limited({ marks: text('Marks'), remark: text('Remark') }))
  await run(sql`insert into "book"
    ("id", "version", "state", "stateAt", "createdAt", "library", "title", "marks", "remark") values
    (2, 1, 'shelved', now(), now(), 1, 'Persuasion', 'old=1 copies=3', 'mine'),
    (3, 1, 'shelved', now(), now(), 1, 'Sanditon', null, null)`)
  await run(sql`update "book" set "marks" = 'old=0 copies=12' where "id" = 1`)
  const marked = (type: string, isOld = "contains(marks, 'old=1')") =>
    limited(
      { remark: text('Remark'), isOld: { type: 'boolean', title: ['旧', 'Old'], required: true, default: 'false' } },
      { convert: { marks: { type, to: { isOld, remark: "title + ': ' + text(marks)" } } } },
    )
  expect(await refusal(marked('int', 'marks == 1'))).toContain('"marks" of "book" is no int: its column is text.')
  const books = () => run(sql`select "title", "isOld", "remark" from "book" order by "id"`)
  await migrate(fresh.database, marked('string'))
  const converted = await books()
  expect(converted).toEqual([
    { title: 'Emma', isOld: false, remark: 'Emma: old=0 copies=12' },
    { title: 'Persuasion', isOld: true, remark: 'mine' },
    { title: 'Sanditon', isOld: false, remark: null },
  ])
  expect(await book()).not.toHaveProperty('marks')
  await migrate(fresh.database, marked('string'))
  expect(await books()).toEqual(converted)
  await run(sql`delete from "book" where "id" > 1`)
  await migrate(fresh.database, limited({}, { drop: ['isOld', 'remark'] }))
})

it('that a new limit leaves out are refused with their number, and change only as the manifest says', async () => {
  await migrate(fresh.database, limited(leaves({})))
  await run(sql`insert into "book.leaves" ("library", "parent", "position", "weight")
    values (1, 1, 1, 1.125), (1, 1, 2, null), (1, 1, 3, 7)`)
  const [author, title, ...weights] = (await refusal(limited(narrow))).split('\n').sort()
  expect(author).toBe(
    `${path}: The field "author" of "book" is required now, but there is no value in 1 record (id 1). ` +
      'Write "migration": { "fill": { "author": … } } to give them a value, or ' +
      '"migration": { "exempt": ["author"] } to leave each as it is until its next edit.',
  )
  expect([title, ...weights].join('\n')).toBe(
    [
      'leaves.weight" of "book" has at most 2 decimal places now',
      'leaves.weight" of "book" is at most 5 now',
      'title" of "book" holds at most 3 characters now',
    ]
      .map((what) => {
        const name = what.split('"')[0]
        return (
          `${path}: The field "${what}, but there are other values in 1 record (id 1). Correct these records first, ` +
          `or write "migration": { "exempt": ["${name}"] } to leave each as it is until its next edit.`
        )
      })
      .join('\n'),
  )
  expect(await book()).toMatchObject({ author: null, title: 'Emma' })

  const instructed = { fill: { author: 'Anonymous', 'leaves.weight': 0.5 }, exempt: ['title', 'leaves.weight'] }
  await migrate(fresh.database, limited(narrow, instructed))
  expect(await book()).toMatchObject({ author: 'Anonymous', title: 'Emma' })
  expect(await run(sql`select "weight"::float from "book.leaves" order by "position"`)).toEqual([
    { weight: 1.125 },
    { weight: 0.5 },
    { weight: 7 },
  ])
  await migrate(fresh.database, limited(narrow))
  // Lines under another name have the limits that they had.
  const { leaves: sheets, ...others } = narrow
  await migrate(fresh.database, limited({ ...others, sheets }, { rename: { leaves: 'sheets' } }))
  await migrate(fresh.database, limited(narrow, { rename: { sheets: 'leaves' } }))
  await expect(refusal(limited({ ...narrow, ...leaves({ scale: 1, max: 5 }) }))).resolves.toContain('1 decimal places')
})

it('of another dictionary or entity are refused where they would name nothing, or something else', async () => {
  const named = (dictionary: string, entity: string) => ({
    ...narrow,
    kind: { type: 'choice', dictionary, title: ['类', 'Kind'] },
    twin: { type: 'ref', entity, title: ['副本', 'Twin'] },
    memo: { type: dictionary === 'genre' ? 'choice' : 'string', title: ['备注', 'Memo'], ...memoOf(dictionary) },
  })
  const memoOf = (dictionary: string) => (dictionary === 'genre' ? { dictionary } : {})
  await migrate(fresh.database, limited(named('noticeKind', 'book')))
  await migrate(fresh.database, limited(named('genre', 'account')))
  await migrate(fresh.database, limited(named('noticeKind', 'book')))
  await run(sql`update "book" set "kind" = 'lending', "twin" = 1, "memo" = 'mine' where "id" = 1`)
  const changed = named('genre', 'account')
  expect((await refusal(limited(changed))).split('\n').sort()).toEqual([
    `${path}: The field "kind" of "book" chooses from "genre" now, but there are other values in 1 record (id 1). ` +
      'Correct these records first, or write "migration": { "exempt": ["kind"] } to leave each as it is until its next edit.',
    expect.stringContaining('The field "memo" of "book" chooses from "genre" now'),
    `${path}: The field "twin" of "book" refers to "account" now, but there are other values in 1 record (id 1). ` +
      'Give the new field another name, or write "migration": { "drop": ["twin"] } first to lose them.',
  ])
  // The ids of other records cannot stay.
  expect(await refusal(limited(changed, { exempt: ['kind', 'memo', 'twin'] }))).toContain('"twin" of "book" refers')
  await run(sql`update "book" set "twin" = null where "id" = 1`)
  await migrate(fresh.database, limited(changed, { exempt: ['kind', 'memo'] }))
  expect(await book()).toMatchObject({ kind: 'lending', memo: 'mine' })
  await migrate(fresh.database, limited(narrow, { drop: ['kind', 'memo', 'twin'] }))
})

it('of the number of files may come with the field, and are refused where a record has more', async () => {
  const scans = (max: number) => ({ ...narrow, scans: { type: 'files', title: ['扫描件', 'Scans'], max } })
  await migrate(fresh.database, limited(scans(2)))
  await run(sql`update "book" set "scans" = '[{"id":"a"},{"id":"b"}]'::jsonb where "id" = 1`)
  expect(await refusal(limited(scans(1)))).toContain('"scans" of "book" is at most 1 now')
  await migrate(fresh.database, limited(scans(2)))
})

it('of a text that is localized now stand there in every language', async () => {
  // The title names the books: the letters of its pinyin are indexed.
  const app = limited({ author: { localized: true }, title: { localized: true } }, { drop: ['leaves', 'scans'] })
  await migrate(fresh.database, {
    ...app,
    product: { ...app.product, languages: [...app.product.languages, 'fr'] },
  } as App)
  expect(await book()).toMatchObject({
    author: ['Anonymous', 'Anonymous', 'Anonymous'],
    title: ['Emma', 'Emma', 'Emma'],
  })
})
