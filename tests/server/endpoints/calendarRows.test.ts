// Proves that a calendar has rows only for accounts whose records the reader reaches.
import sql from 'sql-template-tag'
import { afterEach, expect, it } from 'vitest'
import { readCalendar } from '../../../src/server/endpoints/lists/calendar'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'
import { asking } from './reads'

const t = (text: string) => [text, text]
const planned = (rowScope: object, more: object = {}) =>
  compileWorkshop((files) => {
    Object.assign(files['work/project.entity.json']!, { rowScope })
    const { states } = files['work/person.entity.json'] as { states: Record<string, object> }
    states.left = { ...states.left, closed: true }
    // Otherwise the options of the field leave out who has left.
    const { fields } = files['work/project.entity.json'] as { fields: { owner: { optionsWhere?: string } } }
    delete fields.owner.optionsWhere
    files['work/Plan.screen.json'] = {
      path: '/plan',
      title: t('Plan'),
      kind: 'calendar',
      entity: 'project',
      permissions: ['money'],
      calendar: { dateField: 'endsOn', groupBy: 'owner', entryFields: ['name'] },
      ...more,
    }
  })

let workshop: Workshop | undefined
afterEach(() => workshop?.close())

const week = { screen: '/plan', from: '2026-03-02', to: '2026-03-09' }
const everyone = ['boss', 'north.guest', 'north.manager', 'north.mate', 'north.stranger', 'north.worker']

async function rows(app: ReturnType<typeof planned>, projects: readonly string[] = []) {
  workshop = await Workshop.open(app)
  for (const owner of projects)
    await workshop.project({
      name: owner,
      endsOn: '2026-03-03',
      owner: workshop.idOf(owner),
      createdBy: workshop.idOf('north.worker'),
    })
  return async (who: string, codes?: readonly string[]) => {
    const asked = asking(workshop!, who)
    const caller = codes === undefined ? asked.caller : { ...asked.caller, codes: new Set(codes) }
    return (await readCalendar({ ...asked, caller }, week)).groups!.map(({ label }) => label)
  }
}

it('in each scope, as far as it leads through the person of the row', async () => {
  const of = await rows(planned({ unitFields: ['owner.team'], selfFields: ['owner'] }))
  expect(await of('north.worker')).toEqual(['north.worker'])
  expect(await of('north.mate')).toEqual(['north.guest', 'north.manager', 'north.mate', 'north.worker'])
  expect(await of('north.stranger')).toEqual(['north.stranger'])
  expect(await of('north.manager')).toEqual(everyone)
}, 60_000)

it('for all where the screen is wider, or another path may lead to them', async () => {
  const wider = await rows(planned({ unitFields: ['owner.team'], selfFields: ['owner'] }, { widenRowScope: 'tenant' }))
  expect(await wider('north.worker')).toEqual(everyone)
  await workshop?.close()
  const other = await rows(planned({ unitFields: ['team'], selfFields: ['owner', 'team.createdBy'] }))
  expect(await other('north.worker')).toEqual(everyone)
}, 60_000)

it('what a reader makes for others counts for who may make a record, and a row with an entry is always there', async () => {
  const of = await rows(planned({ unitFields: ['team'], selfFields: ['owner', 'createdBy'] }), ['north.mate'])
  expect(await of('north.worker')).toEqual(everyone)
  expect(await of('north.worker', ['money'])).toEqual(['north.worker', 'north.mate'])
}, 60_000)

it('nobody who has left, unless a record is theirs', async () => {
  const of = await rows(planned({}), ['north.mate'])
  for (const name of ['north.mate', 'north.guest'])
    await workshop!.database.query(sql`update "person" set "state" = 'left' where "id" = ${workshop!.idOf(name)}`)
  expect(await of('north.manager')).toEqual([...everyone.filter((name) => !/mate|guest/.test(name)), 'north.mate'])
}, 60_000)
