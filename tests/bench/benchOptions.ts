// How large and how long is the measurement? Read from the environment, once; a value that is no number is refused with
// a sentence.

export interface BenchOptions {
  /** Customers, and as many orders, in the database of the server part. */
  readonly rows: number
  /** Seconds of load for each scenario and side, over all its rounds. */
  readonly seconds: number
  /** Fresh browser contexts for each cold load, and repetitions of each switch. */
  readonly repeats: number
  /** Who asks in the server part: some of operator, owner, guide. */
  readonly callers: readonly string[]
  /** Parts of the server's measurement: some of customers, orders, charts. */
  readonly parts: readonly string[]
  /** Only scenarios whose name holds this text; of the browser's measurement only this part: pages, grid or sizes. */
  readonly only: string
  /** A folder in which the made records are kept for the next run; absent: a temporary one. */
  readonly data: string | undefined
  /** A folder for CPU profiles of both servers under load; absent: none are taken. */
  readonly profiles: string | undefined
}

export const benchOptions: BenchOptions = {
  rows: whole('BENCH_ROWS', 1_000_000, 1_000),
  seconds: whole('BENCH_SECONDS', 4, 1),
  repeats: whole('BENCH_REPEATS', 7, 1),
  callers: (process.env.BENCH_CALLERS ?? 'operator,owner,guide').split(',').map((name) => name.trim()),
  parts: (process.env.BENCH_PARTS ?? 'customers,orders,charts').split(',').map((name) => name.trim()),
  only: process.env.BENCH_ONLY?.trim() ?? '',
  data: process.env.BENCH_DATA || undefined,
  profiles: process.env.BENCH_PROFILES || undefined,
}

function whole(name: string, usual: number, least: number): number {
  const text = process.env[name]?.trim()
  if (!text) return usual
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${name} is "${text}"; it must be a whole number, at least ${least}.`)
  return value
}
