// Is every step that is a person's turn on a list whose waiting records the home page counts?
import { expect, it } from 'vitest'
import { turnSteps } from '../../src/manifest/access/stepOrder'
import { readSchemas } from './schemas'

const app = readSchemas()
const queues = Object.values(app.screens).filter(({ queue }) => queue)

/** Steps that wait for no one in particular, or that another list counts, by entity. */
const uncounted: Readonly<Record<string, readonly string[]>> = {
  // Settled with the customer, when the time has come.
  complaint: ['close', 'appeal'],
  // The order's own lists count it: the contract and the change order are moved on in the order.
  contract: ['submit'],
  supplement: ['pass', 'resubmit'],
  // On its way: the goods receipt counts it.
  shipment: ['deliver'],
  partnerCase: ['startDraw', 'sign'],
  // The design tool's own answers.
  supplyOrder: ['parsed', 'parsedPrice', 'parseFail'],
  // Kept back on purpose until it is taken up again.
  creditLine: ['unfreeze'],
  article: ['publish'],
  scheduledReport: ['resume'],
  webhook: ['resume'],
  webhookDelivery: ['resend'],
  // These have places of their own in the frame.
  manifestProposal: ['takeOver', 'leave'],
  message: ['read'],
}

it('no step of the daily work waits where no home page counts it', () => {
  const missing = Object.values(app.entities).flatMap((entity) =>
    Object.keys(entity.states).flatMap((state) =>
      entity.states[state]!.closed
        ? []
        : turnSteps(entity, state)
            .filter(({ name }) => !uncounted[entity.name]?.includes(name))
            .filter(
              ({ name, turn }) =>
                turn !== false &&
                !queues.some(
                  (screen) =>
                    (!screen.states || screen.states.includes(state)) &&
                    screen.actions.some((action) => action.entity === entity.name && action.transition === name),
                ),
            )
            .map(({ name }) => `${entity.name} ${state}: ${name}`),
    ),
  )
  expect(missing).toEqual([])
})
