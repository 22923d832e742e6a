// What does a person see and do inside a transaction that is taken back? The whole server over one connection, whose own
// transactions are savepoints.
import sql from 'sql-template-tag'
import { createCallers } from '../../src/server/auth/callers'
import type { Database } from '../../src/server/database/connection/openDatabase'
import type { Transaction } from '../../src/server/database/connection/transaction'
import type { Envelope } from '../../src/protocol/envelope'
import { createHandler } from '../../src/server/http/handleCall'
import { createTeller, type Teller } from '../story/teller'
import type { Product } from '../whole/product'

class TakenBack extends Error {
  override readonly name = 'TakenBack'
}

export interface Within {
  readonly database: Database
  readonly query: Transaction['query']
  readonly teller: Teller
  /** Calls with a token of its own, as a program does. */
  callWith(token: string, path: string, body?: object): Promise<unknown>
  /** Does something and takes it back. */
  attempt(work: () => Promise<void>): Promise<void>
}

type Dependencies = Product['server']['dependencies']

/** Runs work inside a transaction, and takes back what it wrote. */
export async function within(dependencies: Dependencies, teller: Teller, work: (within: Within) => Promise<void>) {
  const { liveApp, database, ...others } = dependencies
  await database
    .transaction(async (tx): Promise<never> => {
      let depth = 0
      const nested = async <T>(inner: (tx: Transaction) => Promise<T>): Promise<T> => {
        depth += 1
        const name = sql([`nested_${depth}`])
        await tx.query(sql`savepoint ${name}`)
        try {
          const result = await inner(tx)
          await tx.query(sql`release savepoint ${name}`)
          return result
        } catch (error) {
          await tx.query(sql`rollback to savepoint ${name}`)
          throw error
        } finally {
          depth -= 1
        }
      }
      const inside: Database = Object.assign(Object.create(database) as Database, {
        query: tx.query,
        readFor: tx.query,
        awaitRoom: async () => undefined,
        transaction: nested,
        transactionFor: nested,
      })
      const callers = createCallers(inside, 24)
      const transport = createHandler(liveApp, inside, { ...others, callers })
      const own = createTeller(transport)
      await work({
        database: inside,
        query: tx.query,
        // Sessions were opened before.
        teller: {
          ...own,
          token: teller.token,
          value: teller.value,
          call: async <T>(role: string, path: string, body?: unknown) =>
            (await callWith(transport, await teller.token(role), path, body)) as Envelope<T>,
        },
        callWith: (token, path, body) => callWith(transport, token, path, body),
        async attempt(inner) {
          await tx.query(sql`savepoint attempt`)
          try {
            await inner()
          } finally {
            callers.forget()
            await tx.query(sql`rollback to savepoint attempt`)
          }
        },
      })
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
}

async function callWith(
  transport: ReturnType<typeof createHandler>,
  token: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-language': 'zh', 'x-token': token }
  const reply = await transport({ method: 'POST', path, headers, body: { client: 'dealerPc', ...(body as object) } })
  return reply.body
}
