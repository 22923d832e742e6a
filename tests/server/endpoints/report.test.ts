// Measures of several entities side by side, by group, with totals, behind the caller's reach and
// rights.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { periodBefore } from '../../../src/server/endpoints/reports/previousPeriod'
import { currentPeriod, readReport } from '../../../src/server/endpoints/reports/report'
import { narrowScreen } from '../../../src/server/endpoints/contract/narrowScreen'
import { readList } from '../../../src/server/endpoints/lists/list'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
  const [worker, mate] = [workshop.idOf('north.worker'), workshop.idOf('north.mate')]
  const { tenant: house } = workshop.caller('north.worker')
  const spend = (project: number, amount: string, rest: object = {}) =>
    workshop.insert('expense', {
      house: house.id,
      no: `E${Math.random()}`,
      project,
      amount,
      state: 'booked',
      createdAt: '2026-03-04T00:00:00Z',
      ...rest,
    })
  const one = await workshop.project({
    owner: worker,
    createdAt: '2026-03-02T00:00:00Z',
    kind: 'plain',
    budget: '10.00',
    margin: '1.00',
    phone: '13800001111',
    state: 'closed',
  })
  const two = await workshop.project({
    owner: worker,
    createdAt: '2026-03-03T00:00:00Z',
    kind: 'urgent',
    budget: '5.00',
    margin: '2.00',
    phone: '13811111111',
    state: 'closed',
  })
  await workshop.project({
    owner: mate,
    createdAt: '2026-03-03T00:00:00Z',
    kind: 'urgent',
    budget: '1.00',
    phone: '13800001111',
  })
  await workshop.project({ owner: null, createdAt: '2026-03-03T00:00:00Z', kind: 'frozen', createdBy: worker })
  // The first of March begins in February for those who count in UTC.
  await workshop.project({ owner: mate, createdAt: '2026-02-28T16:00:00Z', kind: 'plain' })
  await workshop.project({ owner: mate, createdAt: '2026-02-28T15:59:59Z', kind: 'plain' })
  await spend(one, '1.00')
  await spend(one, '2.50')
  await spend(two, '4.00')
  await spend(two, '9.00', { state: 'cancelled' })
  const south = workshop.caller('south.worker')
  await workshop.project({
    house: south.tenant.id,
    owner: south.me.id,
    createdBy: south.me.id,
    createdAt: '2026-03-03T00:00:00Z',
  })
}, 120_000)
afterAll(() => workshop?.close())

const figures = (who: string, request: Partial<Parameters<typeof readReport>[1]> = {}) =>
  readReport(asking(workshop, who), { screen: '/figures', ...request })

describe('a report over several entities', () => {
  it('lays the measures over each other by group, with labels and totals, in one statement', async () => {
    let answer: Awaited<ReturnType<typeof readReport>> | undefined
    const sent = await workshop.counted(async () => {
      answer = await figures('north.manager')
    })
    expect(sent).toHaveLength(1)
    const [worker, mate] = ['north.worker', 'north.mate'].map((label) => ({ id: workshop.idOf(label), label }))
    expect(answer!.rows).toEqual([
      {
        groups: { owner: mate, month: '2026-03' },
        measures: { projects: '2', spent: '0.00', mean: null, latest: null, margin: '0.00', each: '0.00' },
      },
      {
        groups: { owner: worker, month: '2026-03' },
        measures: { projects: '2', spent: '7.50', mean: '4.13', latest: '9.00', margin: '3.00', each: '3.75' },
      },
      {
        groups: { owner: null, month: '2026-03' },
        measures: { projects: '1', spent: '0.00', mean: null, latest: null, margin: '0.00', each: '0.00' },
      },
      {
        groups: { owner: mate, month: '2026-02' },
        measures: { projects: '0', spent: '0.00', mean: null, latest: null, margin: '0.00', each: null },
      },
    ])
    expect(answer!.totals).toEqual({
      projects: '5',
      spent: '7.50',
      mean: '4.13',
      latest: '9.00',
      margin: '3.00',
      each: '1.50',
    })
    expect(answer!.more).toBe(false)
  })

  it('counts nothing of records that the caller may not open, though the screen is open to the caller', async () => {
    expect(workshop.app.entities.expense!.readPermissions).toContain('money')
    workshop.callers['north.planner'] = { ...workshop.caller('north.manager'), codes: new Set(['projects']) }
    const { totals, withheld } = await figures('north.planner')
    expect(withheld).toEqual(['spent', 'mean', 'latest', 'margin'])
    expect(totals).toMatchObject({ projects: '5', spent: null, mean: null, latest: null, each: null })
  })

  it('counts what the caller reaches, and leaves empty what the caller may not read', async () => {
    const { rows, totals, withheld } = await figures('north.worker')
    expect([withheld, (await figures('north.manager')).withheld]).toEqual([['margin'], undefined])
    expect(
      rows.find((row) => (row.groups.owner as { label: string } | null)?.label === 'north.worker')!.measures,
    ).toMatchObject({ projects: '2', spent: '7.50', margin: null })
    expect(totals).toMatchObject({ margin: null })
    expect((await figures('north.stranger')).totals.projects).toBe('0')
    expect((await figures('south.worker')).rows).toHaveLength(1)
  })

  it('takes another span, and filters on its axes', async () => {
    expect((await figures('north.manager', { from: '2026-02-01', to: '2026-03-01' })).totals.projects).toBe('1')
    const owner = workshop.idOf('north.mate')
    expect(
      (await figures('north.manager', { filters: [{ field: 'owner', operator: 'in', value: [owner] }] })).totals,
    ).toMatchObject({ projects: '2', spent: '0.00', mean: null })
    expect(
      (await figures('north.manager', { filters: [{ field: 'owner', operator: 'empty', value: true }] })).totals
        .projects,
    ).toBe('1')
    expect(
      (await figures('north.manager', { filters: [{ field: 'month', operator: 'contains', value: '-02' }] })).rows,
    ).toHaveLength(1)
    for (const filters of [
      [{ field: 'name', operator: 'equals', value: 'x' }],
      [{ field: 'owner', operator: 'contains', value: 'x' }],
    ] as const)
      expect(await refusal(figures('north.manager', { filters }))).toMatchObject({ code: 2001 })
    for (const span of [
      { from: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-02-30', to: '2026-03-01' },
    ])
      expect(await refusal(figures('north.manager', span))).toMatchObject({ code: 2001 })
    expect(await refusal(figures('north.manager', { group: 'owner' }))).toMatchObject({ code: 2001 })
    expect(await refusal(figures('north.guest'))).toMatchObject({ code: 2002 })
  })

  it('cuts after a thousand rows, not the totals', async () => {
    const { tenant: house } = workshop.caller('south.manager')
    for (let at = 0; at < 3; at += 1) {
      const people = await Promise.all(
        Array.from({ length: 400 }, (_, n) =>
          workshop.insert('person', {
            house: house.id,
            name: `p${at}-${n}`,
            login: `137${String(at * 1000 + n).padStart(8, '0')}`,
            reach: 'own',
            state: 'active',
          }),
        ),
      )
      await Promise.all(
        people.map((owner) => workshop.project({ house: house.id, owner, createdAt: '2026-03-03T00:00:00Z' })),
      )
    }
    const answer = await figures('south.manager')
    expect(answer.rows).toHaveLength(1000)
    expect(answer.more).toBe(true)
    expect(answer.totals.projects).toBe('1201')
  })
})

describe('a report that compares', () => {
  const compared = (who: string, request: object) =>
    readReport(asking(workshop, who), { screen: '/compared', ...request })

  it('counts the totals of the span before in the same statement', async () => {
    let answer: Awaited<ReturnType<typeof readReport>> | undefined
    const sent = await workshop.counted(async () => {
      answer = await compared('north.manager', { from: '2026-03-01', to: '2026-03-05' })
    })
    expect(sent).toHaveLength(1)
    expect(
      answer!.rows.map(({ groups, measures }) => [(groups.owner as { label: string } | null)?.label, measures]),
    ).toEqual([
      ['north.mate', { twice: '4' }],
      ['north.worker', { twice: '4' }],
      [undefined, { twice: '2' }],
    ])
    expect(answer!.totals).toEqual({ twice: '10' })
    expect(answer!.before).toEqual({ from: '2026-02-25', to: '2026-03-01', totals: { twice: '2' } })
  })

  it('counts what does not depend on the span once, for both', async () => {
    const sent = await workshop.counted(async () => {
      const { rows, totals, before } = await readReport(asking(workshop, 'north.manager'), {
        screen: '/settled',
        from: '2026-03-01',
        to: '2026-03-05',
      })
      expect(rows.map(({ groups, measures }) => [(groups.owner as { label: string } | null)?.label, measures])).toEqual(
        [
          ['north.mate', { projects: '2', closed: '0', spent: '0.00' }],
          ['north.worker', { projects: '2', closed: '2', spent: '7.50' }],
          [undefined, { projects: '1', closed: '0', spent: '0.00' }],
        ],
      )
      expect(totals).toEqual({ projects: '5', closed: '2', spent: '7.50' })
      expect(before!.totals).toEqual({ projects: '1', closed: '2', spent: '7.50' })
    })
    expect(sent).toHaveLength(1)
    expect(sent[0]!.split('"expense"')).toHaveLength(2)
  })

  it('holds a span that is not over against as many days', () => {
    const at = (day: string) => ({ app: workshop.app, now: new Date(`${day}T04:00:00Z`) })
    const march = { from: '2026-03-01', to: '2026-04-01' }
    expect(periodBefore(at('2026-04-01'), march)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
    expect(periodBefore(at('2026-03-10'), march)).toEqual({ from: '2026-02-01', to: '2026-02-11' })
    expect(periodBefore(at('2026-03-31'), march)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
    expect(periodBefore(at('2027-05-05'), { from: '2026-01-01', to: '2027-01-01' })).toEqual({
      from: '2025-01-01',
      to: '2026-01-01',
    })
    expect(periodBefore(at('2027-05-05'), { from: '2026-01-10', to: '2026-01-20' })).toEqual({
      from: '2025-12-31',
      to: '2026-01-10',
    })
  })

  it('offers its axes for searching', () =>
    expect(workshop.app.screens['/compared']!.filters).toMatchObject([
      { field: 'owner', type: 'ref', entity: 'person' },
    ]))
})

describe('a report that is grouped by choice', () => {
  const kinds = (group?: string, who = 'north.manager') =>
    readReport(asking(workshop, who), { screen: '/kinds', ...(group && { group }) })

  it('groups by the first axis unless told otherwise, in the order of the dictionary', async () => {
    const { rows, totals } = await kinds()
    expect(rows.map((row) => [row.groups.kind, row.measures.number, row.measures.budget])).toEqual([
      ['plain', '3', '10.00'],
      ['urgent', '2', '6.00'],
      ['frozen', '1', '0.00'],
    ])
    expect(totals).toEqual({ number: '6', budget: null })
  })

  it('groups by masked values as they are seen', async () => {
    expect((await kinds('phone', 'north.mate')).rows.map((row) => [row.groups.phone, row.measures.number])).toEqual(
      [
        ['138****1111', '2'],
        ['13800001111', '1'],
        [null, '3'],
      ].sort((a, b) =>
        a[0] === null ? 1 : b[0] === null ? -1 : new Intl.Collator('en', { numeric: true }).compare(a[0]!, b[0]!),
      ),
    )
  })

  it('groups by the states of an entity, in their order', async () => {
    expect((await kinds('stage')).rows.map((row) => [row.groups.stage, row.measures.number])).toEqual([
      ['running', '4'],
      ['closed', '2'],
    ])
  })

  it('refuses an axis that it has not', async () => {
    expect(await refusal(kinds('owner'))).toMatchObject({ code: 2001 })
    expect(await refusal(kinds('constructor'))).toMatchObject({ code: 2001 })
  })
})

it('gives a measure to its audience alone: others get neither number, chart, order nor the records behind it', async () => {
  const drawn = (who: string) => {
    const viewer = asking(workshop, who)
    const { measures, charts, sort } = narrowScreen(viewer, viewer.app.screens['/withheld']!).report!
    return [measures.map(({ name }) => name), charts.map((chart) => chart.measures), sort?.field]
  }
  const totals = async (who: string) => (await readReport(asking(workshop, who), { screen: '/withheld' })).totals
  const drillDown = (who: string) =>
    readList(asking(workshop, who), {
      screen: '/expenses',
      drillDown: { screen: '/withheld', number: 'spent' },
      want: { rows: true },
    })
  expect(drawn('north.manager')).toEqual([['projects', 'spent', 'each'], [['projects', 'spent'], ['spent']], 'spent'])
  expect(await totals('north.manager')).toMatchObject({ spent: '16.50', each: expect.stringMatching(/\d/) })
  expect((await drillDown('north.manager')).rows).toHaveLength(4)
  expect(drawn('north.worker')).toEqual([['projects', 'each'], [['projects']], undefined])
  expect(await totals('north.worker')).toEqual({ projects: expect.stringMatching(/\d/), each: null })
  expect((await refusal(drillDown('north.worker'))).code).toBe(2001)
  expect(drawn('south.worker')[0]).toEqual(['projects', 'each', 'twice'])
  expect(await totals('south.worker')).toMatchObject({ twice: expect.stringMatching(/\d/) })
})

it('begins a span on the first of its months', () => {
  expect(currentPeriod('2026-12-31', 'month')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  expect(currentPeriod('2026-05-01', 'quarter')).toEqual({ from: '2026-04-01', to: '2026-07-01' })
  expect(currentPeriod('2026-05-01', 'year')).toEqual({ from: '2026-01-01', to: '2027-01-01' })
})
