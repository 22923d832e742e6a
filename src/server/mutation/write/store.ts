// Stores the outcome of a transition: records, lines fields and audit rows, a statement each.
import { idOf } from '../../../manifest/expression/values/value'
import { declared, firstItem } from '../../../manifest/expression/values/present'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { materializedColumns } from '../../database/sql/materializedColumns'
import { refreshMaterializedSql } from '../../query/records/refreshMaterialized'
import { cleanTexts } from './formattedTexts'
import { writeLines, type LinesOf } from './lines'
import { changesBetween, saysNothing } from './auditLog'
import { byTenant } from './byTenant'
import { recordImages } from './recordImages'
import { usedLines } from '../state/recordPaths'
import { linesIn, type WrittenStep, type TransitionStep, type EvaluatedStep } from '../state/step'
import {
  callerContext,
  recordTenant,
  systemCaller,
  tenantField,
  type LogRow,
  type TransitionBatch,
  type WriteContext,
  type WrittenRecord,
} from '../state/writeContext'
import { insertRecords, updateRecords } from './write'

/** Writes all steps; afterwards their records have ids and versions. */
export async function store(
  context: WriteContext,
  batch: TransitionBatch,
  evaluated: readonly EvaluatedStep[],
): Promise<WrittenStep[]> {
  const { entity, transition, caller } = batch
  const by = typeof caller.me.id === 'number' ? caller.me.id : null
  const touched = touchedFields(batch)
  cleanTexts(
    touched,
    evaluated.map(({ step }) => step.record),
  )
  if (transition.creates) for (const { step } of evaluated) complete(entity, step, by, context.now)
  // Read before the drafts replace their stored values.
  const since = evaluated.map(({ step }) => momentOrNull(step.before?.own('stateAt')))
  const changes = evaluated.map(({ step }) =>
    changesBetween(
      (name) => step.before?.own(name),
      (name) => step.record.own(name),
      touched.filter(({ name }) => name !== 'state' && name !== 'stateAt'),
    ),
  )
  const lines = usedLines(entity, transition).map((name) => ({
    field: declared(entity.fields, name),
    given: evaluated.map(({ step }) => linesIn(step.record.own(name))),
  }))
  if (transition.creates) await insert(context, entity, evaluated)
  else
    await update(
      context,
      entity,
      touched.filter((field) => field.type !== 'lines'),
      evaluated,
    )
  await writeAllLines(context, batch, evaluated, lines)
  await updateMaterialized(context, batch, evaluated, lines)
  return evaluated.map((evaluatedStep, index): WrittenStep => {
    const { step } = evaluatedStep
    const row: LogRow = {
      entity: entity.name,
      recordId: step.record.writtenId,
      action: transition.name,
      by,
      remark: step.remark,
      changes: changes[index]!,
      fromState: textOrNull(step.before?.own('state')),
      toState: textOrNull(step.record.own('state')),
      since: since[index]!,
      tenant: recordTenant(context.app, entity, step.record) ?? idOf(caller.tenant),
    }
    if (!saysNothing(transition, row.changes, row.remark)) context.log.push(row)
    return { evaluated: evaluatedStep, row }
  })
}

async function writeAllLines(
  context: WriteContext,
  { entity, transition }: TransitionBatch,
  evaluated: readonly EvaluatedStep[],
  lines: readonly GivenLines[],
): Promise<void> {
  const linesOf = ({ step }: EvaluatedStep, index: number, given: GivenLines['given']): LinesOf => ({
    parent: step.record.writtenId,
    tenant: tenantOfStep(context, entity, step),
    lines: given[index]!,
    isNew: transition.creates,
  })
  for (const { field, given } of lines) {
    const linesOfs = evaluated.map((evaluatedStep, index) => linesOf(evaluatedStep, index, given))
    await recordImages(
      context,
      entity,
      [field.name],
      linesOfs.map(({ parent }) => ({ id: parent })),
    )
    await writeLines(context, entity, field, linesOfs)
  }
}

interface GivenLines {
  readonly field: Field
  /** The lines of each record. */
  readonly given: readonly LinesOf['lines'][]
}

/** Recomputes materialized columns of records whose lines were written. */
async function updateMaterialized(
  context: WriteContext,
  { entity, transition }: TransitionBatch,
  evaluated: readonly EvaluatedStep[],
  lines: readonly GivenLines[],
): Promise<void> {
  // New records without lines have their values already.
  const written = new Set(
    lines
      .filter(({ given }) => !transition.creates || given.some(({ length }) => length > 0))
      .map(({ field }) => field.name),
  )
  await refreshComputed(
    context,
    entity,
    written,
    evaluated.map(({ step }) => ({ id: step.record.writtenId, tenant: tenantOfStep(context, entity, step) })),
  )
}

/** Recomputes the materialized columns of records that follow from these lines fields. */
export async function refreshComputed(
  context: WriteContext,
  entity: Entity,
  lines: ReadonlySet<string>,
  records: readonly Pick<WrittenRecord, 'id' | 'tenant'>[],
): Promise<void> {
  const columns = [...materializedColumns(entity).values()].filter((column) => lines.has(column.lines))
  if (columns.length === 0) return
  const reader = callerContext(context, systemCaller(context.starter))
  for (const { rows } of byTenant(records, ({ tenant }) => tenant, tenantField(context.app, entity)))
    await context.query(
      refreshMaterializedSql(context.app, entity, columns, {
        ids: rows.map(({ id }) => id),
        context: { ...reader, tenant: firstItem(rows).tenant ?? undefined },
      }),
    )
}

function tenantOfStep({ app }: WriteContext, entity: Entity, { record }: TransitionStep): number | null {
  const field = tenantField(app, entity)
  return field ? Number(record.own(field)) : null
}

/** The fields that a transition may change: always the same, so that its statement text stays the same. */
function touchedFields({ entity, transition }: TransitionBatch): Field[] {
  if (transition.creates)
    return Object.values(entity.fields).filter(
      (field) =>
        field.stored && !['id', 'version', 'no', 'createdAt', 'createdBy', 'stateAt', 'state'].includes(field.name),
    )
  const names = new Set([
    ...transition.form.filter((formField) => !formField.input).map((formField) => formField.field),
    ...Object.keys(transition.set),
    ...Object.keys(transition.copy),
    ...Object.keys(transition.change),
    ...Object.keys(transition.append),
  ])
  if (transition.to !== undefined) for (const name of ['state', 'stateAt']) names.add(name)
  return [...names].flatMap((name) => entity.fields[name] ?? [])
}

function complete(entity: Entity, { record }: TransitionStep, by: number | null, now: Date): void {
  const moment = now.toISOString()
  for (const [name, value] of Object.entries({ createdBy: by, createdAt: moment, stateAt: moment }))
    if (entity.fields[name]) record.set(name, value)
}

async function insert(context: WriteContext, entity: Entity, evaluated: readonly EvaluatedStep[]): Promise<void> {
  const insertedRecords = await insertRecords(
    context,
    entity,
    evaluated.map(({ step }) => step.record.raw()),
  )
  evaluated.forEach(({ step }, index) => {
    const { id, version, no } = insertedRecords[index]!
    step.record.markStored(id, { version, ...(no === null ? {} : { no }) })
  })
}

async function update(
  context: WriteContext,
  entity: Entity,
  fields: readonly Field[],
  evaluated: readonly EvaluatedStep[],
): Promise<void> {
  const versions = await updateRecords(
    context,
    entity,
    fields,
    evaluated.map(({ step: { record, before } }) => ({
      id: record.writtenId,
      version: Number(record.own('version')),
      values: record.raw(),
      before: before?.raw(),
    })),
  )
  evaluated.forEach(({ step: { record } }, index) => record.markStored(record.writtenId, { version: versions[index] }))
}

/** Null for anything but a text; converts nothing. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The moment as ISO 8601, from a driver's Date or a text; null for anything else. */
export function momentOrNull(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : textOrNull(value)
}
