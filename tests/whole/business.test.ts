// Tests rules of the business over HTTP answers:
// deposits, rates, messages to new staff, mentions, and texts of refusals.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, OptionsAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { accounts, moment } from '../story/teller'
import { fillAndRun, look } from '../generated/values'
import { readPdf } from '../server/readPdf'
import { describeChoices } from './choiceCases'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } }, { ...accounts, designer2: '13800000015' })
type Values = Readonly<Record<string, unknown>>

async function fill(role: string, action: string, given: Values = {}, id?: number): Promise<Envelope<RunAnswer>> {
  const [entity = '', name = ''] = action.split('.')
  const app = suite.product.server.dependencies.liveApp.current
  const transition = app.entities[entity]!.transitions[name]!
  const record = id === undefined ? undefined : (await look(suite.teller, 'admin', entity, id))!.record
  return fillAndRun({ app, teller: suite.teller, role, transition, given, ...(record && { record }) })
}
async function done(role: string, action: string, given: Values = {}, id?: number): Promise<number> {
  const answer = await fill(role, action, given, id)
  expect(answer, `${action}: ${answer.msg} ${JSON.stringify(answer.data)}`).toMatchObject({ code: 2000 })
  return answer.data.id
}
async function refused(says: RegExp, role: string, action: string, given: Values = {}, id?: number): Promise<void> {
  const answer = await fill(role, action, given, id)
  expect(answer.code, `${action}: ${answer.msg}`).not.toBe(2000)
  expect(JSON.stringify(answer)).toMatch(says)
}
const valueOf = async (entity: string, id: number, field: string) =>
  (await look(suite.teller, 'admin', entity, id))!.record.values[field]

/** What a document of a record reads, without blanks. */
async function printed(entity: string, id: number): Promise<string> {
  const headers = { 'x-token': await suite.teller.token('owner'), 'x-language': 'zh' }
  const body = { entity, id, document: entity }
  const reply = await suite.product.transport({ method: 'POST', path: '/api/document', headers, body })
  return (await readPdf(await buffer(reply.body as Readable))).text
}

const items = [
  { lineNo: 1, category: 'cabinet', room: 'kitchen', name: '橱柜', unit: 'set', qty: '1', unitPrice: '10000' },
]

describe('a sale that a colleague begins for the first time', () => {
  const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文二西路 688 号' }
  let customer: number
  let order: number
  beforeAll(async () => {
    const { dealer } = await suite.teller.account('owner')
    await done('admin', 'dealer.edit', { isPiper: true, isPicture: true, isInvite: false, isProgramme: true }, dealer)
    customer = await done('guide', 'customer.create', { source: 'walkIn', address: null })
  })

  it('asks once where the customer lives', async () => {
    const at = moment({ day: 2, time: '10:00' })
    await done('guide', 'appointment.create', { customer, type: 'measure', at, address })
    expect(await valueOf('customer', customer, 'address')).toMatchObject(address)
    order = await done('guide', 'order.create', { customer, orderType: '1', designer: null })
    expect(await valueOf('order', order, 'address')).toMatchObject(address)
  })

  it.each([
    ['appointment', { type: 'measure', at: moment({ day: 2, time: '10:00' }) }],
    ['order', { orderType: '1' }],
  ])('keeps the address that is written down while a new %s brings another', async (entity, values) => {
    const { database } = suite.product.server.dependencies
    const first = { ...address, detail: '莫干山路 1 号' }
    const walkIn = await done('guide', 'customer.create', { source: 'walkIn', address: null })
    // The role that works under row security may see locks, but not what other sessions wait for.
    const waiting = sql`
      select 1 from pg_locks join pg_stat_activity using ("pid")
      where not "granted" and "datname" = current_database()
    `
    const created = await database.transaction(async ({ query }) => {
      const written = JSON.stringify(first)
      await query(
        sql`update "customer" set "address" = ${written}::jsonb, "version" = "version" + 1 where "id" = ${walkIn}`,
      )
      const running = done('guide', `${entity}.create`, { customer: walkIn, address, ...values })
      await expect.poll(() => database.query(waiting), { timeout: 120_000 }).toHaveLength(1)
      return { running }
    })
    await created.running
    expect(await valueOf('customer', walkIn, 'address')).toMatchObject(first)
  })

  const sentTo = async (worker: number, day = 2): Promise<void> => {
    order = await done('guide', 'order.create', { customer, orderType: '1', designer: null })
    await done('manager', 'order.assignRuler', { worker, date: moment({ day }), period: 'am' }, order)
  }
  it.each([
    ['designer2', 2],
    ['manager', 3],
    ['designer', 4],
  ])('stays with the designer who was sent to measure it, when the %s records that', async (recorder, day) => {
    const sees = async () => (await look(suite.teller, 'designer2', 'order', order))?.record.values
    const { id: worker } = await suite.teller.account('designer2')
    const { id: colleague } = await suite.teller.account('designer')
    await sentTo(worker, day)
    expect(await sees()).toMatchObject({ designer: null })
    if (recorder === 'designer') await done('owner', 'employee.edit', { dataScope: 'store' }, colleague)
    await done(recorder, 'order.measure', { siteCondition: 'ready' }, order)
    if (recorder === 'designer') await done('owner', 'employee.edit', { dataScope: 'self' }, colleague)
    expect(await sees()).toMatchObject({ designer: { id: worker } })
  })

  it('is without designer still when one who does not design measured it', async () => {
    await sentTo((await suite.teller.account('guide')).id)
    await done('manager', 'order.measure', { siteCondition: 'ready' }, order)
    expect(await valueOf('order', order, 'designer')).toBeNull()
  })

  it('has its contract drafted before anything is signed, and submitted with the signed one', async () => {
    const plan = [{ stage: 'sign', amount: '10000' }]
    const contract = await done('guide', 'contract.create', { order, discount: '0', plan, items, files: [] })
    await refused(/"files":"必填"/, 'guide', 'contract.submit', { files: [] }, contract)
    await done('guide', 'contract.submit', {}, contract)
  })
})

describe('an order whose drawing and confirmation are off', () => {
  let customer: number
  let order: number
  beforeAll(async () => {
    const { dealer } = await suite.teller.account('owner')
    const off = { isPiper: false, isScale: true, isPicture: true, isInvite: false, isProgramme: true }
    await done('admin', 'dealer.edit', off, dealer)
    customer = await done('guide', 'customer.create', { source: 'walkIn' })
    order = await done('guide', 'order.create', { customer, orderType: '1' })
  })

  it('names the missing goods before it speaks of a discount', async () => {
    expect(await valueOf('order', order, 'listAmount')).toBe('0.00')
    const plan = [{ stage: 'sign', amount: '9000' }]
    await refused(/"items":"必填"/, 'guide', 'contract.create', { order, discount: '1000', plan, items: [] })
    const free = items.map((line) => ({ ...line, unitPrice: '0' }))
    await refused(/没有商品/, 'guide', 'contract.create', { order, discount: '1000', plan, items: free })
    await refused(/优惠不能超过/, 'guide', 'contract.create', { order, discount: '1501', plan, items })
  })

  it('is given them by its contract, which can still change them until it is submitted', async () => {
    const plan = [{ stage: 'sign', amount: '20000' }]
    const contract = await done('guide', 'contract.create', { order, discount: '0', plan, items })
    expect(await valueOf('order', order, 'listAmount')).toBe('10000.00')
    expect(await valueOf('contract', contract, 'amount')).toBe('10000.00')
    const dearer = items.map((line) => ({ ...line, qty: '2' }))
    await done('guide', 'contract.edit', { items: dearer, plan }, contract)
    expect(await valueOf('order', order, 'listAmount')).toBe('20000.00')
    await done('guide', 'contract.submit', {}, contract)
    expect((await look(suite.teller, 'admin', 'order', order))!.record.state).toBe('checking')
  })
})

describe('deposits', () => {
  let customer: number
  const deposit = async (amount: string): Promise<number> => {
    const id = await done('guide', 'receipt.create', {
      customer,
      kind: 'earnest',
      amount,
      order: null,
      payMethod: 'cash',
    })
    await done('finance', 'receipt.approveEarnest', {}, id)
    return id
  }
  const payee = { payMethod: 'cash', payee: '客户本人', reason: '不装修了', account: null }
  const signing = async (): Promise<number> => done('guide', 'order.create', { customer, orderType: '1' })
  const draft = async (order: number, receipts: readonly number[]): Promise<number> =>
    done('guide', 'contract.create', {
      order,
      discount: '0',
      items,
      plan: [{ stage: 'sign', amount: '10000' }],
      earnests: receipts.map((receipt) => ({ receipt })),
    })

  beforeAll(async () => {
    customer = await done('guide', 'customer.create', { source: 'walkIn' })
  })

  it('are applied as the contract chooses, no other, also after one was refunded long ago', async () => {
    const old = await deposit('1000.00')
    const refund = await done('guide', 'refund.create', {
      customer,
      refundType: 'earnest',
      amount: '1000.00',
      ...payee,
    })
    await done('finance', 'refund.approve', {}, refund)
    await done('finance', 'refund.pay', { paidOn: moment({ day: 0 }) }, refund)
    const [chosen, left] = [await deposit('2000.00'), await deposit('3000.00')]
    const order = await signing()
    const contract = await draft(order, [chosen])
    await done('guide', 'contract.submit', {}, contract)
    expect(await valueOf('receipt', chosen, 'order')).toMatchObject({ id: order })
    const applied = (await look(suite.teller, 'guide', 'receipt', chosen))!.record.label
    expect(await printed('contract', contract)).toMatch(new RegExp(`合同状态待审核.*抵用定金.*${applied}`))
    for (const other of [old, left]) expect(await valueOf('receipt', other, 'order')).toBeNull()
    expect(await valueOf('order', order, 'receivedAmount')).toBe('2000.00')
    // What was refunded cannot be applied as well.
    const both = await draft(await signing(), [old, left])
    await refused(/剩 0\.00 元/, 'guide', 'contract.submit', {}, both)
    await refused(/定金只有 3,000\.00/, 'guide', 'refund.create', {
      customer,
      refundType: 'earnest',
      amount: '3000.01',
      ...payee,
    })
    await done('manager', 'contract.fail', { checkRemark: '重签' }, contract)
    expect(await valueOf('receipt', chosen, 'order')).toBeNull()
    await done('guide', 'contract.submit', {}, contract)
    await refused(/./, 'manager', 'contract.withdraw', {}, contract)
    await done('guide', 'contract.withdraw', {}, contract)
    expect((await look(suite.teller, 'admin', 'contract', contract))!.record.state).toBe('draft')
    expect((await look(suite.teller, 'admin', 'order', order))!.record.state).toBe('signing')
    expect(await valueOf('receipt', chosen, 'order')).toBeNull()
    await refused(/./, 'guide', 'contract.withdraw', {}, contract)
  })

  it('with a wrong amount are corrected by who took them, until finance has decided', async () => {
    const given = { customer, kind: 'earnest', amount: '800.00', order: null, payMethod: 'cash' }
    const receipt = await done('guide', 'receipt.create', given)
    await refused(/./, 'owner', 'receipt.correct', { amount: '80.00' }, receipt)
    await done('guide', 'receipt.correct', { amount: '80.00' }, receipt)
    expect(await valueOf('receipt', receipt, 'amount')).toBe('80.00')
    await done('finance', 'receipt.approveEarnest', {}, receipt)
    await refused(/./, 'guide', 'receipt.correct', { amount: '90.00' }, receipt)
  })

  it('are offered for this customer only, with their amount; an applied one says where', async () => {
    const other = await done('guide', 'customer.create', { source: 'walkIn' })
    const foreign = await done('guide', 'receipt.create', {
      customer: other,
      kind: 'earnest',
      amount: '77.00',
      order: null,
      payMethod: 'cash',
    })
    await done('finance', 'receipt.approveEarnest', {}, foreign)
    const order = await signing()
    const { data } = await suite.teller.call<OptionsAnswer>('guide', '/api/options', {
      entity: 'contract',
      transition: 'create',
      field: 'earnests.receipt',
      input: { order },
    })
    expect(data.options.map(({ id }) => id)).not.toContain(foreign)
    expect(data.options.map(({ hint }) => hint).filter((hint) => hint?.split(' · ').includes('3,000.00'))).toHaveLength(
      1,
    )
    const mine = await deposit('500.00')
    await done('guide', 'contract.submit', {}, await draft(order, [mine]))
    const next = await signing()
    const plan = [{ stage: 'sign', amount: '10000' }]
    await refused(/不可选：订单为“DD/, 'guide', 'contract.create', {
      order: next,
      discount: '0',
      items,
      plan,
      earnests: [{ receipt: mine }],
    })
  })
})

/** The decimals that the domain gives what people type, where it is neither money nor a whole number. */
const decimalsOf: Readonly<Record<string, number>> = {
  'storeProject.area': 2,
  'storeProject.sampleRate': 4,
  'channelProject.commissionRate': 4,
  'customer.area': 2,
  'contract.items.qty': 2,
  'order.items.qty': 2,
  'placement.lines.measure': 3,
  'placement.discountRate': 4,
  'shipment.volume': 3,
  'supplement.items.qty': 2,
  'dealer.signPercent': 2,
  'dealer.placePercent': 2,
  'store.area': 2,
}

describe('rates', () => {
  it('of per cent that a form asks keep four decimals', () => {
    const { entities } = suite.product.server.dependencies.liveApp.current
    const asked = Object.values(entities).flatMap(({ fields, transitions }) =>
      Object.values(transitions)
        .flatMap(({ form: asks }) => asks.filter(({ input }) => !input).map(({ field }) => fields[field]!))
        .filter(({ type, format }) => type === 'decimal' && format === 'percent'),
    )
    expect(asked.length).toBeGreaterThan(1)
    for (const { name, scale = 2 } of asked) expect(scale, name).toBeGreaterThanOrEqual(4)
  })

  it('of 3.5 % are taken and shown', async () => {
    const project = await done('owner', 'channelProject.create', { commissionRate: '0.035' })
    expect(await valueOf('channelProject', project, 'commissionRate')).toBe('0.0350')
  })

  it('of 48.5 % for samples are taken and shown', async () => {
    const { database } = suite.product.server.dependencies
    const [row] = await database.query<{ id: number }>(
      sql`SELECT "id" FROM "storeProject" WHERE "state" = 'policyIssuing' LIMIT 1`,
    )
    await done('admin', 'storeProject.issuePolicy', { sampleRate: '0.485' }, Number(row!.id))
    expect(await valueOf('storeProject', Number(row!.id), 'sampleRate')).toBe('0.4850')
  })

  it('and measures keep the decimals of the domain', () => {
    const { entities } = suite.product.server.dependencies.liveApp.current
    for (const [path, decimals] of Object.entries(decimalsOf)) {
      const [entity = '', name = '', cell] = path.split('.')
      const field = entities[entity]?.fields[name]
      const entered = cell === undefined ? field : field?.fields?.[cell]
      expect(entered, path).toBeDefined()
      expect(entered?.scale ?? 2, path).toBeGreaterThanOrEqual(decimals)
    }
    const asked = Object.values(entities).flatMap(({ name: entity, fields }) =>
      Object.values(fields).flatMap((field) =>
        [
          [field.name, field] as const,
          ...Object.values(field.fields ?? {}).map((c) => [`${field.name}.${c.name}`, c] as const),
        ]
          .filter(([, { type, compute, aggregate }]) => type === 'decimal' && !compute && !aggregate)
          .map(([name]) => `${entity}.${name}`),
      ),
    )
    expect(asked.filter((path) => !(path in decimalsOf))).toEqual([])
  })
})

describe('people', () => {
  it('of a new account are told how they get in', async () => {
    const { store } = await suite.teller.account('owner')
    const welcomed = async (words: string) => {
      const { data } = await suite.teller.call<ListAnswer>('admin', '/api/list', { screen: '/outbox', words })
      return data.rows!.filter((row) => /忘记密码/.test(JSON.stringify(row))).length
    }
    const person = { name: '新人', mobile: '13644443333', store, employeeType: '3', dataScope: 'self' }
    await done('owner', 'employee.create', person)
    const id = await done('owner', 'employee.create', { ...person, mobile: '13644443334', canLogin: false })
    expect([await welcomed('13644443333'), await welcomed('13644443334')]).toEqual([1, 0])
    for (const change of [{ canLogin: true }, { name: '老人' }]) await done('owner', 'employee.edit', change, id)
    expect(await welcomed('13644443334')).toBe(1)
  })

  it('of any kind may measure, and guides reach active channel projects', async () => {
    const { id, dealer } = await suite.teller.account('guide')
    await done('admin', 'dealer.edit', { isPiper: true }, dealer)
    const offers = async (entity: string, transition: string, field: string, input: Values = {}) =>
      (await suite.teller.call<OptionsAnswer>('guide', '/api/options', { entity, transition, field, input })).data
        .options
    expect((await offers('customer', 'create', 'channelProject', { source: 'bagIn' })).length).toBeGreaterThan(0)
    const measurers = await suite.teller.call<OptionsAnswer>('owner', '/api/options', {
      entity: 'order',
      transition: 'assignRuler',
      field: 'worker',
      words: (await suite.teller.account('guide')).name,
    })
    expect(
      measurers.data?.options.map((one) => one.id),
      measurers.msg,
    ).toContain(id)
  })

  it('of any kind may design anew what was delivered', async () => {
    const { id } = await suite.teller.account('guide')
    const order = { entity: 'redesign', transition: 'create', field: 'order' }
    const { data } = await suite.teller.call<OptionsAnswer>('aftersales', '/api/options', order)
    const redesign = await done('aftersales', 'redesign.create', { order: data.options[0]!.id, designer: id })
    expect(await valueOf('redesign', redesign, 'designer')).toMatchObject({ id })
  })

  it('without a right are told what is missing, and whose range is too narrow that', async () => {
    const call = async (role: string, entity: string, transition: string, on?: { id: number; version: number }) =>
      suite.teller.call<RunAnswer>(role, '/api/run', {
        entity,
        transition,
        ...(on && { id: on.id, version: on.version }),
        key: randomUUID(),
      })
    expect(await call('finance', 'contract', 'create')).toMatchObject({ code: 2002, msg: '没有权限：签约' })
    const { data } = await suite.teller.call<ListAnswer>('guide', '/api/list', { screen: '/customer/HighSeas' })
    expect(await call('guide', 'customer', 'assign', data.rows![0]!)).toMatchObject({
      code: 2002,
      msg: expect.stringContaining('数据范围') as string,
    })
  })
})

describeChoices(suite)
