// Proves that the best match comes first in the search, and recent entries are within reach.
import { textIn, type Text } from '../../src/manifest/model/text'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../src/manifest/access/navigation'
import { createRecent, type RecentRecord } from '../../src/client/session/recentlyViewed'
import type { FindAnswer } from '../../src/protocol/findCalls'
import { foldGroups, countsByGroup } from '../../src/ui/layout/finder/foldGroups'
import { searchPalette, type PaletteEntry } from '../../src/ui/layout/finder/searchPalette'
import { isForRole, type SavedView } from '../../src/ui/screens/common/savedViews'

const route = (path: string, [zh, en]: [string, string], rest: Partial<Route> = {}): Route => ({
  path,
  module: 'sales',
  title: { zh, en },
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
  route('/d', ['客户', 'Customers'], { synonyms: ['排班表', 'people clients'] }),
  route('/e', ['外', 'Order elsewhere'], { href: 'https://elsewhere.example/' }),
  route('/f', ['转', 'Order away'], { redirect: '/c' }),
]
const seen = (id: number, label: string): RecentRecord => ({
  entity: 'thing',
  id,
  label,
  title: { zh: '物品', en: 'Thing' },
  address: `/c?record=thing:${id}`,
})
const find = (words: string, recent: readonly RecentRecord[] = [], language: 'zh' | 'en' = 'en') =>
  searchPalette(words, {
    routes,
    moduleTitle: () => ({ zh: '销售', en: 'Sales' }),
    recent,
    pick: (text: Text) => textIn(text, language),
  }).map(({ title }) => title)

const answer: FindAnswer = {
  groups: [
    {
      entity: 'thing',
      title: { zh: '物品', en: 'Thing' },
      screen: '/c',
      records: [
        { id: 5, label: 'Order 5', hint: 'T5 · 138' },
        { id: 6, label: 'Order 6' },
      ],
      more: false,
    },
  ],
  late: [],
  actions: [
    {
      title: { zh: '修改', en: 'Edit' },
      screen: '/c',
      action: 'edit',
      record: { entity: 'thing', id: 5, label: 'Order 5' },
    },
    { title: { zh: '新增', en: 'Add order' }, screen: '/c', action: 'thing.create' },
  ],
  refused: [
    {
      title: { zh: '关闭', en: 'Close' },
      screen: '/c',
      action: 'close',
      record: { entity: 'thing', id: 5, label: 'Order 5' },
    },
    { title: { zh: '导入', en: 'Add many' }, screen: '/c', action: 'thing.createMany' },
  ],
  withheld: [
    { title: { zh: '财务', en: 'Ledger' }, screen: '/ledger' },
    { title: { zh: '合同', en: 'Contract' }, record: { entity: 'contract', number: 'HT26110100001' } },
  ],
}

describe('what is found', () => {
  it('has actions and records of the server behind screens of that title, each record once', () => {
    const entries = searchPalette('order', {
      routes,
      moduleTitle: () => ({ zh: '销售', en: 'Sales' }),
      recent: [seen(5, 'Order 5')],
      answer,
      pick: (text: Text) => textIn(text, 'en'),
    })
    expect(entries.flatMap(({ title, why }) => (why ? [[title, why]] : []))).toEqual([
      ['Close · Order 5', { entity: 'thing', id: 5, transition: 'close' }],
      ['Add many', { entity: 'thing', transition: 'createMany' }],
      ['Contract HT26110100001', { entity: 'contract', number: 'HT26110100001' }],
    ])
    expect(entries.map(({ title, address, path }) => [title, address ?? path])).toEqual([
      ['Order 5', '/c?record=thing:5'],
      ['Orders', '/c'],
      ['Placed orders', '/a'],
      ['Edit · Order 5', '/c?record=thing:5&run=edit'],
      ['Add order', '/c?run=thing.create'],
      ['Order 6', '/c?record=thing:6'],
      ['Close · Order 5', '/c?record=thing:5'],
      ['Add many', '/c'],
      ['Ledger', '/ledger'],
      ['Contract HT26110100001', undefined],
      ['Lines', '/order/b'],
    ])
  })

  it('begins with titles that begin so, then titles, addresses and modules; what is elsewhere is not here', () => {
    expect(find('order')).toEqual(['Orders', 'Placed orders', 'Lines'])
    expect(find('SALES')).toEqual(['Placed orders', 'Lines', 'Orders', 'Customers'])
    expect(find('下单', [], 'zh')).toEqual(['下单', '已下单'])
    expect(find('nothing')).toEqual([])
  })

  it('finds a screen by the other words for it', () => {
    expect(find('client')).toEqual(['Customers'])
    expect(find('排班')).toEqual(['Customers'])
  })

  it('finds a section of a page by its title, and leads to it', () => {
    const sections = [{ index: 3, title: { zh: '修改密码', en: 'Change password' } }]
    const entries = searchPalette('密码', {
      routes: [route('/me', ['我', 'Me'], { sections }), route('/out', ['外', 'Out'], { sections, layout: 'empty' })],
      moduleTitle: () => undefined,
      recent: [],
      pick: (text: Text) => textIn(text, 'zh'),
    })
    expect(entries).toEqual([
      { key: '/me#section-3', title: '修改密码', beside: '我', group: 'screens', address: '/me#section-3' },
    ])
    expect(find('')).toHaveLength(4)
  })

  it('finds a further list of a screen, and begins an action of that list there', () => {
    const lists = [{ path: '/c?list=makers', title: { zh: '厂家', en: 'Makers' } }]
    const action = { title: { zh: '新增厂家', en: 'Add maker' }, screen: '/c?list=makers', action: 'maker.create' }
    const entries = searchPalette('maker', {
      routes: [route('/c', ['下单', 'Orders'], { lists })],
      moduleTitle: () => undefined,
      recent: [],
      answer: { groups: [], late: [], refused: [], withheld: [], actions: [action] },
      pick: (text: Text) => textIn(text, 'en'),
    })
    expect(entries.map(({ title, address }) => [title, address])).toEqual([
      ['Makers', '/c?list=makers'],
      ['Add maker', '/c?list=makers&run=maker.create'],
    ])
  })

  it('has saved views of lists that may be opened behind screens of that name, and opens the list with them', () => {
    const view = (id: string, title: string, part: Partial<SavedView> = {}): SavedView => ({
      id,
      title,
      screen: '/c',
      query: 'f.name=contains%3Ax&sort=-no%2Cname',
      choice: {},
      ...part,
    })
    const views = [
      view('u1', 'My orders'),
      view('u2', 'Orders of today', { sharedWith: 'tenant', screen: '/c?list=makers', query: '' }),
      view('u3', 'Order of others', { screen: '/closed' }),
      view('u4', 'Else'),
    ]
    const lists = [{ path: '/c?list=makers', title: { zh: '厂家', en: 'Makers' } }]
    const found = (words: string) =>
      searchPalette(words, {
        routes: [route('/c', ['下单', 'Orders'], { lists }), ...routes.filter(({ path }) => path === '/order/b')],
        moduleTitle: () => undefined,
        recent: [],
        views,
        answer,
        pick: (text: Text) => textIn(text, 'en'),
      })
    expect(found('order').slice(0, 3)).toEqual([
      { key: '/c', title: 'Orders', beside: '', group: 'screens', path: '/c' },
      {
        key: 'view tenant u2',
        title: 'Orders of today',
        beside: 'Makers',
        group: 'views',
        address: '/c?list=makers&view=u2',
      },
      {
        key: 'view own u1',
        title: 'My orders',
        beside: 'Orders',
        group: 'views',
        address: '/c?f.name=contains%3Ax&sort=-no%2Cname&view=u1',
      },
    ])
    expect(found('').filter(({ group }) => group === 'views')).toEqual([])
  })

  it('has the records seen lately in front, by their names, at most four of them', () => {
    const recent = [1, 2, 3, 4, 5].map((id) => seen(id, `Order ${id}`))
    expect(find('', recent).slice(0, 5)).toEqual(['Order 1', 'Order 2', 'Order 3', 'Order 4', 'Placed orders'])
    expect(find('order 5', recent)).toEqual(['Order 5'])
    expect(
      searchPalette('order 5', {
        routes,
        moduleTitle: () => undefined,
        recent,
        pick: (text: Text) => textIn(text, 'en'),
      }),
    ).toEqual([{ key: 'thing 5', title: 'Order 5', beside: 'Thing', group: 'seen', address: '/c?record=thing:5' }])
  })
})

describe('in little room', () => {
  const entry = (group: string, key: string): PaletteEntry => ({ key, title: key, beside: '', group })
  const entries = [
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((key) => entry('a', key)),
    ...['b1', 'b2', 'b3'].map((key) => entry('b', key)),
    entry('a', 'a6'),
  ]
  const titles = (chosen?: string) => foldGroups(entries, chosen, (count) => `${count} more`).map(({ title }) => title)

  it('a long group shows two and leads to the rest, a short one shows all', () => {
    expect(titles()).toEqual(['a1', 'a2', '4 more', 'b1', 'b2', 'b3'])
    expect(
      foldGroups(entries, undefined, String)
        .filter(({ unfolds }) => unfolds)
        .map(({ group }) => group),
    ).toEqual(['a'])
    expect([...countsByGroup(entries)]).toEqual([
      ['a', 6],
      ['b', 3],
    ])
  })

  it('a chosen group shows all of its entries, and one that is gone lets all groups show', () => {
    expect(titles('a')).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
    expect(titles('gone')).toEqual(titles())
  })
})

it('a view is for its account, its shop and dealer, and of the roles for its own one', () => {
  const view = { id: 'a', title: 'a', screen: '/c', query: '', choice: {} }
  const isFor = (sharedWith?: SavedView['sharedWith']) => isForRole({ ...view, ...(sharedWith && { sharedWith }) }, 7)
  expect([undefined, 'unit', 'tenant', 'role:7', 'role:8'].map((reach) => isFor(reach as 'unit'))).toEqual([
    ...[true, true, true, true],
    false,
  ])
})

it('what was seen lately is kept newest first, each record once, twelve at most', () => {
  const recent = createRecent()
  for (let id = 1; id <= 20; id += 1) recent.add(seen(id, 'before'))
  recent.add(seen(15, 'now'))
  const { records } = recent.getState()
  expect([records.length, records[0]!.label, records.filter(({ id }) => id === 15).length]).toEqual([12, 'now', 1])
})
