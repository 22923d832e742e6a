// How many machines does a call ask? Every statement that the server sends is heard, and the cluster is asked how it
// would carry it out.
import pg from 'pg'
import type { Product } from '../whole/product'

const coordinatorPort = Number(new URL(process.env.TEST_DATABASE_URL!).port)

export interface Heard {
  readonly text: string
  readonly values: readonly unknown[]
  /** Of the machine that it was sent to. */
  readonly port: number
}

/** The statements that are sent while work is done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Heard[]> {
  const heard: Heard[] = []
  const plain = pg.Client.prototype.query
  const listening = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given as [{ text?: string; values?: unknown[] } | string]
    if (typeof config === 'object' && config.text)
      heard.push({ text: config.text, values: config.values ?? [], port: this.port })
    return (plain as (...all: unknown[]) => unknown).apply(this, given)
  }
  pg.Client.prototype.query = listening as typeof plain
  try {
    await work()
  } finally {
    pg.Client.prototype.query = plain
  }
  return heard
}

export interface Way {
  readonly statement: string
  /** 0: answered by the coordinator alone. */
  readonly tasks: number
  /** Parts that are collected on the coordinator before the rest can be asked. */
  readonly collected: number
}

/** How the cluster carries a statement out. What goes to a machine past the coordinator names that machine's shards. */
export async function wayOf({ server }: Product, heard: Heard): Promise<Way> {
  const { text, values } = heard
  if (isDirect(heard)) return { statement: text, tasks: 1, collected: 0 }
  const explained = server.dependencies.database.pool.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (COSTS OFF) ${text}`,
    values: [...values],
  })
  const answer = await explained.catch((error: unknown) => {
    // What the cluster refuses is no work of one machine either.
    if (error instanceof pg.DatabaseError && error.code === '0A000') return undefined
    throw error
  })
  if (!answer) return { statement: text, tasks: Infinity, collected: 0 }
  const { rows } = answer
  const plan = rows.map((row) => row['QUERY PLAN'])
  const counts = plan.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []).map(Number)
  return {
    statement: text,
    tasks: Math.max(0, ...counts),
    collected: plan.filter((line) => /Distributed Subplan/.test(line)).length,
  }
}

/** Whether a statement was sent past the coordinator. */
export const isDirect = ({ port }: Heard): boolean => port !== coordinatorPort

/** Whether a statement can be explained: those that begin and end a transaction cannot. */
export const isExplained = ({ text }: Heard): boolean => /^\s*(with|select|insert|update|delete)\b/i.test(text)
