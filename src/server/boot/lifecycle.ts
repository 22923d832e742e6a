// Tracks the server's lifecycle and serves readiness and metrics for it.
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { answersWithin, listenForHealth, type Health } from '../http/health'
import type { Log } from '../context/log'
import { createMetrics, type Metrics } from '../http/metrics'
import { countWaiting } from '../integrations/countWaiting'
import { StartProblem } from '../context/startError'

export interface Lifecycle {
  readonly health: Health
  readonly metrics: Metrics
  /** Registers the parts to observe. */
  watch(dependencies: Dependencies): void
  /** Marks tables and data as prepared. */
  begin(): void
  readonly started: () => boolean
  /** Reports not ready, then waits `seconds` so that load balancers notice. */
  close(seconds: number): Promise<void>
}

const probeTimeoutMs = 2_000

export function createLifecycle(log: Log): Lifecycle {
  let parts: Dependencies | undefined
  let started = false
  let open = true
  const metrics = createMetrics(() => {
    const observed = parts
    return (
      observed && {
        pools: observed.database.poolCounts(),
        messages: () => countWaiting('messages', observed),
        events: () => countWaiting('events', observed),
        viewers: () => observed.live.viewers.length,
      }
    )
  })
  const answers = async () =>
    parts !== undefined && (await answersWithin(parts.database.query(sql`select 1 as "one"`), probeTimeoutMs))
  return {
    health: {
      metrics,
      readiness: async () => ({
        started,
        open,
        manifests: parts === undefined || parts.liveApp.problems.length === 0,
        // Without the quoted lines of the files: this is readable without a session.
        problems: (parts?.liveApp.problems ?? []).map(({ en }) => en.split('\n', 1)[0] ?? ''),
        database: await answers(),
      }),
    },
    metrics,
    watch: (dependencies) => {
      parts = dependencies
    },
    begin: () => {
      started = true
    },
    started: () => started,
    async close(seconds) {
      if (!open) return
      open = false
      if (!started || seconds === 0) return
      log.info(`No longer ready; requests are served for ${seconds} more seconds.`)
      await pause(seconds * 1_000)
    },
  }
}

/**
 * Listens for health requests alone; returns the function that stops it.
 * @throws StartProblem when it cannot listen there
 */
export async function listenForOperations(
  address: { readonly host: string; readonly port: number },
  health: Health,
  log: Log,
): Promise<() => Promise<void>> {
  try {
    const server = await listenForHealth(address, health, log)
    return () => server.close()
  } catch (error) {
    throw new StartProblem(
      [
        `Nothing can listen on OPERATIONS_ADDRESS ${address.host}:${address.port}`,
        `(${(error as NodeJS.ErrnoException).code ?? String(error)}). Set it to a free port of this machine.`,
      ].join(' '),
      { cause: error },
    )
  }
}
