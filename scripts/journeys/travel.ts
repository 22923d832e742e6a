// Runs journeys, each on a product of its own that starts with the demo data.
import { readSources } from '../../src/server/workers/readManifests'
import type { Source } from '../../src/manifest/json/source'
import { createTeller } from '../../tests/story/teller'
import { startProduct } from '../../tests/whole/product'
import { demoAccountKeys, rulesOfJourneys } from './readJourney'
import { runJourney } from './runJourney'

/**
 * Returns the number of steps of a journey.
 * @param folder the folder of the manifests
 * @throws JourneyFailure
 */
export async function travel(journey: Source, folder: string): Promise<number> {
  // Jobs would write between the steps.
  const product = await startProduct({ schemas: folder, environment: { JOBS: 'off' } })
  try {
    const { demoAccounts, dependencies } = product.server
    const logins = demoAccountKeys(folder).map((key, index) => [key, demoAccounts[index]!.login] as const)
    const teller = createTeller(product.transport, Object.fromEntries(logins))
    const app = dependencies.liveApp.current
    return await runJourney({ app, teller, rules: rulesOfJourneys(app, readSources(product.schemas)) }, journey, folder)
  } finally {
    await product.stop()
  }
}
