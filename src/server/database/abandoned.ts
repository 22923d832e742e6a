// What becomes of a read when nobody waits for it any more? PostgreSQL is told to end it: a report over a million records would else keep its processors
// busy for a page that has been left.
import type pg from 'pg'

/** Whoever asked has gone. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/**
 * The result of `run` on a connection; once the signal is aborted PostgreSQL is told to end the statement.
 * @throws Abandoned when the signal is aborted. The connection must not be used again then: being told to end may come late and would meet its next statement.
 */
export async function whileAwaited<T>(
  pool: pg.Pool,
  client: pg.PoolClient,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Abandoned('Nobody waited for the read.')
  let told: Promise<unknown> | undefined
  const { processID } = client as pg.PoolClient & { readonly processID: number }
  const tell = () => {
    told = pool.query('SELECT pg_cancel_backend($1)', [processID]).catch((error: unknown) => error)
  }
  signal.addEventListener('abort', tell, { once: true })
  const outcome = await run().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  signal.removeEventListener('abort', tell)
  if (told) throw new Abandoned('Nobody waited for the read.', { cause: await told })
  if ('error' in outcome) throw outcome.error
  return outcome.value
}
