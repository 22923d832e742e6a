// Writes what makes an order go another way: unusual parts, a chargeback, a supplement.
import { money } from '../goods'
import { at, type Book, on } from '../table'
import type { StagedOrder } from './stagedOrder'
import { way } from './way'

/** Writes the request for a part of an unusual size. */
export function addNonstandard(book: Book, { buyer, order, stop, reached }: StagedOrder, partNo: string): void {
  const { dealer } = buyer
  const day = reached[way.indexOf('exploding')]!
  const quoted = stop === 'quoted'
  book.add('nonstandard', `${order}-${partNo}`, {
    dealer,
    state: quoted ? 'quoted' : 'pending',
    createdBy: '$orderclerk',
    createdAt: at(day, 14),
    stateAt: at(Math.min(0, day + 1), 10),
    order: `$${order}`,
    partNo,
    nsType: 'oversize',
    description: '客户要求一门到顶，请按图加工',
    files: null,
    surcharge: quoted ? '280.00' : null,
    extraDays: quoted ? 4 : null,
    reply: quoted ? '可以生产，需加背条' : null,
  })
}

/** Writes a chargeback and, if it was approved, the refund. @param received the cents that were paid */
export function addChargeback(book: Book, { buyer, order, stop, back, reached }: StagedOrder, received: number): void {
  const { key, dealer, guide, name } = buyer
  const state = stop === 'chargeback' ? 'pending' : 'approved'
  const day = reached[back]!
  const count = Math.round(received * 0.1)
  const approved = state === 'approved'
  const chargeback = book.add('chargeback', `${order}-chargeback`, {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(day, 10),
    stateAt: at(day, 16),
    order: `$${order}`,
    reason: 'house',
    description: '客户房屋出售，协商退单',
    deduction: money(count),
    files: null,
    orderState: 'placing',
    refundable: money(received - count),
    auditor: approved ? '$manager' : null,
    auditRemark: approved ? '同意，扣设计费' : null,
  })
  if (!approved) return
  book.add('refund', `${order}-refund`, {
    dealer,
    state: 'paid',
    createdBy: guide,
    createdAt: at(day, 17),
    stateAt: at(Math.min(0, day + 1), 11),
    refundType: 'chargeback',
    customer: `$${key}`,
    order: `$${order}`,
    chargeback,
    amount: money(received - count),
    payMethod: 'transfer',
    payee: name,
    account: '6222 0212 0200 8888',
    reason: '退单退款',
    paidOn: on(Math.min(0, day + 1)),
    vouchers: null,
    auditor: '$finance',
    auditRemark: null,
  })
}

/** Writes a change of the contract that waits to be checked. */
export function addSupplement(book: Book, { buyer, order, back, reached, items }: StagedOrder): void {
  const { dealer } = buyer
  book.add('supplement', `${order}-supplement`, {
    dealer,
    state: 'pending',
    createdBy: '$manager',
    createdAt: at(reached[back]!, 11),
    stateAt: at(reached[back]!, 11),
    order: `$${order}`,
    kind: 'add',
    reason: '客户加购收纳五金',
    items: [
      {
        lineNo: 1,
        category: 'hardware',
        room: items[0]!.room,
        name: '收纳拉篮',
        material: items[0]!.material,
        colour: items[0]!.colour,
        unit: 'set',
        qty: '1.00',
        unitPrice: '680.00',
      },
    ],
    nonstandard: null,
    needParts: false,
    files: null,
    checkRemark: null,
  })
}
