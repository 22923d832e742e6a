// Repeats a round of work when records of an entity change.
// A timer repeats it as well, for changes of other servers.
import type { Live } from '../../context/liveEvents'
import type { Log } from '../../context/log'

interface Round {
  /** Starts another round as soon as none is running. */
  readonly again: () => void
  /** Aborted at shutdown: nothing more is started. */
  readonly signal: AbortSignal
}

/** Receives how each round of background work ended. */
export type OnRound = (outcome: 'done' | 'failed') => void

interface Rounds {
  /** The entity whose changes begin a round. */
  readonly entity: () => string | undefined
  readonly round: (round: Round) => Promise<void>
  /** The log message when a round fails. */
  readonly problem: string
  readonly onRound?: OnRound
  /** Milliseconds between two rounds. */
  readonly pulseMs?: number
}

const defaultPulseMs = 5_000

/** Works until the returned function is called, which waits for the running round. */
export function startWorker(
  server: { readonly live: Pick<Live, 'onChanged'>; readonly log: Pick<Log, 'error'> },
  { entity, round, problem, onRound, pulseMs = defaultPulseMs }: Rounds,
): () => Promise<void> {
  const end = new AbortController()
  const { signal } = end
  let nudged = false
  let working: Promise<void> | undefined
  const work = async () => {
    do {
      nudged = false
      await round({ again: begin, signal })
      onRound?.('done')
    } while (nudged && !signal.aborted)
  }
  const begin = () => {
    nudged = true
    if (signal.aborted) return
    working ??= work()
      .catch((error: unknown) => {
        onRound?.('failed')
        server.log.error(problem, error)
      })
      .finally(() => {
        working = undefined
      })
  }
  server.live.onChanged(({ entities }) => {
    if (entities.includes(entity() ?? '')) begin()
  })
  const timer = setInterval(begin, pulseMs).unref()
  return async () => {
    end.abort()
    clearInterval(timer)
    await working
  }
}
