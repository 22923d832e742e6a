// Tests the product on a Citus cluster: tables, stories, every role's reads, two servers, growth.
// CITUS_CLUSTER names the script that provides it: `start DIR` prints a URL, `stop DIR` ends it.
// The last line is `N passed, N failed`; the exit code agrees.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTally } from './tally'

const script = process.env.CITUS_CLUSTER
if (!script || !existsSync(script)) {
  console.error(
    script
      ? `CITUS_CLUSTER names ${script}, which is not there.`
      : 'There is no cluster: CITUS_CLUSTER is not set. Let it name a program that starts a Citus cluster of a coordinator and two workers: `start DIR` prints the URL of a database on the coordinator, `stop DIR` ends the cluster.',
  )
  process.exit(1)
}

const scratch = mkdtempSync(join(tmpdir(), 'cluster-'))
const folder = join(scratch, 'nodes')
const cluster = (...words: string[]) =>
  spawnSync(script, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

// The machines may run as another user, who has to reach their folder.
spawnSync('chmod', ['755', scratch])
const started = cluster('start', folder)
const url = started.stdout.trim().split('\n').at(-1) ?? ''
const { step, suite, end } = createTally()
try {
  if (started.status !== 0 || !url.startsWith('postgres'))
    throw new Error(`The cluster did not start; ${script} ended with ${started.status}.`)
  const node = ['--project', 'node', '--maxWorkers=1']
  const over = (name: string, ...words: string[]) =>
    suite(name, [...node, ...words], { TEST_DATABASE_URL: url, TEST_CLUSTER: 'on' })
  await step('tables, daily calls, two servers, growth', () => over('cluster', 'tests/distributed'))
  await step('stories over the API', () => over('stories', 'tests/story'))
  await step('every read of every reach', () => over('reads', 'tests/whole/reads.test.ts'))
  end()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  cluster('stop', folder)
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
}
