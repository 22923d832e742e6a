// Verifies that a form's files exist and that the caller uploaded them: attaching shows them.
// Names, sizes and types come from the upload, never from the form. Files that the record already has stay.
import sql from 'sql-template-tag'
import type { FileValue } from '../../../protocol/calls'
import type { Field } from '../../../manifest/model/field'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { acceptsMediaType } from '../../../manifest/fieldTypes/mediaTypes'
import { isShown, linesIn, setValue, valueOf, type FormEntry, type TransitionStep } from '../state/step'
import type { TransitionBatch, WriteContext } from '../state/writeContext'

/** Verifies and completes the files of all steps in one statement. */
export async function attachFiles(
  context: WriteContext,
  batch: TransitionBatch,
  asking: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  const holding = asking.filter(
    ({ field }) => field.type === 'files' || Object.values(field.fields ?? {}).some((cell) => cell.type === 'files'),
  )
  const ids = new Set<string>()
  for (const step of steps)
    for (const entry of holding)
      if (isShown(step, entry)) for (const id of idsIn(entry.field, valueOf(step, entry))) ids.add(id)
  if (ids.size === 0) return
  const rows = await markFilesUsed(context.query, batch.caller, [...ids])
  // Files passed by an effect were verified when they were entered.
  if (batch.caller.system) return
  const cache = new Map(rows.map((row) => [row.id, row]))
  for (const step of steps) for (const entry of holding) if (isShown(step, entry)) complete(step, entry, cache)
}

/** Marks files as used, so that they are kept and count toward no quota; returns those it found. */
export async function markFilesUsed(
  query: WriteContext['query'],
  caller: TransitionBatch['caller'],
  ids: readonly string[],
): Promise<FileValue[]> {
  const tenant = caller.tenant.id ?? null
  const named = sql`"id" = ANY(${ids}::text[]) AND (${caller.system}
    OR "tenant" IS NOT DISTINCT FROM ${tenant}::bigint AND "createdBy" = ${caller.me.id ?? null}::bigint)`
  return query<FileValue>(sql`
    WITH used AS (UPDATE "_file" SET "kept" = true WHERE ${named} AND NOT "kept" RETURNING "id", "name", "size", "type")
    SELECT "id", "name", "size", "type"
    FROM used
    UNION ALL
    SELECT "id", "name", "size", "type"
    FROM "_file"
    WHERE ${named} AND "kept"`)
}

function filesIn(value: unknown): readonly FileValue[] {
  return Array.isArray(value) ? (value as FileValue[]) : []
}

function idsIn(field: Field, value: unknown): string[] {
  if (field.type === 'files') return filesIn(value).map(({ id }) => id)
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'files')
  return linesIn(value).flatMap((line) => cells.flatMap((cell) => filesIn(line[cell.name]).map(({ id }) => id)))
}

function complete(step: TransitionStep, entry: FormEntry, cache: ReadonlyMap<string, FileValue>): void {
  const { ask, field } = entry
  const before = new Map(presentFiles(field, step.before?.own(ask.field)).map((file) => [file.id, file]))
  const of = (files: readonly FileValue[], owner: Field, path: string): FileValue[] | undefined => {
    const full = files.map(({ id }) => before.get(id) ?? cache.get(id))
    if (full.some((file) => file === undefined)) step.errors[path] ??= fieldError('file_not_usable')
    else if (!full.every((file) => acceptsMediaType(owner.accept, file!.type)))
      step.errors[path] ??= fieldError('file_type_invalid')
    else return full as FileValue[]
    return undefined
  }
  const value = valueOf(step, entry)
  if (field.type === 'files') {
    const full = of(filesIn(value), field, ask.field)
    if (full && full.length > 0) setValue(step, entry, full)
    return
  }
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'files')
  setValue(
    step,
    entry,
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
