// What the generators of the after-sales desk share: its clerk, and when its records were written.
import type { Chance } from '../chance'
import type { Delivered } from '../delivered/sale'
import { at, type Book, dealer } from '../table'

export const clerk = '$aftersales'
/** Initial states, whose records have been in them since creation. */
const firstStates: Readonly<Record<string, readonly string[]>> = {
  afterCase: ['pending'],
  complaint: ['pending'],
  supplyOrder: ['submitted', 'parsing'],
  redesign: ['applied'],
  deposit: ['held'],
  demand: ['submitted'],
}

type Values = Readonly<Record<string, unknown>>
/** Days before today on which a record was created, and on which it reached a state that is not its first. */
type Times = Readonly<Record<'days' | 'since', number>>

export interface Desk {
  readonly book: Book
  readonly chance: Chance
  /** Adds a record of the clerk, at some time of these days. */
  readonly record: (entity: string, key: string, values: Values, times: Times) => string
  /** Days before today: at most `limit`, and after the goods came. */
  readonly late: (item: Delivered, limit: number) => number
}

export function createDesk(book: Book, chance: Chance): Desk {
  return {
    book,
    chance,
    late: (item, limit) => Math.max(0, Math.min(item.received - 1, chance.between(0, limit))),
    record: (entity, key, values, { days, since }) => {
      const createdAt = at(-days, chance.between(9, 17), chance.below(60))
      const moved = at(-Math.min(days, since), 18, chance.below(60))
      return book.add(entity, key, {
        dealer,
        createdBy: clerk,
        createdAt,
        stateAt: firstStates[entity]?.includes(String(values.state)) ? createdAt : moved,
        ...values,
      })
    },
  }
}
