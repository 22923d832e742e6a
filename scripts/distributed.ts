// Tests the product on a Citus cluster: tables, stories, journeys, transitions, reads, growth.
// The last line is `N passed, N failed`; the exit code agrees.
import { whyNoCluster, withCluster } from './citus'
import { readCommandLine } from './commandLine.mjs'
import { sharedDatabase } from './ownDatabase'
import { createTally } from './tally'
import { withPrepared } from '../tests/whole/prepared'

readCommandLine(`npm run distributed

Tests the product on a Citus cluster. CITUS_CLUSTER names the program that provides it: \`start DIR\` prints a URL,
\`stop DIR\` ends it. LOOPS=all tries every journey and read instead of a part.

  --help   this text`)
const missing = whyNoCluster()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}

/** What a round tests: a title, and the files. */
const steps: readonly (readonly [title: string, ...files: string[]])[] = [
  ['tables, daily calls, transitions, two servers, growth', 'tests/distributed'],
  ['two programs on one cluster', ...sharedDatabase],
  ['values that are unique over all tenants', 'tests/server/mutation/across.test.ts'],
  ['stories over the API', 'tests/story'],
  ['journeys', 'tests/whole/journeys.test.ts'],
  ['every read of every reach', 'tests/whole/reads.test.ts'],
]

const { step, suite, end } = createTally()

try {
  await withCluster(async (url) => {
    process.env.TEST_CLUSTER = 'on'
    // Loading the demo data into each database would take longer than all tests.
    await withPrepared(url, async (prepared) => {
      for (const [index, [title, ...files]] of steps.entries())
        await step(title, () =>
          suite(`cluster-${index}`, ['--project', 'node', '--maxWorkers=1', ...files], {
            ...prepared,
            TEST_DATABASE_URL: url,
          }),
        )
    })
    end()
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
