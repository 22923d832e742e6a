// Measures the product for `npm run bench`: beside handwritten equivalents, and on a cluster.
// Exits with 1 if a figure misses its aim.
import { createScore } from '../tests/bench/aims'
import { benchBrowser } from '../tests/bench/browser/run'
import { cleanUp } from '../tests/bench/cleanup'
import { benchOptions } from '../tests/bench/benchOptions'
import { benchCluster } from '../tests/bench/cluster/run'
import { benchManifests } from '../tests/bench/manifests/run'
import { benchServer } from '../tests/bench/server/run'
import { benchRowSecurity, showPlans } from '../tests/bench/server/rowSecurity'
import { readCommandLine } from './commandLine.mjs'

const usage = `npm run bench [-- PART…]

Measures all parts, or some:
  server      lists and charts
  browser     the page
  manifests   how long a saved manifest takes until it is live
  rls         what row security costs
  plans       how PostgreSQL plans each list, search and report with row security and without
  cluster     a Citus cluster beside one PostgreSQL 15 (CITUS_CLUSTER, POSTGRES_15)

  --help      this text

Exits with 1 if a figure misses its aim (tests/bench/aims.ts). Those of the server are for 1,000,000 records.

The environment: BENCH_ROWS (1,000,000 customers and as many orders), BENCH_SECONDS (of load for each scenario and
side), BENCH_CALLERS (operator,owner,guide), BENCH_PARTS (customers,orders,charts of the server), BENCH_ONLY (scenarios
whose name contains this; browser: pages, grid or sizes), BENCH_DATA (a folder that keeps the records for the next run),
BENCH_REPEATS (browser), BENCH_PROFILES (a folder for CPU profiles).`

const parts = {
  server: benchServer,
  browser: benchBrowser,
  manifests: benchManifests,
  rls: benchRowSecurity,
  plans: showPlans,
  cluster: benchCluster,
}
const requested = readCommandLine(usage, { words: [0, Infinity] }).words
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(code)))
const score = createScore()
for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
  if (requested.length === 0 || requested.includes(name))
    await parts[name](benchOptions, (line) => console.log(line), score.judge)
}
const summary = score.summary()
if (summary) console.log(`\n${summary.text}`)
if (summary?.isMissed) process.exitCode = 1
