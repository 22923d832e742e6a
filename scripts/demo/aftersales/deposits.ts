// Generates the satisfaction deposits of cabinets: held, refunded or forfeited.
import { addEntry } from '../accountEntries'
import type { Delivered } from '../delivered/sale'
import { at } from '../table'
import type { Desk } from './desk'

export function addDeposits({ book, record }: Desk, delivered: readonly Delivered[]): void {
  for (const [index, item] of delivered.filter(({ cabinet }) => cabinet).entries()) {
    const low = item.state === 'completed' && delivered.indexOf(item) % 7 === 1
    const state =
      item.state !== 'completed' ? 'held' : low ? 'forfeited' : (['refunded', 'applied', 'held'] as const)[index % 3]!
    const key = `deposit-${index}`
    record(
      'deposit',
      key,
      {
        createdBy: '$finance',
        state,
        order: `$${item.order}`,
        placement: `$${item.placement}`,
        amount: '500.00',
        files: null,
        remark: null,
      },
      { days: item.received + 25, since: 2 },
    )
    addEntry(book, `${key}-hold`, at(-item.received - 25, 10), {
      type: 'satisfactionDeposit',
      cash: -50_000,
      deposit: 50_000,
      of: { deposit: `$${key}` },
    })
    if (state === 'forfeited')
      addEntry(book, `${key}-forfeit`, at(-2, 10), {
        type: 'depositForfeit',
        deposit: -50_000,
        of: { deposit: `$${key}` },
      })
    if (state === 'refunded')
      addEntry(book, `${key}-refund`, at(-2, 10), {
        type: 'depositRefund',
        cash: 50_000,
        deposit: -50_000,
        of: { deposit: `$${key}` },
      })
  }
}
