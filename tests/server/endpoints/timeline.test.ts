// What happened to a record: newest first, with names, without what the reader may not see.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTimeline } from '../../../src/server/endpoints/records/timeline'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
}, 120_000)
afterAll(() => workshop?.close())

it("tells each transition with its changes, named and in the reader's language", async () => {
  const id = await workshop.project({ name: 'told', phone: '13800001111' })
  const mate = workshop.idOf('north.mate')
  await workshop.run('north.manager', 'project.edit', {
    id,
    values: { owner: mate, budget: '12.5', alias: ['别名', 'Other name'], margin: '3.00', phone: '13900002222' },
    note: 'because',
  })
  const { entries, more } = await readTimeline(asking(workshop, 'north.manager'), { entity: 'project', id })
  expect(more).toBe(false)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    action: 'edit',
    title: { en: 'Edit' },
    fromState: 'running',
    by: 'north.manager',
    at: '2026-03-04T17:30:00.000Z',
    remark: 'because',
  })
  expect(Object.fromEntries(entries[0]!.changes.map(({ field, before, after }) => [field, [before, after]]))).toEqual({
    owner: [
      { id: workshop.idOf('north.worker'), label: 'north.worker' },
      { id: mate, label: 'north.mate' },
    ],
    budget: [null, '12.50'],
    alias: [null, 'Other name'],
    margin: [null, '3.00'],
    phone: ['13800001111', '13900002222'],
  })
  expect(entries[0]!.changes.find((change) => change.field === 'budget')!.title).toEqual({ en: 'Budget' })
})

it('leaves out unreadable fields and masks the past as the present, for those who see it masked', async () => {
  const id = await workshop.project({ phone: '13800001111' })
  await workshop.run('north.manager', 'project.edit', { id, values: { margin: '3.00', phone: '13900002222' } })
  await workshop.run('north.manager', 'project.close', { id, note: 'done' })
  const { entries } = await readTimeline(asking(workshop, 'north.worker'), { entity: 'project', id })
  expect(entries.map((entry) => entry.action)).toEqual(['close', 'edit'])
  expect(entries[1]!.changes).toEqual([
    { field: 'phone', title: { en: 'Phone' }, before: '138****1111', after: '139****2222' },
  ])
  const whole = await readTimeline(asking(workshop, 'north.manager'), { entity: 'project', id })
  expect(whole.entries[1]!.changes).toContainEqual({
    field: 'phone',
    title: { en: 'Phone' },
    before: '13800001111',
    after: '13900002222',
  })
})

it('names what lines refer to, and the system', async () => {
  const project = await workshop.project()
  const by = workshop.idOf('north.mate')
  const { id } = await workshop.run('north.worker', 'task.create', {
    values: { project, title: 'task', steps: [{ what: 'a', hours: '1', price: '2', by }] },
  })
  const { entries } = await readTimeline(asking(workshop, 'north.worker'), { entity: 'task', id })
  expect(entries[0]!.changes.find((change) => change.field === 'steps')!.after).toMatchObject([
    { what: 'a', by: { id: by, label: 'north.mate' } },
  ])
  expect(entries[0]!.changes.find((change) => change.field === 'project')!.after).toMatchObject({ id: project })
  expect(entries[0]!.changes.map((change) => change.field)).not.toContain('createdBy')
})

it('goes back in pages of fifty, in two statements', async () => {
  const id = await workshop.project()
  for (let round = 0; round < 53; round += 1)
    await workshop.insert('trail', {
      house: workshop.caller('north.worker').tenant.id,
      entity: 'project',
      recordId: id,
      action: round === 0 ? 'gone' : 'edit',
      at: '2026-03-01T00:00:00Z',
      by: null,
      data: JSON.stringify({
        owner: { before: null, after: workshop.idOf('north.mate') },
        removed: { before: 1, after: 2 },
      }),
    })
  const context = asking(workshop, 'north.worker')
  let first: Awaited<ReturnType<typeof readTimeline>> | undefined
  const sent = await workshop.counted(async () => {
    first = await readTimeline(context, { entity: 'project', id })
  })
  expect(sent).toHaveLength(2)
  expect(first!.entries).toHaveLength(50)
  expect(first!.more).toBe(true)
  const rest = await readTimeline(context, { entity: 'project', id, before: first!.entries.at(-1)!.id })
  expect(rest.entries).toHaveLength(3)
  expect(rest.more).toBe(false)
  expect(rest.entries.at(-1)).toMatchObject({
    action: 'gone',
    title: { und: 'gone' },
    by: 'System',
    changes: [{ field: 'owner' }],
  })
})

it('is refused like the record itself', async () => {
  const id = await workshop.project()
  const none = await refusal(readTimeline(asking(workshop, 'north.worker'), { entity: 'project', id: 999_999 }))
  for (const who of ['south.manager', 'north.stranger'])
    expect(await refusal(readTimeline(asking(workshop, who), { entity: 'project', id }))).toEqual(none)
  expect(none.code).toBe(2001)
  expect(await refusal(readTimeline(asking(workshop, 'north.guest'), { entity: 'project', id }))).toMatchObject({
    code: 2002,
  })
})
