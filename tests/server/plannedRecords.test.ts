// Proves that the plan of a change names the records that it strands, renames, fills and drops, and
// the indexes that it builds, and that it does not wait for a locked table.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { migrate, type Migrated } from '../../src/server/migration/migrate'
import { planChange } from '../../src/server/migration/plan/plan'
import { planText } from '../../src/server/migration/plan/writePlan'
import { compiledFixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

interface Manifest {
  rules: Record<string, string>
  fields: Record<string, object>
  states: Record<string, object>
  transitions: Record<string, Record<string, unknown>>
  invariants: { rule: string; message: string[] }[]
  [key: string]: unknown
}

/** A limit of the price by a named rule, one of the width by fields computed from the pages, and one that is broken. */
const manifest = {
  title: ['卷', 'Folio'],
  labelField: 'name',
  perTenant: false,
  fields: {
    name: { type: 'string', title: ['名称', 'Name'], required: true },
    author: { type: 'string', title: ['作者', 'Author'] },
    price: { type: 'int', title: ['价', 'Price'] },
    pages: { type: 'int', title: ['页', 'Pages'] },
    thickness: { type: 'decimal', scale: 2, title: ['厚', 'Thickness'], compute: 'pages / 100' },
    width: { type: 'decimal', scale: 2, title: ['宽', 'Width'], compute: 'thickness * 2' },
  },
  rules: { cheap: 'price < 100' },
  states: {
    kept: { title: ['在库', 'Kept'] },
    away: { title: ['外借', 'Away'] },
    gone: { title: ['注销', 'Gone'], closed: true },
  },
  transitions: {
    create: { title: ['新增', 'Add'], to: 'kept', permissions: ['admin'], form: ['name', 'author', 'price', 'pages'] },
    edit: { title: ['修改', 'Edit'], from: ['kept', 'away'], permissions: ['admin'], form: ['price'] },
    lend: { title: ['借出', 'Lend'], from: ['kept'], to: 'away', permissions: ['admin'] },
    back: { title: ['归还', 'Return'], from: ['away'], to: 'kept', permissions: ['admin'] },
    drop: { title: ['注销', 'Write off'], from: ['kept'], to: 'gone', permissions: ['admin'] },
  },
  invariants: [
    { rule: 'price == null || rule.cheap', message: ['太贵', 'Too dear'] },
    { rule: 'width == null || width < 10', message: ['太宽', 'Too wide'] },
    { rule: "author != 'Nobody'", message: ['无作者', 'No author'] },
  ],
}

/** The library with folios, under any name. */
function library(change: (folio: Manifest) => void = () => undefined, name = 'folio'): App {
  const folio = structuredClone<Manifest>(manifest)
  change(folio)
  return compiledFixture([{ path: `lending/${name}.entity.json`, text: JSON.stringify(folio) }])
}
const empty = { rule: 'pages > 0', message: ['无页', 'Empty'] }

let fresh: FreshDatabase
const before = library()
beforeAll(async () => {
  fresh = await freshDatabase()
  await prepareOwnTables(fresh.database)
  await migrate(fresh.database, before)
  // The third breaks a rule already; the last breaks every one, and is closed.
  await fresh.database.query(sql`
    insert into "folio" ("id", "version", "state", "stateAt", "createdAt", "name", "author", "price", "pages")
    values (1, 1, 'kept', now(), now(), 'Emma', 'Austen', 20, 300),
      (2, 1, 'away', now(), now(), 'Ulysses', 'Joyce', 40, 400),
      (3, 1, 'kept', now(), now(), 'Bible', 'Nobody', 60, null),
      (4, 1, 'gone', now(), now(), 'Atlas', 'Nobody', 160, null)`)
})
afterAll(() => fresh?.remove())

/** @param migrated what the migration did, where the change is live already */
async function planOf(after: App, migrated?: Migrated): Promise<string> {
  const change = { before, after, warnings: [], now: new Date(), textOfFile: () => undefined, migrated }
  return planText(await planChange(fresh.database, change), after.product, 'en')
}

const flight = 'Open records that no longer satisfy a rule'
const away = '“Folio”: 1 record is in “Away”, which no action leaves any more: Ulysses'

it('names the open records that break a new rule, and none that break one as before', async () => {
  const plan = await planOf(library(({ invariants }) => invariants.push(empty)))
  expect(plan).toContain('Needs a word')
  expect(plan).toContain(`${flight}\n  “Folio”: 1 record breaks “Empty” (pages > 0): Bible`)
  expect(plan).not.toContain('No author')
  const titled = await planOf(library((folio) => (folio.title = ['册', 'Volume'])))
  expect(titled).toContain('Safe')
  expect(titled).not.toContain(flight)
})

it('names those that break a rule of which a named part or a computed field changed', async () => {
  const dear = await planOf(library(({ rules }) => (rules.cheap = 'price < 30')))
  expect(dear).toMatch(
    /“Folio”: 2 records break “Too dear” \(.*price < 30.*\), such as (Ulysses, Bible|Bible, Ulysses)/,
  )
  const wide = await planOf(library(({ fields }) => Object.assign(fields.thickness!, { compute: 'pages / 70' })))
  expect(wide).toContain(`“Folio”: 1 record breaks “Too wide” (width == null || width < 10): Ulysses`)
})

it('names those in a state that no action leaves any more, also where one still works within it', async () => {
  const plan = await planOf(library(({ transitions }) => (transitions.back!.to = 'away')))
  expect(plan).toContain(`${flight}\n  ${away}`)
})

it('names those that no condition of a way out lets go any more', async () => {
  const plan = await planOf(library(({ transitions }) => (transitions.back!.when = 'pages > 500')))
  expect(plan).toContain(
    `${flight}\n  “Folio”: 1 record in “Away” fulfills no condition of an action that leaves it (pages > 500): Ulysses`,
  )
  // As long as one of several ways is open, the record is not stranded; nor where another account may act.
  const other = { title: ['赔', 'Pay'], from: ['away'], to: 'gone', permissions: ['admin'], when: 'price < 50' }
  const open = await planOf(
    library(({ transitions }) => {
      transitions.back!.when = 'pages > 500'
      transitions.pay = other
    }),
  )
  expect(open).not.toContain(flight)
  expect(await planOf(library(({ transitions }) => (transitions.back!.when = 'me.id == createdBy')))).not.toContain(
    flight,
  )
})

/** Folios as volumes, with another name of a state, which no action leaves, and a rule that is new. */
const volumes = (instructions: object) =>
  library((folio) => {
    const { away: lent, ...others } = folio.states
    const to = 'lent'
    folio.states = { ...others, lent: lent! }
    folio.transitions.lend!.to = to
    for (const name of ['edit', 'back']) Object.assign(folio.transitions[name]!, { from: [to], to })
    folio.invariants.push(empty)
    folio.migration = { from: 'folio', ...instructions }
  }, 'volume')

it('looks at entities and states that are renamed at the same time', async () => {
  const plan = await planOf(volumes({ states: { away: 'lent' } }))
  expect(plan).toContain('Records that it changes\n  “folio” becomes “volume”: 4 records follow (ids 1, 2, 3, …)')
  expect(plan).toContain('“volume.away” becomes “lent”: 1 record follows (ids 2)')
  expect(plan).toContain('“Folio”: 1 record breaks “Empty” (pages > 0): Bible')
  expect(plan).toContain(away)
  const refused = await planOf(volumes({}))
  expect(refused).toContain(
    'The state "away" of "volume" is gone from the manifest, but records are in it: volume (1: id 2)',
  )
})

it('counts the records whose fields it renames, drops and fills, with the ids of the first', async () => {
  const plan = await planOf(
    library((folio) => {
      const { price, author: _, ...fields } = folio.fields
      folio.fields = { ...fields, cost: { ...price }, pages: { ...fields.pages, required: true } }
      folio.transitions.create!.form = ['name', 'cost', 'pages']
      folio.transitions.edit!.form = ['cost']
      folio.rules = { cheap: 'cost < 100' }
      folio.invariants = [{ rule: 'cost == null || rule.cheap', message: ['太贵', 'Too dear'] }]
      folio.migration = { rename: { price: 'cost' }, drop: ['author'], fill: { pages: 1 } }
    }),
  )
  expect(plan).toContain('“folio.price” becomes “cost”: 4 records follow (ids 1, 2, 3, …)')
  expect(plan).toContain('“folio.author” is given up: what 4 records hold is deleted (ids 1, 2, 3, …)')
  expect(plan).toContain('“folio.pages” gets “1” in 2 records without a value (ids 3, 4)')
})

it('names the indexes that it would build, with the rows that PostgreSQL estimates', async () => {
  await fresh.database.owner.query(sql`analyze "folio"`)
  const plan = await planOf(library(({ fields }) => Object.assign(fields.price!, { index: true })))
  expect(plan).toContain('Indexes that will be built\n  “Folio”: 1 index (rows: about 4; time: about 1 s)')
})

it('looks at the open records of a change that is live already too', async () => {
  const after = library(({ invariants }) => invariants.push(empty))
  expect(await planOf(after, { granted: [], rows: [] })).toContain(
    `${flight}\n  “Folio”: 1 record breaks “Empty” (pages > 0): Bible`,
  )
})

it('says that it tried nothing while a table is locked, and has changed nothing afterwards', async () => {
  const broken = library(({ invariants, fields }) => {
    invariants.push(empty)
    fields.shelf = { type: 'string', title: ['架', 'Shelf'] }
  })
  const [plan, live] = await fresh.database.owner.transaction(async (tx) => {
    await tx.query(sql`lock table "folio" in access exclusive mode`)
    return Promise.all([planOf(broken), planOf(broken, { granted: [], rows: [] })])
  })
  expect(plan).toContain(`${flight}\n  The data were busy or too many to try this: `)
  expect(live).toContain(`${flight}\n  The data were busy or too many to look at open records and saved views: `)
  for (const text of [plan, live]) expect(text).not.toContain('Empty')
  const columns = await fresh.database.query(sql`select 1 from information_schema.columns
    where "table_name" in ('folio', 'volume') and "column_name" in ('shelf', 'cost', 'lent')`)
  expect(columns).toEqual([])
  const states = await fresh.database.query<{ state: string }>(sql`select "state" from "folio" order by "id"`)
  expect(states.map(({ state }) => state)).toEqual(['kept', 'away', 'kept', 'gone'])
})
