// Are the reads of one dealer answered by the machine that holds it, and the same as through the coordinator?
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { ListAnswer } from '../../src/protocol/calls'
import { tabValues } from '../../src/server/query/list/listing'
import type { Teller } from '../story/teller'
import { readSchemas } from '../whole/schemas'
import { useProduct } from '../whole/useProduct'
import { startSingle, type Single } from './single'
import { isDirect, isExplained, statementsOf, type Heard } from './tasks'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
/** How a statement begins that has tables of all tenants collected in one place. */
const wholeTables = /AS MATERIALIZED \(SELECT \* FROM/
/** A statement is learned when it comes again, and sent directly from then on. */
const repeats = 4

async function repeatedly(role: string, path: string, body: object) {
  const answers: unknown[] = []
  const sent: Heard[][] = []
  for (let time = 0; time < repeats; time += 1)
    sent.push(
      await statementsOf(async () => {
        const answer = await suite.teller.call(role, path, body)
        expect([2000, 2002], `${path} ${JSON.stringify(body)}: ${answer.msg}`).toContain(answer.code)
        answers.push(answer)
      }),
    )
  expect(sent.flat().filter(({ text }) => wholeTables.test(text))).toEqual([])
  return { answers, first: sent[0]!.filter(isExplained), last: sent.at(-1)!.filter(isExplained) }
}

describe.each(['owner', 'guide', 'finance', 'dispatcher', 'admin'])('%s', (role) => {
  it('gets from the machines what the coordinator answers', { timeout: 300_000 }, async () => {
    await suite.teller.token(role)
    let direct = 0
    let compared = 0
    for (const screen of everyScreen(app.screens).filter(({ kind }) => kind === 'list')) {
      const want = { rows: true, total: 'capped', tabs: true, sums: true }
      const list = await repeatedly(role, '/api/list', { screen: screen.path, want })
      const [row] = (list.answers[0] as { data?: ListAnswer }).data?.rows ?? []
      // To administrators a record shows who has opened it, themselves included.
      const record =
        row && role !== 'admin' && (await repeatedly(role, '/api/record', { entity: screen.entity!, id: row.id }))
      for (const { answers, first, last } of [list, ...(record ? [record] : [])]) {
        for (const answer of answers) expect(answer, screen.path).toEqual(answers[0])
        direct += last.filter(isDirect).length
        if (first.some((one) => !isDirect(one)) && last.every(isDirect)) compared += 1
      }
    }
    expect(direct).toBeGreaterThan(10)
    // Which rows stand on a page of all dealers is asked of the coordinator each time.
    if (role !== 'admin') expect(compared).toBeGreaterThan(role === 'owner' ? 20 : 0)
  })
})

describe('an administrator', () => {
  it('has no table collected whole in a tab of a list, a report or a dashboard', { timeout: 300_000 }, async () => {
    const calls = everyScreen(app.screens).flatMap((one): (readonly [path: string, body: object])[] => {
      const { kind, path: screen, report } = one
      if (kind === 'dashboard') return [['/api/dashboard', { screen }]]
      const period = report?.period && { from: '2020-01-01', to: '2040-01-01' }
      if (kind === 'report') return [['/api/report', { screen, ...period }]]
      if (kind !== 'list') return []
      const want = { rows: true, total: 'capped', tabs: true, sums: true }
      return tabValues(app, one)
        .slice(0, 2)
        .map((tab) => ['/api/list', { screen, tab, want }])
    })
    const whole: string[] = []
    let answered = 0
    for (const [path, body] of calls) {
      const sent = await statementsOf(async () => {
        const { code } = await suite.teller.call('admin', path, body)
        if (code === 2000) answered += 1
      })
      if (sent.some(({ text }) => wholeTables.test(text))) whole.push(`${path} ${JSON.stringify(body)}`)
    }
    expect(whole).toEqual([])
    expect(answered).toBeGreaterThan(50)
  })

  let single: Single
  beforeAll(async () => {
    single = await startSingle()
  }, 200_000)
  afterAll(() => single?.product.stop())

  it(
    'sees the records of all dealers in the groups that one PostgreSQL makes of them',
    { timeout: 300_000 },
    async () => {
      // The audit log is left out: it holds what each of the two products was used for.
      const lists = everyScreen(app.screens).filter(
        ({ kind, entity }) => kind === 'list' && entity !== app.product.audit?.entity,
      )
      let grouped = 0
      for (const screen of lists)
        for (const { field } of screen.columns.filter(({ groupable }) => groupable).slice(0, 2)) {
          const request = { screen: screen.path, want: { rows: true, sums: true, groups: true }, groupBy: { field } }
          const [ours, theirs] = [await groupsOf(suite.teller, request), await groupsOf(single.teller, request)]
          expect(ours, `${screen.path} by ${field}`).toEqual(theirs)
          grouped += ours.groups.length
        }
      expect(grouped).toBeGreaterThan(100)
    },
  )
})

/** Groups and sums by what is shown of them: records have other ids in another database, and texts another order. */
async function groupsOf(teller: Teller, request: object) {
  const { data, code, msg } = await teller.call<ListAnswer>('admin', '/api/list', request)
  if (code !== 2000) return { code, msg, groups: [] }
  const shown = (value: unknown) => (value as { label?: unknown } | null)?.label ?? value
  const groups = data.groups!.map(({ value, ...counted }) => ({ value: shown(value), ...counted }))
  const heads = data.rowGroups!.map(shown)
  // The rows of the page come in the order of the groups.
  const inGroups = groups.flatMap(({ value, count }) => Array.from({ length: count }, () => value))
  expect(heads, JSON.stringify(request)).toEqual(inGroups.slice(0, heads.length))
  // Of very many groups the first are answered, and which come first is a matter of the order.
  const all = data.moreGroups ? [] : groups.map((group) => JSON.stringify(group))
  return { groups: all.toSorted(), rows: heads.length, sums: data.sums }
}
