// Cancels a read whose request was aborted.
// Otherwise a report over a million records would keep PostgreSQL busy for a page already closed.
import type pg from 'pg'

/** The signal of a read was aborted: its client has disconnected, or its time limit has passed. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/**
 * The result of `run` on a connection; an aborted signal cancels the statement in PostgreSQL.
 * @throws RequestAborted when the signal is aborted. The connection must not be used again then: the cancellation may
 * arrive late and hit its next statement.
 */
export async function cancelOnAbort<T>(
  canceller: pg.Pool,
  client: pg.PoolClient,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new RequestAborted('The client no longer waits for the read.')
  let reported: Promise<unknown> | undefined
  const { processID } = client as pg.PoolClient & { readonly processID: number }
  const cancel = () => {
    reported = canceller.query('SELECT pg_cancel_backend($1)', [processID]).catch((error: unknown) => error)
  }
  signal.addEventListener('abort', cancel, { once: true })
  const outcome = await run().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  signal.removeEventListener('abort', cancel)
  if (reported) throw new RequestAborted('The client no longer waits for the read.', { cause: await reported })
  if ('error' in outcome) throw outcome.error
  return outcome.value
}
