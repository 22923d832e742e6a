// Prometheus metrics: calls, durations, pool, ended statements, jobs, outbox, event loop.
// No label contains a value that a caller chose.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'
import type { RequestScope } from '../context/requestScope'

export interface Metrics {
  /** A request was answered. */
  answered(scope: RequestScope, status: number, seconds: number): void
  /** The database ended a statement before its rows were there. */
  statementEnded(reason: NonNullable<RequestScope['ended']>): void
  /** A job ran. */
  ran(job: string, outcome: { readonly done: number; readonly failed: number }): void
  /** Messages of the outbox were delivered. */
  delivered(counts: Readonly<Record<'sent' | 'failed' | 'unknown', number>>): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

interface ServerReadings {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** Messages waiting in the outbox; rejected while the database is unavailable. */
  readonly waiting: () => Promise<number>
  readonly viewers: () => number
}

let ofProcess: Registry | undefined

/** Memory, processor and event loop belong to the process, however many servers run in it. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** Metrics of one server; `measured` is called at each scrape. */
export function createMetrics(measured: () => ServerReadings | undefined): Metrics {
  const register = new Registry()
  const registers = [register]
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const requests = counter('http_requests_total', 'Requests answered, by call, HTTP status and code of the envelope.', [
    'call',
    'status',
    'code',
  ])
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['call'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const ended = counter(
    'database_statements_ended_total',
    'Statements that were ended because their caller left or their time was over.',
    ['reason'],
  )
  const jobs = counter('job_records_total', 'Records that jobs took, by job and outcome.', ['job', 'outcome'])
  const runs = counter('job_runs_total', 'Turns that jobs had.', ['job'])
  const messages = counter('outbox_messages_total', 'Messages of the outbox that were handed over, by outcome.', [
    'outcome',
  ])
  addGauges(register, measured)
  return {
    answered({ call, code }, status, seconds) {
      const name = call ?? 'page'
      requests.inc({ call: name, status: String(status), code: code === undefined ? '' : String(code) })
      durations.observe({ call: name }, seconds)
    },
    statementEnded: (reason) => ended.inc({ reason }),
    ran(job, { done, failed }) {
      runs.inc({ job })
      jobs.inc({ job, outcome: 'done' }, done)
      jobs.inc({ job, outcome: 'failed' }, failed)
    },
    delivered(counts) {
      for (const [outcome, count] of Object.entries(counts)) messages.inc({ outcome }, count)
    },
    text: async () => `${await register.metrics()}\n${await processMetrics().metrics()}`,
    contentType: register.contentType,
  }
}

function addGauges(register: Registry, measured: () => ServerReadings | undefined): void {
  const registers = [register]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const pool = measured()?.pool
      if (!pool) return this.reset()
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Requests that wait for a connection.',
    registers,
    collect() {
      this.set(measured()?.pool.waitingCount ?? 0)
    },
  })
  new Gauge({
    name: 'outbox_waiting',
    help: 'Messages that wait to be handed over; not a number while the database is away or the table is held.',
    registers,
    async collect() {
      this.set(
        (await measured()
          ?.waiting()
          .catch(() => Number.NaN)) ?? 0,
      )
    },
  })
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of live events.',
    registers,
    collect() {
      this.set(measured()?.viewers() ?? 0)
    },
  })
}
