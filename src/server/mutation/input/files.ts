// Verifies that a form's files exist and that the caller uploaded them: attaching shows them.
// Names, sizes and types come from the upload, never from the form. Files that the record already has stay, and those
// of a default pass: the form shows them to its caller anyway.
import { idOf } from '../../../manifest/expression/values/value'
import sql from 'sql-template-tag'
import type { FileValue } from '../../../protocol/calls'
import type { Field } from '../../../manifest/model/field'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { acceptsMediaType } from '../../../manifest/fieldTypes/mediaTypes'
import type { ValueResolver } from '../state/valueResolver'
import { formEntries, isShown, linesIn, setValue, valueOf, type FormEntry, type TransitionStep } from '../state/step'
import type { TransitionBatch, WriteContext } from '../state/writeContext'
import { fillingRule } from './readInput'

/** A value of a form that holds files. */
interface Held {
  readonly step: TransitionStep
  readonly entry: FormEntry
}

type Files = ReadonlyMap<string, FileValue>

/** Verifies and completes the files of all steps in one statement. */
export async function attachFiles(
  context: WriteContext,
  resolver: ValueResolver,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<void> {
  const entries = formEntries(batch).filter(({ field }) => field.type === 'files' || fileCells(field).length > 0)
  const held = steps.flatMap((step) => entries.map((entry) => ({ step, entry }))).filter(isHeld)
  const ids = new Set(held.flatMap((value) => [...givenFiles(value).keys()]))
  if (ids.size === 0) return
  const rows = await markFilesUsed(context.query, batch.caller, [...ids])
  // Files passed by an effect were verified when they were entered.
  if (batch.caller.system) return
  const uploaded = byId(rows)
  const unknown = held.filter((value) => {
    const stored = storedFiles(value)
    return [...givenFiles(value).keys()].some((id) => !stored.has(id) && !uploaded.has(id))
  })
  const filledIn = await defaultFiles(resolver, unknown)
  for (const value of held)
    complete(value, new Map([...uploaded, ...(filledIn.get(value) ?? []), ...storedFiles(value)]))
}

/** Marks files as used, so that they are kept and count toward no quota; returns those it found. */
export async function markFilesUsed(
  query: WriteContext['query'],
  caller: TransitionBatch['caller'],
  ids: readonly string[],
): Promise<FileValue[]> {
  const tenant = idOf(caller.tenant)
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

const isHeld = ({ step, entry }: Held): boolean => isShown(step, entry)

const givenFiles = ({ step, entry }: Held): Files => filesOf(entry.field, valueOf(step, entry))

const storedFiles = ({ step, entry }: Held): Files => filesOf(entry.field, step.before?.own(entry.formField.field))

/** What the defaults of forms give, each by the value that it fills in. */
async function defaultFiles(resolver: ValueResolver, held: readonly Held[]): Promise<ReadonlyMap<Held, Files>> {
  const filled = held.flatMap((value) => {
    const rule = fillingRule(value.step, value.entry)
    return rule ? [{ value, rule, names: value.step.names }] : []
  })
  await resolver.prepare(filled.map(({ names, rule }) => ({ names, rules: [rule] })))
  return new Map(
    filled.map(({ value, names, rule }) => {
      const { field } = value.entry
      return [value, filesOf(field, resolver.rawValue(names, rule, field))]
    }),
  )
}

/** Replaces files of the form, of which only the ids count, by those that may be used. */
function complete({ step, entry }: Held, usable: Files): void {
  const { formField, field } = entry
  const of = (files: readonly FileValue[], owner: Field, path: string): FileValue[] | undefined => {
    const full = files.map(({ id }) => usable.get(id))
    if (full.some((file) => file === undefined)) step.errors[path] ??= fieldError('file_not_usable')
    else if (!full.every((file) => acceptsMediaType(owner.accept, file!.type)))
      step.errors[path] ??= fieldError('file_type_invalid')
    else return full as FileValue[]
    return undefined
  }
  const value = valueOf(step, entry)
  if (field.type === 'files') {
    const full = of(filesIn(value), field, formField.field)
    if (full && full.length > 0) setValue(step, entry, full)
    return
  }
  setValue(
    step,
    entry,
    linesIn(value).map((line, index) => ({
      ...line,
      ...Object.fromEntries(
        fileCells(field).map((cell) => [
          cell.name,
          of(filesIn(line[cell.name]), cell, `${formField.field}.${index}.${cell.name}`) ?? line[cell.name],
        ]),
      ),
    })),
  )
}

const fileCells = ({ fields = {} }: Field): readonly Field[] =>
  Object.values(fields).filter((cell) => cell.type === 'files')

/** The files in the value of a field, those of lines included. */
function filesOf(field: Field, value: unknown): Files {
  if (field.type === 'files') return byId(filesIn(value))
  return byId(linesIn(value).flatMap((line) => fileCells(field).flatMap((cell) => filesIn(line[cell.name]))))
}

function filesIn(value: unknown): readonly FileValue[] {
  return Array.isArray(value) ? (value as FileValue[]) : []
}

const byId = (files: readonly FileValue[]): Files => new Map(files.map((file) => [file.id, file]))
