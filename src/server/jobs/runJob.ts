// Runs one job on all records that are due. Each record is a transaction of its own.
import { declared } from '../../manifest/expression/values/present'
import { savedTexts } from '../../manifest/model/text'
import type { App } from '../../manifest/model/app'
import { transitionOf, type Entity, type FileImport } from '../../manifest/model/entity'
import type { Rule } from '../../manifest/model/rule'
import { textOf, type LocalizableText } from '../../manifest/expression/message'
import type { Transition } from '../../manifest/model/transition'
import { isLastingRefusal } from '../../protocol/requestError'
import type { Caller, LoadedRecord, RawRecord } from '../context/context'
import { readFileLines, errorsByRow, type FileLines } from './fileImport'
import type { FileStore } from '../files/fileStore'
import { inTransaction, runAtomically, type RunDependencies } from '../mutation/runTransition'
import { loadRecords } from '../query/records/loadRecords'
import {
  callerContext,
  unattendedCaller,
  unattendedContext,
  tenantField,
  type WriteContext,
} from '../mutation/state/writeContext'

/** One job of an entity. */
export interface NamedJob {
  readonly name: string
  readonly entity: Entity
  readonly transition: Transition
  readonly when: Rule
  readonly every: number
  readonly fileImport?: FileImport
}

/** The outcome of checking one job; `stopped`: before its last record. */
export interface JobOutcome {
  readonly done: number
  readonly failed: readonly FailedJob[]
  readonly stopped?: true
}

/** A record on which a job has failed. */
export interface FailedJob {
  readonly job: string
  readonly entity: string
  readonly id: number
  readonly error: unknown
}

/** Due records held in memory at a time; a shutdown waits for at most one of them. */
const maxBatch = 200

/** The jobs of all entities. */
export function jobsOf(app: App): NamedJob[] {
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

export interface Running extends RunDependencies {
  /** The store of records' files; without it none is read. */
  readonly files?: Pick<FileStore, 'read'>
}

/** Runs the job until `stopped`, which is called before each record. Never throws for a single record. */
export async function runJob(
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
      if (stopped()) return { done, failed, stopped: true }
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
