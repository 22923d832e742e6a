// Tests whose turn a record is, and actions found by words:
// a role whose list offers the next step is named, and nothing unreadable is revealed.
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import type { TurnAnswer, WhyAnswer } from '../../src/protocol/records/stepCalls'
import type { FindAnswer } from '../../src/protocol/findCalls'
import { requireApp } from '../../scripts/compiled'
import { sampleUntil } from './sample'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const roles = ['manager', 'guide', 'designer', 'finance', 'dispatcher', 'aftersales', 'orderclerk'] as const
const queues = Object.values(app.screens).flatMap(({ kind, path, entity = '' }) =>
  kind === 'list' && app.entities[entity]?.view === undefined ? [{ path, entity }] : [],
)

const turnOf = (role: string, entity: string, id: number) =>
  suite.teller.call<TurnAnswer>(role, '/api/turn', { entity, id })
const rowsOf = async (role: string, screen: string): Promise<readonly RecordData[]> =>
  (await suite.teller.call<ListAnswer | null>(role, '/api/list', { screen, size: 50 })).data?.rows ?? []

describe('whose turn it is', () => {
  it('names the role of everyone whose list offers the step', async () => {
    const titles = new Map<string, string>()
    for (const role of roles) {
      const { id } = await suite.teller.account(role)
      const { data } = await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
      titles.set(role, (data.record.values.role as { label: string }).label)
    }
    const lists = roles.flatMap((role) => queues.map((queue) => ({ role, ...queue })))
    const offered = new Set<string>()
    for (const { role, path, entity } of sampleUntil(lists, () => offered.size === roles.length)) {
      // One of each state is enough: the roles depend on nothing else.
      const rows = new Map((await rowsOf(role, path)).map((row) => [row.state, row]))
      for (const { id, can } of rows.values()) {
        const { code, data: turn } = await turnOf(role, entity, id)
        expect(code, `${path} ${id}`).toBe(codes.success)
        for (const step of turn.steps ?? [])
          if (can.includes(step.transition)) {
            offered.add(role)
            expect(step.roles, `${path} ${step.transition}`).toContain(titles.get(role))
          }
      }
    }
    expect([...offered].sort()).toEqual([...roles].sort())
  })

  it('says nothing of a closed record', async () => {
    const closed = (await rowsOf('owner', '/order/Query')).find(
      ({ state }) => app.entities.order!.states[state!]?.closed,
    )
    expect((await turnOf('owner', 'order', closed!.id)).data).toEqual({})
  })

  it('is refused like the record itself', async () => {
    const mine = new Set((await rowsOf('guide', '/order/Query')).map(({ id }) => id))
    const foreign = (await rowsOf('owner', '/order/Query')).find(({ id }) => !mine.has(id))!
    for (const id of [foreign.id, 999_999_999]) {
      const record = await suite.teller.call('guide', '/api/record', { entity: 'order', id })
      const turn = await turnOf('guide', 'order', id)
      expect(record.code).not.toBe(codes.success)
      expect({ code: turn.code, msg: turn.msg }).toEqual({ code: record.code, msg: record.msg })
    }
  })
})

describe('words in the command palette', () => {
  it('name an action on a record with a word of any language between both', async () => {
    const rows = await rowsOf('guide', '/customer/CustomerList')
    const row = rows.find(({ can }) => can.length > 0)!
    const action = row.can.find((name) => app.entities.customer!.transitions[name] !== undefined)!
    const { zh, en } = app.entities.customer!.transitions[action]!.title
    for (const words of [`给${row.label}${zh}`, `${row.label}的${zh}`, `${en} for ${row.label}`]) {
      const { data } = await suite.teller.call<FindAnswer>('guide', '/api/find', { words })
      expect(data.actions, words).toContainEqual(
        expect.objectContaining({ action, record: expect.objectContaining({ entity: 'customer', id: row.id }) }),
      )
    }
  })

  it('find a payment by name and mobile of its customer, whose records one may not open', async () => {
    const [row] = await rowsOf('finance', '/customer/AuditEarnest')
    const { customer, 'customer.mobile': mobile } = row!.values
    for (const words of [(customer as { label: string }).label, String(mobile), String(mobile).slice(-4)]) {
      const { data } = await suite.teller.call<FindAnswer>('finance', '/api/find', { words })
      const payments = data.groups.find(({ entity }) => entity === 'receipt')
      expect(
        payments?.records.map(({ id }) => id),
        words,
      ).toContain(row!.id)
      expect(data.groups.map(({ entity }) => entity)).not.toContain('customer')
    }
  })
})

it('says of a state that is not reached yet who takes the next step of the way there', async () => {
  const { data } = await suite.teller.call<ListAnswer>('guide', '/api/list', { screen: '/order/Query', size: 100 })
  const order = (data.rows ?? []).find(({ state, can }) => state === 'assigning' && !can.includes('assignRuler'))!
  const why = await suite.teller.call<WhyAnswer>('guide', '/api/why', {
    entity: 'order',
    id: order.id,
    transition: 'invite',
  })
  const state = why.data.refused[0]!.conditions.find(({ kind }) => kind === 'state')!
  expect(state.details.join()).toMatch(/下一步是“派量尺”，由.*安装调度/)
  // What is begun with the order belongs to the menu of its record, not to that of a row.
  const menu = { entity: 'order', id: order.id }
  const begun = async (where: object) =>
    (await suite.teller.call<WhyAnswer>('guide', '/api/why', { ...menu, ...where })).data.refused.find(
      ({ transition }) => transition === 'contract.create',
    )
  const conditions = (await begun({}))?.conditions.map(({ message }) => message).join()
  expect(conditions).toContain(app.entities.order!.states.signing!.title.zh)
  expect(await begun({ screen: '/order/Query' })).toBeUndefined()
})
