// Proves that each change that would lose, hide or strand records is refused in its place:
// with file, line, column and caret, with what to write instead, and nothing is changed.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { migrate } from '../../src/server/migration/migrate'
import { MigrationProblem, printedRefusals } from '../../src/server/migration/refusal'
import { compiledFixture, fixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

type Manifest = Record<string, any>
type Files = Record<string, Manifest>

const t = (name: string) => [`${name}中`, name]
const entityPath = 'festival/rally.entity.json'
const kindPath = 'festival/rallyKind.dictionary.json'

/** A module beside the fixture: its codes, a dictionary, and an entity with a field of each kind at stake. */
const module: Files = {
  'festival/module.json': {
    title: t('Festival'),
    path: '/festival',
    permissions: ['stage'],
    codes: { stage: t('Stage'), crew: t('Crew') },
  },
  [kindPath]: { title: t('Kind'), items: { march: t('March'), fair: t('Fair') } },
  [entityPath]: {
    title: t('Rally'),
    labelField: 'name',
    perTenant: false,
    fields: {
      name: { type: 'string', title: t('Name'), required: true, maxLength: 40 },
      kind: { type: 'choice', title: t('Kind'), dictionary: 'rallyKind' },
      cost: { type: 'money', title: t('Cost') },
      place: { type: 'ref', title: t('Place'), entity: 'branch' },
      town: { type: 'string', title: t('Town') },
      guests: {
        type: 'lines',
        title: t('Guests'),
        fields: { heads: { type: 'int', title: t('Heads') }, seat: { type: 'string', title: t('Seat') } },
      },
    },
    states: { open: { title: t('Open') }, late: { title: t('Late') } },
    transitions: {
      create: {
        title: t('Add'),
        to: 'open',
        permissions: ['stage'],
        form: ['name', 'kind', 'cost', 'place', 'town', 'guests'],
      },
      delay: { title: t('Delay'), from: ['open'], to: 'late', permissions: ['crew'] },
      hurry: { title: t('Hurry'), from: ['late'], to: 'open', permissions: ['crew'] },
    },
  },
}

const sourcesOf = (files: Files) =>
  fixture(Object.entries(files).map(([path, manifest]) => ({ path, text: JSON.stringify(manifest, null, 2) })))
const appOf = (files: Files) => compiledFixture(sourcesOf(files))

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await prepareOwnTables(fresh.database)
  await migrate(fresh.database, appOf(module))
  const { query } = fresh.database
  await query(sql`insert into "role" ("version", "createdAt", "stateAt", "id", "library", "name", "state")
    values (1, now(), now(), 1, 1, 'clerk', 'active')`)
  await query(sql`insert into "role.codes" ("library", "parent", "position", "code")
    values (1, 1, 1, 'stage'), (1, 1, 2, 'crew')`)
  await query(sql`insert into "rally"
    ("version", "createdAt", "stateAt", "id", "name", "state", "kind", "cost", "place", "town")
    values (1, now(), now(), 1, 'The march of the long name', 'late', 'march', 1.50, 7, 'York'),
      (1, now(), now(), 2, 'Spring', 'open', 'fair', 2.25, 7, 'York')`)
  await query(sql`insert into "rally.guests" ("parent", "position", "heads", "seat") values (1, 1, 12, 'A1')`)
})
afterAll(() => fresh?.remove())

const rallyOf = (files: Files) => files[entityPath]!

it.each<{ row: string; change: (files: Files) => void; file: string; says: RegExp; write: RegExp }>([
  {
    row: 'an entity has another name',
    change: (files) => {
      files['festival/meeting.entity.json'] = rallyOf(files)
      delete files[entityPath]
    },
    file: 'app.json',
    says: /The entity "rally" is gone .* 2 records/,
    write: /"from": "rally"/,
  },
  {
    row: 'the folder of a module is gone',
    change: (files) => Object.keys(files).forEach((path) => delete files[path]),
    file: 'app.json',
    says: /The entity "rally" is gone .* 2 records/,
    write: /"drop"/,
  },
  {
    row: 'a state is gone',
    change: (files) => {
      const { states, transitions } = rallyOf(files)
      delete states.late
      delete transitions.delay
      delete transitions.hurry
      transitions.close = { title: t('Close'), from: ['open'], to: 'shut', permissions: ['crew'] }
      states.shut = { title: t('Shut'), closed: true }
    },
    file: entityPath,
    says: /The state "late" of "rally" is gone .* rally \(1: id 1\)/,
    write: /"late"/,
  },
  {
    row: 'a code of a dictionary is gone',
    change: (files) => delete files[kindPath]!.items.march,
    file: kindPath,
    says: /The code "march" of the dictionary "rallyKind" is gone .* rally\.kind \(1: id 1\)/,
    write: /"retired"|"rename"/,
  },
  {
    row: 'a length is narrowed',
    change: (files) => (rallyOf(files).fields.name.maxLength = 10),
    file: entityPath,
    says: /"name" of "rally" holds at most 10 characters now/,
    write: /exempt/,
  },
  {
    row: 'a field is required',
    change: (files) => {
      rallyOf(files).fields.motto = { type: 'string', title: t('Motto'), required: true }
      rallyOf(files).transitions.create.form.push('motto')
    },
    file: entityPath,
    says: /"motto" of "rally" is required now/,
    write: /fill/,
  },
  {
    row: 'a permission code is gone',
    change: (files) => {
      delete files['festival/module.json']!.codes.crew
      for (const name of ['delay', 'hurry']) rallyOf(files).transitions[name].permissions = ['stage']
    },
    file: 'access.json',
    says: /The permission code "crew" is gone .* role/,
    write: /"drop"/,
  },
  {
    row: 'a field is gone',
    change: (files) => {
      delete rallyOf(files).fields.town
      rallyOf(files).transitions.create.form = ['name', 'kind', 'cost', 'place', 'guests']
    },
    file: entityPath,
    says: /The field "town" of "rally" is gone .* 2 \(ids? 1, 2\)/,
    write: /"rename"/,
  },
  {
    row: 'a column of lines is gone',
    change: (files) => delete rallyOf(files).fields.guests.fields.seat,
    file: entityPath,
    says: /"guests\.seat" of "rally" is gone/,
    write: /"rename"/,
  },
  {
    row: 'an amount becomes a whole number',
    change: (files) => (rallyOf(files).fields.cost.type = 'int'),
    file: entityPath,
    says: /"cost" of "rally" cannot become/,
    write: /convert|drop|as it was/,
  },
  {
    row: 'values are to be unique',
    change: (files) => (rallyOf(files).unique = [{ fields: ['town'], message: t('Twice') }]),
    file: entityPath,
    says: /Records of "rally" are in the way of what "unique" asks for \(Key .*York/,
    write: /Change these records first/,
  },
  {
    row: 'a reference leads to another entity',
    change: (files) => (rallyOf(files).fields.place.entity = 'account'),
    file: entityPath,
    says: /"place" of "rally" refers to "?account"? now/,
    write: /./,
  },
])('$row: refused in its place', async ({ change, file, says, write }) => {
  const files = structuredClone(module)
  change(files)
  const before = await stored()
  const problem: unknown = await migrate(fresh.database, appOf(files)).catch((error: unknown) => error)
  if (!(problem instanceof MigrationProblem)) throw new Error(`Not refused: ${String(problem)}`)
  const texts = new Map(sourcesOf(files).map(({ path, text }) => [path, text]))
  const printed = printedRefusals(problem.refusals, (path) => texts.get(path)).map(({ en }) => en)
  const [refused] = printed.filter((text) => says.test(text))
  expect(refused, printed.join('\n\n')).toMatch(
    new RegExp(
      `^${file.replaceAll('.', '\\.')}:\\d+:\\d+ {2}error stored-records\\n {2}.+\\n +\\d+ \\| .+\\n +\\| +\\^+\\n {2}`,
    ),
  )
  expect(refused!.split('\n').at(-1)).toMatch(write)
  expect(await stored()).toEqual(before)
})

async function stored(): Promise<unknown> {
  const { query } = fresh.database
  return [
    await query(sql`select to_jsonb(r) as "row" from "rally" r order by "id"`),
    await query(sql`select to_jsonb(g) as "row" from "rally.guests" g`),
    await query(sql`select "code" from "role.codes" order by 1`),
  ]
}
