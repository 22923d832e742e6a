// Writes entries of the dealer's account with the factory.
import { money } from './goods'
import { type Book, dealer } from './table'

/** Writes an entry of the dealer's account; amounts in cents. */
export function addEntry(
  book: Book,
  key: string,
  moment: string,
  entry: {
    readonly type: string
    readonly cash?: number
    readonly credit?: number
    readonly deposit?: number
    readonly of?: Readonly<Record<string, string>>
  },
): void {
  book.add('accountEntry', key, {
    dealer,
    state: 'posted',
    createdBy: '$admin',
    createdAt: moment,
    stateAt: moment,
    type: entry.type,
    cashDelta: money(entry.cash ?? 0),
    creditDelta: money(entry.credit ?? 0),
    depositDelta: money(entry.deposit ?? 0),
    placement: entry.of?.placement ?? null,
    supplyOrder: entry.of?.supplyOrder ?? null,
    deposit: entry.of?.deposit ?? null,
    remittance: entry.of?.remittance ?? null,
    remark: null,
  })
}
