// Writes what the factory made for a delivered order, was paid for, sent and invoiced.
import { addEntry } from '../accountEntries'
import type { Chance } from '../chance'
import { addScore } from '../evaluations'
import { money } from '../goods'
import { at, type Book, dealer, on } from '../table'
import type { Sale } from './sale'

/** Writes the placement, its payment and invoice, and the shipment with its score. */
export function addGoods(book: Book, chance: Chance, sale: Sale, serial: number): void {
  const { order, placement, address, received, cabinet, cost, index, day } = sale
  const part = {
    partNo: 'P001',
    name: cabinet ? '柜体与门板' : '柜体板',
    measure: '1.000',
    factoryPrice: money(cost),
    surcharge: '0.00',
  }
  book.add('placement', placement, {
    dealer,
    state: 'received',
    createdBy: '$orderclerk',
    createdAt: at(day(8), 11),
    stateAt: at(-received, 15),
    order: `$${order}`,
    lines: [part],
    files: null,
    deliveryMode: 'logistics',
    deliverTo: address,
    freight: '0.00',
    discountRate: '1',
    paidAt: at(day(9), 10),
    workshop: chance.one(['1 号线', '2 号线', '3 号线']),
    progress: 100,
    invoice: addInvoice(book, placement, index, received),
  })
  addEntry(book, `${order}-pay`, at(day(9), 10), {
    type: 'placementPay',
    cash: -cost,
    of: { placement: `$${placement}` },
  })
  addShipment(book, chance, sale, serial)
}

function addShipment(book: Book, chance: Chance, sale: Sale, serial: number): void {
  const { order, shipment, placement, carrier, received, index } = sale
  const packages = chance.between(6, 28)
  book.add('shipment', shipment, {
    dealer,
    state: 'received',
    createdBy: '$admin',
    createdAt: at(-received - 4, 17),
    stateAt: at(-received, 15),
    placement: `$${placement}`,
    supplyOrder: null,
    order: `$${order}`,
    deliveryMode: 'logistics',
    carrier,
    waybillNo: `WB26${String(610_000 + serial * 37)}`,
    packages,
    freightPayer: 'factory',
    shippedAt: at(-received - 4, 17),
    eta: on(-received),
    deliveredAt: at(-received, 11),
    receivedPackages: packages,
    damagedPackages: index % 4 === 0 ? chance.between(1, 2) : 0,
    photos: null,
    remark: index % 4 === 0 ? '外箱破损，司机已签字' : null,
  })
  addScore(book, chance, `${order}-carrier`, {
    kind: 'carrier',
    order,
    shipment,
    items: ['speed', 'integrity', 'attitude'],
    received,
    open: index % 5 === 4,
    low: index % 4 === 0,
  })
}

/** Adds an invoice for every fifth placement; returns it unless it was rejected, which frees the placement again. */
function addInvoice(book: Book, placement: string, index: number, received: number): string | null {
  if (index % 5 !== 0) return null
  const state = (['issued', 'rejected', 'pending'] as const)[(index / 5) % 3]!
  const day = state === 'pending' ? 0 : Math.min(-1, 2 - received)
  const invoice = book.add('invoice', `${placement}-invoice`, {
    dealer,
    state,
    createdBy: '$finance',
    createdAt: at(day, 9, 30),
    stateAt: at(day, state === 'pending' ? 9 : 15, 30),
    invoiceType: index % 2 === 0 ? 'special' : 'ordinary',
    title: '杭州臻木家居有限公司',
    taxNo: '91330106MA2B0X7K3Q',
    placements: [{ placement: `$${placement}` }],
    invoiceNo: state === 'issued' ? `2633200000${String(10_482_000 + index * 61)}` : null,
    issuedOn: state === 'issued' ? on(day) : null,
    files: null,
    remark: state === 'rejected' ? '税号与抬头不一致，请核对后重新申请' : null,
  })
  return state === 'rejected' ? null : invoice
}
