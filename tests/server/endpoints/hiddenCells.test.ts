// A cell of a field that the form hides beside the row's other values is refused, for a new record
// and for a change alike, also where the field has a default that would be written instead.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkRows } from '../../../src/server/endpoints/exchange/rows/checkRow'
import { readCompared } from '../../../src/server/endpoints/exchange/rows/compared'
import type { StoredRow } from '../../../src/server/endpoints/exchange/imports'
import { openExchange } from '../../../src/server/endpoints/exchange/sheetColumns'
import { dryRunTransition } from '../../../src/server/mutation/dryRuns'
import { compileWorkshop } from '../mutation/manifests'
import { moment, Workshop } from '../mutation/workshop'
import { asking } from './reads'

const t = (text: string) => [text, text]
interface Project {
  fields: Record<string, object>
  transitions: Record<string, { form: unknown[]; inputs?: object }>
}

const app = compileWorkshop((files) => {
  const { fields, transitions } = files['work/project.entity.json'] as unknown as Project
  fields.reason = { type: 'string', title: t('Reason'), default: "'none'" }
  transitions.create!.inputs = { hint: { type: 'string', title: t('Hint') } }
  transitions.create!.form.push({ field: 'hint', visibleWhen: "kind == 'urgent'" })
  Object.assign(files['work/Projects.screen.json']!, {
    exchange: { create: 'create', update: 'edit', key: ['name'] },
  })
})

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(app)
  await workshop.project({ name: 'plain', kind: 'plain', reason: 'kept' })
  await workshop.project({ name: 'urgent', kind: 'urgent', reason: 'kept', budget: '1' })
}, 120_000)
afterAll(() => workshop?.close())

/** What becomes of a row, and its wrong cells. */
async function checked(texts: Readonly<Record<string, string>>) {
  const context = asking(workshop, 'north.worker')
  const exchange = openExchange(context, '/projects')
  const row: StoredRow = {
    row: 2,
    given: { texts },
    state: 'create',
    cells: [],
    record: null,
    before: null,
    version: null,
  }
  const [judged] = await checkRows(context, await readCompared(context, exchange, [row]), [row])
  const { state, cells } = judged!
  return [state, ...cells.filter(({ error }) => error).map(({ title, error }) => [title.en, error!.en])]
}

const lost = (title: string) => [title, 'Does not apply with the other values of this row']

it.each<[string, Record<string, string>, unknown[]]>([
  ['a new record', { name: 'a', kind: 'plain中', reason: 'mine' }, ['refused', lost('Reason')]],
  ['an input of a new record', { name: 'b', kind: 'plain中', hint: 'mine' }, ['refused', lost('Hint')]],
  ['a new record that shows it', { name: 'c', kind: 'urgent中', reason: 'mine', hint: 'mine' }, ['create']],
  ['a new record without it', { name: 'd', kind: 'plain中' }, ['create']],
  ['a change', { name: 'plain', reason: 'mine' }, ['refused', lost('Reason')]],
  ['a change that shows it', { name: 'urgent', reason: 'mine' }, ['update']],
])('%s', async (_, texts, expected) => expect(await checked(texts)).toEqual(expected))

it('a run leaves it out, for a new record and for a change', async () => {
  const values = { kind: 'plain', reason: 'mine' }
  const created = await workshop.run('north.worker', 'project.create', { values: { ...values, name: 'e' } })
  expect(await workshop.record('project', created.id)).toMatchObject({ reason: 'none' })
  const id = await workshop.project({ reason: 'kept' })
  await workshop.run('north.worker', 'project.edit', { id, version: 1, values: { ...values, budget: '2' } })
  expect(await workshop.record('project', id)).toMatchObject({ reason: 'kept', budget: '2.00' })
})

it('a dry run names what the form hides', async () => {
  const request = { entity: 'project', transition: 'create', values: { name: 'f', kind: 'plain', reason: 'mine' } }
  const { hidden, changes } = await dryRunTransition(
    { database: workshop.database, app },
    workshop.caller('north.worker'),
    request,
    moment,
  )
  expect([...hidden].sort()).toEqual(['hint', 'reason'])
  expect(changes.name).toEqual({ before: null, after: 'f' })
})
