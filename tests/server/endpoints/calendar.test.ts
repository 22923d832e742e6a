// Proves the records of a span of days, in the rows of a calendar.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCalendar } from '../../../src/server/endpoints/lists/calendar'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
const week = { screen: '/plan', from: '2026-03-02', to: '2026-03-09' }
beforeAll(async () => {
  workshop = await openReads()
  await workshop.project({ name: 'first', endsOn: '2026-03-02', kind: 'urgent', margin: '1.00' })
  await workshop.project({ name: 'plain of the day', endsOn: '2026-03-02', kind: 'plain' })
  await workshop.project({ name: 'last', endsOn: '2026-03-08', owner: workshop.idOf('north.mate') })
  await workshop.project({ name: 'behind', endsOn: '2026-03-09' })
  await workshop.project({ name: 'before', endsOn: '2026-03-01' })
  // Midnight in Shanghai begins the second of March.
  await workshop.project({ name: 'at midnight', startsAt: '2026-03-01T16:00:00Z' })
  await workshop.project({ name: 'just before', startsAt: '2026-03-01T15:59:59Z' })
}, 120_000)
afterAll(() => workshop?.close())

const names = async (who: string, request: Parameters<typeof readCalendar>[1]) =>
  (await readCalendar(asking(workshop, who), request)).rows.map((row) => row.label)

it('takes the first day and leaves out the one behind the last, by day and then by period', async () => {
  let found: Awaited<ReturnType<typeof readCalendar>> | undefined
  const sent = await workshop.counted(async () => {
    found = await readCalendar(asking(workshop, 'north.worker'), week)
  })
  expect(sent).toHaveLength(1)
  expect(found!.rows.map((row) => row.label)).toEqual(['plain of the day', 'first', 'last'])
  expect(found!.more).toBe(false)
  expect(found!.rows[1]!.values).toMatchObject({
    endsOn: '2026-03-02',
    kind: 'urgent',
    owner: { label: 'north.worker' },
    state: 'running',
    name: 'first',
  })
  expect(found!.rows[1]!.values).not.toHaveProperty('margin')
})

it('begins the days of moments in the time zone of the product', async () => {
  expect(await names('north.worker', { screen: '/moments', from: '2026-03-02', to: '2026-03-03' })).toEqual([
    'at midnight',
  ])
})

it('finds what lasts into the period, and what ends before it does not', async () => {
  const span = (name: string, startsAt: string, endsOn: string | null) => workshop.project({ name, startsAt, endsOn })
  await span('all over', '2026-05-30T02:00:00Z', '2026-06-20')
  await span('into', '2026-05-30T02:00:00Z', '2026-06-08')
  await span('out of', '2026-06-14T15:59:59Z', '2026-07-01')
  await span('over before', '2026-05-30T02:00:00Z', '2026-06-07')
  await span('not yet', '2026-06-14T16:00:00Z', '2026-07-01')
  await span('one day', '2026-06-09T02:00:00Z', null)
  await span('turned round', '2026-06-10T02:00:00Z', '2026-06-01')
  await span('open before', '2026-05-30T02:00:00Z', null)
  const period = { from: '2026-06-08', to: '2026-06-15' }
  const { rows } = await readCalendar(asking(workshop, 'north.worker'), { screen: '/spans', ...period })
  const found = ['all over', 'into', 'one day', 'turned round', 'out of']
  expect(rows.map((row) => row.label)).toEqual(found)
  expect(rows[1]!.values).toMatchObject({ endsOn: '2026-06-08' })
  // A moment at midnight ends the day before.
  await span('until midnight', '2026-06-07T16:00:00Z', '2026-06-02')
  await span('until one past', '2026-06-07T16:00:01Z', '2026-06-02')
  const later = await names('north.worker', { screen: '/backwards', ...period })
  expect(later).toContain('until one past')
  expect(later).not.toContain('until midnight')
})

it('offers all rows while they are few, and those of a dictionary', async () => {
  const { groups } = await readCalendar(asking(workshop, 'north.worker'), week)
  expect(groups!.map((group) => group.label)).toEqual([
    'boss',
    'north.guest',
    'north.manager',
    'north.mate',
    'north.stranger',
    'north.worker',
  ])
  const kinds = await readCalendar(asking(workshop, 'north.worker'), {
    screen: '/moments',
    from: '2026-03-02',
    to: '2026-03-03',
  })
  expect(kinds.groups!.map((group) => group.id)).toEqual(['plain', 'urgent', 'frozen'])
  const { tenant } = workshop.caller('south.worker')
  for (let at = 0; at < 40; at += 1)
    await workshop.insert('person', {
      house: tenant.id,
      name: `many ${at}`,
      login: `139${String(at).padStart(8, '0')}`,
      reach: 'own',
      state: 'active',
    })
  const [own] = [workshop.idOf('south.worker')]
  await workshop.project({ house: tenant.id, owner: own, createdBy: own, endsOn: '2026-03-03' })
  expect((await readCalendar(asking(workshop, 'south.worker'), week)).groups).toEqual([
    { id: own, label: 'south.worker' },
  ])
})

it('obeys the filters and the reach of the caller', async () => {
  const owner = workshop.idOf('north.mate')
  expect(
    await names('north.manager', { ...week, filters: [{ field: 'owner', operator: 'in', value: [owner] }] }),
  ).toEqual(['last'])
  expect(await names('north.stranger', week)).toEqual([])
  expect(
    await refusal(
      readCalendar(asking(workshop, 'north.worker'), {
        ...week,
        filters: [{ field: 'budget', operator: 'equals', value: '1' }],
      }),
    ),
  ).toMatchObject({ code: 2001 })
})

it('refuses spans that are none, and those over 62 days', async () => {
  for (const [from, to] of [
    ['2026-03-02', '2026-03-02'],
    ['2026-03-09', '2026-03-02'],
    ['2026-02-30', '2026-03-02'],
    ['2026-01-01', '2026-03-05'],
  ])
    expect(
      await refusal(readCalendar(asking(workshop, 'north.worker'), { screen: '/plan', from: from!, to: to! })),
    ).toMatchObject({ code: 2001 })
  expect(await names('north.worker', { screen: '/plan', from: '2026-01-01', to: '2026-03-04' })).toContain('before')
  expect(await refusal(readCalendar(asking(workshop, 'north.guest'), week))).toMatchObject({ code: 2002 })
})
