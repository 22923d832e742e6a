// Tests that numbers lead to exactly what they count:
// for every measure, figure and queue and every row scope, the opened list has as many records as the number says, and
// they add up to it.
import { beforeEach, describe, expect, it } from 'vitest'
import { dayAt } from '../../src/manifest/expression/values/calendar'
import { addMonths, monthStart } from '../../src/manifest/expression/values/days'
import type { Aggregate } from '../../src/manifest/model/rule'
import type { Measure } from '../../src/manifest/model/report'
import type { DrillDown, Filter, ListAnswer } from '../../src/protocol/calls'
import type { DashboardAnswer, ReportAnswer } from '../../src/protocol/reportCalls'
import { groupFilters } from '../../src/client/navigation/drillDown'
import { useProduct } from './useProduct'
import { turnOf } from '../turns'
import { sampleOf } from './sample'
import { readSchemas } from './schemas'

const app = readSchemas()
const screens = Object.values(app.screens)
const span = { from: '2020-01-01', to: '2040-01-01' }
/** Rows of a report that are looked behind; its totals stand for the others. */
const most = 5
const suite = useProduct()

describe.each(turnOf(['admin', 'owner', 'manager', 'guide'] as const, 2))('%s', (role) => {
  /** What was compared: counts and sums that are not zero. */
  let seen = { counts: 0, sums: 0 }
  beforeEach(() => {
    seen = { counts: 0, sums: 0 }
  })
  async function ask<T>(path: string, body: object): Promise<T | undefined> {
    const { code, msg, data } = await suite.teller.call<T>(role, path, body)
    expect([2000, 2002], `${path} ${JSON.stringify(body)}: ${msg}`).toContain(code)
    return code === 2000 ? data : undefined
  }

  async function agrees(
    open: string,
    { operator, field }: Pick<Aggregate, 'operator' | 'field'>,
    drillDown: DrillDown,
    value: string | null,
  ): Promise<void> {
    if (value === null) return
    const column = app.screens[open]!.columns.find((one) => one.field === field)
    const list = await ask<ListAnswer>('/api/list', {
      screen: open,
      drillDown,
      size: 200,
      ...(column && { columns: [field] }),
      want: { rows: column !== undefined, total: 'exact' },
    })
    if (!list) return
    const what = `${drillDown.screen} ${drillDown.number} -> ${open} ${JSON.stringify(drillDown.filters ?? [])}`
    if (operator === 'count') {
      expect(list.total!.count, what).toBe(Number(value))
      if (value !== '0') seen.counts += 1
    } else if (operator === 'sum' && column && list.total!.count <= 200) {
      const sum = list.rows!.reduce((all, { values }) => all + Math.round(Number(values[field!] ?? 0) * 100), 0)
      expect(sum / 100, what).toBe(Number(value))
      if (sum !== 0) seen.sums += 1
    } else if (Number(value) !== 0) expect(list.total!.count, what).toBeGreaterThan(0)
  }

  it('every measure of every report', async () => {
    for (const { path, report } of sampleOf(screens.filter((screen) => screen.report)))
      for (const group of report?.chooseDimension ? Object.keys(report.dimensions) : [undefined]) {
        const asked = { screen: path, ...(group && { group }), ...(report?.period && span) }
        const found = report && (await ask<ReportAnswer>('/api/report', asked))
        if (!found) continue
        const opening = report.measures.flatMap(({ name, aggregate, drillDown: open, total }: Measure) =>
          aggregate && open !== undefined ? [{ name, aggregate, open, total }] : [],
        )
        for (const { name, aggregate, open, total } of opening) {
          const drillDown = (filters: Filter[]): DrillDown => ({
            screen: path,
            number: name,
            ...(report.period && span),
            filters,
          })
          if (total) await agrees(open, aggregate, drillDown([]), found.totals[name] ?? null)
          for (const row of found.rows.slice(0, most))
            await agrees(open, aggregate, drillDown(groupFilters(row.groups)), row.measures[name] ?? null)
        }
      }
    expect(seen.counts).toBeGreaterThan(0)
  })

  it('every figure and every queue', async () => {
    for (const { path, blocks } of screens.filter(
      (screen) => screen.blocks.length > 0 && ['dashboard', 'page', 'list'].includes(screen.kind),
    )) {
      const found = await ask<DashboardAnswer>('/api/dashboard', { screen: path })
      for (const [at, block] of (found?.blocks ?? []).entries()) {
        if (block.block === 'figures')
          for (const [place, { aggregate, drillDown: open }] of blocks[at]!.figures.entries()) {
            if (aggregate && open !== undefined)
              await agrees(open, aggregate, { screen: path, number: `${at}.${place}` }, block.values[place] ?? null)
          }
        if (block.block === 'queues')
          for (const { path: queue, more, ...numbers } of block.queues)
            for (const [number, count] of Object.entries(numbers))
              if (count > 0 && !more)
                await agrees(queue, { operator: 'count' }, { screen: queue, number }, String(count))
      }
    }
    expect(seen.counts).toBeGreaterThan(10)
    expect(seen.sums).toBeGreaterThan(0)
  })
})

it('a number of this month on a home page is that of the report of its name', async () => {
  const today = dayAt(new Date(), app.product.timezone)
  const span = { from: monthStart(today), to: addMonths(monthStart(today), 1) }
  const ask = async <T>(path: string, body: object) => (await suite.teller.call<T>('owner', path, body)).data
  const compared = new Set<string>()
  for (const { path, blocks } of screens.filter(({ kind }) => kind === 'dashboard')) {
    const home = await ask<DashboardAnswer>('/api/dashboard', { screen: path })
    for (const [at, block] of home.blocks.entries())
      for (const [place, { title, aggregate, daily }] of block.block === 'figures'
        ? blocks[at]!.figures.entries()
        : []) {
        if (!aggregate || !daily) continue
        const name = title.zh!.replace('本月', '')
        for (const { path: reportPath, report } of screens) {
          const same = (report?.measures ?? []).filter(
            ({ title: { zh = '' }, aggregate: counted, hidden }) =>
              !hidden &&
              (zh.includes(name) || name.includes(zh)) &&
              (['operator', 'entity', 'field'] as const).every((part) => counted?.[part] === aggregate[part]),
          )
          if (same.length === 0) continue
          const { totals } = await ask<ReportAnswer>('/api/report', { screen: reportPath, ...span })
          for (const measure of same) {
            const value = block.block === 'figures' ? block.values[place] : undefined
            expect(Number(totals[measure.name]), `${title.zh} and ${reportPath} ${measure.name}`).toBe(Number(value))
            compared.add(title.zh!)
          }
        }
      }
  }
  expect([...compared].toSorted()).toEqual(['本月下单', '本月合同', '本月收款', '本月新增客户', '本月退款'])
})

it('nobody looks behind a number of others, nor through a list that it does not open', async () => {
  const report = screens.find(
    (screen) =>
      screen.report?.measures.some(({ drillDown: open }) => open !== undefined) &&
      !screen.permissions.includes('signed-in'),
  )!
  const { name, drillDown: open } = report.report!.measures.find((measure) => measure.drillDown !== undefined)!
  const ask = async (role: string, screen: string, number: string) =>
    (await suite.teller.call(role, '/api/list', { screen, drillDown: { screen: report.path, number, filters: [] } }))
      .code
  expect(await ask('admin', open!, name)).toBe(2000)
  expect(await ask('admin', screens.find((screen) => screen.kind === 'list' && screen.path !== open)!.path, name)).toBe(
    2001,
  )
  expect(await ask('admin', open!, 'nothing')).toBe(2001)
  expect(await ask('guide', open!, name)).toBe(2002)
})

/** The values of a field in the rows of a list as the owner reads it, by cursor over all pages. */
async function inOrder(path: string, field: string, request: object): Promise<unknown[]> {
  const values: unknown[] = []
  for (let after: string | undefined; ;) {
    const body = { screen: path, size: 2, ...request, ...(after && { after }) }
    const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', body)
    values.push(...data.rows!.map((row) => row.values[field]))
    if (data.next === undefined) return values
    after = data.next
  }
}

it('a list comes in the order of its queue on the tab and behind the number of those that wait', async () => {
  const lists = screens.filter(({ queue }) => queue?.sort)
  expect(lists).not.toEqual([])
  for (const { path, queue, sort: usual } of lists) {
    const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: path, want: { tabs: true } })
    const waiting = data.tabs![queue!.tab!]!
    expect(waiting).toBeGreaterThan(4)
    const { field } = queue!.sort!
    for (const request of [{ tab: queue!.tab }, { drillDown: { screen: path, number: 'waiting' } }]) {
      const times = await inOrder(path, field, request)
      expect(times).toHaveLength(waiting)
      expect(times).toEqual(times.toSorted())
    }
    const all = await inOrder(path, field, {})
    expect(all.length).toBeGreaterThan(waiting)
    expect(usual.descending).toBe(true)
    expect(all).toEqual(all.toSorted().toReversed())
  }
})

it('a list of open records comes in the order of a computed date, those without one last', async () => {
  const lists = screens.filter(({ entity, sort }) => app.entities[entity ?? '']?.fields[sort.field]?.stored === false)
  expect(lists).not.toEqual([])
  for (const { path, sort } of lists) {
    const days = await inOrder(path, sort.field, {})
    const known = days.filter((day) => day !== null)
    expect(new Set(known).size, path).toBeGreaterThan(1)
    expect(days, path).toEqual([...known.toSorted(), ...days.filter((day) => day === null)])
    expect(await inOrder(path, sort.field, { size: 200 }), path).toEqual(days)
  }
})
