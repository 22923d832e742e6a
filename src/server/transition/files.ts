// Do the files of a form exist, and do they belong to the caller's tenant? Their names, sizes and types are taken from what was uploaded,
// never from what the form says. Files that the record has already stay.
import sql from 'sql-template-tag'
import type { FileValue } from '../../protocol/calls'
import type { Field } from '../../manifest/app'
import { accepts } from '../files/sniff'
import { unknownFile, wrongFileType } from './faults'
import { isShown, linesIn, setValue, valueOf, type Asking, type Step } from './step'
import type { Orders, Work } from './work'

/** Checks and completes the files of all steps in one statement. */
export async function checkFiles(
  work: Work,
  orders: Orders,
  asking: readonly Asking[],
  steps: readonly Step[],
): Promise<void> {
  const holding = asking.filter(
    ({ field }) => field.type === 'files' || Object.values(field.fields ?? {}).some((cell) => cell.type === 'files'),
  )
  const wanted = new Set<string>()
  for (const step of steps)
    for (const one of holding)
      if (isShown(step, one)) for (const id of idsIn(one.field, valueOf(step, one))) wanted.add(id)
  if (wanted.size === 0) return
  const tenant = orders.caller.tenant.id ?? null
  const named = sql`"id" = ANY(${[...wanted]}::text[]) AND (${orders.caller.system} OR "tenant" IS NOT DISTINCT FROM ${tenant}::bigint)`
  // A file that a record carries is used from now on: it is not removed, and counts towards no quota.
  const rows = await work.query<FileValue>(sql`
    WITH used AS (UPDATE "_file" SET "kept" = true WHERE ${named} AND NOT "kept" RETURNING "id", "name", "size", "type")
    SELECT "id", "name", "size", "type" FROM used UNION ALL SELECT "id", "name", "size", "type" FROM "_file" WHERE ${named} AND "kept"`)
  // What an effect hands on was checked when it was given.
  if (orders.caller.system) return
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const step of steps) for (const one of holding) if (isShown(step, one)) complete(step, one, known)
}

function filesIn(value: unknown): readonly FileValue[] {
  return Array.isArray(value) ? (value as FileValue[]) : []
}

function idsIn(field: Field, value: unknown): string[] {
  if (field.type === 'files') return filesIn(value).map(({ id }) => id)
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'files')
  return linesIn(value).flatMap((line) => cells.flatMap((cell) => filesIn(line[cell.name]).map(({ id }) => id)))
}

function complete(step: Step, one: Asking, known: ReadonlyMap<string, FileValue>): void {
  const { ask, field } = one
  const before = new Map(presentFiles(field, step.before?.own(ask.field)).map((file) => [file.id, file]))
  const of = (files: readonly FileValue[], owner: Field, at: string): FileValue[] | undefined => {
    const full = files.map(({ id }) => before.get(id) ?? known.get(id))
    if (full.some((file) => file === undefined)) step.errors[at] ??= unknownFile
    else if (!full.every((file) => accepts(owner.accept, file!.type))) step.errors[at] ??= wrongFileType
    else return full as FileValue[]
    return undefined
  }
  const value = valueOf(step, one)
  if (field.type === 'files') {
    const full = of(filesIn(value), field, ask.field)
    if (full && full.length > 0) setValue(step, one, full)
    return
  }
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'files')
  setValue(
    step,
    one,
    linesIn(value).map((line, index) => ({
      ...line,
      ...Object.fromEntries(
        cells.map((cell) => [
          cell.name,
          of(filesIn(line[cell.name]), cell, `${ask.field}.${index}.${cell.name}`) ?? line[cell.name],
        ]),
      ),
    })),
  )
}

function presentFiles(field: Field, value: unknown): readonly FileValue[] {
  if (field.type === 'files') return filesIn(value)
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'files')
  return linesIn(value).flatMap((line) => cells.flatMap((cell) => filesIn(line[cell.name])))
}
