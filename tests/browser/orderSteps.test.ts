// Tests that a page can do what a call can on the way of an order.
// Some of its steps are pressed by the acting accounts; `npm run matrix` does so on the ways of all orders.
// It takes turns with the stories by the day.
import { expect, it } from 'vitest'
import { loopSeed } from '../loopSeed'
import { accounts } from '../story/teller'
import { lastRecords, readTables } from '../fuzz/tables'
import { Traveler } from '../generated/journey'
import { Offers } from '../generated/offers'
import { whereabouts } from '../generated/whereabouts'
import { PressedSteps } from './pressedSteps'
import { usePlace } from './usePlace'
import { isToday } from './useStory'

const place = usePlace({ environment: { JOBS: 'off' } })
const oneIn = 12

it.runIf(isToday('an order'))('an order is carried to its end by calls, and one step in twelve in a page', async () => {
  const { teller, app, product } = place
  const { dependencies } = product.server
  const offers = new Offers(app, teller, product.transport)
  const steps = new PressedSteps({ place, dependencies, offers, oneIn, seed: loopSeed })
  const roles = Object.keys(accounts).filter((role) => role !== 'restricted')
  const traveler = new Traveler(offers, roles, steps.run)
  const since = await lastRecords(dependencies.database)
  const begin = async (entity: string, given: Readonly<Record<string, unknown>>) => {
    const transition = app.entities[entity]!.transitions.create!
    const answer = await steps.run({ app, teller, role: 'guide', transition, given })
    expect(answer, answer.msg).toMatchObject({ code: 2000 })
    return answer.data.id
  }
  const customer = await begin('customer', { source: 'walkIn' })
  const order = await begin('order', { customer, orderType: '1' })
  const journey = {
    orderType: '1',
    deposit: false,
    supplement: false,
    nonstandard: false,
    end: { state: 'completed' },
  }
  const { done, way, refusals } = await traveler.carry(journey, async () =>
    whereabouts(await readTables(dependencies.database, since, order), order),
  )
  expect(done, [...way, '--', ...refusals].join('\n')).toBe(true)
  console.log(`${steps.pressed.length} of ${way.length + 2} steps were pressed:\n${steps.pressed.join('\n')}`)
  expect(steps.pressed.length).toBe(Math.floor((way.length + 1) / oneIn))
})
