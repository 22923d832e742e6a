// Tests that an import sends one message per kind and account, and sends and writes nothing twice.
import sql, { raw } from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import type { ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { storeCheckedRowsSql } from '../../src/server/endpoints/exchange/imports'
import { takingTurns } from '../turns'
import { createTeller } from '../story/teller'
import { createImporter, sendEach } from './importing'
import { overHttp } from './overHttp'
import { useProduct } from './useProduct'

/** On another day than the same of webhooks, which compiles the manifests anew as well. */
const isToday = takingTurns(2, 1)
const use = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, rowsOf, stepped, written, takenBack } = createImporter(use)
const screen = '/customer/Receipting'
const listed = async (role: string, path: string) =>
  (await answer<ListAnswer>(role, path.split(' ')[0]!, { screen: path.split(' ')[1], size: 200, want: { rows: true } }))
    .rows!
const inbox = async () =>
  (await listed('finance', '/api/list /message')).map(
    ({ id, values }) => ({ id, ...values }) as Record<string, unknown>,
  )

/** Payments in cash of one customer, checked and not yet written. */
async function payments(name: string, amounts: readonly number[]): Promise<ImportState> {
  const customers = await listed('guide', '/api/list /customer/CustomerList')
  const customer = customers.find(({ state }) => state === 'following')!.label
  const rows = amounts.map((amount) => `定金,${customer},${amount},现金,2026-01-05`)
  const state = await compared('guide', screen, name, ['收款类型,客户,金额,支付方式,收款日期', ...rows].join('\n'))
  expect(state.counts).toEqual({ create: amounts.length })
  return state
}

async function arrivals(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = new Set((await inbox()).map(({ id }) => id))
  await work()
  return (await inbox()).filter(({ id }) => !before.has(id))
}

it('of several rows is told to each account in one message, which opens where theirs would', async () => {
  const state = await payments('several.csv', [11, 12, 13])
  const [summary, ...others] = await arrivals(() => written('guide', state))
  expect(summary).toMatchObject({ title: expect.stringMatching(/^导入：.+ 3 条$/), kind: 'order_information' })
  expect(summary).toMatchObject({ route: '/customer/AuditEarnest' })
  expect(others).toEqual([])
  expect(await arrivals(() => takenBack('guide', state))).toEqual([])
})

it('of one row sends its message as it is', async () => {
  const state = await payments('one.csv', [21])
  const sent = await arrivals(() => written('guide', state))
  expect(sent).toMatchObject([{ title: expect.stringMatching(/^新定金 .+ 待审核：.+ 21/) }])
  expect(sent[0]!.route).toMatch(/^\/customer\/AuditEarnest\?record=receipt:\d+$/)
})

it('neither loses nor repeats its message when it is killed at either side of sending', async () => {
  const { query } = use.product.server.dependencies.database
  const state = await payments('killed.csv', [31, 32])
  let now = await answer<ImportState>('guide', '/api/exchange/confirm', { import: state.id, overwrite: false })
  const early = await arrivals(async () => {
    while (now.counts.created !== 2)
      now = await answer<ImportState>('guide', '/api/exchange/step', { import: state.id })
  })
  expect([now.phase, early]).toEqual(['writing', []])
  // Killed after a row was written and before that was noted.
  await query(sql`UPDATE "_importRow" SET "state" = 'create' WHERE "import" = ${state.id} AND "row" = 2`)
  const kept = await query<{ row: number; messages: unknown }>(
    sql`SELECT "row", "messages" FROM "_importRow" WHERE "import" = ${state.id}`,
  )
  const sent = await arrivals(() => stepped('guide', now))
  expect(sent).toMatchObject([{ title: expect.stringMatching(/^导入：.+ 2 条$/) }])
  // Killed after the message was sent and before that was noted.
  for (const { row, messages } of kept)
    await query(
      sql`UPDATE "_importRow" SET "messages" = ${JSON.stringify(messages)}::jsonb
        WHERE "import" = ${state.id} AND "row" = ${row}`,
    )
  await query(sql`UPDATE "_import" SET "phase" = 'writing' WHERE "id" = ${state.id}`)
  expect(await arrivals(() => stepped('guide', { ...state, phase: 'writing' }))).toEqual([])
})

it('sends at the next import what one that was left has kept, and the rest when that goes on', async () => {
  const state = await payments('left.csv', [61, 62])
  const { id } = await answer<ImportState>('guide', '/api/exchange/confirm', { import: state.id, overwrite: false })
  const silent = await arrivals(() => answer<ImportState>('guide', '/api/exchange/step', { import: id }))
  expect(silent).toEqual([])
  const sent = await arrivals(() => payments('afterwards.csv', [63]))
  expect(sent).toMatchObject([{ title: expect.stringMatching(/^导入：.+ 2 条$/) }])
  expect(await arrivals(() => stepped('guide', { ...state, phase: 'writing' }))).toEqual([])
})

it.runIf(isToday())('sends each message where the list wants that', async () => {
  await sendEach(use.product, 'customer/Receipting.screen.json', 'messages')
  const state = await payments('each.csv', [41, 42])
  const sent = await arrivals(() => written('guide', state))
  const titles = sent.map(({ title }) => title).sort()
  expect(titles).toEqual([expect.stringMatching(/ 41/), expect.stringMatching(/ 42/)])
})

it('of a file that is being written is refused, at the same moment too, until it is done', async () => {
  const [first, second] = [await payments('twice.csv', [51, 52]), await payments('again.csv', [51, 52])]
  const teller = createTeller(overHttp(use.product.address))
  await teller.token('guide')
  const confirm = ({ id }: ImportState) =>
    teller.call<ImportState>('guide', '/api/exchange/confirm', { import: id, overwrite: false })
  const answers = await Promise.all([first, second].map(confirm))
  const refused = { code: 2001, key: 'import_running' }
  expect(
    answers.filter(({ code }) => code === 2000),
    JSON.stringify(answers),
  ).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 2000)).toMatchObject(refused)
  const running = answers.find(({ code }) => code === 2000)!.data
  expect(await confirm(running.id === first.id ? second : first)).toMatchObject(refused)
  const [content] = await use.product.server.dependencies.database.query<{ id: string }>(
    sql`select "id" from "_file" where "name" = 'again.csv'`,
  )
  const begin = () => teller.call('guide', '/api/exchange/begin', { screen, file: content!.id })
  expect(await begin()).toMatchObject(refused)
  expect(await stepped('guide', running)).toMatchObject({ phase: 'done', counts: { created: 2 } })
  expect(await begin()).toMatchObject({ code: 2000 })
})

/** Work that breaks off where it makes a row of a table so. */
async function killed(table: string, condition: string, work: () => Promise<unknown>): Promise<void> {
  const { query } = use.product.server.dependencies.database.owner
  await query(
    sql`${raw(`create function refuse() returns trigger language plpgsql as
    $$ begin if ${condition} then raise exception 'killed'; end if; return new; end $$`)}`,
  )
  await query(
    sql`${raw(`create trigger refuse before insert or update on "${table}"
    for each row execute function refuse()`)}`,
  )
  await expect(work()).rejects.toThrow('500')
  await query(sql`drop function refuse cascade`)
}

it('writes a row once that goes on after its key was forgotten, and keeps what was written', async () => {
  const { query } = use.product.server.dependencies.database
  const state = await payments('forgotten.csv', [71])
  const call = (path: string, more = {}) =>
    use.teller.call('guide', `/api/exchange/${path}`, { import: state.id, ...more })
  const confirm = () => call('confirm', { overwrite: false })
  const paid = () => query(sql`select 1 from "receipt" where "amount" = 71`)
  await killed('audit', `new."action" = 'import'`, confirm)
  expect(await answer('guide', '/api/exchange/latest', { screen })).toMatchObject({ id: state.id, phase: 'checked' })
  expect(await confirm()).toMatchObject({ data: { phase: 'writing' } })
  await killed('_importRow', `new."state" = 'created'`, () => call('step'))
  await query(sql`delete from "_idempotency"`)
  expect(await stepped('guide', { ...state, phase: 'writing' })).toMatchObject({ counts: { created: 1 } })
  expect(await paid()).toHaveLength(1)

  const failed = { state: 'failed', cells: [] } as const
  await query(storeCheckedRowsSql(state.id, [{ row: 2, ...failed }], ['create', 'update']))
  expect(await rowsOf('guide', state)).toMatchObject([{ state: 'created' }])
  await killed('audit', `new."action" = 'takeImportBack'`, () => call('takeBack'))
  expect(await answer('guide', '/api/exchange/receipts', { screen })).toContainEqual(
    expect.objectContaining({ id: state.id, phase: 'done' }),
  )
})
