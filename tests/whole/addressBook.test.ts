// Tests the address book:
// everyone finds active people of the own dealer and of the headquarters in the public columns, nobody of other
// dealers, and nothing else of the headquarters.
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { EntityAnswer } from '../../src/protocol/screenCalls'
import { createTeller } from '../story/teller'
import { useAsker } from './asker'

const { product } = useAsker()
const path = '/addressList'
const columns = ['avatar', 'employeeType', 'mobile', 'name', 'org', 'store']

it('lists the colleagues and the headquarters, each by name, type, organisation, store and mobile', async () => {
  const { call } = createTeller(product().transport)
  const people = await product().server.dependencies.database.query<{
    name: string
    joinno: string
    type: string
    state: string
  }>(
    sql`select e."name", d."joinno", e."employeeType" as "type", e."state" from "employee" e join "dealer" d
      on d."id" = e."dealer"`,
  )
  const named = (of: (person: (typeof people)[number]) => boolean) =>
    people
      .filter((person) => person.state === 'active' && of(person))
      .map(({ name }) => name)
      .sort()
  for (const [role, joinno] of [
    ['guide', 'J10001'],
    ['owner', 'J10001'],
    ['restricted', 'J10002'],
    ['admin', ''],
  ] as const) {
    const { code, data } = await call<ListAnswer>(role, '/api/list', { screen: path, size: 200 })
    expect(code, role).toBe(2000)
    expect(data.rows!.map(({ label }) => label).sort(), role).toEqual(
      named((person) => role === 'admin' || person.joinno === joinno || person.type === '99'),
    )
    expect(new Set(data.rows!.flatMap(({ values }) => Object.keys(values))), role).toEqual(new Set(columns))
    expect(data.rows!.find(({ label }) => label === '总部运营')!.values, role).toMatchObject({
      org: 'hq',
      store: null,
      mobile: '13800000099',
    })
  }
  const { data } = await call<ListAnswer>('guide', '/api/list', {
    screen: path,
    filters: [{ field: 'org', operator: 'in', value: ['dealer'] }],
    size: 200,
  })
  expect(data.rows!.map(({ label }) => label)).toContain('周建平')
  expect(data.rows!.map(({ label }) => label)).not.toContain('总部运营')
})

it('opens a colleague of the headquarters by the same columns, and neither the account behind nor one of another dealer', async () => {
  const { call } = createTeller(product().transport)
  const rows = async (role: string) =>
    (await call<ListAnswer>(role, '/api/list', { screen: path, size: 200 })).data.rows!
  const colleague = (await rows('guide')).find(({ values }) => values.org === 'hq')!
  const { data } = await call<RecordAnswer>('guide', '/api/record', { entity: 'addressBook', id: colleague.id })
  const { entities } = product().server.dependencies.liveApp.current
  const shown = Object.keys((data as unknown as { record: { values: object } }).record.values)
  expect(shown.filter((name) => !entities.addressBook!.fields[name]?.system).sort()).toEqual(columns)
  const foreign = (await rows('restricted')).find(({ values }) => values.org !== 'hq')!
  expect(await call<EntityAnswer>('guide', '/api/record', { entity: 'addressBook', id: foreign.id })).toMatchObject({
    code: 2001,
  })
  expect(await call('guide', '/api/record', { entity: 'employee', id: colleague.id })).toMatchObject({ code: 2001 })
})
