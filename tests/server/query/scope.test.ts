// Proves that an entity shows records only to those whom its rule names, whatever their row scope;
// only the system reads beyond it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readList } from '../../../src/server/endpoints/lists/list'
import { readRecord } from '../../../src/server/endpoints/records/record'
import { loadRecords } from '../../../src/server/query/records/loadRecords'
import { systemCaller } from '../../../src/server/mutation/state/writeContext'
import { asking, openReads, refusal } from '../endpoints/reads'
import type { Workshop } from '../mutation/workshop'

let workshop: Workshop
let mine: number
beforeAll(async () => {
  workshop = await openReads()
  const { tenant: house, me } = workshop.caller('north.worker')
  mine = await workshop.insert('note', {
    house: house.id,
    kind: 'news',
    to: me.id,
    title: JSON.stringify(['我的', 'mine']),
    state: 'unread',
  })
}, 120_000)
afterAll(() => workshop?.close())

const list = async (who: string) =>
  (await readList(asking(workshop, who), { screen: '/notes' })).rows!.map((row) => row.id)

it('shows a row to whom the rule names', async () => {
  expect(await list('north.worker')).toEqual([mine])
  expect((await readRecord(asking(workshop, 'north.worker'), { entity: 'note', id: mine })).record.label).toBe('mine')
})

it("hides it from every wider reach, the administrator's included", async () => {
  for (const who of ['north.mate', 'north.manager', 'boss']) {
    expect(await list(who)).toEqual([])
    expect(await refusal(readRecord(asking(workshop, who), { entity: 'note', id: mine }))).toEqual(
      await refusal(readRecord(asking(workshop, who), { entity: 'note', id: 999_999 })),
    )
  }
  expect(await workshop.refused('boss', 'note.read', { id: mine, version: 1 })).toMatchObject({ code: 2001 })
})

it('is no obstacle to the system', async () => {
  const context = asking(workshop, 'boss')
  const load = { entity: 'note', paths: [], where: { ids: [mine] }, scoped: true }
  expect(await loadRecords(context, load)).toHaveLength(0)
  expect(await loadRecords({ ...context, caller: systemCaller(context.caller) }, load)).toHaveLength(1)
})
