// Writes the contract of an order and what the customer paid under it.
import type { Chance } from '../chance'
import { money, total } from '../goods'
import { at, type Book, on } from '../table'
import type { StagedOrder } from './stagedOrder'
import { way } from './way'

/** Returns the cents that were paid at the signing. */
export function addContract(book: Book, chance: Chance, staged: StagedOrder): number {
  const { buyer, order, state, back, reached, items } = staged
  const { key, dealer, guide } = buyer
  const list = total(items)
  const discount = Math.round(list * 0.05)
  const sum = list - discount
  const [sign, atPlacement] = [Math.round(sum * 0.6), Math.round(sum * 0.3)]
  const plan = [
    { stage: 'sign', amount: money(sign), dueOn: on(reached[6]!) },
    { stage: 'place', amount: money(atPlacement), dueOn: on(reached[6]! + 7) },
    { stage: 'balance', amount: money(sum - sign - atPlacement), dueOn: on(reached[6]! + 40) },
  ]
  const contract = state === 'chargedBack' ? 'void' : state === 'checking' ? 'pending' : 'effective'
  book.add('contract', `${order}-contract`, {
    dealer,
    state: contract,
    createdBy: guide,
    createdAt: at(reached[6]!, 11),
    stateAt: at(reached[Math.min(back, 7)]!, 16),
    order: `$${order}`,
    customer: `$${key}`,
    contractType: 'retail',
    signMethod: 'paper',
    signedOn: on(reached[6]!),
    discount: money(discount),
    listAmount: money(list),
    deliverOn: on(reached[6]! + 50),
    plan,
    earnests: [],
    files: null,
    checker: contract === 'pending' ? null : '$manager',
    checkRemark: contract === 'pending' ? null : '资料齐全',
  })
  addReceipts(book, chance, staged, { sign, atPlacement, balance: sum - sign - atPlacement })
  return sign
}

function addReceipts(
  book: Book,
  chance: Chance,
  { buyer, order, state, back, reached }: StagedOrder,
  { sign, atPlacement, balance }: Readonly<Record<'sign' | 'atPlacement' | 'balance', number>>,
): void {
  const { key, dealer, store, guide, name } = buyer
  const receive = (kind: string, amount: number, day: number, how = 'approved') =>
    book.add('receipt', `${order}-${kind === 'progress' ? 'place' : kind}`, {
      dealer,
      state: how,
      createdBy: guide,
      createdAt: at(day, 15),
      stateAt: at(day, 18),
      kind,
      customer: `$${key}`,
      order: `$${order}`,
      store,
      amount: money(amount),
      payMethod: chance.one(['transfer', 'pos', 'wechat']),
      paidOn: on(day),
      payer: name,
      vouchers: null,
      auditor: how === 'approved' ? '$finance' : null,
      auditRemark: null,
      remark: null,
    })
  receive('sign', sign, reached[6]!, state === 'checking' ? chance.one(['approved', 'pending']) : 'approved')
  if (back > way.indexOf('placing')) receive('progress', atPlacement, reached[9]!)
  if (back >= way.indexOf('installing')) receive('balance', balance, reached[13]!)
  else if (state === 'assigningWork') receive('balance', balance, reached[12]!, chance.one(['approved', 'pending']))
}
