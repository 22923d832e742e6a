// Stores what a run overwrote, in its transaction, for as long as its user can undo it.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { RunAnswer } from '../../../protocol/calls'
import type { UndoAnswer } from '../../../protocol/records/undoCalls'
import type { Context } from '../../context/context'
import { deleteOlder } from '../../database/sql/deleteOlder'
import type { RecordImage, TransitionResult, WriteContext, WrittenRecord } from '../state/writeContext'

const undoSeconds = 30
/** Long enough for the retry of an undo whose answer was lost. */
const storedSeconds = 3_600

/** An image with the version and the tenant of the record after the run. */
export interface UndoImage extends RecordImage, Pick<WrittenRecord, 'tenant'> {
  readonly version: number
}

export interface UndoRun {
  readonly run: string
  readonly entity: string
  readonly transition: string
  readonly record: number
  readonly tenant: number | null
  readonly images: readonly UndoImage[]
  readonly at: Date
  readonly answer: UndoAnswer | null
}

/** Stores the images of this transaction; returns what the caller needs to undo it. */
export async function saveUndoRun(
  { query, images = new Map(), written, now }: WriteContext,
  account: number,
  { subject, id, transition }: TransitionResult,
): Promise<NonNullable<RunAnswer['undo']>> {
  const run = randomUUID()
  const overwritten = [...images.values()].map((image): UndoImage => {
    const { version, tenant } = written.get(image.entity)!.get(image.id)!
    return { ...image, version, tenant }
  })
  const entity = subject.entity.name
  const tenant = written.get(entity)?.get(id)?.tenant ?? null
  await query(sql`INSERT INTO "_undo" ("run", "account", "tenant", "entity", "transition", "record", "images", "at")
    VALUES (${run}, ${account}, ${tenant}::bigint, ${entity}, ${transition.name}, ${id},
      ${JSON.stringify(overwritten)}::jsonb, ${now})`)
  return { run, seconds: undoSeconds }
}

const undoRunsSql = (account: number, runs: readonly string[]) =>
  sql`SELECT "run", "entity", "transition", "record", "tenant", "images", "at", "answer" FROM "_undo"
    WHERE "run" = ANY(${[...runs]}::text[]) AND "account" = ${account}`

/** Those of the runs that are of the account, in any order. */
export function findUndoRuns(
  query: Context['query'],
  account: number,
  runs: readonly string[],
): Promise<readonly UndoRun[]> {
  return query<UndoRun>(undoRunsSql(account, runs))
}

/** A run of an account, locked against other undo requests until the transaction ends. */
export async function lockUndoRun(query: Context['query'], account: number, run: string): Promise<UndoRun | undefined> {
  const [undoRun] = await query<UndoRun>(sql`${undoRunsSql(account, [run])} FOR UPDATE`)
  return undoRun
}

/** Whether less than `undoSeconds` have passed since the run. */
export function isUndoable({ at }: UndoRun, now: Date): boolean {
  return now.getTime() < new Date(at).getTime() + undoSeconds * 1_000
}

/** Stores the answer of an undo for its retry, and drops the restored images. */
export async function settleUndoRun(query: Context['query'], run: string, answer: UndoAnswer): Promise<void> {
  await query(sql`UPDATE "_undo" SET "answer" = ${JSON.stringify(answer)}::jsonb, "images" = '[]'::jsonb
    WHERE "run" = ${run}`)
}

/** Deletes old runs. */
export function sweepUndo(query: Context['query'], now: Date): Promise<void> {
  const before = new Date(now.getTime() - storedSeconds * 1_000)
  return deleteOlder(query, { table: '_undo', since: 'at', before })
}
