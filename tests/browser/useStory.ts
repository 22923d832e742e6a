// Runs a story on a product of its own, with an empty account at the factory.
// The stories take turns by the day; a sample of the steps is done by hand, the others over the API.
// `npm run stories` (STORIES=all) does every step of every story by hand.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import type { Step } from '../story/step'
import { createTeller, emptyAccount, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { turnOf } from '../turns'
import { sparse, sampleOf } from '../whole/sample'
import { launchBrowser, type Place } from './visitor'
import { leaveBrowser } from './handedOn'
import { createWalker, type Walker } from './walker'

export interface Story {
  readonly place: () => Place
  readonly teller: () => Teller
  readonly walker: () => Walker
  /** Makes a test of each step, in their order. */
  readonly walk: (steps: readonly Step[], title?: string) => void
}

const everyStep = process.env.STORIES === 'all'
const walks = ['story 1', 'story 2', 'story 3', 'an order'] as const
const today = everyStep ? walks : turnOf(walks, 4)
/** Whether a walk is made: each is told to the API in every run, by tests/story and tests/generated. */
export const isToday = (walk: (typeof walks)[number]): boolean => today.includes(walk)

const kindOf = ({ role, screen, action, refused }: Step): string =>
  `${role} ${screen} ${action} ${refused?.says.source ?? ''}`

/** A product, its teller and its walker for the tests around the call. */
export function useStory(): Story {
  let product: Product
  let browser: Browser
  let place: Place
  let teller: Teller
  let walker: Walker
  let broken = ''

  beforeAll(async () => {
    // What is refused must leave everything as it was; the hours of the server would write in between.
    ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
    teller = createTeller(product.transport)
    place = { browser, address: product.address, app: product.server.dependencies.liveApp.current }
    walker = createWalker({ teller, place })
    await emptyAccount(teller, 'J10001')
  })
  afterAll(async () => {
    await leaveBrowser(browser)
    await product?.stop()
  })

  function walk(steps: readonly Step[], title = ''): void {
    const firstOfKind = new Map(steps.toReversed().map((step) => [kindOf(step), step]))
    const byHand = new Set(everyStep ? steps : sampleOf([...firstOfKind.values()], sparse))
    for (const step of steps) {
      const name = `${title}${step.step} ${step.role} ${step.action}${byHand.has(step) ? '' : ', told to the API'}`
      it(name, async ({ skip }) => {
        // What follows a broken step tells nothing more.
        skip(broken !== '', `after ${broken}`)
        broken = name
        await (byHand.has(step) ? walker.walk(step) : teller.tell(step))
        broken = ''
      })
    }
  }
  return { place: () => place, teller: () => teller, walker: () => walker, walk }
}
