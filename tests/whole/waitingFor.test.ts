// Tests records that wait for another record:
// an order names the contract's turn and what is missing, its author is not asked to approve, and a visit waits for
// nobody before its day.
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { TurnAnswer, WhyAnswer } from '../../src/protocol/records/stepCalls'
import { fillAndRun, look } from '../generated/values'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
type Values = Readonly<Record<string, unknown>>

async function done(role: string, action: string, given: Values = {}, id?: number): Promise<number> {
  const [entity = '', name = ''] = action.split('.')
  const app = suite.product.server.dependencies.liveApp.current
  const record = id === undefined ? undefined : (await look(suite.teller, 'admin', entity, id))!.record
  const transition = app.entities[entity]!.transitions[name]!
  const answer = await fillAndRun({ app, teller: suite.teller, role, transition, given, ...(record && { record }) })
  expect(answer, `${action}: ${answer.msg} ${JSON.stringify(answer.data)}`).toMatchObject({ code: 2000 })
  return answer.data.id
}
const turnOf = async (role: string, entity: string, id: number) =>
  (await suite.teller.call<TurnAnswer>(role, '/api/turn', { entity, id })).data
const named = (turn: TurnAnswer) => (turn.steps ?? []).map(({ transition }) => transition)

const items = [
  { lineNo: 1, category: 'cabinet', room: 'kitchen', name: '橱柜', unit: 'set', qty: '1', unitPrice: '10000' },
]
const plan = [
  { stage: 'sign', amount: '6000' },
  { stage: 'place', amount: '3000' },
  { stage: 'balance', amount: '1000' },
]

describe('an order that waits for its contract', () => {
  let order: number
  let contract: number
  beforeAll(async () => {
    const { dealer } = await suite.teller.account('owner')
    const off = { isPiper: false, isScale: true, isPicture: true, isInvite: false, isProgramme: true }
    await done('admin', 'dealer.edit', off, dealer)
    const customer = await done('guide', 'customer.create', { source: 'walkIn' })
    order = await done('guide', 'order.create', { customer, orderType: '1' })
  })

  it('names who may draft it while there is none', async () => {
    expect(named(await turnOf('guide', 'order', order))).toEqual(['contract.create'])
  })

  it('waits for the draft to be submitted, and names it', async () => {
    contract = await done('manager', 'contract.create', { order, discount: '0', plan, items })
    const turn = await turnOf('manager', 'order', order)
    expect(named(turn)).toEqual(['submit'])
    expect(turn.of).toMatchObject({ entity: 'contract', id: contract })
  })

  it('says what is missing, and leaves out who made it', async () => {
    await done('manager', 'contract.submit', {}, contract)
    for (const [entity, id] of [
      ['contract', contract],
      ['order', order],
    ] as const) {
      const turn = await turnOf('manager', entity, id)
      expect(named(turn)).toEqual(['pass'])
      expect(turn.steps![0]!.roles).toContain('老板')
      expect(turn.steps![0]!.roles).not.toContain('店长')
      expect(turn.unmet).toMatchObject({
        message: '签约款 6,000.00 元未到账（应付 6,000.00 元，已审核收款 0.00 元）',
      })
      expect(turn.unmet!.entities).toContain('receipt')
    }
    // Who may approve it reads beside the button why that is refused now.
    expect((await turnOf('owner', 'contract', contract)).refused).toEqual([
      {
        transition: 'pass',
        message: '签约款 6,000.00 元未到账（应付 6,000.00 元，已审核收款 0.00 元）',
      },
    ])
    // The money comes first: entering it, then its approval by finance, and only then the contract.
    const beforeOf = async () => (await turnOf('guide', 'order', order)).unmet?.before
    expect(await beforeOf()).toMatchObject({ steps: [{ transition: 'receipt.create' }] })
    const money = { order, kind: 'sign', amount: '6000' }
    const { data: opened } = await suite.teller.call<RecordAnswer>('guide', '/api/record', {
      entity: 'order',
      id: order,
    })
    const receipt = await done('guide', 'receipt.create', { customer: opened.record.values.customer, ...money })
    const waiting = await beforeOf()
    expect(waiting!.of).toMatchObject({ entity: 'receipt', id: receipt })
    expect(waiting!.steps.flatMap(({ roles }) => roles)).toContain('财务')
    // The contract itself names it too, through its order.
    expect((await turnOf('manager', 'contract', contract)).unmet?.before).toEqual(waiting)
    // Another one may approve it.
    expect((await turnOf('guide', 'order', order)).of).toMatchObject({ entity: 'contract', id: contract })
  })
})

it('waits for nobody before the day that the rule of the transition names', async () => {
  const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', {
    screen: '/customer/Subscribe',
    size: 100,
  })
  const booked = (data.rows ?? []).filter(({ state }) => state === 'booked')
  const today = new Date().getTime()
  let early = 0
  for (const { id, values } of booked) {
    const isFar = new Date(String(values.at)).getTime() > today + 86_400_000
    early += Number(isFar)
    if (isFar) expect((await turnOf('owner', 'appointment', id)).steps).toBeUndefined()
  }
  expect(early).toBeGreaterThan(0)
})

it('leaves out all who may not decide: who created the record, and who submitted it again', async () => {
  const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: '/order/Query', size: 200 })
  const order = data.rows!.find(({ state }) => state === 'exploding')!.id
  const change = await done('guide', 'supplement.create', { order, kind: 'add' })
  const rolesOf = async (role: string) => {
    const { steps } = await turnOf(role, 'supplement', change)
    return steps!.find(({ transition }) => transition === 'pass')!.roles
  }
  expect(await rolesOf('guide')).toEqual(expect.arrayContaining(['老板', '店长']))
  await done('guide', 'supplement.withdraw', {}, change)
  await done('manager', 'supplement.resubmit', {}, change)
  for (const role of ['guide', 'manager', 'owner']) {
    expect(await rolesOf(role)).toContain('老板')
    expect(await rolesOf(role)).not.toContain('店长')
  }
  const canOf = async (role: string) => (await look(suite.teller, role, 'supplement', change))!.record.can
  expect(await canOf('manager')).not.toContain('pass')
  expect(await canOf('owner')).toContain('pass')
})

describe('an order on its way to the factory', () => {
  const inState = async (state: string) => {
    const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: '/order/Query', size: 200 })
    return (data.rows ?? []).filter((row) => row.state === state)
  }

  it('says before the form opens what has to be paid first, and offers the payment', async () => {
    const turns = await Promise.all((await inState('placing')).map(({ id }) => turnOf('orderclerk', 'order', id)))
    expect(turns.map(named)).toContainEqual(['placement.submit'])
    const short = turns.filter(({ unmet }) => unmet)
    expect(short.length).toBeGreaterThan(0)
    expect(short[0]!.unmet!.message).toMatch(/^已收 [\d,.]+ 元，不足下单应收 [\d,.]+ 元$/)
    expect(short.every(({ unmet }) => !unmet!.entities.includes('order'))).toBe(true)
  })

  it('offers a change order only where one may begin', async () => {
    for (const [state, is] of [
      ['placing', true],
      ['ordering', false],
    ] as const) {
      const orders = await Promise.all(
        (await inState(state)).map(async ({ id }) => (await look(suite.teller, 'owner', 'order', id))!.record),
      )
      const unpaid = orders.filter(({ values }) => values.paidSupplies === 0)
      expect(unpaid.length, state).toBeGreaterThan(0)
      for (const { id, can } of unpaid) expect(can.includes('supplement.create'), `${id}`).toBe(is)
    }
  })

  it('names what moves it on while it is produced: the goods of others before its own next step', async () => {
    const why = async (state: string) => {
      const [order] = await inState(state)
      const asked = { entity: 'order', id: order!.id, transition: 'install' }
      const { refused } = (await suite.teller.call<WhyAnswer>('owner', '/api/why', asked)).data
      return refused[0]!.conditions.find(({ kind }) => kind === 'state')!.details.join()
    }
    expect(await why('producing')).toMatch(
      /下一步是“发货单：.+”，由总部运营进行.*之后依次为：“发货单：.+”（.+），“派安装”/,
    )
    // What only the take-over of an order runs is no step of an order that is there.
    expect(await why('exploding')).toMatch(/“完成拆单”.*之后依次为：“下单：.+”（.+），“下单：.+”（.+）/)
  })

  it('names the factory while it reviews the order, and nobody for another one', async () => {
    const turns = await Promise.all((await inState('ordering')).map(({ id }) => turnOf('owner', 'order', id)))
    expect(turns.flatMap(named)).not.toContain('placement.submit')
    const reviewed = turns.find((turn) => named(turn).includes('quote'))!
    expect(reviewed.of).toMatchObject({ entity: 'placement' })
    expect(reviewed.steps!.flatMap(({ roles }) => roles)).toContain('总部运营')
  })
})
