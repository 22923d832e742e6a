// Tests an import that was left while it was written, as by closing the page:
// it keeps its file from others for a while only, then a colleague ends it and writes the rest, and nothing twice.
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import type { ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, rowsOf, stepped, uploaded } = createImporter(suite)
const screen = '/customer/CustomerList'
const query = (...given: Parameters<typeof sql>) => suite.product.server.dependencies.database.query(sql(...given))
const call = (role: string, path: string, body: object) => suite.teller.call(role, `/api/exchange/${path}`, body)
const confirm = (role: string, { id }: ImportState) => call(role, 'confirm', { import: id, overwrite: false })
const customers = async (words: string) => {
  const { rows } = await answer<ListAnswer>('owner', '/api/list', { screen, words, size: 200, want: { rows: true } })
  return rows!.map(({ label }) => label).sort()
}

const sheet = (name: string, mobile: number) =>
  ['姓名,手机,客户来源', `${name}甲,${mobile},自然进店`, `${name}乙,${mobile + 1},自然进店`].join('\n')

/** An import of the owner whose first row is written, and the second one not. */
async function left(file: string, content: string): Promise<ImportState> {
  const state = await compared('owner', screen, file, content)
  expect(state.counts).toEqual({ create: 2 })
  expect(await confirm('owner', state)).toMatchObject({ code: 2000 })
  await query`update "_importRow" set "state" = 'kept' where "import" = ${state.id} and "row" = 3`
  await answer('owner', '/api/exchange/step', { import: state.id })
  await query`update "_importRow" set "state" = 'create' where "import" = ${state.id} and "row" = 3`
  return state
}
const movedBefore = ({ id }: ImportState, minutes: number) =>
  query`update "_import" set "movedAt" = now() - make_interval(mins => ${minutes}) where "id" = ${id}`

it('is ended by a colleague who imports the file again, with all that it wrote', async () => {
  const content = sheet('中断', 13_611_110_001)
  const first = await left('left.csv', content)
  const file = await uploaded('manager', 'left.csv', content)
  expect(await call('manager', 'begin', { screen, file })).toMatchObject({
    key: 'import_running',
    msg: '同一个文件正在导入，请等它完成；如果对方已中途离开，15 分钟没有进展后即可重新导入',
  })

  await movedBefore(first, 16)
  const [one, two] = [
    await compared('manager', screen, 'left.csv', content),
    await compared('manager', screen, 'left.csv', content),
  ]
  for (const again of [one, two])
    expect(again).toMatchObject({
      counts: { create: 1 },
      earlier: { isLeft: true, rows: 1, by: expect.stringMatching(/.+/) },
    })
  const confirmed = await Promise.all([one, two].map((again) => confirm('manager', again)))
  expect(confirmed.map(({ key }) => key).sort(), 'one of two at once').toEqual(['import_running', undefined])
  const going = confirmed[0]!.code === 2000 ? one : two
  expect(await stepped('manager', { ...going, phase: 'writing' })).toMatchObject({
    counts: { created: 1 },
  })
  expect(await customers('中断')).toEqual(['中断乙', '中断甲'])

  expect(await answer('owner', '/api/exchange/latest', { screen })).toBeNull()
  expect(await answer('owner', '/api/exchange/step', { import: first.id })).toMatchObject({
    phase: 'done',
    counts: { created: 1, failed: 1 },
    takeBackUntil: expect.any(String),
  })
  expect(await rowsOf('owner', first)).toMatchObject([
    { state: 'created' },
    { state: 'failed', message: '这次导入中断后，同一个文件被重新导入，本行没有写入' },
  ])
  const audited = await query`select "rows", "detail" from "audit" where "action" = 'importEnded'`
  expect(audited).toMatchObject([{ rows: 1, detail: 'left.csv' }])
})

it('goes on where its account is back before the file is confirmed again', async () => {
  const content = sheet('回来', 13_611_120_001)
  const first = await left('back.csv', content)
  await movedBefore(first, 16)
  const again = await compared('manager', screen, 'back.csv', content)
  await movedBefore(first, 14)
  expect(await confirm('manager', again)).toMatchObject({ key: 'import_running' })
  expect(await stepped('owner', { ...first, phase: 'writing' })).toMatchObject({ counts: { created: 2 } })
  expect(await confirm('manager', again)).toMatchObject({ code: 2000 })
  expect(await stepped('manager', { ...again, phase: 'writing' })).toMatchObject({ counts: { repeated: 1 } })
  expect(await customers('回来')).toHaveLength(2)
})

it('is left, too, whose last step was noted with a clock that was wrong by a year', async () => {
  const content = sheet('时钟', 13_611_130_001)
  const first = await left('clock.csv', content)
  await movedBefore(first, -365 * 24 * 60)
  const again = await compared('manager', screen, 'clock.csv', content)
  expect(await confirm('manager', again)).toMatchObject({ code: 2000 })
  await stepped('manager', { ...again, phase: 'writing' })
  expect(await customers('时钟')).toHaveLength(2)
})

it('writes nothing of a row by a step that is late', async () => {
  const first = await left('late.csv', sheet('迟到', 13_611_140_001))
  const { database } = suite.product.server.dependencies
  let late
  await database.transaction(async (tx) => {
    await tx.query(sql`update "_importRow" set "state" = 'failed' where "import" = ${first.id} and "state" = 'create'`)
    late = call('owner', 'step', { import: first.id })
    const waits = sql`select 1 from pg_locks where locktype = 'transactionid' and not granted`
    await expect.poll(() => database.query(waits)).toHaveLength(1)
  })
  expect(await late).toMatchObject({ code: 2000, data: { counts: { created: 1, failed: 1 } } })
  expect(await customers('迟到')).toEqual(['迟到甲'])
})
