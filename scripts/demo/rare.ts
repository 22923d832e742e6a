// Adds rare records: withdrawn or refused requests, unsigned contracts.
import { at, on, recordsOf, type Book, type Row } from './table'

const formerRole = ['驻店设计助理', 'Assistant designer in the store']

/** Added to the others, so that each state of an entity occurs wherever nothing else would have to change. */
export function addRare(book: Book): void {
  const tables = new Map(book.tables().map((table) => [table.entity, table]))
  const rows = (entity: string): Row[] => recordsOf(tables.get(entity)!)
  addChargebacks(book, rows('chargeback'))
  addNonstandards(book, rows('nonstandard'), rows('order'))
  const [added] = rows('supplement')
  for (const [state, remark] of [
    ['rejected', '单价与价目表不符'],
    ['void', null],
    ['withdrawn', null],
  ] as const)
    book.add('supplement', `supplement-${state}`, {
      ...withoutKey({ ...added, createdAt: at(-7, 11), stateAt: at(-6, 15) }),
      state,
      checkRemark: remark,
    })
  const withdrawn = rows('transfer').find(({ state, kind }) => state === 'rejected' && kind === 'customer')!
  book.change('transfer', String(withdrawn.key), { state: 'cancelled', auditor: null, auditRemark: null })
  const cancelled = rows('receipt').find(({ state, kind }) => state === 'rejected' && kind === 'earnest')!
  book.change('receipt', String(cancelled.key), { state: 'cancelled' })
  book.change('partnerCase', String(rows('partnerCase')[0]!.key), { state: 'closed' })
  const assigned = rows('task').find(({ state }) => state === 'assigned')!
  book.add('task', 'task-cancelled', {
    ...withoutKey({ ...assigned, createdAt: at(-2, 9), stateAt: at(-2, 15) }),
    state: 'cancelled',
  })
  const role = rows('role').find(({ key }) => key === 'role-guide')!
  book.add('role', 'role-former', { ...withoutKey(role), state: 'disabled', name: formerRole })
  addContracts(book, rows('order'), rows('contract'))
  const takenOver = rows('order').findLast(({ state }) => state === 'signing')!
  book.change('order', String(takenOver.key), { formerNo: 'XT-2025-0917' })
}

function addChargebacks(book: Book, chargebacks: readonly Row[]): void {
  const [pending] = chargebacks.filter(({ state }) => state === 'pending')
  const earlier = { ...pending, createdAt: at(-9, 10), stateAt: at(-8, 16) }
  book.add('chargeback', 'chargeback-rejected', {
    ...withoutKey(earlier),
    state: 'rejected',
    reason: 'competitor',
    auditor: '$manager',
    auditRemark: '请先与客户沟通改期',
  })
  book.add('chargeback', 'chargeback-withdrawn-before', {
    ...withoutKey({ ...earlier, createdAt: at(-20, 10), stateAt: at(-19, 9) }),
    state: 'cancelled',
    reason: 'quality',
  })
  book.add('chargeback', 'chargeback-withdrawn', {
    ...withoutKey({ ...earlier, createdAt: at(-12, 10), stateAt: at(-11, 9) }),
    state: 'cancelled',
    reason: 'other',
  })
}

function addNonstandards(book: Book, requests: readonly Row[], orders: readonly Row[]): void {
  const [asked] = requests.filter(({ state }) => state === 'pending')
  book.add('nonstandard', 'nonstandard-cancelled', {
    ...withoutKey({ ...asked, createdAt: at(-6, 14), stateAt: at(-5, 10) }),
    state: 'cancelled',
  })
  const canceled = orders.find(({ state }) => state === 'chargedBack')!
  book.add('nonstandard', 'nonstandard-lapsed', {
    ...withoutKey({ ...asked, createdAt: at(-6, 15), stateAt: canceled.stateAt }),
    order: `$${String(canceled.key)}`,
    state: 'lapsed',
  })
  book.change('nonstandard', String(requests.at(-1)!.key), {
    state: 'refused',
    stateAt: at(0, 11),
    reply: '超出设备加工范围',
  })
}

function addContracts(book: Book, orders: readonly Row[], contracts: readonly Row[]): void {
  const signed = new Set(contracts.map((contract) => contract.order))
  const waiting = orders.filter(({ key, state }) => state === 'signing' && !signed.has(`$${String(key)}`))
  for (const [index, state] of (['draft', 'returned'] as const).entries()) {
    const order = waiting[index]!
    const lines = order.items as { qty: string; unitPrice: string }[]
    const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.qty) * Number(line.unitPrice) * 100), 0)
    const amount = (cents / 100).toFixed(2)
    const { contractType, signMethod } = contracts[0]!
    book.add('contract', `contract-${state}`, {
      dealer: order.dealer,
      state,
      createdBy: order.guide,
      createdAt: at(-1, 15),
      stateAt: at(-1, 17),
      order: `$${String(order.key)}`,
      customer: order.customer,
      contractType,
      signMethod,
      signedOn: on(-1),
      discount: '0.00',
      listAmount: amount,
      deliverOn: on(45),
      plan: [{ stage: 'sign', amount }],
      earnests: null,
      files: null,
      checker: state === 'returned' ? '$manager' : null,
      checkRemark: state === 'returned' ? '请附上客户签字页' : null,
    })
  }
}

function withoutKey({ key: _key, ...values }: Row): Row {
  return values
}
