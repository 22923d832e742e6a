// Tests whose turn a record is, and actions found by words:
// a role whose list offers the next step is named, and nothing unreadable is revealed.
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import type { TurnAnswer, WhyAnswer } from '../../src/protocol/records/stepCalls'
import type { FindAnswer, FoundAction } from '../../src/protocol/findCalls'
import { isForPeople } from '../../src/manifest/access/stepOrder'
import { readSources } from '../../src/server/workers/readManifests'
import { requireApp } from '../../scripts/compiled'
import { compile } from '../../src/manifest/compile'
import type { App } from '../../src/manifest/model/app'
import type { Context } from '../../src/server/context/context'
import { loadRecordsOf, turnOf as turnOfRecord } from '../../src/server/endpoints/records/turn/dueSteps'
import { fillAndRun, pictureOf } from '../generated/values'
import type { Action } from '../../src/manifest/model/column'
import { actionsOf, allowedActionKey, recordActions } from '../../src/ui/actions/availableActions'
import { accounts } from '../story/teller'
import { sampleUntil, sparse } from './sample'
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

  it('comes first on a row of every list that offers actions, as on the page of its record', async () => {
    const acting = queues.flatMap((list) => (app.screens[list.path]!.actions.length > 0 ? [list] : []))
    const lists = Object.keys(accounts).flatMap((role) => acting.map((list) => ({ role, ...list })))
    let compared = 0
    for (const { role, path, entity } of sampleUntil(lists, () => compared > 20, sparse)) {
      const offered = app.screens[path]!.actions.filter(({ place }) => place === 'row')
      const rows = new Map((await rowsOf(role, path)).map((row) => [row.state, row]))
      for (const row of rows.values()) {
        const { steps = [], of, unmet } = (await turnOf(role, entity, row.id)).data
        const due = steps.map(({ transition }) => transition)
        if (of || unmet) continue
        const page = await suite.teller.call<RecordAnswer>(role, '/api/record', { entity, id: row.id })
        const first = ([action]: readonly Action[]) => action && allowedActionKey(action, entity)
        const next = first(recordActions(page.data.record, entity, app.entities))
        if (next === undefined || !due.includes(next)) continue
        compared += 1
        expect(due, `${role} ${path} ${row.state}`).toContain(first(actionsOf(row, offered, entity, app.entities)))
      }
    }
    expect(compared).toBeGreaterThan(20)
  })

  it('names no role whose permission holds for other records only', async () => {
    const [waiting] = await rowsOf('dispatcher', '/order/Evaluate')
    const { steps } = (await turnOf('dispatcher', 'evaluation', waiting!.id)).data
    const submit = steps!.find(({ transition }) => transition === 'submit')!
    const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: '/store/Category', size: 100 })
    const record = async (id: number) =>
      (await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'role', id })).data.record
    const holding: string[] = []
    for (const { id } of data.rows ?? []) {
      const { label, values } = await record(id)
      if (JSON.stringify(values).includes('"p_pc_Evaluate"')) holding.push(label)
    }
    expect(holding.length).toBeGreaterThan(0)
    expect([...submit.roles].sort()).toEqual(holding.sort())
  })

  it('names to every reader the roles whose people meet a rule about the account that acts', async () => {
    const title = '"title": ["审核通过", "Approve"],'
    const managersOnly = compile(
      readSources('schemas').map(({ path, text }) =>
        path === 'order/contract.entity.json'
          ? { path, text: text.replace(title, `${title} "when": "me.employeeType == '2'",`) }
          : { path, text },
      ),
    )
    if (!managersOnly.ok) throw new Error('The changed manifests are not sound.')
    const { database, callers } = suite.product.server.dependencies
    const [waiting] = (await rowsOf('owner', '/order/Contract')).filter(({ state }) => state === 'pending')
    const rolesFor = async (reader: string, product: App) => {
      const now = new Date()
      const caller = (await callers.ofAccount(product, (await suite.teller.account(reader)).id, 'zh', now))!
      const query: Context['query'] = (statement, limit) => database.query(statement, limit)
      const context = { app: product, caller, now, query, distributed: database.distributed }
      const [stored] = await loadRecordsOf(context, product.entities.contract!, [waiting!.id])
      const { steps } = await turnOfRecord(context, product.entities.contract!, stored!)
      return steps.find(({ transition }) => transition === 'pass')!.roles.join()
    }
    expect(await rolesFor('owner', app)).toMatch(/老板/)
    for (const reader of ['owner', 'manager', 'guide'])
      expect(await rolesFor(reader, managersOnly.app)).toMatch(/^(其他)?店长$/)
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

describe('a form that submits something for a decision', () => {
  it('says as it opens who decides then and what that lacks, and writes nothing', async () => {
    const order = (await rowsOf('guide', '/order/SignContract')).find(({ can }) => can.includes('contract.create'))!
    const { data: made } = await fillAndRun({
      app,
      teller: suite.teller,
      role: 'guide',
      transition: app.entities.contract!.transitions.create!,
      order,
      given: { order: order.id },
    })
    const asked = { entity: 'contract', id: made.id }
    const after = (await suite.teller.call<TurnAnswer>('guide', '/api/turn', { ...asked, after: 'submit' })).data
    const title = async (role: string) => {
      const { id } = await suite.teller.account(role)
      return (await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })).data.record
        .values.role as { label: string }
    }
    const [step] = after.steps!
    expect(step!.transition).toBe('pass')
    expect(step!.roles).toEqual(expect.arrayContaining([(await title('owner')).label, (await title('manager')).label]))
    expect(step!.roles).not.toContain((await title('guide')).label)
    const record = async () => (await suite.teller.call<RecordAnswer>('guide', '/api/record', asked)).data.record
    const { state, version, values } = await record()
    expect([state, version]).toEqual(['draft', 1])
    const owed = Number(values.signPart) - Number(order.values.netReceived ?? 0)
    expect(owed).toBeGreaterThan(0)
    const grouped = Number(values.signOwed).toLocaleString('en', { minimumFractionDigits: 2 })
    expect(after.unmet!.message).toContain(grouped)
    expect(after.unmet!.before!.steps.map(({ transition }) => transition)).toEqual(['receipt.create'])
    // While a write holds the record, the form does not wait for it: it says only who decides.
    const { database } = suite.product.server.dependencies
    const trying = vi.spyOn(database, 'transactionFor')
    await database.transaction(async (tx) => {
      await tx.query(sql`select 1 from "contract" where "id" = ${made.id} for update`)
      const meanwhile = await suite.teller.call<TurnAnswer>('guide', '/api/turn', { ...asked, after: 'submit' })
      expect(meanwhile.data).toEqual({ steps: after.steps })
    })
    // Nor does it go on for a client that has left, as the writes of the same caller do.
    expect(trying.mock.calls.map(([, owner]) => 'signal' in owner)).toEqual([true])
    trying.mockRestore()
    // It says exactly what the record says once it is submitted.
    await suite.teller.act('guide', 'contract.submit', made.id, { files: [await pictureOf(suite.teller, 'guide')] })
    const { since: _, refused: _refused, ...then } = (await turnOf('guide', 'contract', made.id)).data
    const { since: _since, ...foretold } = after
    expect(foretold).toEqual(then)
  })

  it('is none that refuses, takes back or stops something', () => {
    const submitting = Object.values(app.entities).flatMap(({ name: entity, transitions }) =>
      Object.values(transitions).flatMap(({ name, awaitsDecision }) => (awaitsDecision ? [`${entity}.${name}`] : [])),
    )
    expect(submitting).toContain('contract.submit')
    const others = ['webhook.pause', 'contract.withdraw', 'contract.fail', 'supplement.withdraw', 'receipt.reject']
    expect(submitting.filter((name) => others.includes(name))).toEqual([])
  })

  it('says it of nothing else, and to nobody who may not submit it', async () => {
    const [customer] = await rowsOf('guide', '/customer/CustomerList')
    const edit = { entity: 'customer', id: customer!.id, after: 'edit' }
    expect((await suite.teller.call('guide', '/api/turn', edit)).code).not.toBe(codes.success)
    const [contract] = (await rowsOf('finance', '/order/Contract')).filter(({ state }) => state === 'returned')
    const submit = { entity: 'contract', id: contract!.id, after: 'submit' }
    const { code, msg } = await suite.teller.call('finance', '/api/turn', submit)
    expect(code, msg).toBe(codes.forbidden)
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

  it('offer without any words what one may create, each once, where its form is in the menu not again', async () => {
    const { data } = await suite.teller.call<FindAnswer>('guide', '/api/find', { words: '' })
    const offered = data.actions.map(({ action }) => action)
    expect(offered).toContain('order.create')
    const inForms = Object.values(app.screens)
      .filter(({ kind, hideInMenu }) => kind === 'form' && !hideInMenu)
      .flatMap(({ actions }) => actions.map(({ entity, transition }) => `${entity}.${transition}`))
    expect(app.screens['/customer/CustomerList']!.actions.map(({ transition }) => transition)).toContain('create')
    expect(inForms.filter((name) => offered.includes(name))).toEqual([])
  })

  it('name what one may not do on a record now, with its reason', async () => {
    const [{ id, label }] = (await rowsOf('guide', '/customer/CustomerList')) as [RecordData]
    let explained = 0
    for (const { name, title, creates } of Object.values(app.entities.customer!.transitions).filter(isForPeople)) {
      if (creates) continue
      const { data } = await suite.teller.call<FindAnswer>('guide', '/api/find', { words: `${label} ${title.zh!}` })
      const isIt = ({ record, title: found }: FoundAction) => record?.id === id && found.zh === title.zh
      const refused = data.refused.filter(isIt)
      // It is either offered or refused, never neither and never both.
      expect(data.actions.filter(isIt).length > 0, name).toBe(refused.length === 0)
      for (const { action } of refused) {
        const asked = { entity: 'customer', id, transition: action }
        const why = await suite.teller.call<WhyAnswer>('guide', '/api/why', asked)
        expect(why.data.refused[0]?.conditions.length, name).toBeGreaterThan(0)
        explained += 1
      }
    }
    expect(explained).toBeGreaterThan(2)
  })

  it('name a number that one may not open, with its reason and nothing of the record', async () => {
    const mine = new Set((await rowsOf('guide', '/customer/CustomerList')).map(({ id }) => id))
    const { id: guide } = await suite.teller.account('guide')
    const other = (await rowsOf('owner', '/customer/CustomerList')).find(
      (row) => !mine.has(row.id) && (row.values.guide as { id: number } | null)?.id !== guide,
    )!
    const number = String(other.values.no)
    for (const [role, kind] of [
      ['guide', 'scope'],
      ['finance', 'permission'],
    ] as const) {
      const { data } = await suite.teller.call<FindAnswer>(role, '/api/find', { words: number.toLowerCase() })
      expect(
        data.withheld.map(({ record }) => record),
        role,
      ).toEqual([{ entity: 'customer', number }])
      const why = await suite.teller.call<WhyAnswer>(role, '/api/why', data.withheld[0]!.record!)
      expect(why.data.refused[0]!.conditions.map((missing) => missing.kind)).toContain(kind)
      expect(JSON.stringify([data, why.data])).not.toContain(other.label)
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
  // However many of its transitions are refused, roles and colleagues are read once.
  const { database } = suite.product.server.dependencies
  const texts: string[] = []
  database.onStatement = (text) => texts.push(text.replace(/\s+/g, ' '))
  await suite.teller.call('guide', '/api/why', { entity: 'order', id: order.id })
  database.onStatement = undefined
  for (const name of ['role', 'employee'])
    expect(texts.filter((text) => text.includes(`FROM "${name}" "t0"`)).length, name).toBe(1)
  // What is begun with the order belongs to the menu of its record, not to that of a row.
  const menu = { entity: 'order', id: order.id }
  const begun = async (where: object) =>
    (await suite.teller.call<WhyAnswer>('guide', '/api/why', { ...menu, ...where })).data.refused.find(
      ({ transition }) => transition === 'contract.create',
    )
  const { signing } = app.entities.order!.states
  const conditions = (await begun({}))!.conditions.filter(({ message }) => message.includes(signing!.title.zh!))
  // The rule of the choice and the check of the new record are the same condition.
  expect(conditions.map(({ kind }) => kind)).toEqual(['state'])
  expect((await begun({}))!.conditions.map(({ message }) => message).join()).not.toContain('订单不在待签约')
  expect(conditions[0]!.details.join()).toMatch(/下一步是“派量尺”，由.*安装调度.*之后依次为：“.+”（.+），“.+”（.+）/)
  expect(await begun({ screen: '/order/Query' })).toBeUndefined()
})
