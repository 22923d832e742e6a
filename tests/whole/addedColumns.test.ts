// Tests that a person can add exactly the fields of the record to a list, and group it by them:
// several roles try allowed and other fields on every list.
import { describe, expect, it } from 'vitest'
import { freeColumns } from '../../src/manifest/access/freeColumns'
import type { Screen } from '../../src/manifest/model/screen'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import { groupKey, type Grouping } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { sampleOf } from './sample'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const whole = useProduct()
const lists = Object.values(app.screens).filter(({ kind, entity }) => kind === 'list' && entity !== undefined)
const roles = ['owner', 'guide', 'finance', 'admin']

interface Asked {
  readonly screen: string
  readonly columns?: readonly string[]
  readonly want?: object
  readonly size?: number
  readonly groupBy?: Grouping
  readonly after?: string
}
const list = (role: string, request: Asked) =>
  whole.teller.call<ListAnswer | null>(role, '/api/list', { size: 3, ...request })
const asked = { looked: 0, grouped: 0 }

describe.each(sampleOf(lists.map(({ path }) => path)))('%s', (path) => {
  it.each(roles)('shows %s in added columns what the record shows', async (role) => {
    const opened = await whole.teller.call<ScreenAnswer | null>(role, '/api/screen', { path })
    if (!opened.data) return
    const { screen, entities } = opened.data
    const entity = entities[screen.entity!]!
    const added = freeColumns(entity, screen).map(({ field }) => field)
    const names = [...screen.columns.map(({ field }) => field), ...added]
    const given = await list(role, { screen: path, columns: names })
    const first = (await list(role, { screen: path })).data?.rows?.[0]
    const record = first
      ? (await whole.teller.call<RecordAnswer | null>(role, '/api/record', { entity: entity.name, id: first.id })).data
      : undefined
    if (given.code !== 2000) {
      // Who may not open the records sees of them what the list shows.
      expect([given.key, added.length > 0, record ?? null]).toEqual(['field_not_available', true, null])
      return
    }
    // A list without added columns may show rows that cannot be opened.
    if (first && added.length > 0) expect(record).toBeTruthy()
    const row = given.data!.rows!.find(({ id }) => id === first?.id)
    for (const name of added)
      if (record && name in record.record.values) {
        expect([name, row!.values[name] ?? null]).toEqual([name, record.record.values[name] ?? null])
        asked.looked += 1
      }
  })

  it('refuses what is no field of its records that everyone who opens them reads', async () => {
    const { entity: name, columns, widenRowScope } = app.screens[path]!
    const entity = app.entities[name!]!
    const shown = new Set(columns.map(({ field }) => field))
    const reference = Object.values(entity.fields).find(({ type, entity: of }) => type === 'ref' && of !== undefined)
    const wrong = ['nothing', 'id.x', '__proto__', 'version', ...(reference ? [`${reference.name}.createdAt`] : [])]
    const beyond = widenRowScope ? Object.keys(entity.fields).slice(0, 5) : []
    for (const column of [...wrong, ...beyond].filter((field) => !shown.has(field))) {
      const { code, key } = (await list('owner', { screen: path, columns: [column] })) as Envelope<unknown>
      if (code === 2002) return
      expect([column, key]).toEqual([column, 'field_not_available'])
    }
  })
})

/** The exact total in hundredths. */
const cents = (sums: readonly string[]) => sums.reduce((total, sum) => total + Math.round(Number(sum) * 100), 0)

/** Groups of each type, and of moments by day and by month. */
const groupings = ({ columns }: Pick<Screen, 'columns'>): Grouping[] =>
  columns
    .filter(({ groupable }) => groupable)
    .flatMap(({ field, type }) => [
      { field },
      ...(type === 'date' || type === 'datetime' ? [{ field, by: 'month' as const }] : []),
    ])

describe.each(sampleOf(lists.map(({ path }) => path)))('groups of %s', (path) => {
  it.each(['owner', 'guide'])('hold for %s every record once, in one piece', async (role) => {
    const opened = await whole.teller.call<ScreenAnswer | null>(role, '/api/screen', { path })
    if (!opened.data) return
    const want = { rows: true, total: 'exact', sums: true, groups: true }
    for (const groupBy of groupings(opened.data.screen)) {
      const { data, code, msg } = await list(role, { screen: path, size: 200, groupBy, want })
      expect([code, msg]).toEqual([2000, expect.anything()])
      const { rows = [], rowGroups = [], groups = [], moreGroups = false, total, sums = {} } = data!
      const counted = groups.reduce((sum, { count }) => sum + count, 0)
      // A list answers its first groups: on a database that other tests fill as well there may be more.
      if (moreGroups) expect(counted).toBeLessThan(total!.count)
      else {
        expect(counted).toBe(total!.count)
        for (const [field, sum] of Object.entries(sums))
          expect(cents(groups.map((group) => group.sums[field]!)), `${groupBy.field} ${field}`).toBe(cents([sum]))
      }
      // The rows come in the order of the groups, each as often as its group counts.
      const keys = groups.flatMap(({ value, count }) => Array<string>(count).fill(groupKey(value)))
      expect(rowGroups.map(groupKey)).toEqual(keys.slice(0, rows.length))
      const [first, second] = groups
      if (!second) continue
      asked.grouped += 1
      const folded = [groupKey(first!.value)]
      const rest = await list(role, { screen: path, size: 200, groupBy: { ...groupBy, folded }, want })
      expect(rest.data!.groups).toEqual(groups)
      const unfolded = keys.slice(first!.count, first!.count + 200)
      expect(rest.data!.rowGroups!.map(groupKey).slice(0, unfolded.length)).toEqual(unfolded)
    }
  })
})

it('something was looked at', () => {
  expect(asked.grouped).toBeGreaterThan(10)
  expect(asked.looked).toBeGreaterThan(100)
})

async function exportedLines(request: Asked, role = 'owner'): Promise<readonly string[]> {
  const reply = await whole.product.transport({
    method: 'POST',
    path: '/api/export',
    headers: { 'x-token': await whole.teller.token(role), 'x-language': 'zh' },
    body: { client: 'dealerPc', format: 'csv', ...request },
  })
  let text = ''
  for await (const part of reply.body as AsyncIterable<Buffer>) text += part.toString()
  return text.replace('\ufeff', '').trimEnd().split(/\r?\n/)
}

it('are not made by what is computed from other records', async () => {
  const [screen, field] = ['/customer/CustomerList', 'lastFollowAt']
  const { data } = await whole.teller.call<ScreenAnswer>('owner', '/api/screen', { path: screen })
  const columns = new Map(data.screen.columns.map((column) => [column.field, column.groupable]))
  expect([columns.get('guide'), columns.has(field), columns.get(field)]).toEqual([true, true, undefined])
  expect((await list('owner', { screen, groupBy: { field } })).key).toBe('group_not_supported')
})

it('is read to its end by the cursors of its pages, as an ungrouped list is', async () => {
  const request = { screen: '/customer/CustomerList', size: 200, groupBy: { field: 'createdAt', by: 'month' as const } }
  const { data: together } = await list('owner', request)
  const ids: number[] = []
  for (let after: string | undefined, pages = 0; pages < 4; pages += 1) {
    const { data } = await list('owner', { ...request, size: 50, ...(after !== undefined && { after }) })
    ids.push(...data!.rows!.map(({ id }) => id))
    after = data!.next
    if (after === undefined) break
  }
  expect(ids.length).toBeGreaterThan(50)
  expect(ids).toEqual(together!.rows!.map(({ id }) => id))
  const other = await list('owner', { ...request, groupBy: { field: 'state' }, after: together!.next ?? 'x' })
  expect(other.key).toBe('page_position_expired')
  const folded = await list('owner', { ...request, groupBy: { field: 'state', folded: ['\0'] } })
  expect(folded.key).toBe('parameters_invalid')
})

it('is exported with a row of numbers before each group, folded ones included', async () => {
  const groupBy = { field: 'paidOn', by: 'month' as const }
  const request = { screen: '/customer/ReceiptInfo', groupBy }
  const { groups = [], total } = (await list('owner', { ...request, want: { total: 'exact', groups: true } })).data!
  const folded = groups.slice(0, 1).map(({ value }) => groupKey(value))
  const [, ...lines] = await exportedLines({ ...request, columns: ['no', 'amount'], groupBy: { ...groupBy, folded } })
  expect(lines.length).toBe(total!.count + groups.length)
  expect(lines.filter((line) => /^\S+ \(\d+\),/.test(line))).toEqual(
    groups.map(({ value, count, sums }) => `${String(value)} (${count}),${Number(sums.amount).toFixed(2)}`),
  )
})

it('is exported with the numbers of every group, also of those that a list does not answer', async () => {
  const request = { screen: '/customer/ReceiptInfo', groupBy: { field: 'order' } }
  const { data } = await list('admin', { ...request, want: { total: 'exact', groups: true } })
  expect(data!.moreGroups).toBe(true)
  const [, ...lines] = await exportedLines({ ...request, columns: ['no', 'amount'] }, 'admin')
  const counts = lines.flatMap((line) => / \((\d+)\),\d/.exec(line)?.[1] ?? [])
  expect(counts.length).toBe(lines.length - data!.total!.count)
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(data!.total!.count)
})

it('is exported as it is shown', async () => {
  const path = '/customer/CustomerList'
  const { data } = await whole.teller.call<ScreenAnswer>('owner', '/api/screen', { path })
  const [added] = freeColumns(data.entities[data.screen.entity!]!, data.screen)
  const [head] = await exportedLines({ screen: path, columns: ['name', added!.field] })
  expect(head).toBe(`${data.screen.columns.find(({ field }) => field === 'name')!.title.zh},${added!.title.zh}`)
})
