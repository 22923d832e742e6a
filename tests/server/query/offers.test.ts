// Proves the actions offered on a row for the record that it refers to: those allowed now to a
// caller who reaches it, and none without a record.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readList } from '../../../src/server/endpoints/lists/list'
import { readRecord } from '../../../src/server/endpoints/records/record'
import { readDashboard } from '../../../src/server/endpoints/reports/dashboard'
import { screenForCaller } from '../../../src/server/endpoints/screens/screenForCaller'
import { asking } from '../endpoints/reads'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'

const app = compileWorkshop((files) => {
  const expense = files['work/expense.entity.json'] as { fields: Record<string, { required?: boolean }> }
  delete expense.fields.project!.required
  ;(files['work/project.entity.json'] as { readPermissions?: string[] }).readPermissions = ['projects', 'managing']
  const { transitions } = files['work/project.entity.json'] as { transitions: Record<string, { when?: string }> }
  transitions.close!.when = "hasPermission('projects')"
  const task = files['work/task.entity.json'] as { transitions: { create: { checks: object[] } } }
  task.transitions.create.checks.push({
    rule: 'project.rounds < 3 && total >= 0',
    message: ['轮次已满', 'No more rounds'],
  })
  Object.assign(files['work/project.entity.json']!, {
    detail: { related: [{ entity: 'task', columns: ['title'], actions: ['create', 'edit'] }] },
  })
  const { items } = files['work/kind.dictionary.json'] as { items: Record<string, readonly string[]> }
  for (let index = 0; index < 50; index += 1) items[`k${index}`] = [`K${index}`, `K${index}`]
  Object.assign(files['work/Projects.screen.json']!, { tabsBy: 'kind' })
  Object.assign(files['work/Expenses.screen.json']!, {
    actions: ['book', 'cancel', 'project.audit', 'project.close', { action: 'project.hand', on: 'project' }],
    blocks: [
      {
        kind: 'reminder',
        title: ['大额', 'Large'],
        entity: 'expense',
        where: 'amount >= 50',
        columns: ['amount'],
        actions: ['project.close'],
      },
    ],
  })
})
let workshop: Workshop
const ids: Record<string, number> = {}
beforeAll(async () => {
  workshop = await Workshop.open(app)
  const { me, tenant } = workshop.caller('north.worker')
  const expense = (project: number | null, amount: string) =>
    workshop.insert('expense', {
      house: tenant.id,
      no: `E${amount}`,
      project,
      amount,
      state: 'booked',
      createdBy: me.id,
    })
  ids.running = await expense(await workshop.project(), '50')
  ids.closed = await expense(await workshop.project({ state: 'closed' }), '2')
  ids.none = await expense(null, '3')
}, 120_000)
afterAll(() => workshop?.close())

const context = (who: string, codes?: readonly string[]) => {
  const asked = asking(workshop, who)
  return codes === undefined ? asked : { ...asked, caller: { ...asked.caller, codes: new Set(codes) } }
}
const can = async (name: string, who: string, codes?: readonly string[]) => {
  const { rows } = await readList(context(who, codes), { screen: '/expenses', columns: ['amount'] })
  return rows!.find(({ id }) => id === ids[name])!.can.filter((one) => one.includes('.'))
}

it('is what the state, the rules and the rights over the other record allow', async () => {
  expect(await can('running', 'north.manager')).toEqual(['project.audit', 'project.close', 'project.hand'])
  // The one who made it does not audit it, and closes nothing within their own scope.
  expect(await can('running', 'north.worker')).toEqual(['project.hand'])
  expect(await can('closed', 'north.manager')).toEqual([])
})

it('is what its rule asks a code for, also for the administrator, who holds every one', async () => {
  expect(await can('running', 'boss', [])).toContain('project.close')
})

it('is nothing without a record, out of reach, or without the right to read it', async () => {
  expect(await can('none', 'north.manager')).toEqual([])
  expect(await can('running', 'north.stranger')).toEqual([])
  expect(await can('running', 'north.manager', ['money'])).toEqual([])
  const shown = (codes: readonly string[]) =>
    screenForCaller(app, context('north.manager', codes).caller, app.screens['/expenses']!)
      .actions.filter(({ on }) => on)
      .map(({ transition }) => transition)
  expect(shown(['money'])).toEqual([])
  expect(shown(['money', 'projects'])).toEqual(['audit', 'close', 'hand'])
})

it('comes with the reference that it runs on, whichever columns are asked for', async () => {
  const { rows } = await readList(context('north.manager'), { screen: '/expenses', columns: ['amount'] })
  expect(rows!.find(({ id }) => id === ids.running)!.values).toMatchObject({
    amount: '50.00',
    project: { id: expect.any(Number) as number, label: expect.stringMatching(/^p/) as string },
  })
})

it('stands on the card above a list as well', async () => {
  const [block] = (await readDashboard(context('north.manager'), { screen: '/expenses' })).blocks
  expect(
    block?.block === 'reminder' &&
      block.rows.map(({ id, can: offered, values }) => [
        id,
        offered.filter((one) => one.includes('.')),
        'project' in values,
      ]),
  ).toEqual([[ids.running, ['project.close'], true]])
})

it('begins a record for the row only where the row could be chosen and passes the guards that tell of it alone', async () => {
  const made = {
    running: await workshop.project(),
    closed: await workshop.project({ state: 'closed' }),
    full: await workshop.project({ rounds: 3 }),
  }
  const { rows } = await readList(context('north.manager'), { screen: '/projects', columns: ['name'], size: 100 })
  const listed = (id: number) => rows!.find((row) => row.id === id)!.can.includes('task.create')
  expect(Object.values(made).map(listed)).toEqual([true, false, false])
  const opened = async (id: number) =>
    (await readRecord(context('north.manager'), { entity: 'project', id })).record.can.includes('task.create')
  expect(await Promise.all(Object.values(made).map(opened))).toEqual([true, false, false])
  const without = await readRecord(context('north.manager', ['managing']), { entity: 'project', id: made.running })
  expect(without.record.can).not.toContain('task.create')
})

it('is without what keys may not do for a program, and with it for a person who lists after the program', async () => {
  const { caller, ...rest } = asking(workshop, 'north.manager')
  const keys = { ...app.access.apiKeys!, entity: 'expense' }
  const guarded = { ...rest, app: { ...app, access: { ...app.access, apiKeys: keys } } }
  const cells = async (apiKey?: number) => {
    const asked = { ...guarded, caller: { ...caller, ...(apiKey !== undefined && { apiKey }) } }
    const { rows } = await readList(asked, { screen: '/expenses', columns: ['amount'] })
    const { record } = await readRecord(asked, { entity: 'expense', id: ids.running! })
    return [rows!.find(({ id }) => id === ids.running)!.can, record.can].map((can) => can.includes('cancel'))
  }
  expect([await cells(7), await cells()]).toEqual([
    [false, false],
    [true, true],
  ])
})

it('counts the records of more tabs than a function of the database takes', async () => {
  const { tabs } = await readList(context('north.manager'), { screen: '/projects', want: { tabs: true } })
  expect(Object.keys(tabs!).length).toBeGreaterThan(50)
  expect(tabs!.plain).toBeGreaterThan(0)
})
