// Leads an order on to its end, by the people whose steps they are, from whatever state it is in.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { OptionsAnswer, RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import { moves } from '../fuzz/moves'
import { cents, money, rows, type Sight } from '../fuzz/moveValues'
import { pictureOf } from '../generated/values'
import { moment, type Teller } from '../story/teller'

/** What leads on from a state: the first that a record of the order is ready for. */
const steps: Readonly<Record<string, readonly string[]>> = {
  assigning: ['order.assignRuler'],
  measuring: ['order.measure'],
  drawing: ['order.submitDraw'],
  inviting: ['order.invite'],
  caseConfirming: ['order.confirmCase'],
  signing: ['contract.submit', 'contract.create'],
  checking: ['contract.pass'],
  exploding: ['order.explode'],
  placing: ['placement.submit'],
  ordering: ['placement.quote', 'placement.confirmPrice', 'placement.pay'],
  producing: ['placement.start', 'placement.finish', 'shipment.create'],
  shipping: ['shipment.receive'],
  assigningWork: ['order.assignWork'],
  installing: ['order.install'],
  evaluating: ['evaluation.submit'],
}
const paying = ['checking', 'exploding', 'assigningWork', 'completed']

/** Always the first choice and the least number, so that each order takes the plain way. */
const plain: Sight['chance'] = {
  below: () => 0,
  between: (least) => least,
  one: (choices) => choices[0]!,
  in100: () => false,
}

/** The states that the order went through, the last one `completed` with nothing owed. */
export async function goOn(app: App, teller: Teller, id: number): Promise<string[]> {
  const read = async () => (await teller.call<RecordAnswer>('admin', '/api/record', { entity: 'order', id })).data
  const people = async (transition: string) =>
    (
      await teller.call<OptionsAnswer>('admin', '/api/options', { entity: 'order', transition, field: 'worker' })
    ).data.options.map((option) => option.id)
  const [designers, installers] = [await people('assignRuler'), await people('assignWork')]
  const states: string[] = []
  for (let made = 0; made < 60; made += 1) {
    const { record: order, related } = await read()
    const state = String(order.state)
    if (states.at(-1) !== state) states.push(state)
    const customer = (order.values.customer as { id: number }).id
    const sight = { order, related, customer, designers, installers, chance: plain, unique: randomUUID }
    const action = stepOf(app, sight)
    if (action === undefined) return states
    await take(app, teller, action, sight)
  }
  throw new Error(`The order went on through ${states.join(', ')} and came to no end.`)
}

function stepOf(app: App, sight: Omit<Sight, 'file'>): string | undefined {
  const state = String(sight.order.state)
  if (paying.includes(state) && owed(sight) > 0)
    return ready(app, sight, 'receipt.approve') ? 'receipt.approve' : 'receipt.create'
  const choices = steps[state]
  expect(choices ?? state, 'the state that nothing leads on from').toEqual(choices ?? 'completed')
  return choices?.find((action) => ready(app, sight, action))
}

/** What the order still has to be paid; a contract under review counts. */
function owed({ order, related }: Omit<Sight, 'file'>): number {
  const drafted = related.find(({ entity }) => entity === 'contract')?.rows[0]?.values.amount
  return cents(order.values.agreedAmount ?? drafted) - cents(order.values.netReceived)
}

const named = (app: App, action: string) => {
  const [entity = '', name = ''] = action.split('.')
  return { entity, name, transition: app.entities[entity]!.transitions[name]! }
}

function ready(app: App, sight: Omit<Sight, 'file'>, action: string): RecordData | true | undefined {
  const { entity, transition } = named(app, action)
  const isMeant = ({ state, values }: RecordData) =>
    transition.from.includes(String(state)) && (entity !== 'evaluation' || values.kind === 'install')
  return transition.creates || (entity === 'order' ? [sight.order] : rows(sight as Sight, entity)).find(isMeant)
}

/** Values in which the plain way differs from what a walk at random sends. */
const differing: Readonly<Record<string, (sight: Omit<Sight, 'file'>) => object>> = {
  'receipt.create': (sight) => ({ kind: 'balance', amount: money(owed(sight)) }),
  'shipment.receive': (sight) => ({ receivedPackages: rows(sight as Sight, 'shipment')[0]?.values.packages ?? null }),
  'order.assignWork': (sight) => ({ date: moment({ day: 100 + (sight.order.id % 200) }) }),
  'order.assignRuler': (sight) => ({ date: moment({ day: 100 + (sight.order.id % 200) }) }),
  'order.invite': (sight) => ({ visitAt: moment({ day: 100 + (sight.order.id % 200), time: '10:00' }) }),
}

async function take(app: App, teller: Teller, action: string, sight: Omit<Sight, 'file'>): Promise<void> {
  const move = moves.find((one) => one.action === action)!
  const { entity, name } = named(app, action)
  const target = ready(app, sight, action)
  const file = await pictureOf(teller, move.role)
  const { code, msg, data } = await teller.call<RunAnswer>(move.role, '/api/run', {
    entity,
    transition: name,
    ...(typeof target === 'object' && { id: target.id, version: target.version }),
    values: { ...move.values?.({ ...sight, file }), ...differing[action]?.(sight) },
    key: randomUUID(),
  })
  expect(code, `${action}: ${msg} ${JSON.stringify(data)}`).toBe(2000)
}
