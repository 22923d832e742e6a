// Runs a Citus cluster by the program that CITUS_CLUSTER names.
// `start DIR` prints a URL, `stop DIR` ends the cluster.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const script = process.env.CITUS_CLUSTER

/** Why no cluster can be started, as a sentence; undefined if one can. */
export function whyNoCluster(): string | undefined {
  if (script && existsSync(script)) return undefined
  return script
    ? `CITUS_CLUSTER names ${script}, which is not there.`
    : [
        'There is no cluster: CITUS_CLUSTER is not set. Let it name a program that starts a Citus cluster of a',
        'coordinator and two workers: `start DIR` prints the URL of a database on the coordinator, `stop DIR` ends',
        'the cluster.',
      ].join(' ')
}

/**
 * Gives `work` the URL of a database on the coordinator of a new cluster.
 * @throws Error when the cluster does not start
 */
export async function withCluster<T>(work: (url: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'cluster-'))
  const folder = join(scratch, 'nodes')
  const cluster = (word: string) =>
    spawnSync(script!, [word, folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  // The machines may run as another user, who needs access to their folder.
  chmodSync(scratch, 0o755)
  try {
    const { status, stdout } = cluster('start')
    const url = stdout.trim().split('\n').at(-1) ?? ''
    if (status !== 0 || !url.startsWith('postgres'))
      throw new Error(`The cluster did not start; ${script} ended with ${status}.`)
    return await work(url)
  } finally {
    cluster('stop')
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}
