// Finds the customers who order.
import { dayOf, dealer, finder, type Book } from '../table'

export interface Buyer {
  readonly key: string
  readonly dealer: string
  readonly store: string
  readonly guide: string
  readonly designer: string
  readonly address: unknown
  readonly name: string
  readonly born: number
}

/** The customers of the first dealer who have ordered. */
export const buyersOf = (book: Book): Buyer[] =>
  finder(book)('customer', (row) => row.state === 'deal' && row.dealer === dealer).map((row) => ({
    key: String(row.key),
    dealer: String(row.dealer),
    store: String(row.store),
    guide: String(row.guide),
    designer: String(row.designer),
    address: row.address,
    name: String(row.name),
    born: -dayOf(row.createdAt),
  }))
