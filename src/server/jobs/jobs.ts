// Runs jobs: transitions of entities at their intervals, once among all servers.
// Each record is a transaction of its own; a failure is logged and does not stop the others.
import { declared } from '../../manifest/expression/values/present'
import { savedTexts } from '../../manifest/model/text'
import sql from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import { transitionOf, type Entity, type FileImport } from '../../manifest/model/entity'
import type { Rule } from '../../manifest/model/rule'
import { textOf, type LocalizableText } from '../../manifest/expression/message'
import type { Transition } from '../../manifest/model/transition'
import { isLastingRefusal, RequestError } from '../../protocol/requestError'
import type { Caller, LoadedRecord, RawRecord } from '../context/context'
import { databaseError } from '../database/connection/databaseError'
import type { Database } from '../database/connection/openDatabase'
import { hourlyCleanup, type Cleanup } from './cleanup'
import { readFileLines, errorsByRow, type FileLines } from './fileImport'
import type { FileStore } from '../files/fileStore'
import { inTransaction, runAtomically, type RunDependencies } from '../mutation/commit'
import { loadRecords } from '../query/records/loadRecords'
import {
  callerContext,
  unattendedCaller,
  unattendedContext,
  tenantField,
  type WriteContext,
} from '../mutation/state/writeContext'

interface JobDependencies extends Pick<Cleanup, 'hourly' | 'onRound'> {
  readonly database: Pick<Database, 'query' | 'transaction' | 'distributed'>
  /** The live app. */
  readonly app: () => App
  readonly now: () => Date
  readonly log: { readonly error: (line: string, error?: unknown) => void; readonly warn: (line: string) => void }
  readonly onCommitted?: RunDependencies['onCommitted']
  /** The store of records' files; without it none is read. */
  readonly files?: Pick<FileStore, 'read'>
  /** Receives the outcome of each run of a job. */
  readonly onRun?: (job: string, outcome: { readonly done: number; readonly failed: number }) => void
  /** Milliseconds between two checks for due jobs. */
  readonly pulseMs?: number
}

/** One job of an entity. */
interface NamedJob {
  readonly name: string
  readonly entity: Entity
  readonly transition: Transition
  readonly when: Rule
  readonly every: number
  readonly fileImport?: FileImport
}

/** The outcome of checking one job. */
interface JobOutcome {
  readonly done: number
  readonly failed: readonly FailedJob[]
}

/** A record on which a job has failed. */
export interface FailedJob {
  readonly job: string
  readonly entity: string
  readonly id: number
  readonly error: unknown
}

const defaultPulseMs = 5_000
/** Due records held in memory at a time; a shutdown waits for at most one of them. */
const maxBatch = 200
/** A turn further ahead of the clock was taken while a clock was wrong: until then the job would not run at all. */
const maxAheadMs = 3_600_000

/**
 * Runs every job that is due at `now`: once among concurrent calls, and not before its interval has passed.
 * Never throws for a single record.
 */
export async function runDueJobs(
  database: JobDependencies['database'],
  app: App,
  now: Date,
  { onCommitted, files }: Pick<JobDependencies, 'onCommitted' | 'files'> = {},
): Promise<JobOutcome> {
  const outcomes: JobOutcome[] = []
  for (const job of jobsOf(app))
    if (await takeTurn(database, job, now)) outcomes.push(await runJob({ database, app, onCommitted, files }, job, now))
  return { done: outcomes.reduce((sum, { done }) => sum + done, 0), failed: outcomes.flatMap(({ failed }) => failed) }
}

/** Polls until the returned function is called, which waits for running work. */
export function startJobs(dependencies: JobDependencies): () => Promise<void> {
  const { database, app, now, log, onCommitted, files, onRun, onRound, pulseMs = defaultPulseMs } = dependencies
  // The moments of the checks, not of the next ones: a saved manifest may change the interval.
  const checkedAt = new Map<string, number>()
  let stopped = false
  let failing = false
  let working: Promise<void> | undefined
  const cleanUp = hourlyCleanup(dependencies)

  const work = async () => {
    const live = app()
    for (const job of jobsOf(live)) {
      if (stopped) return
      const moment = now()
      const passed = moment.getTime() - (checkedAt.get(job.name) ?? 0)
      if (passed >= -maxAheadMs && passed < job.every * 1_000) continue
      // Only after the database has answered: a failed check is repeated at the next pulse, not after the interval.
      const isTurn = await takeTurn(database, job, moment)
      checkedAt.set(job.name, moment.getTime())
      if (isTurn) logOutcome(job, await runJob({ database, app: live, onCommitted, files }, job, moment, () => stopped))
    }
    await cleanUp(now())
  }
  const logOutcome = ({ name }: NamedJob, { done, failed }: JobOutcome) => {
    onRun?.(name, { done, failed: failed.length })
    for (const { id, error } of failed) {
      if (error instanceof RequestError) log.warn(`${name} was refused for record ${id}: ${error.message}`)
      else log.error(`${name} failed for record ${id}`, error)
    }
  }
  const timer = setInterval(() => {
    working ??= work()
      .then(() => {
        failing = false
        onRound?.('jobs', 'done')
      })
      .catch((error: unknown) => {
        onRound?.('jobs', 'failed')
        const unavailable = databaseError(error)
        if (!unavailable) return log.error('The jobs could not be run', error)
        // Log the same failure of disk or database once until a round succeeds.
        if (!failing) log.warn(`The jobs could not be run: ${unavailable.message}`)
        failing = true
      })
      .finally(() => {
        working = undefined
      })
  }, pulseMs).unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await working
  }
}

function jobsOf(app: App): NamedJob[] {
  return Object.values(app.entities).flatMap((entity) =>
    entity.jobs.map(({ transition, where: when, everySeconds: every, importFile: fileImport }, index): NamedJob => ({
      // The index is part of the name: a transition may have two jobs. A job added above changes the names of those
      // below, which lose their turns and their numbers in the metrics.
      name: `${entity.name}.${transition}.${index}`,
      entity,
      transition: transitionOf(entity, transition),
      when,
      every,
      ...(fileImport && { fileImport }),
    })),
  )
}

/** Claims a job's turn: one statement, so that among concurrent servers only one finds the row old enough. */
async function takeTurn(database: JobDependencies['database'], { name, every }: NamedJob, now: Date): Promise<boolean> {
  const taken = await database.query(sql`INSERT INTO "_timed" AS t ("name", "at") VALUES (${name}, ${now})
    ON CONFLICT ("name") DO UPDATE SET "at" = excluded."at"
    WHERE t."at" <= ${new Date(now.getTime() - every * 1_000)} OR t."at" > ${new Date(now.getTime() + maxAheadMs)}
    RETURNING 1 AS "one"`)
  return taken.length > 0
}

type Running = RunDependencies & Pick<JobDependencies, 'files'>

async function runJob(
  dependencies: Running,
  job: NamedJob,
  now: Date,
  stopped: () => boolean = () => false,
): Promise<JobOutcome> {
  const { database, app } = dependencies
  const { entity, when } = job
  const context = unattendedContext({ app, database, now }, null)
  const failed: FailedJob[] = []
  let done = 0
  let records: readonly LoadedRecord[] = []
  let after = 0
  do {
    records = await loadRecords(context, {
      entity: entity.name,
      paths: [],
      where: { rule: when, after },
      scoped: false,
      limit: maxBatch,
    })
    for (const record of records) {
      if (stopped()) return { done, failed }
      const { id } = record
      after = id
      if (!isInState(job, record)) continue
      try {
        if (await runRecord(dependencies, job, record, now)) done += 1
      } catch (error) {
        failed.push({ job: job.name, entity: entity.name, id, error })
      }
    }
  } while (records.length === maxBatch)
  return { done, failed }
}

/** Whether the transition may begin in the state of the record. */
function isInState({ entity, transition }: NamedJob, record: RawRecord): boolean {
  return !entity.fields.state || transition.from.includes(String(record.state))
}

/**
 * Runs the transition on one record; with lines of a file: the failure transition for an invalid file, and none for a
 * file that a person has to read.
 */
async function runRecord(dependencies: Running, job: NamedJob, record: LoadedRecord, now: Date): Promise<boolean> {
  const { entity, transition, fileImport } = job
  const run = (action: Transition, values: RawRecord) =>
    whileDue({ ...dependencies, now }, job, record, (context, caller) =>
      runAtomically(context, {
        entity,
        transition: action,
        caller,
        depth: 0,
        requests: [{ id: record.id, values }],
      }),
    )
  if (!fileImport) return run(transition, {})
  const read = await linesFor(dependencies, { ...job, fileImport }, record, now)
  if (!read) return false
  const refuse = (reason: LocalizableText) => {
    const { languages } = dependencies.app.product
    const saved = savedTexts(textOf(reason, dependencies.app.product), languages)
    return run(transitionOf(entity, fileImport.failTransition), {
      [fileImport.reasonInput]: declared(entity.fields, fileImport.reasonInput).localized ? saved : saved[0],
    })
  }
  if ('wrong' in read) return refuse(read.wrong)
  try {
    return await run(transition, { [fileImport.linesField]: read.lines.map(({ values }) => values) })
  } catch (error) {
    if (!isLastingRefusal(error)) throw error
    return refuse(errorsByRow(declared(entity.fields, fileImport.linesField), error, read.lines))
  }
}

async function linesFor(
  { database, app, files }: Running,
  { entity, transition, fileImport }: NamedJob & { readonly fileImport: FileImport },
  { id }: RawRecord,
  now: Date,
): Promise<FileLines | undefined> {
  if (!files) return undefined
  const context = unattendedContext({ app, database, now }, null)
  const [record] = await loadRecords(context, {
    entity: entity.name,
    paths: [fileImport.fileField, fileImport.linesField],
    where: { ids: [Number(id)] },
    scoped: false,
  })
  return record && readFileLines({ ...context, files }, { entity, transition }, fileImport, record)
}

/** Changes one record if the rule of its job still holds once it is locked. */
async function whileDue(
  { database, app, onCommitted, now }: Running & { readonly now: Date },
  job: NamedJob,
  record: LoadedRecord,
  change: (context: WriteContext, caller: Caller) => Promise<unknown>,
): Promise<boolean> {
  const { entity, when } = job
  const tenantColumn = tenantField(app, entity)
  const tenant = tenantColumn ? Number(record[tenantColumn]) : null
  const caller = unattendedCaller(app, tenant)
  const { answer, records } = await inTransaction({ database, app }, caller, now, async (context) => {
    const [due] = await loadRecords(callerContext(context, caller), {
      entity: entity.name,
      paths: [],
      where: { ids: [record.id], rule: when },
      scoped: false,
      lock: true,
    })
    if (!due || !isInState(job, due)) return false
    await change(context, caller)
    return true
  })
  if (records.length > 0) onCommitted?.({ records })
  return answer
}
