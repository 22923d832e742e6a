// What does the server do by itself? The timed transitions of the entities, each as often as it says, however many servers run: whoever takes the
// turn first does it. Each record is a transaction of its own; one that fails is told and does not stop the others.
import sql from 'sql-template-tag'
import type { App, Entity, Rule, Text, TimedLines, Transition } from '../manifest/app'
import { Fault } from '../protocol/envelope'
import type { RawRecord } from './context'
import type { Database } from './database/open'
import { readFileLines, toldByRow, type FileLines } from './fileLines'
import type { FileStore } from './files/store'
import { inTransaction, performWhole, type RunDependencies } from './operations/run'
import { loadRecords } from './plan/load'
import { sweepKeys } from './transition/idempotency'
import { nobodyButTheSystem, tenantField } from './transition/work'

export interface JobDependencies {
  readonly database: Pick<Database, 'read' | 'transaction'>
  /** The app that is live now. */
  readonly app: () => App
  readonly now: () => Date
  readonly log: { readonly error: (line: string, error?: unknown) => void; readonly warn: (line: string) => void }
  readonly onCommitted?: RunDependencies['onCommitted']
  /** Where the files of records lie; without it none is read. */
  readonly files?: Pick<FileStore, 'read'>
  /** What else is swept once an hour. */
  readonly hourly?: (now: Date) => Promise<unknown>
  /** Milliseconds between two looks at what is due. */
  readonly pulse?: number
}

/** One timed rule of an entity. */
interface Timed {
  readonly name: string
  readonly entity: Entity
  readonly transition: Transition
  readonly when: Rule
  readonly every: number
  readonly lines?: TimedLines
}

/** What a look at a timed rule came to. */
export interface TimedOutcome {
  readonly done: number
  readonly failed: readonly { readonly entity: string; readonly id: number; readonly error: unknown }[]
}

const usualPulse = 5_000
/** Due records held in memory at a time; whoever stops the server waits for no more than one of them. */
const atOnce = 200

/**
 * Runs every timed rule whose turn it is at `now`: once for all callers of the same moment, and not before its `every` seconds are over.
 * Never throws for a single record.
 */
export async function runTimed(
  database: JobDependencies['database'],
  app: App,
  now: Date,
  { onCommitted, files }: Pick<JobDependencies, 'onCommitted' | 'files'> = {},
): Promise<TimedOutcome> {
  const outcomes: TimedOutcome[] = []
  for (const timed of timedRules(app))
    if (await takeTurn(database, timed, now))
      outcomes.push(await runOne({ database, app, onCommitted, files }, timed, now))
  return { done: outcomes.reduce((sum, { done }) => sum + done, 0), failed: outcomes.flatMap(({ failed }) => failed) }
}

/** Looks again and again until the answered function is called, which waits for what has begun. */
export function startJobs(dependencies: JobDependencies): () => Promise<void> {
  const { database, app, now, log, onCommitted, files, hourly, pulse = usualPulse } = dependencies
  const due = new Map<string, number>()
  let stopped = false
  let swept = 0
  let working: Promise<void> | undefined

  const work = async () => {
    const live = app()
    for (const timed of timedRules(live)) {
      if (stopped) return
      const at = now()
      if ((due.get(timed.name) ?? 0) > at.getTime()) continue
      due.set(timed.name, at.getTime() + timed.every * 1_000)
      if (await takeTurn(database, timed, at))
        tell(timed, await runOne({ database, app: live, onCommitted, files }, timed, at, () => stopped))
    }
    if (now().getTime() - swept < 3_600_000) return
    swept = now().getTime()
    await database.read(sweepKeys(now()))
    await hourly?.(now())
  }
  const tell = ({ name }: Timed, { failed }: TimedOutcome) => {
    for (const { id, error } of failed) {
      if (error instanceof Fault) log.warn(`${name} was refused for record ${id}: ${error.message}`)
      else log.error(`${name} failed for record ${id}`, error)
    }
  }
  const timer = setInterval(() => {
    working ??= work()
      .catch((error: unknown) => log.error('The timed transitions could not be run', error))
      .finally(() => {
        working = undefined
      })
  }, pulse).unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await working
  }
}

function timedRules(app: App): Timed[] {
  return Object.values(app.entities).flatMap((entity) =>
    entity.timed.map(({ transition, when, every, lines }, index): Timed => ({
      // The place in the list is part of the name: a transition may have two rules.
      name: `${entity.name}.${transition}.${index}`,
      entity,
      transition: entity.transitions[transition]!,
      when,
      every,
      ...(lines && { lines }),
    })),
  )
}

/** Takes the turn of a rule, unless somebody else has it: one statement, so that of any number that try at once only one finds the row old enough. */
async function takeTurn(database: JobDependencies['database'], { name, every }: Timed, now: Date): Promise<boolean> {
  const taken = await database.read(sql`INSERT INTO "_timed" AS t ("name", "at") VALUES (${name}, ${now})
    ON CONFLICT ("name") DO UPDATE SET "at" = excluded."at" WHERE t."at" <= ${new Date(now.getTime() - every * 1_000)} RETURNING 1 AS "one"`)
  return taken.length > 0
}

type Running = RunDependencies & Pick<JobDependencies, 'files'>

async function runOne(
  dependencies: Running,
  timed: Timed,
  now: Date,
  stopped: () => boolean = () => false,
): Promise<TimedOutcome> {
  const { database, app } = dependencies
  const { entity, when } = timed
  const context = {
    app,
    caller: nobodyButTheSystem(null),
    now,
    query: <T>(statement: Parameters<Database['read']>[0]) => database.read<T>(statement),
  }
  const failed: { entity: string; id: number; error: unknown }[] = []
  let done = 0
  let found: readonly RawRecord[] = []
  let after = 0
  do {
    found = await loadRecords(context, {
      entity: entity.name,
      paths: [],
      where: { rule: when, after },
      scoped: false,
      limit: atOnce,
    })
    for (const record of found) {
      if (stopped()) return { done, failed }
      const id = (after = Number(record.id))
      if (!isDue(timed, record)) continue
      try {
        if (await runRecord(dependencies, timed, record, now)) done += 1
      } catch (error) {
        failed.push({ entity: entity.name, id, error })
      }
    }
  } while (found.length === atOnce)
  return { done, failed }
}

function isDue({ entity, transition }: Timed, record: RawRecord): boolean {
  return !entity.fields.state || transition.from.includes(String(record.state))
}

/** Runs the transition on one record; where it takes lines of a file, the one for a file that cannot be taken, and none for a file that a person has to read. */
async function runRecord(dependencies: Running, timed: Timed, record: RawRecord, now: Date): Promise<boolean> {
  const { entity, transition, lines } = timed
  if (!lines) return runDue(dependencies, timed, transition, {}, record, now)
  const read = await linesFor(dependencies, timed, lines, record, now)
  if (!read) return false
  const refuse = (told: Text) =>
    runDue(
      dependencies,
      timed,
      entity.transitions[lines.failed]!,
      { [lines.reason]: entity.fields[lines.reason]!.localized ? told : told[0] },
      record,
      now,
    )
  if ('wrong' in read) return refuse(read.wrong)
  try {
    return await runDue(dependencies, timed, transition, { [lines.into]: read.lines }, record, now)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return refuse(toldByRow(entity.fields[lines.into]!, error.text, error.options.fields))
  }
}

async function linesFor(
  { database, app, files }: Running,
  { entity, transition }: Timed,
  lines: TimedLines,
  { id }: RawRecord,
  now: Date,
): Promise<FileLines | undefined> {
  if (!files) return undefined
  const context = {
    app,
    caller: nobodyButTheSystem(null),
    now,
    query: <T>(statement: Parameters<Database['read']>[0]) => database.read<T>(statement),
  }
  const [found] = await loadRecords(context, {
    entity: entity.name,
    paths: [lines.from, lines.into],
    where: { ids: [Number(id)] },
    scoped: false,
  })
  return found && readFileLines(context, files, entity, transition, lines, found)
}

/** Runs a transition on one record if its rule still holds once it is locked. */
async function runDue(
  { database, app, onCommitted }: Running,
  timed: Timed,
  transition: Transition,
  values: RawRecord,
  record: RawRecord,
  now: Date,
): Promise<boolean> {
  const { entity, when } = timed
  const own = tenantField(app, entity)
  const tenant = own ? Number(record[own]) : null
  const caller = nobodyButTheSystem(tenant)
  const id = Number(record.id)
  const { answer, records } = await inTransaction({ database, app }, caller, now, async (work) => {
    const [due] = await loadRecords(
      { app, caller, now, query: work.query },
      { entity: entity.name, paths: [], where: { ids: [id], rule: when }, scoped: false, lock: true },
    )
    if (!due || !isDue(timed, due)) return false
    await performWhole(work, { entity, transition, caller, depth: 0, orders: [{ id, values }] })
    return true
  })
  if (records.length > 0) onCommitted?.({ records })
  return answer
}
