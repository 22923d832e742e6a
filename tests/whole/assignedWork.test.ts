// Tests that an assignee reaches the assigned task:
// a measurer unrelated to the order gets list, task, message and step, only while the task is open.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RefValue, RunAnswer } from '../../src/protocol/calls'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const call = <T>(role: string, path: string, body: object) => suite.teller.call<T>(role, path, body)
async function answer<T>(role: string, path: string, body: object): Promise<T> {
  const { code, msg, data } = await call<T>(role, path, body)
  expect(code, `${role} ${path} ${JSON.stringify(body)} ${msg}`).toBe(2000)
  return data
}
const run = (role: string, entity: string, transition: string, request: object) =>
  answer<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...request })
const list = async (role: string, screen: string, request: object = {}) =>
  (await answer<ListAnswer>(role, '/api/list', { screen, size: 200, want: { rows: true }, ...request })).rows!
const opens = async (role: string, entity: string, id: number) =>
  (await call<RecordAnswer>(role, '/api/record', { entity, id })).code === 2000

it('reaches order, step and message while the task is open', async () => {
  const { id: worker } = await suite.teller.account('designer')
  const orders = await list('owner', '/order/AssignRuler')
  const { id: order } = orders.find(({ values: { designer, guide } }) =>
    [designer, guide].every((one) => (one as RefValue | null)?.id !== worker),
  )!
  expect(await opens('designer', 'order', order)).toBe(false)

  const { record } = await answer<RecordAnswer>('owner', '/api/record', { entity: 'order', id: order })
  const values = { worker, date: '2031-03-05', period: 'am', address: record.values.address }
  await run('dispatcher', 'order', 'assignRuler', { id: order, version: record.version, values })
  expect((await list('designer', '/order/Measure')).map(({ id }) => id)).toContain(order)
  const job = await answer<RecordAnswer>('designer', '/api/record', { entity: 'order', id: order })
  expect(job.record.values.customer).toMatchObject({ label: (record.values.customer as RefValue).label })

  const [news] = await list('designer', '/message')
  const route = String(news!.values.route)
  expect(String(news!.values.title)).toContain((record.values.customer as RefValue).label)
  const task = Number(/^\/customer\/DispatchCalendar\?record=task:(\d+)$/.exec(route)?.[1])
  const opened = await answer<RecordAnswer>('designer', '/api/record', { entity: 'task', id: task })
  expect(JSON.stringify(opened)).toContain((record.values.customer as RefValue).label)
  expect(JSON.stringify(opened)).toMatch(/1[3-9]\d{9}/)

  await run('designer', 'order', 'measure', {
    id: order,
    version: job.record.version,
    values: { siteCondition: 'ready', rooms: [{ room: 'kitchen', width: 3000, depth: 2000, height: 2600 }] },
  })
  expect(await opens('designer', 'order', order)).toBe(false)
  expect(await opens('designer', 'task', task)).toBe(true)
})
