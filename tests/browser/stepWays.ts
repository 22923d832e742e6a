// Finds the buttons that an account has for one step of an order.
// They are above a list or on a row of it, in the view of the record, or in a tab of the order.
import type { Action } from '../../src/manifest/model/column'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import { withQuery } from '../../src/protocol/transport'
import type { RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { EntityAnswer } from '../../src/protocol/screenCalls'
import { actionValues } from '../../src/ui/actions/actionValues'
import { allowedActionKey, begunValues, recordActions } from '../../src/ui/actions/availableActions'
import { wordsFor, type Offers } from '../generated/offers'
import { look, type Filling } from '../generated/values'
import type { Way } from './ways'

/** A button, and the address at which a page shows it. */
export interface StepWay extends Way {
  readonly address: string
}

type Step = Pick<Filling, 'role' | 'transition' | 'record' | 'order' | 'given'>

/** A list that shows the record. */
interface Listed {
  readonly screen: Screen
  readonly row: RecordData
  readonly address: string
}

const isFor =
  ({ entity, name }: Transition) =>
  (action: Pick<Action, 'entity' | 'transition'>) =>
    action.entity === entity && action.transition === name

/** All of them, with what their forms begin with. */
export async function waysOfStep(offers: Offers, step: Step): Promise<StepWay[]> {
  const { record, transition } = step
  if (record) {
    const ways = await onRecord(offers, step, { entity: transition.entity, id: record.id })
    return [...ways, ...(await besideOrder(offers, step, record))]
  }
  const ways = await above(offers, step)
  for (const subject of subjectsOf(offers, step)) ways.push(...(await onRecord(offers, step, subject)))
  return ways
}

interface Subject {
  readonly entity: string
  readonly id: number
}

/** What a new record refers to. */
function subjectsOf({ app }: Offers, { transition, given = {} }: Step): Subject[] {
  return transition.form.flatMap(({ field, input }) => {
    const { type, entity } = (input ? transition.inputs : app.entities[transition.entity]!.fields)[field]!
    const id = given[field]
    return type === 'ref' && typeof id === 'number' ? [{ entity: entity!, id }] : []
  })
}

async function above(offers: Offers, { role, transition }: Step): Promise<StepWay[]> {
  const ways: StepWay[] = []
  for (const screen of await offers.screensOf(role, transition)) {
    const action = screen.actions.find(isFor(transition))!
    if (screen.kind !== 'form' && action.place !== 'toolbar') continue
    const button = screen.kind === 'form' ? 'form' : 'toolbar'
    const begun = valuesOf(offers, action, screen)
    ways.push({ role, screen, action, button, begun, address: screen.path })
  }
  return ways
}

async function onRecord(offers: Offers, { role, transition }: Step, subject: Subject): Promise<StepWay[]> {
  const { entities } = offers.app
  const seen = await look(offers.teller, role, subject.entity, subject.id)
  if (!seen) return []
  const { record } = seen
  const action = recordActions(record, subject.entity, entities).find(isFor(transition))
  const ways: StepWay[] = []
  for (const { screen, row, address } of await listsWith(offers, role, subject.entity, record)) {
    const onRow = screen.actions.find(isFor(transition))
    const isDrawn = onRow?.place === 'row' && !screen.gallery && !screen.feed && !screen.board
    if (isDrawn && row.can.includes(allowedActionKey(onRow, screen.entity))) {
      const begun = valuesOf(offers, onRow, screen, row)
      ways.push({ role, screen, action: onRow, button: 'row', record: row, begun, address })
    }
    if (!action) continue
    const begun = begunValues(action, record, entities[subject.entity]!, entities) ?? {}
    ways.push({ role, screen, action, button: 'record', record, begun, address })
  }
  return ways
}

/** The record is found through the order: the button is on its row there, or in its view, which the row opens. */
async function besideOrder(offers: Offers, { role, transition, order }: Step, record: RecordData): Promise<StepWay[]> {
  const { entity, name, title } = transition
  if (!order || entity === 'order') return []
  const [list] = await listsWith(offers, role, 'order', order)
  const seen = list && (await look(offers.teller, role, 'order', order.id))
  if (!seen) return []
  const { screen, address } = list
  const action: Action = { entity, transition: name, title, place: 'row', values: {}, primary: false }
  const common = { role, screen, action, begun: {}, address }
  return offers.app.entities.order!.detail.related.flatMap((tab): StepWay[] => {
    const row = rowsIn(seen, tab.entity, tab.reference).find(({ id }) => id === record.id)
    if (tab.entity !== entity || !row?.can.includes(name)) return []
    const view: StepWay = { ...common, button: 'record', entity, record: row }
    if (!tab.actions.includes(name)) return [view]
    return [view, { ...common, button: 'tab', record: seen.record, beside: { related: tab, record: row } }]
  })
}

const rowsIn = ({ related }: RecordAnswer, entity: string, reference: string): readonly RecordData[] =>
  related.find((one) => one.entity === entity && one.by === reference)?.rows ?? []

async function listsWith(offers: Offers, role: string, entity: string, record: RecordData): Promise<Listed[]> {
  const listed: Listed[] = []
  for (const screen of await offers.screensOf(role)) {
    if (screen.kind !== 'list' || screen.entity !== entity) continue
    const row = await offers.rowOn(role, screen.path, record)
    const address = withQuery(screen.path, `words=${encodeURIComponent(wordsFor(record))}`)
    if (row) listed.push({ screen, row, address })
  }
  return listed
}

function valuesOf({ app }: Offers, action: Action, screen: Screen, record?: RecordData): Record<string, unknown> {
  const answer = { entities: app.entities } as unknown as EntityAnswer
  return actionValues(
    { action, ...(screen.entity && { entityName: screen.entity }) },
    record,
    answer,
    app.product.timezone,
  )
}
