// Prometheus metrics: calls, durations, pools, ended statements, background work, event loop.
// No label contains a value that a caller chose.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestScope } from '../context/requestScope'
import type { PoolCounts } from '../database/connection/pools'

export interface Metrics {
  /** A request was answered. */
  answered(scope: RequestScope, status: number, seconds: number): void
  /** The database ended a statement before its rows were there. */
  statementEnded(reason: NonNullable<RequestScope['ended']>): void
  /** A job ran. */
  ran(job: string, outcome: { readonly done: number; readonly failed: number }): void
  /** Messages of the outbox were delivered. */
  delivered(counts: Readonly<Record<'sent' | 'failed' | 'unknown', number>>): void
  /** A round of background work ended. */
  round(work: string, outcome: 'done' | 'failed'): void
  /** An event was posted to its webhook. */
  attempted(result: string): void
  /** A scheduled report had its turn. */
  reported(outcome: string): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

interface ServerReadings {
  readonly pools: readonly PoolCounts[]
  /** Messages waiting in the outbox; rejected while the database is unavailable. */
  readonly messages: () => Promise<number>
  /** Events of webhooks that wait to be posted; rejected likewise. */
  readonly events: () => Promise<number>
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
  const rounds = counter(
    'background_rounds_total',
    'Rounds of background work, by work (jobs, cleanup, outbox, webhooks, scheduledReports) and outcome.',
    ['work', 'outcome'],
  )
  const attempts = counter('webhook_attempts_total', 'Attempts to post an event to its webhook, by result.', ['result'])
  const reports = counter('scheduled_reports_total', 'Turns of scheduled reports, by outcome.', ['outcome'])
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
    round: (work, outcome) => rounds.inc({ work, outcome }),
    attempted: (result) => attempts.inc({ result }),
    reported: (outcome) => reports.inc({ outcome }),
    text: async () => `${await register.metrics()}\n${await processMetrics().metrics()}`,
    contentType: register.contentType,
  }
}

function addGauges(register: Registry, measured: () => ServerReadings | undefined): void {
  const registers = [register]
  const pools = () => measured()?.pools ?? []
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database, by what they are used for and state.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const { pool, idle, used } of pools()) {
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'used' }, used)
      }
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Requests that wait for a connection or for their share of them.',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const { pool, waiting } of pools()) this.set({ pool }, waiting)
    },
  })
  addWaiting(registers, 'outbox_waiting', 'Messages that wait to be handed over', () => measured()?.messages())
  addWaiting(registers, 'webhooks_waiting', 'Events that wait to be posted to webhooks', () => measured()?.events())
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of live events.',
    registers,
    collect() {
      this.set(measured()?.viewers() ?? 0)
    },
  })
}

function addWaiting(registers: Registry[], name: string, help: string, count: () => Promise<number> | undefined): void {
  new Gauge({
    name,
    help: `${help}; not a number while the database is away or the table is held.`,
    registers,
    async collect() {
      this.set((await count()?.catch(() => Number.NaN)) ?? 0)
    },
  })
}
