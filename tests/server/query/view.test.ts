// Records that are not kept: made of those of other entities, searched, sorted, paged, reached and
// added up like any others.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import { migrate } from '../../../src/server/migration/migrate'
import type { Condition } from '../../../src/protocol/calls'
import { readList } from '../../../src/server/endpoints/lists/list'
import { readRecord } from '../../../src/server/endpoints/records/record'
import { asking } from '../endpoints/reads'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'

const t = (name: string): [string, string] => [`${name}中`, name]
const field = (type: string, rest: object = {}) => ({ type, title: t(type), ...rest })

function compileWithView(change: (files: Record<string, object>) => void = () => undefined): App {
  return compileWorkshop((files) => {
    files['work/flow.entity.json'] = {
      title: t('Flow'),
      labelField: 'what',
      rowScope: { unitFields: ['project.team'], selfFields: ['project.owner'] },
      view: [
        {
          entity: 'expense',
          where: "state == 'booked'",
          values: { project: 'project', what: "'spent ' + no", amount: '-amount', on: 'date(createdAt)' },
        },
        {
          entity: 'project',
          where: 'budget > 0',
          values: { project: 'id', what: 'name', amount: 'budget', on: 'date(createdAt)', team: 'owner.team' },
        },
      ],
      fields: {
        project: field('ref', { entity: 'project' }),
        what: field('string'),
        amount: field('money'),
        on: field('date'),
        team: field('ref', { entity: 'team' }),
        soFar: field('money', { aggregate: { sum: 'flow.amount', where: 'project == this.project', runningBy: 'on' } }),
        double: field('money', { compute: 'amount * 2' }),
      },
    }
    files['work/Flow.screen.json'] = {
      path: '/flow',
      title: t('Flow'),
      kind: 'list',
      permissions: ['projects'],
      entity: 'flow',
      sort: '-on',
      filters: ['project', 'amount', 'what', 'on'],
      columns: ['what', { field: 'amount', sum: true }, 'soFar', 'double', 'project.kind', 'team', 'createdBy'],
    }
    change(files)
  })
}

let workshop: Workshop
let project: number
beforeAll(async () => {
  workshop = await Workshop.open(compileWithView())
  const { tenant: house, me } = workshop.caller('north.worker')
  const mate = workshop.idOf('north.mate')
  project = await workshop.project({ name: 'own', budget: '10.00', createdAt: '2026-03-01T00:00:00Z' })
  const others = await workshop.project({
    name: 'theirs',
    budget: '5.00',
    owner: mate,
    createdBy: mate,
    createdAt: '2026-03-02T00:00:00Z',
  })
  const spend = (no: string, amount: string, day: number, rest: object = {}) =>
    workshop.insert('expense', {
      house: house.id,
      no,
      project,
      amount,
      state: 'booked',
      createdBy: me.id,
      createdAt: `2026-03-0${day}T00:00:00Z`,
      ...rest,
    })
  await spend('A', '1.00', 3)
  await spend('B', '2.50', 4)
  await spend('C', '9.00', 4, { state: 'cancelled' })
  await spend('D', '3.00', 5, { project: others })
  const south = workshop.caller('south.worker')
  await workshop.project({
    name: 'south',
    budget: '7.00',
    house: south.tenant.id,
    owner: south.me.id,
    team: south.me.team,
    createdBy: south.me.id,
  })
}, 120_000)
afterAll(() => workshop?.close())

const listed = async (who: string, request: object = {}) =>
  (await readList(asking(workshop, who), { screen: '/flow', ...request })).rows ?? []
const whats = async (who: string, request: object = {}) => (await listed(who, request)).map((row) => row.values.what)

describe('a view', () => {
  it('lists what its parts make of their records', async () => {
    const rows = await listed('north.manager')
    expect(rows.map(({ label, values }) => [label, values.amount, values.soFar, values.double])).toEqual([
      ['spent D', '-3.00', '2.00', '-6.00'],
      ['spent B', '-2.50', '6.50', '-5.00'],
      ['spent A', '-1.00', '9.00', '-2.00'],
      ['theirs', '5.00', '5.00', '10.00'],
      ['own', '10.00', '10.00', '20.00'],
    ])
    expect(rows[4]!.values).toMatchObject({
      'project.kind': 'plain',
      team: { label: 'North team' },
      createdBy: { label: 'north.worker' },
    })
    expect(rows[0]!.values.team).toBeNull()
    expect(rows.every((row) => row.can.length === 0)).toBe(true)
    expect(new Set(rows.map((row) => row.id)).size).toBe(5)
  })

  it('is narrowed to what the caller reaches', async () => {
    expect(await whats('north.worker')).toEqual(['spent B', 'spent A', 'own'])
    expect(await whats('south.manager')).toEqual(['south'])
    expect(await whats('north.stranger')).toEqual([])
    expect(await whats('boss')).toHaveLength(6)
  })

  it('is narrowed by conditions over every readable field, in a tree', async () => {
    const found = (conditions: Condition) => whats('north.manager', { conditions })
    const name = { field: 'project.name', operator: 'equals', value: 'theirs' } as const
    const large = { field: 'amount', operator: 'atLeast', value: '10' } as const
    expect(await found(name)).toEqual(['spent D', 'theirs'])
    expect(await found({ any: [name, large] })).toEqual(['spent D', 'theirs', 'own'])
    expect(await found({ all: [{ ...name, operator: 'notEquals' }, { any: [large] }] })).toEqual(['own'])
    expect(await found({ field: 'team', operator: 'empty', value: true })).toHaveLength(3)
    expect(await found({ field: 'on', operator: 'lastDays', value: 1 })).toEqual(['spent D'])
    expect(await found({ field: 'what', operator: 'startsWith', value: 'SP' })).toHaveLength(3)
    expect(await found({ field: 'what', operator: 'noneOf', value: ['own', 'theirs'] })).toHaveLength(3)
    expect(await found({ field: 'createdBy', operator: 'me' })).toEqual([])
    expect(await found({ field: 'team', operator: 'myUnit' })).toEqual(['theirs', 'own'])
    for (const [operator, value] of [
      ['lastDays', 1],
      ['thisYear', null],
    ] as const)
      expect(await whats('north.manager', { filters: [{ field: 'on', operator, value }] })).toEqual(
        await found({ field: 'on', operator, value }),
      )
    await expect(whats('north.manager', { filters: [{ field: 'on', operator: 'lastDays' }] })).rejects.toThrow()
    await expect(whats('north.manager', { filters: [{ field: 'amount', operator: 'today' }] })).rejects.toThrow()
    await expect(found({ any: [] })).rejects.toThrow()
    await expect(found({ field: 'team', operator: 'me' })).rejects.toThrow()
    await expect(found({ field: 'on', operator: 'today', value: 1 })).rejects.toThrow()
    await expect(found({ ...large, operator: 'noneOf', value: Array(201).fill('1') })).rejects.toThrow()
    await expect(found({ field: 'project.nothing', operator: 'empty', value: true })).rejects.toThrow()
    await expect(found({ ...name, field: 'project.owner.name' })).rejects.toThrow()
    await expect(found({ ...name, field: 'constructor.name' })).rejects.toThrow()
  })

  it('reveals by conditions nothing of referred records beyond the row scope', async () => {
    const found = async (value: string) =>
      (
        await readList(asking(workshop, 'north.worker'), {
          screen: '/expenses',
          conditions: { field: 'project.name', operator: 'contains', value },
        })
      ).rows?.map(({ label }) => label)
    expect(await found('own')).toEqual(expect.arrayContaining(['A', 'B']))
    expect(await found('theirs')).toEqual([])
  })

  it('is searched, paged and added up', async () => {
    expect(
      await whats('north.manager', {
        filters: [
          { field: 'what', operator: 'contains', value: 'SPENT' },
          { field: 'amount', operator: 'between', value: [null, '-2'] },
        ],
      }),
    ).toEqual(['spent D', 'spent B'])
    expect(await whats('north.manager', { filters: [{ field: 'project', operator: 'in', value: [project] }] })).toEqual(
      ['spent B', 'spent A', 'own'],
    )
    expect(await whats('north.manager', { words: 'spent' })).toHaveLength(3)
    const first = await readList(asking(workshop, 'north.manager'), {
      screen: '/flow',
      size: 2,
      want: { rows: true, total: 'exact', sums: true },
    })
    expect(first).toMatchObject({ total: { count: 5 }, sums: { amount: '8.50' } })
    expect(await whats('north.manager', { size: 2, after: first.next })).toEqual(['spent A', 'theirs'])
  })

  it('opens a record within reach, and no other', async () => {
    const [row] = await listed('south.manager')
    expect((await readRecord(asking(workshop, 'south.manager'), { entity: 'flow', id: row!.id })).record).toMatchObject(
      { label: 'south', values: { amount: '7.00', soFar: '7.00' } },
    )
    await expect(readRecord(asking(workshop, 'north.manager'), { entity: 'flow', id: row!.id })).rejects.toMatchObject({
      code: 2001,
    })
  })
})

describe('a view that is shared', () => {
  it('shows the rows of its rule to every tenant, in lists and by themselves, and no other', async () => {
    const shared = compileWithView((files) => {
      ;(files['work/flow.entity.json'] as { rowScope: object }).rowScope = {
        unitFields: ['project.team'],
        selfFields: ['project.owner'],
        everyTenantWhere: "what == 'south'",
      }
    })
    const ask = (who: string) => ({ ...asking(workshop, who), app: shared })
    const whatsOf = async (who: string) =>
      ((await readList(ask(who), { screen: '/flow' })).rows ?? []).map((row) => row.values.what)
    expect(await whatsOf('north.manager')).toEqual(['south', ...(await whats('north.manager'))])
    expect(await whatsOf('north.stranger')).toEqual(['south'])
    expect(await whatsOf('south.manager')).toEqual(['south'])
    const [south] = await listed('south.manager')
    expect((await readRecord(ask('north.worker'), { entity: 'flow', id: south!.id })).record.label).toBe('south')
    await expect(
      readRecord(ask('south.manager'), { entity: 'flow', id: (await listed('north.manager'))[0]!.id }),
    ).rejects.toMatchObject({ code: 2001 })
  })
})

describe('the tables behind a view', () => {
  it('change under it, and it with them', async () => {
    const changed = compileWithView((files) => {
      const { fields } = files['work/flow.entity.json'] as { fields: Record<string, object> }
      delete fields.team
      fields.reason = field('string')
      const project = (files['work/flow.entity.json'] as unknown as { view: { values: Record<string, string> }[] })
        .view[1]!
      delete project.values.team
      project.values.reason = 'reason'
      ;(files['work/Flow.screen.json'] as { columns: unknown[] }).columns = ['what', 'reason', 'amount']
      // A column that the view reads gets another type.
      ;(files['work/expense.entity.json'] as { fields: Record<string, object> }).fields.amount = field('decimal', {
        required: true,
      })
    })
    await migrate(workshop.database, changed)
    expect(
      await workshop.database.query(sql`SELECT "what", "reason", "amount" FROM "flow" WHERE "what" = 'spent A'`),
    ).toEqual([{ what: 'spent A', reason: null, amount: '-1.00' }])
    await migrate(workshop.database, changed)
    expect(await workshop.database.query(sql`SELECT 1 FROM "flow"`)).toHaveLength(6)
  })

  it('are never taken for one', async () => {
    const decimal = (files: Record<string, object>) => {
      ;(files['work/expense.entity.json'] as { fields: Record<string, object> }).fields.amount = field('decimal', {
        required: true,
      })
    }
    await migrate(
      workshop.database,
      compileWithView((files) => {
        decimal(files)
        delete (files['work/flow.entity.json'] as { view?: unknown }).view
      }),
    )
    await expect(migrate(workshop.database, compileWithView(decimal))).rejects.toThrow('cannot become a view')
  })
})
