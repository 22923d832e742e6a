// Tests that an assignee reaches the assigned task:
// a measurer unrelated to the order gets list, task, message and step, only while the task is open.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { ListAnswer, OptionsAnswer, RecordAnswer, RefValue, RunAnswer } from '../../src/protocol/calls'
import { identifier } from '../../src/server/database/sql/identifier'
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

it('of cases, redesigns and projects goes to the successor of one who leaves, who is asked for', async () => {
  const { database } = suite.product.server.dependencies
  const { id: successor, store } = await suite.teller.account('owner')
  const staff = { name: '离职人', mobile: '13633332222', store, employeeType: '4', dataScope: 'self' }
  const { id: role } = (
    await answer<OptionsAnswer>('owner', '/api/options', {
      entity: 'employee',
      transition: 'create',
      field: 'role',
    })
  ).options[0]!
  const { id } = await run('owner', 'employee', 'create', { values: { ...staff, role } })
  const duties = [
    ['afterCase', 'handler', 'accepted'],
    ['redesign', 'designer', 'approved'],
    ['channelProject', 'manager', 'active'],
  ] as const
  const taken = await Promise.all(
    duties.map(async ([entity, field, state]) => {
      const [table, column] = [identifier(entity), identifier(field)]
      const rows = await database.transaction((tx) =>
        tx.query<{ id: number }>(sql`UPDATE ${table} SET ${column} = ${id}::bigint WHERE "id" =
          (SELECT min("id") FROM ${table} WHERE "state" = ${state}) RETURNING "id"`),
      )
      return Number(rows[0]!.id)
    }),
  )
  const leave = async (values: object) => {
    const { record } = await answer<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
    const request = { entity: 'employee', transition: 'resign', id, version: record.version, values, key: randomUUID() }
    return call<RunAnswer>('owner', '/api/run', request)
  }
  expect(JSON.stringify(await leave({}))).toContain('还负责 1 张售后单、1 张重新设计、1 个渠道项目')
  expect(await leave({ successor })).toMatchObject({ code: 2000 })
  for (const [at, [entity, field]] of duties.entries()) {
    const { record } = await answer<RecordAnswer>('owner', '/api/record', { entity, id: taken[at]! })
    expect(record.values[field], entity).toMatchObject({ id: successor })
  }
})
