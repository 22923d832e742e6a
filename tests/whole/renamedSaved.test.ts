// Tests that saved preferences follow renamed fields:
// former names of every list field in own and shared views, columns, import matches and scheduled reports are updated
// by the next start.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Screen } from '../../src/manifest/model/screen'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { identifier } from '../../src/server/database/sql/identifier'
import { migrate } from '../../src/server/migration/migrate'
import { requireApp } from '../../scripts/compiled'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const former = (name: string) => `${name}Before`

/** The product whose fields all had another name before, those of lines too. */
const renamed: App = {
  ...app,
  entities: Object.fromEntries(
    Object.entries(app.entities).map(([name, entity]) => [
      name,
      { ...entity, migration: { ...entity.migration, rename: formerNames(entity) } },
    ]),
  ),
}

function formerNames({ fields }: Entity): Record<string, string> {
  return Object.fromEntries(
    Object.values(fields).flatMap(({ name, system, fields: columns = {} }) =>
      system
        ? []
        : [
            [former(name), name],
            ...Object.keys(columns).map((column) => [`${name}.${former(column)}`, `${name}.${column}`]),
          ],
    ),
  )
}

/** The path as it was saved under the former names. */
function formerPath(list: Screen, path: string): string {
  let entity: Entity | undefined = app.entities[list.entity ?? '']
  let lines: Entity['fields'] | undefined
  return path
    .split('.')
    .map((segment) => {
      const field: Entity['fields'][string] | undefined = (lines ?? entity?.fields)?.[segment]
      lines = field?.type === 'lines' ? field.fields : undefined
      if (!lines) entity = app.entities[field?.entity ?? '']
      return field && !field.system ? former(segment) : segment
    })
    .join('.')
}

const boot = async (role: string) => {
  const headers = { 'x-token': await suite.teller.token(role) }
  const { body } = await suite.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
  return (body as Envelope<BootAnswer>).data
}
const keep = async (name: string, value: unknown, sharedWith?: string) =>
  expect(
    (await suite.teller.call('owner', '/api/preference', { name, value, ...(sharedWith && { sharedWith }) })).code,
  ).toBe(codes.success)

/** A view of a list that uses its columns, filters, its sort and a further one, by the names that `named` gives. */
function viewOf(list: Screen, named: (path: string) => string) {
  const query = new URLSearchParams(list.filters.map(({ field }) => [`f.${named(field)}`, 'empty:false']))
  const further = list.columns.find(({ field, sortable }) => sortable && field !== list.sort.field)
  query.set('sort', [`-${named(list.sort.field)}`, ...(further ? [named(further.field)] : [])].join(','))
  const columns = list.columns.map(({ field }) => ({ field: named(field), width: 120 }))
  return { title: list.path, screen: list.path, query: query.toString(), choice: { columns } }
}

describe('what was saved under a former name of a field', () => {
  it('bears the present one after the next start, in every list, once', async () => {
    const { routes, account } = await boot('owner')
    const lists = everyScreen(app.screens).filter(({ kind, path }) => kind === 'list' && routes[path])
    expect(lists.length).toBeGreaterThan(60)
    const reach = `role:${account.role!.id}`
    const places = [undefined, 'unit', 'tenant', reach] as const
    for (const [position, list] of lists.entries()) {
      const place = places[position % places.length]
      await keep(
        `view:r${position}`,
        viewOf(list, (path) => path),
      )
      await keep(
        `view:f${position}`,
        viewOf(list, (path) => formerPath(list, path)),
        place,
      )
      await keep(`list:${list.path}`, { columns: viewOf(list, (path) => formerPath(list, path)).choice.columns })
      const matches = list.columns.map(({ field }) => [field, formerPath(list, field)])
      await keep(`columns of ${list.path}`, { ...Object.fromEntries(matches), left: null })
    }
    const { database } = suite.product.server.dependencies
    for (const _ of [1, 2]) {
      await migrate(database, renamed)
      const { preferences, sharedPreferences } = await boot('owner')
      for (const [position, list] of lists.entries()) {
        const place = places[position % places.length]
        const stored = place === undefined ? preferences : sharedPreferences[place as 'unit']!
        expect(stored[`view:f${position}`], list.path).toEqual(preferences[`view:r${position}`])
        const { columns } = viewOf(list, (path) => path).choice
        expect(preferences[`list:${list.path}`], list.path).toEqual({ columns })
        const matches = list.columns.map(({ field }) => [field, field])
        expect(preferences[`columns of ${list.path}`], list.path).toEqual({
          ...Object.fromEntries(matches),
          left: null,
        })
      }
    }
  })

  it('is sent by a scheduled report under the present one', async () => {
    const { entity, createTransition } = app.product.scheduledReports!
    const list = app.screens['/customer/CustomerList']!
    const requestOf = (named: (path: string) => string) => ({
      screen: list.path,
      filters: [{ field: named('name'), operator: 'contains', value: '王' }],
      conditions: { all: [{ field: named('guide.name'), operator: 'contains', value: '李' }] },
      sort: { field: named('name'), descending: false },
      thenBy: [{ field: named('guide'), descending: true }],
      columns: ['no', 'name', 'guide'].map(named),
    })
    const made = await suite.teller.call<RunAnswer>('owner', '/api/run', {
      entity,
      transition: createTransition,
      key: randomUUID(),
      values: {
        name: '客户',
        every: 'day',
        hour: 8,
        delivery: 'message',
        language: 'zh',
        request: JSON.stringify(requestOf((path) => path)),
      },
    })
    expect(made).toMatchObject({ code: codes.success })
    const { database } = suite.product.server.dependencies
    const saved = JSON.stringify(requestOf((path) => formerPath(list, path)))
    await database.owner.query(
      sql`update ${identifier(entity)} set "request" = ${saved} where "id" = ${made.data.id}::bigint`,
    )
    await migrate(database, renamed)
    const { data } = await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity, id: made.data.id })
    const request = JSON.parse(String(data.record.values.request)) as Record<string, unknown>
    expect(request).toEqual(requestOf((path) => path))
    const { screen, filters, conditions, sort, thenBy, columns } = request
    const answer = await suite.teller.call<ListAnswer>('owner', '/api/list', {
      screen,
      filters,
      conditions,
      sort,
      thenBy,
      columns,
    })
    expect(answer.code).toBe(codes.success)
  })
})
