// Tests the product on a Citus cluster: tables, stories, every role's reads, two servers, growth.
// The last line is `N passed, N failed`; the exit code agrees.
import { whyNoCluster, withCluster } from './citus'
import { readCommandLine } from './commandLine.mjs'
import { sharedDatabase } from './ownDatabase'
import { createTally } from './tally'

readCommandLine(`npm run distributed

Tests the product on a Citus cluster. CITUS_CLUSTER names the program that provides it: \`start DIR\` prints a URL,
\`stop DIR\` ends it.

  --help   this text`)
const missing = whyNoCluster()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}

const { step, suite, end } = createTally()
try {
  await withCluster(async (url) => {
    const node = ['--project', 'node', '--maxWorkers=1']
    const over = (name: string, ...words: string[]) =>
      suite(name, [...node, ...words], { TEST_DATABASE_URL: url, TEST_CLUSTER: 'on' })
    await step('tables, daily calls, two servers, growth', () => over('cluster', 'tests/distributed'))
    await step('two programs on one cluster', () => over('programs', ...sharedDatabase))
    await step('stories over the API', () => over('stories', 'tests/story'))
    await step('every read of every reach', () => over('reads', 'tests/whole/reads.test.ts'))
    end()
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
