// What is asked of both servers? Each scenario is one question in two languages, ours and the twin's, in several
// wordings that take turns.
// The differences between the answers are meant: totals and tabs that stop counting at a cap, sums of too many that are
// left out, and pages by key.
import type { ListRequest } from '../../../src/protocol/calls'
import type { Part } from './same'
import type { CustomerQuery } from './twinList'
import type { OrderQuery } from './twinOrders'

export interface Scenario {
  readonly name: string
  readonly ours: readonly ListRequest[]
  readonly twins: readonly (CustomerQuery | OrderQuery)[]
  /** What the answers have in common, compared before anything is measured. */
  readonly same: readonly Part[]
}

const screen = '/customer/CustomerList'
const sort = { field: 'createdAt', descending: true } as const
const states = ['following', 'deal', 'following'] as const
// A common name, a rare one, a given name, a family name, the end of a number and the number of a month.
const words = ['王伟', '姜海燕', '建国', '马', '04217', 'KH2609']

type Want = NonNullable<ListRequest['want']>
const ask = (want: Want, rest: Partial<ListRequest> = {}): ListRequest => ({
  screen,
  size: 20,
  sort,
  ...rest,
  want: { rows: true, ...want },
})
const inState = (state: string): Pick<ListRequest, 'filters'> => ({
  filters: [{ field: 'state', operator: 'in', value: [state] }],
})
const byIntent: Pick<ListRequest, 'sort' | 'thenBy'> = { sort: { field: 'intent', descending: true }, thenBy: [sort] }
const perState = <T>(make: (state: string, page: number) => T): T[] =>
  states.flatMap((state, at) => [1, 2, 3].map((page) => make(state, page + at)))

/** `deep` is a page far down, `key` the key by which ours reaches it in one step (`next` of the page before). */
export function scenariosOf(deep: number, key: string | undefined): Scenario[] {
  const searched = (want: Want) =>
    words.flatMap((text) => [ask(want, { words: text }), ask(want, { words: text, ...inState('following') })])
  const twinSearched = words.flatMap((text): CustomerQuery[] => [
    { words: text, total: true },
    { words: text, state: 'following', total: true },
  ])
  return [
    {
      name: 'plain list: state, sort, page of 20',
      ours: perState((state, page) => ask({}, { ...inState(state), page })),
      twins: perState((state, page) => ({ state, page })),
      same: ['rows'],
    },
    {
      name: 'and a total that stops at the cap',
      ours: perState((state, page) => ask({ total: 'capped' }, { ...inState(state), page })),
      twins: perState((state, page) => ({ state, page, total: true })),
      same: ['rows'],
    },
    {
      name: 'and the exact total',
      ours: perState((state, page) => ask({ total: 'exact' }, { ...inState(state), page })),
      twins: perState((state, page) => ({ state, page, total: true })),
      same: ['rows', 'total'],
    },
    {
      name: 'search words and a total that stops',
      ours: searched({ total: 'capped' }),
      twins: twinSearched,
      same: ['rows'],
    },
    {
      name: 'search words and the exact total',
      ours: searched({ total: 'exact' }),
      twins: twinSearched,
      same: ['rows', 'total'],
    },
    {
      name: `deep page ${deep.toLocaleString('en')} by its number`,
      ours: [ask({}, { page: deep })],
      twins: [{ page: deep }],
      same: ['rows'],
    },
    ...(key === undefined
      ? []
      : [
          {
            name: `deep page ${deep.toLocaleString('en')} by key`,
            ours: [ask({}, { after: key })],
            twins: [{ page: deep }],
            same: ['rows' as const],
          },
        ]),
    {
      name: 'a page and the state tabs',
      ours: [1, 2, 3].map((page) => ask({ tabs: true }, { page })),
      twins: [1, 2, 3].map((page) => ({ page, tabs: true })),
      same: ['rows', 'tabs'],
    },
    {
      name: 'sorted by two columns',
      ours: [1, 2, 3].map((page) => ask({}, { ...byIntent, page })),
      twins: [1, 2, 3].map((page) => ({ sort: 'intent', page })),
      same: ['rows'],
    },
    {
      name: 'in groups with their counts',
      ours: [1, 2, 3].map((page) => ask({ groups: true }, { groupBy: { field: 'intent' }, page })),
      twins: [1, 2, 3].map((page) => ({ sort: 'intent', ascending: true, page, groups: true })),
      same: ['rows', 'groups'],
    },
    {
      name: 'all that the screen shows: total, tabs, sums',
      ours: [ask({ total: 'capped', tabs: true, sums: true })],
      twins: [{ total: true, tabs: true, sums: true }],
      same: ['rows', 'tabs'],
    },
  ]
}

const orderScreen = '/order/Query'
const stages = ['signing', 'exploding', 'producing', 'installing'] as const
const numbers = ['DD2607', '0042', '王', '建国', 'DD250101']

/** The list of orders: a queue is the orders of one stage. */
export function orderScenarios(): Scenario[] {
  const of = (want: Want, rest: Partial<ListRequest> = {}): ListRequest => ({
    screen: orderScreen,
    size: 20,
    sort,
    ...rest,
    want: { rows: true, ...want },
  })
  const queue = (want: Want) => stages.flatMap((state) => [1, 2].map((page) => of(want, { ...inState(state), page })))
  const twinQueue = (rest: Partial<OrderQuery>) =>
    stages.flatMap((state) => [1, 2].map((page): OrderQuery => ({ state, page, ...rest })))
  return [
    {
      name: 'plain list of orders',
      ours: [1, 2, 3].map((page) => of({}, { page })),
      twins: [1, 2, 3].map((page) => ({ page })),
      same: ['rows'],
    },
    { name: 'queue: orders of one stage', ours: queue({}), twins: twinQueue({}), same: ['rows'] },
    {
      name: 'queue and the exact total',
      ours: queue({ total: 'exact' }),
      twins: twinQueue({ total: true }),
      same: ['rows', 'total'],
    },
    {
      name: 'search words in numbers and names, and a total that stops',
      ours: numbers.map((text) => of({ total: 'capped' }, { words: text })),
      twins: numbers.map((text) => ({ words: text, total: true })),
      same: ['rows'],
    },
    {
      name: 'search words in numbers and names, and the exact total',
      ours: numbers.map((text) => of({ total: 'exact' }, { words: text })),
      twins: numbers.map((text) => ({ words: text, total: true })),
      same: ['rows', 'total'],
    },
    {
      name: 'all that the screen shows: total and sums',
      ours: [of({ total: 'capped', sums: true })],
      twins: [{ total: true, sums: true }],
      same: ['rows'],
    },
    {
      name: 'a queue with total and sums',
      ours: stages.map((state) => of({ total: 'capped', sums: true }, inState(state))),
      twins: stages.map((state) => ({ state, total: true, sums: true })),
      same: ['rows'],
    },
  ]
}
