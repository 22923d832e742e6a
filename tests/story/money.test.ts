// Proves the money beyond the stories: every balance is the sum of its entries, no payment exceeds
// what exists, also at once, a chargeback keeps its amount, and a refusal changes nothing.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { ReportAnswer } from '../../src/protocol/reportCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { identifier } from '../../src/server/database/sql/identifier'
import { startProduct, type Product } from '../whole/product'
import { another, moneyTables, transfer, type Values } from './moneyValues'
import { before2 } from './story2/delivered'
import { createTeller, emptyAccount, type Teller } from './teller'

let product: Product
let teller: Teller
/** Deposits of the demo orders. */
let heldBefore = 0
beforeAll(async () => {
  // What is refused must leave everything as it was; the hours of the server would write in between.
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(product.transport)
  await emptyAccount(teller, 'J10001')
  heldBefore = Number(await value('J10001', 'depositHeld'))
}, 120_000)
afterAll(() => product?.stop())

const read = <T extends object>(statement: Parameters<Product['server']['dependencies']['database']['query']>[0]) =>
  product.server.dependencies.database.query<T>(statement)

/** Runs a transition on a kept record, or one that creates. */
async function run(
  role: string,
  action: string,
  values: Values = {},
  on?: string,
  note?: string,
): Promise<Envelope<RunAnswer>> {
  const [entity, transition] = action.split('.')
  const record = on === undefined ? undefined : await teller.record('admin', on)
  return teller.call<RunAnswer>(role, '/api/run', {
    entity,
    transition,
    ...(record && { id: record.id, version: record.version }),
    values: await teller.value(role, values),
    ...(note && { note }),
    key: randomUUID(),
  })
}
async function done(keep: string, ...request: Parameters<typeof run>): Promise<void> {
  const answer = await run(...request)
  expect(answer, `${request[0]} ${request[1]}`).toMatchObject({ code: 2000 })
  if (keep) teller.kept.set(keep, { entity: request[1].split('.')[0]!, id: answer.data.id })
}
const everything = async () =>
  JSON.stringify(
    await Promise.all(
      moneyTables.map((table) => read(sql([`SELECT count(*)::int AS n, sum(version)::int AS v FROM "${table}"`]))),
    ),
  )
async function refused(says: RegExp, ...request: Parameters<typeof run>): Promise<void> {
  const before = await everything()
  const answer = await run(...request)
  expect(answer.code, `${request[1]}: ${answer.msg}`).toBe(2001)
  // Amounts are told with commas.
  expect(JSON.stringify(answer).replaceAll(/(\d),(\d{3})/g, '$1$2')).toMatch(says)
  expect(await everything(), 'nothing is written').toBe(before)
}
const value = async (name: string, field: string) => (await teller.record('admin', name)).values[field]
const state = async (name: string) => (await teller.record('admin', name)).state

/** Cash, credit used and deposit held since then, as the entries add up, and as the dealer's record says: the same. */
async function account(): Promise<readonly [cash: string, credit: string, deposit: string]> {
  const dealer = teller.kept.get('J10001')!.id
  const sum = (column: string) => sql`COALESCE(sum(${identifier(column)}), 0)::numeric(14,2)::text`
  const [sums] = await read<Record<'cash' | 'credit' | 'deposit', string>>(
    sql`SELECT ${sum('cashDelta')} AS "cash", ${sum('creditDelta')} AS "credit", ${sum('depositDelta')} AS "deposit"
      FROM "accountEntry" WHERE "dealer" = ${dealer}`,
  )
  const { values } = await teller.record('admin', 'J10001')
  expect([values.cashBalance, values.creditUsed, values.depositHeld]).toEqual([sums!.cash, sums!.credit, sums!.deposit])
  expect(Math.min(Number(sums!.cash), Number(sums!.credit), Number(sums!.deposit))).toBeGreaterThanOrEqual(0)
  return [sums!.cash, sums!.credit, (Number(sums!.deposit) - heldBefore).toFixed(2)]
}

/** An order whose placement waits to be paid: 8,600.00. */
async function toPay(tag: string, at: number, category?: string): Promise<void> {
  for (const step of another(before2.slice(0, 16), tag, at, category))
    await teller.tell({ ...step, ...(step.step === 15 && category && { numbers: {} }) })
}
async function remit(amount: string, purpose?: string): Promise<void> {
  await done('DK', 'finance', 'remittance.create', transfer(amount, purpose))
  await done('', 'admin', 'remittance.post', {}, 'DK')
}

describe('the account with the factory', () => {
  it('grows by remittances that headquarters confirms, each once', async () => {
    expect(await account()).toEqual(['0.00', '0.00', '0.00'])
    await done('DK', 'finance', 'remittance.create', transfer('20000.00'))
    await refused(/已登记过/, 'finance', 'remittance.create', { ...transfer('1.00'), bankRef: 'MONEY1' })
    expect((await run('finance', 'remittance.post', {}, 'DK')).code).toBe(2002)
    expect(await account()).toEqual(['0.00', '0.00', '0.00'])
    await done('', 'admin', 'remittance.reject', { remark: '金额不符' }, 'DK')
    await done('', 'finance', 'remittance.resubmit', { amount: '20500.00', vouchers: ['#bank.png'] }, 'DK')
    await done('', 'admin', 'remittance.post', {}, 'DK')
    await refused(/已入账/, 'admin', 'remittance.post', {}, 'DK')
    expect(await account()).toEqual(['20500.00', '0.00', '0.00'])
  })

  it('is corrected by headquarters only, with a reason, and never below nothing', async () => {
    const dealer = '$J10001'
    expect((await run('finance', 'accountEntry.adjust', { dealer, cashDelta: '1.00', remark: '改' })).code).toBe(2002)
    expect((await run('finance', 'accountEntry.post', { type: 'remittance', cashDelta: '1.00' })).code).toBe(2002)
    expect((await run('admin', 'accountEntry.post', { type: 'remittance', cashDelta: '1.00' })).code).toBe(2002)
    await refused(/remark/, 'admin', 'accountEntry.adjust', { dealer, cashDelta: '-500.00' })
    await refused(/dealer/, 'admin', 'accountEntry.adjust', { cashDelta: '-500.00', remark: '多记' })
    await refused(/现金不足/, 'admin', 'accountEntry.adjust', { dealer, cashDelta: '-20500.01', remark: '多记' })
    await refused(/授信不足/, 'admin', 'accountEntry.adjust', { dealer, creditDelta: '0.01', remark: '多记' })
    await refused(/已占用授信/, 'admin', 'accountEntry.adjust', { dealer, creditDelta: '-0.01', remark: '多记' })
    await done('', 'admin', 'accountEntry.adjust', { dealer, cashDelta: '-500.00', remark: '多记' })
    expect(await account()).toEqual(['20000.00', '0.00', '0.00'])
  })

  it('pays no more than it holds, however many pay at once', async () => {
    await toPay('A', 1)
    await toPay('B', 2)
    await toPay('C', 3)
    const pay = { cash: '8600.00', credit: '0.00' }
    const answers = await Promise.all(
      ['XD2A', 'XD2B', 'XD2C', 'XD2A', 'XD2B', 'XD2C'].map((name) => run('finance', 'placement.pay', pay, name)),
    )
    expect(answers.filter(({ code }) => code === 2000)).toHaveLength(2)
    expect(await account()).toEqual(['2800.00', '0.00', '0.00'])
    const states = await Promise.all(['XD2A', 'XD2B', 'XD2C'].map(state))
    expect(states.sort()).toEqual(['confirmed', 'paid', 'paid'])
    const [left] = await Promise.all(
      ['XD2A', 'XD2B', 'XD2C'].map(async (name) => ((await state(name)) === 'confirmed' ? name : undefined)),
    ).then((names) => names.filter((name) => name !== undefined))
    teller.kept.set('open', teller.kept.get(left!)!)
    for (const name of ['XD2A', 'XD2B', 'XD2C']) if (name !== left) teller.kept.set('paid', teller.kept.get(name)!)
  })

  it('lends as much as was granted, and nothing while it is frozen', async () => {
    await refused(/可用授信不足/, 'finance', 'placement.pay', { cash: '2800.00', credit: '5800.00' }, 'open')
    await refused(/晚于生效/, 'admin', 'creditLine.grant', {
      dealer: '$J10001',
      creditType: 'permanent',
      limit: '6000.00',
      validFrom: { day: 0 },
      validTo: { day: 0 },
    })
    expect(
      (
        await run('finance', 'creditLine.grant', {
          dealer: '$J10001',
          creditType: 'permanent',
          limit: '6000.00',
          validFrom: { day: 0 },
          validTo: { day: 30 },
        })
      ).code,
    ).toBe(2002)
    await done('SX', 'admin', 'creditLine.grant', {
      dealer: '$J10001',
      creditType: 'permanent',
      limit: '6000.00',
      validFrom: { day: 0 },
      validTo: { day: 30 },
    })
    await done('', 'admin', 'creditLine.freeze', {}, 'SX', '核查')
    await refused(/可用授信不足/, 'finance', 'placement.pay', { cash: '2800.00', credit: '5800.00' }, 'open')
    await done('', 'admin', 'creditLine.unfreeze', {}, 'SX')
    await refused(/应付 8600\.00/, 'finance', 'placement.pay', { cash: '2800.00', credit: '5799.99' }, 'open')
    await done('', 'finance', 'placement.pay', { cash: '2800.00', credit: '5800.00' }, 'open')
    expect(await account()).toEqual(['0.00', '5800.00', '0.00'])
    expect([await value('open', 'cashPaid'), await value('open', 'creditPaid')]).toEqual(['2800.00', '5800.00'])
    // What is lent stays lent when the line is frozen; it can still be given back.
    await done('', 'admin', 'creditLine.freeze', {}, 'SX', '核查')
    expect(await value('J10001', 'creditAvailable')).toBe('0.00')
    await remit('1000.00', 'creditRepay')
    expect(await account()).toEqual(['0.00', '4800.00', '0.00'])
    await remit('5000.00', 'creditRepay')
    expect(await account()).toEqual(['200.00', '0.00', '0.00'])
  })

  it('tells each balance beside its entry, and above the lists', async () => {
    const answer = await teller.call<{ blocks: { values: string[] }[] }>('finance', '/api/dashboard', {
      screen: '/order/Factory',
    })
    expect(answer.data.blocks[0]!.values).toEqual(['200.00', '0.00', '0.00', '0.00', heldBefore.toFixed(2)])
    const entries = await read<{ id: number; cashAfter: string }>(
      sql`SELECT "id", (sum("cashDelta") OVER (ORDER BY "id"))::numeric(14,2)::text AS "cashAfter" FROM "accountEntry"
        WHERE "dealer" = ${teller.kept.get('J10001')!.id} ORDER BY "id"`,
    )
    for (const { id, cashAfter } of entries.slice(-12)) {
      teller.kept.set('LS', { entity: 'accountEntry', id })
      expect(await value('LS', 'cashAfter')).toBe(cashAfter)
    }
  })
})

describe('an invoice', () => {
  const request = (...names: string[]): Values => ({
    invoiceType: 'special',
    title: '杭州臻木家居有限公司',
    taxNo: '91330106MA2AAAAA1X',
    placements: names.map((name) => ({ placement: name })),
  })

  it('holds a placement that is paid, once, also when two ask at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => run('finance', 'invoice.create', request('$open'))))
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, 2001, 2001])
    teller.kept.set('FP', { entity: 'invoice', id: answers.find(({ code }) => code === 2000)!.data.id })
    expect(await value('FP', 'amount')).toBe('8600.00')
    await refused(/不可选|不存在/, 'finance', 'invoice.create', request('$open'))
  })

  it('lets go of it when it is rejected', async () => {
    await done('', 'admin', 'invoice.reject', { remark: '税号不符' }, 'FP')
    await done('', 'finance', 'invoice.resubmit', request('$open', '$paid'), 'FP')
    expect(await value('FP', 'amount')).toBe('17200.00')
    await done(
      '',
      'admin',
      'invoice.issue',
      { invoiceNo: '25330009', issuedOn: { day: 0 }, files: ['#invoice.pdf'] },
      'FP',
    )
    await refused(/已开票/, 'admin', 'invoice.reject', { remark: '晚了' }, 'FP')
  })
})

describe('a chargeback', () => {
  const back = { order: '$DD2open', reason: 'price', description: '客户取消装修', deduction: '1600.00' }
  const payee = { payMethod: 'transfer', payee: '客户本人', account: '6222000011112222' }

  it('keeps a deduction, gives back to the account what was paid, and opens the refund', async () => {
    await toPay('D', 4, 'cabinet')
    const pay = { cash: '8600.00', credit: '0.00' }
    await remit('8899.99')
    await refused(/保证金 500\.00/, 'finance', 'placement.pay', pay, 'XD2D')
    await remit('1100.01')
    await done('', 'finance', 'placement.pay', pay, 'XD2D')
    expect(await account()).toEqual(['1100.00', '0.00', '500.00'])
    teller.kept.set('DD2open', teller.kept.get('DD2D')!)
    await refused(/deduction/, 'guide', 'chargeback.create', { ...back, deduction: '15600.01' })
    await done('TD', 'guide', 'chargeback.create', back)
    await refused(/是您创建的/, 'guide', 'chargeback.approve', {}, 'TD')
    await done('', 'manager', 'chargeback.approve', {}, 'TD')
    expect([await state('DD2D'), await state('XD2D'), await state('HT2D')]).toEqual([
      'chargedBack',
      'cancelled',
      'void',
    ])
    expect(await account()).toEqual(['10200.00', '0.00', '0.00'])
    expect(await value('TD', 'refundable')).toBe('14000.00')
    const [refund] = await read<{ id: number }>(
      sql`SELECT "id" FROM "refund" WHERE "chargeback" = ${teller.kept.get('TD')!.id}`,
    )
    teller.kept.set('TK', { entity: 'refund', id: refund!.id })
    expect([await state('TK'), await value('TK', 'amount')]).toEqual(['pending', '14000.00'])
  })

  it('lets no other refund take more than is left', async () => {
    await refused(/最多可退多收的/, 'guide', 'refund.create', {
      customer: '$KH2D',
      refundType: 'reduction',
      order: '$DD2D',
      amount: '0.01',
      ...payee,
      reason: '再退',
    })
    await refused(/补全/, 'finance', 'refund.approve', {}, 'TK')
    await done('', 'finance', 'refund.reject', { auditRemark: '账号不清' }, 'TK')
    // While it is rejected its money is free, but the deduction is not.
    await refused(/最多可退多收的/, 'guide', 'refund.create', {
      customer: '$KH2D',
      refundType: 'reduction',
      order: '$DD2D',
      amount: '14000.01',
      ...payee,
      reason: '再退',
    })
    await done('TK2', 'guide', 'refund.create', {
      customer: '$KH2D',
      refundType: 'reduction',
      order: '$DD2D',
      amount: '1000.00',
      ...payee,
      reason: '再退',
    })
    await refused(/未付的退款/, 'finance', 'refund.complete', { ...payee, reason: '退单退款' }, 'TK')
    await done('', 'finance', 'refund.reject', { auditRemark: '重复' }, 'TK2')
    await done('', 'guide', 'refund.complete', { ...payee, reason: '退单退款' }, 'TK')
    await refused(/超过多收/, 'guide', 'refund.complete', { ...payee, reason: '再退' }, 'TK2')
  })

  it('is paid back once, and the customer is lost with the deduction kept', async () => {
    await refused(/提交人/, 'guide', 'refund.approve', {}, 'TK')
    await done('', 'finance', 'refund.approve', {}, 'TK')
    const answers = await Promise.all(
      [1, 2, 3].map(() => run('finance', 'refund.pay', { paidOn: { day: 0 }, vouchers: ['#paid.png'] }, 'TK')),
    )
    expect(answers.filter(({ code }) => code === 2000)).toHaveLength(1)
    expect([
      await state('TK'),
      await state('KH2D'),
      await value('KH2D', 'netReceived'),
      await value('KH2D', 'moneyHeld'),
      await value('DD2D', 'balanceDue'),
    ]).toEqual(['paid', 'lost', '1600.00', '0.00', '0.00'])
    await refused(/超过多收/, 'finance', 'refund.complete', { ...payee, reason: '再退' }, 'TK2')
  })

  it('shows in the money flow of the customer with its running total', async () => {
    const answer = await teller.call<ListAnswer>('finance', '/api/list', {
      screen: '/order/CustomerWater',
      filters: [{ field: 'customer', operator: 'in', value: [teller.kept.get('KH2D')!.id] }],
      want: { rows: true, sums: true },
    })
    expect(
      answer.data.rows!.map(({ values }) => [
        values.direction,
        values.bizType,
        values.amountIn,
        values.amountOut,
        values.balanceAfter,
      ]),
    ).toEqual([
      ['out', 'refund', null, '14000.00', '1600.00'],
      ['in', 'receipt', '15600.00', null, '15600.00'],
    ])
    expect(answer.data.sums).toEqual({ amountIn: '15600.00', amountOut: '14000.00' })
    expect((await teller.call('guide', '/api/list', { screen: '/order/CustomerWater' })).code).toBe(2002)
  })
})

describe('a deposit of a customer', () => {
  const payee = { payMethod: 'cash', payee: '客户本人', reason: '不装修了' }
  it('is given back up to what is not applied, counting what was asked and paid', async () => {
    await done('KH', 'guide', 'customer.create', {
      name: '定金客户',
      mobile: '13922229999',
      source: 'walkIn',
      intent: 'A',
    })
    await done('SK', 'guide', 'receipt.create', {
      customer: '$KH',
      kind: 'earnest',
      amount: '3000.00',
      payMethod: 'cash',
      paidOn: { day: 0 },
    })
    const ask = (amount: string): Values => ({ customer: '$KH', refundType: 'earnest', amount, ...payee })
    await refused(/定金只有 0\.00/, 'guide', 'refund.create', ask('1.00'))
    await done('', 'finance', 'receipt.approveEarnest', {}, 'SK')
    const answers = await Promise.all([1, 2, 3, 4].map(() => run('guide', 'refund.create', ask('1000.00'))))
    expect(answers.filter(({ code }) => code === 2000)).toHaveLength(3)
    teller.kept.set('TKe', { entity: 'refund', id: answers.find(({ code }) => code === 2000)!.data.id })
    await refused(/是您创建的/, 'guide', 'refund.approve', {}, 'TKe')
    await done('', 'finance', 'refund.approve', {}, 'TKe')
    await done('', 'finance', 'refund.pay', { paidOn: { day: 0 }, vouchers: ['#paid.png'] }, 'TKe')
    await refused(/定金只有 0\.00/, 'guide', 'refund.create', ask('0.01'))
    expect([
      await value('KH', 'netReceived'),
      await value('KH', 'freeEarnest'),
      await value('KH', 'askedEarnest'),
    ]).toEqual(['2000.00', '3000.00', '3000.00'])
  })
})

describe('figures', () => {
  it('of orders add up by stage to what the list holds', async () => {
    const report = await teller.call<ReportAnswer>('owner', '/api/report', { screen: '/order/OrderStatis' })
    const { rows, totals } = report.data
    const list = await teller.call<ListAnswer>('owner', '/api/list', {
      screen: '/order/Query',
      want: { total: 'exact', sums: true },
    })
    expect(totals).toMatchObject({
      orderCount: String(list.data.total!.count),
      contractAmount: list.data.sums!.agreedAmount,
      netReceived: list.data.sums!.netReceived,
    })
    expect(rows.map(({ groups }) => groups.stage)).toContain('chargedBack')
    expect(rows.reduce((sum, { measures }) => sum + Number(measures.orderCount), 0)).toBe(Number(totals.orderCount))
  })

  it('of a store’s costs are changed in their month only', async () => {
    const cost: Values = { costType: 'rent', amount: '12000.00', remark: '月租' }
    await done('FY', 'finance', 'storeCost.create', cost)
    await done('', 'finance', 'storeCost.edit', { amount: '12500.00' }, 'FY')
    await refused(/月份不能更改/, 'finance', 'storeCost.edit', { month: '2020-01' }, 'FY')
    await refused(/month/, 'finance', 'storeCost.create', { ...cost, month: '2999-01' })
    await refused(/month/, 'finance', 'storeCost.create', { ...cost, month: '2026-13' })
    await done('FYold', 'finance', 'storeCost.create', { ...cost, month: '2020-01' })
    await refused(/已结月/, 'finance', 'storeCost.edit', { amount: '1.00' }, 'FYold')
    await done('', 'finance', 'storeCost.void', {}, 'FYold', '重复')
  })
})
