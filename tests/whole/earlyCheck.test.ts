// Tests early checks:
// a busy person is refused at the input before submission, nothing is stored, and the likeliest people are offered
// first.
import { expect, it } from 'vitest'
import type {
  ListAnswer,
  OptionsAnswer,
  RecordAnswer,
  RecordData,
  RefValue,
  EarlyCheckAnswer,
} from '../../src/protocol/calls'
import type { CalendarAnswer } from '../../src/protocol/reportCalls'
import { codes } from '../../src/protocol/envelope'
import { requireApp } from '../../scripts/compiled'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const steps = Object.values(app.entities).flatMap(({ name, transitions }) =>
  Object.values(transitions)
    .filter(({ earlyCheck }) => earlyCheck.length > 0)
    .map((step) => `${name}.${step.name}`),
)

const call = <T>(path: string, request: object, role = 'dispatcher') => suite.teller.call<T>(role, path, request)
const check = (request: object, role?: string) => call<EarlyCheckAnswer>('/api/earlyCheck', request, role)

/** An order that waits for its measuring, and a visit of another order. */
async function scene() {
  const { data: list } = await call<ListAnswer>('/api/list', { screen: '/order/AssignRuler' })
  const order = list.rows![0]!
  const day = new Date(Date.now() + 8 * 3_600_000)
  const at = (days: number) => new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const { data } = await call<CalendarAnswer>('/api/calendar', {
    screen: '/customer/DispatchCalendar',
    from: at(0),
    to: at(14),
  })
  const visit = data.rows.find(({ state }) => state === 'assigned')!
  return { order, visit, free: at(200) }
}

const valuesOf = ({ values }: RecordData, date = values.date) => ({
  worker: (values.worker as RefValue).id,
  date,
  period: values.period,
})

it('are the steps that give a person a time', () =>
  expect(steps.sort()).toEqual(['afterCase.visit', 'order.assignRuler', 'order.assignWork', 'task.reschedule']))

it('says beside the input that a person is busy, and keeps nothing', async () => {
  const { order, visit, free } = await scene()
  const { data: before } = await call<RecordAnswer>('/api/record', { entity: 'order', id: order.id })
  const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }
  const request = {
    entity: 'order',
    transition: 'assignRuler',
    id: order.id,
    version: before.record.version,
    values: { ...valuesOf(visit), address },
  }
  const busy = await check(request)
  expect(busy).toMatchObject({ code: codes.success, data: { fields: { worker: expect.stringMatching('已有安排') } } })
  const later = await check({ ...request, values: { ...valuesOf(visit, free), address } })
  expect(later.data).toEqual({ fields: {} })
  // Nothing of a record that has changed was looked at: an answer without errors would take those of before away.
  expect((await check({ ...request, version: before.record.version + 1 })).key).toBe('stale_version')
  // What else is refused is left to the run: the address is no input that is checked early.
  expect((await check({ ...request, values: valuesOf(visit) })).data.fields).not.toHaveProperty('address')
  const { data: after } = await call<RecordAnswer>('/api/record', { entity: 'order', id: order.id })
  expect(after.record).toEqual(before.record)
})

it('says so before anything else is filled in, and then asks for nothing', async () => {
  const { visit, free } = await scene()
  const { data: list } = await call<ListAnswer>('/api/list', { screen: '/order/AssignWork' })
  const { data } = await call<RecordAnswer>('/api/record', { entity: 'order', id: list.rows![0]!.id })
  const { id, version } = data.record
  const request = { entity: 'order', transition: 'assignWork', id, version, values: valuesOf(visit) }
  expect((await check(request)).data.fields).toEqual({ worker: expect.stringMatching('已有安排') })
  expect((await check({ ...request, values: valuesOf(visit, free) })).data).toEqual({ fields: {} })
  expect((await call('/api/run', { ...request, key: 'without-a-fee' })).key).toBe('input_invalid')
})

it('is open to who may run the step alone, and to steps that are checked early', async () => {
  const { order, visit } = await scene()
  const request = { entity: 'order', transition: 'assignRuler', id: order.id, version: order.version }
  expect((await check({ ...request, values: valuesOf(visit) }, 'guide')).code).not.toBe(codes.success)
  expect((await check({ ...request, transition: 'measure' })).code).not.toBe(codes.success)
  const { id: _id, version: _version, ...withoutRecord } = request
  expect((await check({ ...withoutRecord, values: valuesOf(visit) })).key).toBe('action_not_found')
})

it('puts the people who are meant first, and leaves the others to be chosen', async () => {
  const { order } = await scene()
  const { data } = await call<OptionsAnswer>('/api/options', {
    entity: 'order',
    transition: 'assignRuler',
    id: order.id,
    field: 'worker',
  })
  const { data: staff } = await call<ListAnswer>('/api/list', { screen: '/store/Staff', size: 200 }, 'owner')
  const typeOf = new Map(staff.rows!.map(({ id, values }) => [id, values.employeeType]))
  const designers = data.options.map(({ id }) => typeOf.get(id) === '4')
  const count = designers.filter(Boolean).length
  expect(count).toBeGreaterThan(0)
  expect(designers.indexOf(false)).toBe(count)
  expect(data.options.map(({ first }) => first === true)).toEqual(designers)
})

it('has the people who are meant as rows of a calendar without visits', async () => {
  const span = { screen: '/customer/DispatchCalendar', from: '2036-01-01', to: '2036-02-01' }
  const { data } = await call<CalendarAnswer>('/api/calendar', span)
  const { data: staff } = await call<ListAnswer>('/api/list', { screen: '/store/Staff', size: 200 }, 'owner')
  const typeOf = new Map(staff.rows!.map(({ id, values }) => [id, String(values.employeeType)]))
  expect(new Set(data.groups!.map(({ id }) => typeOf.get(Number(id))))).toEqual(new Set(['4', '6']))
})
