// The block `reminder` of a list: its rule within the caller's reach, in its order, with the
// readable columns.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDashboard } from '../../../src/server/endpoints/reports/dashboard'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
}, 120_000)
afterAll(() => workshop?.close())

async function readReminder(login: string, screen = '/projects') {
  const { blocks } = await readDashboard(asking(workshop, login), { screen })
  return blocks.find((block) => block.block === 'reminder')
}

it('shows the own records that its rule finds, in one statement', async () => {
  await workshop.project({ name: 'later', endsOn: '2026-03-05', margin: '5.00' })
  await workshop.project({ name: 'sooner', endsOn: '2026-03-01' })
  await workshop.project({ name: 'not yet', endsOn: '2026-03-06' })
  await workshop.project({ name: 'closed', endsOn: '2026-03-01', state: 'closed' })
  await workshop.project({
    name: 'of another',
    endsOn: '2026-03-01',
    owner: workshop.idOf('north.mate'),
    createdBy: workshop.idOf('north.mate'),
  })
  let answer: Awaited<ReturnType<typeof readReminder>> | undefined
  const sent = await workshop.counted(async () => {
    answer = await readReminder('north.worker')
  })
  expect(sent).toHaveLength(1)
  expect(answer!.rows.map((row) => row.label)).toEqual(['sooner', 'later'])
  expect(answer!.total).toEqual({ count: 2, more: false })
  expect(Object.keys(answer!.rows[0]!.values)).toEqual(['name', 'owner'])
  expect(answer!.rows[0]!.can).toContain('edit')
  const all = await readReminder('north.manager')
  expect(all!.rows.map((row) => row.label).sort()).toEqual(['later', 'of another', 'sooner'])
  expect(all!.rows.find((row) => row.label === 'later')!.values.margin).toBe('5.00')
})

it('is refused without the screen, and where nothing is reminded of', async () => {
  expect(await refusal(readReminder('north.guest'))).toMatchObject({
    code: 2002,
  })
  expect(await readReminder('north.worker', '/tasks')).toBeUndefined()
  expect(await refusal(readReminder('north.worker', '/nowhere'))).toMatchObject({
    code: 2001,
  })
})
