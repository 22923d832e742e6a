// Tests the product on a Citus cluster, twice; in the second round a worker joins databases in use.
// The last line is `N passed, N failed`; the exit code agrees.
import { whyNoCluster, withCluster } from './citus'
import { readCommandLine } from './commandLine.mjs'
import { joinWorkers } from './joinWorker'
import { sharedDatabase } from './ownDatabase'
import { createTally } from './tally'
import { forgoDurability } from '../tests/server/database/cluster'
import { withPrepared } from '../tests/whole/prepared'

const { flags, words: wanted } = readCommandLine(
  `npm run distributed [-- PART…]

Tests the product on a Citus cluster. CITUS_CLUSTER names the program that provides it: \`start DIR\` prints a URL,
\`stop DIR\` ends it. Two rounds: in the second one each database begins with one worker, and another joins while it is
used. With parts only the steps whose titles hold one of them; those of the second round begin with "a worker joins".

  --once   only the first round
  --help   this text

LOOPS=all tries every journey, transition and read instead of a part.`,
  { flags: ['once'], words: [0, Infinity] },
)
const missing = whyNoCluster()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}

const journeys = 'journeys'
/** What a round tests: a title, and the words of vitest. */
const steps: readonly (readonly [title: string, ...words: string[]])[] = [
  ['tables, daily calls, transitions, two servers, growth', 'tests/distributed'],
  ['two programs on one cluster', ...sharedDatabase],
  ['values that are unique over all tenants', 'tests/server/mutation/across.test.ts'],
  ['numbers that count over all tenants', 'tests/server/mutation/concurrency.test.ts', '-t', 'document numbers'],
  ['stories over the API', 'tests/story'],
  [journeys, 'tests/whole/journeys.test.ts'],
  ['every read of every reach', 'tests/whole/reads.test.ts'],
]

const { step, suite, end } = createTally()

const isWanted = (title: string) => wanted.length === 0 || wanted.some((part) => title.includes(part))

async function round(url: string, kind: 'on' | 'growing'): Promise<void> {
  process.env.TEST_CLUSTER = kind
  // Loading the demo data into each database would take longer than all tests.
  await withPrepared(url, async (prepared) => {
    for (const [index, [name, ...words]] of steps.entries()) {
      // Each journey has a database of its own: growing every one of them takes longer than all other steps.
      if (kind === 'growing' && name === journeys) continue
      const title = kind === 'on' ? name : `a worker joins: ${name}`
      if (isWanted(title))
        await step(title, () =>
          suite(`${kind}-${index}`, ['--project', 'node', '--maxWorkers=1', ...words], {
            ...prepared,
            TEST_DATABASE_URL: url,
          }),
        )
    }
  })
}

try {
  await withCluster(async (url) => {
    await forgoDurability(url)
    await round(url, 'on')
    if (!flags.has('once')) {
      const joining = joinWorkers(url)
      await round(url, 'growing')
      await step('a worker joins while the databases are used', () => joining.end())
    }
    end()
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
