// Tests the actions of rows:
// those possible, also on referenced records, in the screen's order, destructive ones last.
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf, isAnswer, isBack, isSetAside, isStep, recordActions } from '../../src/ui/actions/availableActions'
import { queueTab } from '../../src/ui/screens/list/views/useOpeningTab'
import { describeActionOrder } from '../ui/availableActionCases'
import { readSchemas } from './schemas'

const app = readSchemas()
const row = (can: readonly string[]): RecordData => ({ id: 1, version: 1, label: '', values: {}, can })
const named = (path: string, can: readonly string[]) => {
  const { entity, actions } = app.screens[path]!
  return actionsOf(
    row(can),
    actions.filter(({ place }) => place === 'row'),
    entity,
    app.entities,
  ).map((action) => `${action.entity}.${action.transition}`)
}

it('is what the record allows, harm last, and of another record by its full name', () => {
  expect(named('/aftermarket/Responsibility', ['judge', 'refuse', 'accept'])).toEqual([
    'complaint.accept',
    'complaint.judge',
    'complaint.refuse',
  ])
  expect(named('/buildStore/bsEvaluation', ['paySubsidy'])).toEqual([])
  expect(named('/buildStore/bsEvaluation', ['storeProject.paySubsidy', 'submit'])).toEqual([
    'evaluation.submit',
    'storeProject.paySubsidy',
  ])
})

it('a list opens on its queue for a step that it names, as its count, and not for one that only its rows offer', () => {
  const screen = app.screens['/customer/Subscribe']!
  const opened = (actions: typeof screen.actions) =>
    queueTab({ screen: { ...screen, actions }, entities: app.entities } as unknown as Parameters<typeof queueTab>[0])
  expect(opened(screen.actions)).toBe(screen.queue!.tab)
  expect(opened(screen.actions.map((action) => ({ ...action, implied: true as const })))).toBeUndefined()
})

it('offers on the list of all records each step that its reader takes', () => {
  const ways = ['returned.resubmit', 'toPrice.addPrice', 'priceReturned.reuploadPriceSheet', 'toPay.pay']
  for (const [state, step] of ways.map((way) => way.split('.') as [string, string])) {
    expect(app.entities.supplyOrder!.transitions[step]!.from).toContain(state)
    expect(named('/aftermarket/SupplyList', ['cancel', step])).toEqual([`supplyOrder.${step}`, 'supplyOrder.cancel'])
  }
  expect(named('/aftermarket/SupplyList', ['refuse', 'confirmPrice', 'cancel'])[0]).toBe('supplyOrder.confirmPrice')
  expect(named('/aftermarket/Complaint_list', ['object', 'confirmJudge'])).toEqual([
    'complaint.confirmJudge',
    'complaint.object',
  ])
  const beside = ['appointment.create', 'receipt.create']
  expect(named('/customer/CustomerList', beside)).toEqual(beside)
})

it('never offers first what no record waits for, nor what does harm', () => {
  let asides = 0
  for (const { name, transitions, detail } of Object.values(app.entities)) {
    const can = [
      ...Object.keys(transitions),
      ...detail.related.flatMap(({ entity, actions }) => actions.map((action) => `${entity}.${action}`)),
    ]
    const states = [undefined, ...Object.keys(app.entities[name]!.states)]
    for (const state of states) {
      const record = { ...row(can), ...(state !== undefined && { state }) }
      for (const action of recordActions(record, name, app.entities)) {
        const transition = app.entities[action.entity]!.transitions[action.transition]!
        if (transition.turn !== false && !transition.danger) continue
        asides += 1
        expect(
          isStep(action, app.entities, { row: record, entityName: name }),
          `${action.entity}.${action.transition}`,
        ).toBe(false)
      }
    }
  }
  expect(asides).toBeGreaterThan(50)
})

it('offers the other answer to a decision beside the first, and alone all that a list is for', () => {
  const answers = (path: string, can: readonly string[]) => {
    const { entity, actions } = app.screens[path]!
    const offered = actions.filter(({ place }) => place === 'row')
    const possible = actionsOf(row(can), offered, entity, app.entities)
    return possible
      .filter((action) => isAnswer(action, { possible, offered }, app.entities))
      .map(({ transition }) => transition)
  }
  expect(answers('/customer/AuditEarnest', ['approveEarnest', 'rejectEarnest'])).toEqual(['rejectEarnest'])
  expect(answers('/customer/Examine', ['approve', 'reject'])).toEqual(['reject'])
  expect(answers('/aftermarket/Refuse', ['refuse'])).toEqual(['refuse'])
  expect(answers('/channelManage/modeCheck', ['rectify'])).toEqual(['rectify'])
  expect(answers('/aftermarket/cg_deposit_refund', ['refund', 'reject'])).toEqual(['reject'])
  // Of several none is the other answer.
  expect(answers('/aftermarket/cg_deposit_refund', ['refund', 'forfeit', 'reject'])).toEqual([])
  // A cancellation is no answer to a step, nor is what may be chosen among several.
  expect(answers('/aftermarket/SupplyList', ['cancel'])).toEqual([])
  expect(answers('/aftermarket/SupplyList', ['close', 'cancel'])).toEqual([])
  expect(answers('/customer/Subscribe', ['arrive', 'reschedule', 'cancel'])).toEqual([])
})

it('never lets a step back stand out', () => {
  const back = (entityName: string, transition: string, record: Partial<RecordData>) =>
    isBack({ entity: entityName, transition }, app.entities, { row: { ...row([]), ...record }, entityName })
  expect(back('order', 'reExplode', { state: 'placing' })).toBe(true)
  expect(back('placement', 'submit', { state: 'placing' })).toBe(false)
  expect(back('complaint', 'close', { state: 'confirmed' })).toBe(false)
  expect(back('complaint', 'close', { state: 'confirmed', later: ['close'] })).toBe(true)
})

it('offers what makes the replacement before the end that comes too early', () => {
  const confirmed = { ...row(['close', 'supplyOrder.create']), state: 'confirmed', later: ['close'] }
  const names = (actions: readonly { transition: string }[]) => actions.map(({ transition }) => transition)
  expect(names(recordActions(confirmed, 'complaint', app.entities))).toEqual(['create', 'close'])
  const { actions } = app.screens['/aftermarket/Complaint_list']!
  expect(names(actionsOf(confirmed, actions, 'complaint', app.entities))).toEqual(['create', 'close'])
})

it('offers a refund or a cancellation of an order only behind its menu', () => {
  const order = { ...row(['refund.create', 'chargeback.create', 'contract.create']), state: 'signing' }
  const actions = recordActions(order, 'order', app.entities)
  const inSight = actions.filter((action) => !isSetAside(action, app.entities))
  expect(inSight.map(({ entity }) => entity)).toEqual(['contract'])
  expect(actions).toHaveLength(3)
})

describeActionOrder(app, { dangerous: 20 })
