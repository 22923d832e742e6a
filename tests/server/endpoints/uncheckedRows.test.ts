// Proves what is reported of rows that cannot be checked completely: nothing that unread cells
// alone cause, and only the rule of a cell. A row whose value was looked up too often does not stop
// the others.
import { afterAll, beforeAll, expect, it } from 'vitest'
import sql from 'sql-template-tag'
import { checkRows } from '../../../src/server/endpoints/exchange/rows/checkRow'
import { readCompared } from '../../../src/server/endpoints/exchange/rows/compared'
import type { StoredRow } from '../../../src/server/endpoints/exchange/imports'
import { openExchange } from '../../../src/server/endpoints/exchange/sheetColumns'
import { recordsNamed } from '../../../src/server/endpoints/exchange/rows/recordNames'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'
import { asking } from './reads'

interface Project {
  readonly transitions: { readonly create: { readonly form: readonly (string | { readonly field: string })[] } }
}

let workshop: Workshop
beforeAll(async () => {
  const app = compileWorkshop((files) => {
    const { transitions } = files['work/project.entity.json'] as unknown as Project
    Object.assign(files['work/project.entity.json']!, {
      unique: [{ fields: ['name'], acrossTenants: true, message: ['重名', 'The name is taken'] }],
    })
    const form = transitions.create.form.map((ask) =>
      typeof ask === 'object' && ask.field === 'owner' ? 'owner' : ask,
    )
    Object.assign(transitions.create, {
      form,
      checks: [{ rule: 'budget != null', message: ['须有预算', 'It needs a budget'], field: 'budget' }],
    })
    Object.assign(files['work/Projects.screen.json']!, {
      exchange: { create: 'create', update: 'edit', key: ['name'] },
    })
  })
  workshop = await Workshop.open(app)
  const { boss } = workshop.callers
  workshop.callers.visitor = { ...boss!, tenant: {} as NonNullable<typeof boss>['tenant'] }
}, 120_000)
afterAll(() => workshop?.close())

type Texts = Readonly<Record<string, string>>

/** What becomes of rows: the state, the sentence and the wrong cells of each. */
async function checked(who: string, ...rows: readonly Texts[]) {
  const context = asking(workshop, who)
  const kept = rows.map((texts, index): StoredRow => {
    const of = { row: index + 2, given: { texts }, state: 'create', cells: [] } as const
    return { ...of, record: null, before: null, version: null }
  })
  const compared = await readCompared(context, openExchange(context, '/projects'), kept)
  return (await checkRows(context, compared, kept)).map(({ state, message, cells }) => ({
    state,
    message: message?.en,
    errors: cells.flatMap(({ error }) => (error ? [error.en] : [])),
  }))
}

const sound = { kind: 'plain中', budget: '1' }

it('a row whose value was looked up too often is unchecked, and the next one is checked', async () => {
  const names = Array.from({ length: 61 }, (_, index) => `Bridge ${index}`)
  for (const name of names) await workshop.project({ name })
  const rows = await checked('south.worker', ...[...names, 'Another'].map((name) => ({ ...sound, name })))
  expect(new Set(rows.slice(0, 60).map(({ state }) => state))).toEqual(new Set(['refused']))
  expect(rows[59]!.message).not.toContain('looked up')
  expect(rows[60]).toMatchObject({ state: 'refused', message: expect.stringContaining('it was not checked') })
  expect(rows[61]).toMatchObject({ state: 'create' })
})

it('a cell that cannot be read is the only error of a row whose tenant it would give', async () => {
  const [row] = await checked('visitor', { ...sound, name: 'a', owner: 'nobody' })
  expect(row).toEqual({
    state: 'refused',
    message: undefined,
    errors: [expect.stringMatching(/^There is no Owner called “nobody”; it takes, for example: boss, /)],
  })
})

it('a cell names the one record that the form offers of hundreds that share its name', async () => {
  const { house, team } = workshop.caller('north.worker').me
  await workshop.database.query(sql`INSERT INTO "person"
      ("house", "team", "name", "login", "reach", "state", "createdAt", "stateAt", "version")
    SELECT ${house}::bigint, ${team}::bigint, 'north.worker', (13700000000 + n)::text, 'own', 'left', now(), now(), 1
    FROM generate_series(1, 200) AS n`)
  const row = (name: string) => ({ ...sound, name, owner: 'north.worker' })
  expect(await checked('boss', row('the oldest'))).toEqual([{ state: 'create', message: undefined, errors: [] }])
  // One more that is offered is not passed over.
  await workshop.insert('person', {
    house,
    team,
    name: 'north.worker',
    login: '13700000999',
    reach: 'own',
    state: 'active',
  })
  const [ambiguous] = await checked('boss', row('either'))
  expect(ambiguous!.errors).toEqual([expect.stringContaining('north.worker')])
})

it('a broken rule at an empty cell is said as it is', async () => {
  const [row] = await checked('north.worker', { name: 'b', kind: 'plain中' })
  expect(row!.errors).toEqual(['It needs a budget'])
})

it('a name is found beside one that thousands bear', async () => {
  const house = workshop.caller('north.worker').tenant.id as number
  await workshop.database.query(sql`INSERT INTO "team" ("house", "name", "state", "createdAt", "stateAt", "version")
    SELECT ${house}::bigint, CASE WHEN n = 2001 THEN 'Rare' ELSE 'Common' END, 'open', now(), now(), 1
    FROM generate_series(1, 2001) AS n`)
  const named = await recordsNamed(asking(workshop, 'boss'), 'team', ['Common', 'Rare', 'None'])
  expect([...named].map(([name, ids]) => [name, ids.length]).sort()).toEqual([
    ['Common', 200],
    ['Rare', 1],
  ])
})

it('numbers are looked up as they are written, without composing a text of every record', async () => {
  const id = await workshop.project({ name: 'By number' })
  const { no } = await workshop.record('project', id)
  const context = asking(workshop, 'boss')
  const statements: string[] = []
  const counted = {
    ...context,
    query: ((statement) => {
      statements.push(statement.text)
      return context.query(statement)
    }) as typeof context.query,
  }
  expect([...(await recordsNamed(counted, 'project', [String(no), 'None']))]).toHaveLength(1)
  const plain = statements.length
  expect(statements.join()).not.toContain('unnest')
  expect([...(await recordsNamed(counted, 'project', [`By number · ${no}`]))]).toHaveLength(1)
  expect(statements.slice(plain).join()).toContain('||')
})
