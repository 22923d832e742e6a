// Which orders are there, and what belongs to them? One order a customer on the average, in all stages over three
// years, with as many contracts, receipts,
// placements, shipments, tasks and passes from stage to stage as orders come to have.
import type { App } from '../../../src/manifest/model/app'
import { textArray } from '../../../src/server/database/sql/literal'
import type { Lot } from './records'

/** Records for each order. */
const shares: readonly (Omit<Lot, 'count'> & { readonly share: number })[] = [
  {
    entity: 'order',
    share: 1,
    values: {
      dealerFlagsIsPiper: 'true',
      dealerFlagsIsScale: 'false',
      dealerFlagsIsPicture: 'false',
      dealerFlagsIsInvite: 'true',
      dealerFlagsIsProgramme: 'false',
      dealerFlagsIsInstallation: 'false',
      dealerFlagsIsReceiptConfirmat: 'true',
    },
  },
  { entity: 'contract', share: 0.8 },
  { entity: 'supplyOrder', share: 0.05, lines: { lines: 2 } },
  { entity: 'supplement', share: 0.1, lines: { items: 2 } },
  { entity: 'receipt', share: 1.5, anchor: 'order' },
  {
    entity: 'placement',
    share: 0.7,
    values: {
      paidAt: `d."at" + interval '5 days'`,
      discountRate: '1',
      freight: '120',
      progress: '100',
      returnCount: '0',
    },
    lines: { lines: 6 },
  },
  { entity: 'nonstandard', share: 0.1 },
  { entity: 'chargeback', share: 0.03 },
  { entity: 'refund', share: 0.05, anchor: 'order' },
  {
    entity: 'shipment',
    share: 0.6,
    anchor: 'order',
    values: { deliveredAt: `d."at" + pg_temp.pick(d."i", 7) * interval '30 days'` },
  },
  { entity: 'task', share: 1, anchor: 'order' },
  { entity: 'accountEntry', share: 0.7, anchor: 'placement' },
  { entity: 'appointment', share: 0.5 },
  { entity: 'storeCost', share: 0.01 },
]

/** The lots for so many orders. */
export function lotsOf(app: App, orders: number): Lot[] {
  const lots = shares.map(({ share, ...lot }) => ({ ...lot, count: Math.ceil(orders * share) }))
  return [...lots, { ...passes(app), count: orders * 4 }]
}

// The log does not refer to an order by a reference, but tells entity and number.
function passes(app: App): Omit<Lot, 'count'> {
  const stages = textArray(Object.keys(app.entities.order!.states)).text
  return {
    entity: 'log',
    anchor: 'order',
    values: {
      entity: `'order'`,
      recordId: '(d."a")."id"',
      action: `'pass'`,
      fromState: `(${stages})[1 + (d."i" % 14)]`,
      toState: `(${stages})[2 + (d."i" % 14)]`,
      by: '(d."a")."guide"',
      data: 'null',
      remark: 'null',
      at: 'd."at"',
      since: `d."at" - pg_temp.pick(d."i", 8) ^ 2 * interval '12 days'`,
    },
  }
}
