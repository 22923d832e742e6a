// Proves the order of a list by several columns against the order of all records in JavaScript.
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sort } from '../../../src/manifest/model/rule'
import type { ListAnswer, ListRequest } from '../../../src/protocol/calls'
import { checkListing } from '../../../src/server/query/list/listing'
import type { DrillDownQuery } from '../../../src/server/query/report/drillDown'
import { asking } from '../endpoints/reads'
import type { Workshop } from '../mutation/workshop'

interface SortedList {
  readonly workshop: () => Workshop
  readonly list: (request: Omit<ListRequest, 'screen'>) => Promise<ListAnswer>
  /** The states in their order. */
  readonly states: readonly string[]
}
type Row = Awaited<ReturnType<Workshop['all']>>[number]

const up = (field: string): Sort => ({ field, descending: false })
const down = (field: string): Sort => ({ field, descending: true })
// `rounds` is no column of the screen.
const orders: readonly (readonly [Sort, ...Sort[]])[] = [
  [up('state'), down('budget')],
  [down('state'), up('budget'), down('createdAt')],
  [down('budget'), up('rounds'), up('createdAt')],
  [up('budget'), down('no')],
  [up('rounds')],
  [down('createdAt'), up('budget')],
]

export function describeSorts({ workshop, list, states }: SortedList): void {
  const keyOf = (row: Row, field: string): number | string | null => {
    const value = row[field] as string | number | Date | null
    if (field === 'state') return states.indexOf(String(value))
    if (field === 'createdAt') return new Date(value as string).getTime()
    return value === null || field === 'no' ? (value as string | null) : Number(value)
  }
  /** Records without a value come last in either direction. */
  const compare = (sorts: readonly Sort[]) => (a: Row, b: Row) => {
    for (const { field, descending } of sorts) {
      const [left, right] = [keyOf(a, field), keyOf(b, field)]
      if (left === right) continue
      if (left === null || right === null) return left === null ? 1 : -1
      return left < right === descending ? 1 : -1
    }
    return (Number(a.id) - Number(b.id)) * (sorts[0]!.descending ? -1 : 1)
  }
  const idsOf = ({ rows }: ListAnswer) => rows!.map(({ id }) => id)

  describe('an order by several columns', () => {
    beforeAll(() => workshop().database.query(sql`UPDATE "project" SET "rounds" = 2 - "id" % 3`))

    it.each(orders)('holds over all pages, by number and by cursor: %j %j %j', async (sort, ...thenBy) => {
      const expected = (await workshop().all('project'))
        .toSorted(compare([sort, ...thenBy]))
        .map(({ id }) => Number(id))
      const request = { sort, ...(thenBy.length > 0 && { thenBy }), size: 50 }
      const byNumber: number[] = []
      const byCursor: number[] = []
      let after: string | undefined
      for (let page = 1; page === 1 || after !== undefined; page += 1) {
        byNumber.push(...idsOf(await list({ ...request, page })))
        const found = await list({ ...request, ...(after !== undefined && { after }) })
        byCursor.push(...idsOf(found))
        after = found.next
      }
      expect(byNumber).toEqual(expected)
      expect(byCursor).toEqual(expected)
    })

    it('is that of the screen before the others where it names no first one', async () => {
      const expected = (await workshop().all('project')).toSorted(compare([down('createdAt'), up('budget')]))
      expect(idsOf(await list({ thenBy: [up('budget')], size: 200 }))).toEqual(expected.map(({ id }) => Number(id)))
    })

    it('orders the groups by their column wherever it stands, and the rows within them', async () => {
      const sorts = [down('budget'), down('state')] as const
      const { rows, groups } = await list({
        sort: sorts[0],
        thenBy: [sorts[1]],
        groupBy: { field: 'state' },
        want: { rows: true, groups: true },
        size: 200,
      })
      const expected = (await workshop().all('project')).toSorted(compare([sorts[1], sorts[0]]))
      expect(groups!.map(({ value }) => value)).toEqual([...new Set(expected.map(({ state }) => state))])
      expect(rows!.map(({ values }) => values.budget)).toEqual(
        (await workshop().all('project')).toSorted(compare([sorts[1], ...sorts])).map(({ budget }) => budget),
      )
    })

    it('takes no cursor of another order', async () => {
      const cursorOf = async (thenBy: readonly Sort[]) =>
        (await list({ sort: up('state'), ...(thenBy.length > 0 && { thenBy }), size: 20 })).next!
      for (const thenBy of [[], [up('budget')], [down('budget'), up('createdAt')]])
        await expect(
          list({ sort: up('state'), thenBy: [down('budget')], size: 20, after: await cursorOf(thenBy) }),
        ).rejects.toMatchObject({ key: 'page_position_expired' })
    })

    it.each(['phone', 'spent', 'openTasks', 'cost', 'id', 'nothing'])(
      'is refused by a field that would disclose its value, or is none of a column: %s',
      async (field) => {
        for (const request of [{ sort: up(field) }, { thenBy: [up(field)] }, { thenBy: [up('budget'), up(field)] }])
          await expect(list(request)).rejects.toMatchObject({ key: 'field_not_available' })
      },
    )
  })

  it('the order of a queue is that of its tab and of its own numbers, not of another number with the tab', () => {
    const context = asking(workshop(), 'north.manager')
    const sort = up('budget')
    const screen = { ...context.app.screens['/projects']!, queue: { tab: 'draft', sort } }
    const number = { shape: '', title: screen.title, dimensions: {}, filters: [], keepListConditions: false }
    const orderOf = (counted?: DrillDownQuery, tab?: string) =>
      checkListing(context, screen, tab === undefined ? {} : { tab }, counted).sort
    expect(orderOf(undefined, 'draft')).toEqual(sort)
    expect(orderOf({ ...number, sort })).toEqual(sort)
    for (const other of [orderOf(), orderOf(undefined, 'closed'), orderOf(number), orderOf(number, 'draft')])
      expect(other).toEqual(screen.sort)
  })
}
