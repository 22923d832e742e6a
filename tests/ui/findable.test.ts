// Is what one means at the top of the search, and what was seen lately within reach?
import { describe, expect, it } from 'vitest'
import type { RouteInfo } from '../../src/protocol/calls'
import { createRecent, type RecentRecord } from '../../src/runtime/recent'
import { findables } from '../../src/ui/shell/findable'

const route = (path: string, title: [string, string], rest: Partial<RouteInfo> = {}): RouteInfo => ({
  path,
  module: 'sales',
  title,
  kind: 'list',
  hidden: false,
  pinned: false,
  keep: true,
  autoLogin: false,
  layout: 'main',
  ...rest,
})
const routes = [
  route('/a', ['已下单', 'Placed orders']),
  route('/order/b', ['清单', 'Lines']),
  route('/c', ['下单', 'Orders']),
  route('/d', ['客户', 'Customers']),
  route('/e', ['外', 'Order elsewhere'], { href: 'https://elsewhere.example/' }),
  route('/f', ['转', 'Order away'], { redirect: '/c' }),
]
const seen = (id: number, label: string): RecentRecord => ({
  entity: 'thing',
  id,
  label,
  title: ['物品', 'Thing'],
  address: `/c?record=thing:${id}`,
})
const find = (words: string, recent: readonly RecentRecord[] = [], language: 0 | 1 = 1) =>
  findables(words, { routes, moduleTitle: () => ['销售', 'Sales'], recent, pick: (text) => text[language] }).map(
    ({ title }) => title,
  )

describe('what is found', () => {
  it('begins with titles that begin so, then titles, addresses and modules; what is elsewhere is not here', () => {
    expect(find('order')).toEqual(['Orders', 'Placed orders', 'Lines'])
    expect(find('SALES')).toEqual(['Placed orders', 'Lines', 'Orders', 'Customers'])
    expect(find('下单', [], 0)).toEqual(['下单', '已下单'])
    expect(find('nothing')).toEqual([])
  })

  it('has the records seen lately in front, by their names, at most four of them', () => {
    const recent = [1, 2, 3, 4, 5].map((id) => seen(id, `Order ${id}`))
    expect(find('', recent).slice(0, 5)).toEqual(['Order 1', 'Order 2', 'Order 3', 'Order 4', 'Placed orders'])
    expect(find('order 5', recent)).toEqual(['Order 5'])
    expect(findables('order 5', { routes, moduleTitle: () => undefined, recent, pick: (text) => text[1] })).toEqual([
      { key: 'thing 5', title: 'Order 5', beside: 'Thing', address: '/c?record=thing:5' },
    ])
  })
})

it('what was seen lately is kept newest first, each record once, twelve at most', () => {
  const recent = createRecent()
  for (let id = 1; id <= 20; id += 1) recent.note(seen(id, 'before'))
  recent.note(seen(15, 'now'))
  const { records } = recent.getState()
  expect([records.length, records[0]!.label, records.filter(({ id }) => id === 15).length]).toEqual([12, 'now', 1])
})
