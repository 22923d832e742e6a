// Tests that booked visits and orders are linked, and that an order states what is due before its
// contract takes effect.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData, RefValue, RunAnswer } from '../../src/protocol/calls'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
async function answer<T>(role: string, path: string, body: object): Promise<T> {
  const { code, msg, data } = await suite.teller.call<T>(role, path, body)
  expect(code, `${role} ${path} ${JSON.stringify(body)} ${msg}`).toBe(2000)
  return data
}
const request = (entity: string, transition: string, body: object) => ({
  entity,
  transition,
  key: randomUUID(),
  ...body,
})
const run = (role: string, entity: string, transition: string, body: object) =>
  answer<RunAnswer>(role, '/api/run', request(entity, transition, body))
const list = async (screen: string) =>
  (await answer<ListAnswer>('owner', '/api/list', { screen, size: 200, want: { rows: true } })).rows!
const record = async (entity: string, id: number): Promise<RecordData> =>
  (await answer<RecordAnswer>('owner', '/api/record', { entity, id })).record
const ref = (value: unknown) => (value as RefValue | null)?.id

/** An order whose customer has no visit booked, with one of a type booked for a day. */
async function withVisit(screen: string, type: string, at: string) {
  const booked = new Set((await list('/customer/Subscribe')).map(({ values }) => ref(values.customer)))
  const [row] = (await list(screen)).filter(({ values }) => !booked.has(ref(values.customer)))
  const { id, values } = await record('order', row!.id)
  const visit = { customer: ref(values.customer), type, at, store: ref(values.store), address: values.address }
  const { id: appointment } = await run('owner', 'appointment', 'create', { values: visit })
  return { id, appointment: appointment!, order: await record('order', id) }
}

describe('a booked visit', () => {
  it('is proposed where a measurer is assigned, and done with the measurement', async () => {
    const { id, appointment, order } = await withVisit('/order/Measure', 'measure', '2031-03-04T10:00:00.000Z')
    expect(String(order.values.measureVisitAt)).toContain('2031-03-04')
    const rooms = [{ room: 'kitchen', width: 3000, depth: 2000, height: 2600 }]
    const values = { measuredAt: new Date().toISOString(), siteCondition: 'ready', rooms }
    await run('owner', 'order', 'measure', { id, version: order.version, values })
    const visit = await record('appointment', appointment)
    expect(visit.state).toBe('arrived')
    expect(new Date(String(visit.values.at)).getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('of the same day refuses an invitation at its date, with the moment', async () => {
    const { id, order } = await withVisit('/order/Invitation', 'storeVisit', '2031-03-05T02:00:00.000Z')
    const values = { inviteMethod: 'phone', visitAt: '2031-03-05T06:00:00.000Z' }
    const refused = await suite.teller.call<{ errors?: unknown }>(
      'owner',
      '/api/run',
      request('order', 'invite', { id, version: order.version, values }),
    )
    expect(JSON.stringify(refused)).toContain('visitAt')
    expect(refused.msg + JSON.stringify(refused.data)).toContain('2031-03-05 10:00')
  })
})

describe('before its contract takes effect', () => {
  it('an order shows the pending amount and what is due of it', async () => {
    const waiting = await list('/order/CheckContract')
    expect(waiting.length).toBeGreaterThan(0)
    for (const { id } of waiting) {
      const contract = await record('contract', id)
      const { values } = await record('order', ref(contract.values.order)!)
      expect(values.agreedAmount).toBeNull()
      expect(values.pendingAmount).toBe(contract.values.amount)
      expect(Number(values.expectedBalance)).toBeCloseTo(Number(contract.values.amount) - Number(values.netReceived), 2)
      expect(values.expectedBalance).toBe(contract.values.balanceDue)
      const due = Number(contract.values.signPart) - Number(values.coveredAmount)
      if (due > 0) expect([values.nextPayment, Number(values.nextAmount)]).toEqual(['sign', due])
    }
  })
})
