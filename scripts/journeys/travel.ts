// Runs journeys, each on a product of its own that starts with the demo data.
import sql from 'sql-template-tag'
import { runDueJobs } from '../../src/server/jobs/jobs'
import type { FailedJob } from '../../src/server/jobs/runJob'
import { msPerDay } from '../../src/manifest/expression/values/days'
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
  let passedDays = 0
  const clock = () => new Date(Date.now() + passedDays * msPerDay)
  // Jobs would write between the steps.
  const product = await startProduct({ schemas: folder, environment: { JOBS: 'off' }, clock })
  try {
    const { demoAccounts, dependencies } = product.server
    const { database, files } = dependencies
    const logins = demoAccountKeys(folder).map((key, index) => [key, demoAccounts[index]!.login] as const)
    const teller = createTeller(product.transport, Object.fromEntries(logins), clock)
    const app = dependencies.liveApp.current
    const runJobs = async () => {
      // Their intervals are of the time that passes between two steps.
      await database.query(sql`DELETE FROM "_timed"`)
      return (await runDueJobs(database, app, clock(), { files })).failed
    }
    const pass = async (days: number) => {
      if (days === 0) return runJobs()
      const failed: FailedJob[] = []
      for (let day = 0; day < days; day++) {
        passedDays += 1
        failed.push(...(await runJobs()))
      }
      // Sessions end meanwhile.
      teller.signOut()
      return failed
    }
    const rules = rulesOfJourneys(app, readSources(product.schemas))
    return await runJourney({ app, teller, clock, pass, rules }, journey, folder)
  } finally {
    await product.stop()
  }
}
