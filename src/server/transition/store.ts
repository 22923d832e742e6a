// How is the outcome of a transition written? The records in one statement, each lines field in one, a row of the log for each record.
import type { Entity, Field } from '../../manifest/app'
import { keptOf } from '../database/kept'
import { keepSql } from '../plan/kept-sql'
import type { Effective } from './effects'
import type { Weighed } from './guard'
import { writeLines } from './lines'
import { changesBetween } from './log'
import { linesTouched } from './record'
import { linesIn, type Step } from './step'
import { tenantField, type LogRow, type Orders, type Work } from './work'
import { insertRecords, updateRecords } from './write'

/** Writes all steps; the records know their ids and versions then. */
export async function store(work: Work, orders: Orders, weighed: readonly Weighed[]): Promise<Effective[]> {
  const { entity, transition, caller } = orders
  const by = typeof caller.me.id === 'number' ? caller.me.id : null
  const touched = touchedFields(orders)
  if (transition.creates) for (const { step } of weighed) complete(entity, step, by, work.now)
  // Read before the records forget what they were.
  const since = weighed.map(({ step }) => momentText(step.before?.own('stateAt')))
  const changes = weighed.map(({ step }) =>
    changesBetween(
      (name) => step.before?.own(name),
      (name) => step.record.own(name),
      touched.map(({ name }) => name).filter((name) => name !== 'state' && name !== 'stateAt'),
    ),
  )
  const lines = linesTouched(entity, transition).map((name) => ({
    field: entity.fields[name]!,
    given: weighed.map(({ step }) => linesIn(step.record.own(name))),
  }))
  if (transition.creates) await insert(work, entity, weighed)
  else
    await update(
      work,
      entity,
      touched.filter((field) => field.type !== 'lines'),
      weighed,
    )
  const own = tenantField(work.app, entity)
  const tenantOf = ({ record }: Step): number | null => (own ? Number(record.own(own)) : null)
  for (const { field, given } of lines) {
    await writeLines(
      work,
      entity,
      field,
      weighed.map(({ step }, at) => ({ parent: step.record.id!, tenant: tenantOf(step), lines: given[at]! })),
      transition.creates,
    )
  }
  // The values of new records without lines are there already.
  const written = new Set(
    lines
      .filter(({ given }) => !transition.creates || given.some(({ length }) => length > 0))
      .map(({ field }) => field.name),
  )
  const kept = [...keptOf(entity).values()].filter((one) => written.has(one.lines))
  if (kept.length > 0)
    await work.query(
      keepSql(
        work.app,
        entity,
        kept,
        weighed.map(({ step }) => step.record.id!),
      ),
    )
  return weighed.map((one, at): Effective => {
    const { step } = one
    const row: LogRow = {
      entity: entity.name,
      recordId: step.record.id!,
      action: transition.name,
      by,
      remark: step.remark,
      changes: changes[at]!,
      fromState: textOf(step.before?.own('state')),
      toState: textOf(step.record.own('state')),
      since: since[at]!,
      // What belongs to nobody is kept with the tenant itself, or with whoever did it.
      tenant:
        tenantOf(step) ??
        (entity.name === work.app.access.identity.tenant ? step.record.id : numberOf(caller.tenant.id)),
    }
    work.log.push(row)
    return { weighed: one, row }
  })
}

/** The fields that a transition may change, always the same ones, so that its statement is always the same. */
function touchedFields({ entity, transition }: Orders): Field[] {
  if (transition.creates)
    return Object.values(entity.fields).filter(
      (field) =>
        field.stored && !['id', 'version', 'no', 'createdAt', 'createdBy', 'stateAt', 'state'].includes(field.name),
    )
  const names = new Set([
    ...transition.asks.filter((ask) => !ask.input).map((ask) => ask.field),
    ...Object.keys(transition.set),
    ...Object.keys(transition.copy),
    ...Object.keys(transition.change),
    ...Object.keys(transition.append),
  ])
  if (transition.to !== undefined) for (const name of ['state', 'stateAt']) names.add(name)
  return [...names].flatMap((name) => entity.fields[name] ?? [])
}

function complete(entity: Entity, { record }: Step, by: number | null, now: Date): void {
  const at = now.toISOString()
  for (const [name, value] of Object.entries({ createdBy: by, createdAt: at, stateAt: at }))
    if (entity.fields[name]) record.set(name, value)
}

async function insert(work: Work, entity: Entity, weighed: readonly Weighed[]): Promise<void> {
  const given = await insertRecords(
    work,
    entity,
    weighed.map(({ step }) => step.record.raw()),
  )
  weighed.forEach(({ step }, at) => {
    const { id, version, no } = given[at]!
    step.record.written(id, { version, ...(no === null ? {} : { no }) })
  })
}

async function update(
  work: Work,
  entity: Entity,
  fields: readonly Field[],
  weighed: readonly Weighed[],
): Promise<void> {
  const versions = await updateRecords(
    work,
    entity,
    fields,
    weighed.map(({ step: { record } }) => ({
      id: record.id!,
      version: Number(record.own('version')),
      values: record.raw(),
    })),
  )
  weighed.forEach(({ step: { record } }, at) => record.written(record.id!, { version: versions[at] }))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function momentText(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : textOf(value)
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
