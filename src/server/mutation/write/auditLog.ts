// Writes the audit log: one row per transition in the entity that app.json names.
// Each row has caller, time, states, note, and in `data` JSON {"field": {"before": …, "after": …}} with raw values.
// One statement writes all rows of a request.
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import { withoutZeros } from '../../../manifest/expression/values/decimal'
import { idOf } from '../../../manifest/expression/values/value'
import type { Caller, RawRecord } from '../../context/context'
import { insertRecords } from './write'
import { tenantField, type LogRow, type WriteContext } from '../state/writeContext'

/** Stored as the tenant where there is none, as of an unknown caller; no tenant has this id. */
export const noTenantId = 0

/** The fields whose values differ in meaning: 200 equals 200.00, and all empty values are equal. */
export function changesBetween(
  before: (name: string) => unknown,
  after: (name: string) => unknown,
  fields: Iterable<Field>,
): LogRow['changes'] {
  const changes: LogRow['changes'] = {}
  for (const field of fields) {
    const [old, now] = [before(field.name) ?? null, after(field.name) ?? null]
    if (meaningOf(field, old) !== meaningOf(field, now)) changes[field.name] = { before: old, after: now }
  }
  return changes
}

/** A text that is equal for values of equal meaning. */
function meaningOf(field: Field, value: unknown): string {
  return isEmpty(value) ? '' : (JSON.stringify(plainOf(field, value)) ?? '')
}

function plainOf(field: Field, value: unknown): unknown {
  if (isEmpty(value)) return null
  switch (valueTypes[field.type]) {
    case 'lines':
      return Array.isArray(value) ? value.map((line: RawRecord) => typedCells(field, line)) : value
    case 'number':
      return withoutZeros(String(value))
    case 'record':
      return idOf(value)
    case 'datetime':
      return value instanceof Date || typeof value === 'string' ? new Date(value).getTime() : value
    default:
      return ordered(value)
  }
}

/** Without computed fields of lines, which follow from the others. */
const typedCells = ({ fields = {} }: Field, line: RawRecord): unknown[] =>
  Object.values(fields)
    .filter((cell) => !cell.compute && !cell.aggregate)
    .map((cell) => plainOf(cell, line[cell.name]))

/** Objects with sorted keys and without empty values. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.entries(value)
    .filter(([, part]) => !isEmpty(part))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, ordered(part)])
}

/** Whether a transition that only fills in values changed none of them, so that there is nothing to log. */
export function saysNothing(transition: Transition, changes: LogRow['changes'], remark: string | null): boolean {
  return (
    !transition.creates &&
    transition.to === undefined &&
    transition.form.length > 0 &&
    transition.form.every(({ input }) => !input) &&
    transition.effects.length === 0 &&
    !remark &&
    Object.keys(changes).length === 0
  )
}

/** Writes the audit rows of this request. They are records without a transition of their own. */
export async function writeLog(context: WriteContext): Promise<void> {
  if (context.log.length === 0) return
  const { app } = context
  const entity = app.entities[app.product.logEntity]
  if (!entity) throw new Error(`The app has no entity "${app.product.logEntity}" to keep the log.`)
  const rows = context.log.map((row) => ({
    ...valuesOf(app, entity, row, context.now),
    ...causingKey(app, entity, context.starter),
  }))
  const write = () => insertRecords(context, entity, rows)
  // A message to an account of another tenant has its entry there.
  const isElsewhere = context.tenant !== undefined && context.log.some(({ tenant }) => tenant !== context.tenant)
  await (isElsewhere ? context.acrossTenants(write) : write())
}

function valuesOf(app: App, entity: Entity, { changes, tenant, ...row }: LogRow, now: Date): RawRecord {
  const timestamp = now.toISOString()
  const owner = tenantField(app, entity)
  const values: Record<string, unknown> = {
    ...row,
    at: timestamp,
    data: Object.keys(changes).length > 0 ? JSON.stringify(changes) : null,
    createdBy: row.by,
    createdAt: timestamp,
    stateAt: timestamp,
  }
  if (owner) values[owner] = tenant ?? noTenantId
  const [state] = Object.keys(entity.states)
  if (state !== undefined) values.state = state
  return values
}

/** The API key with which a program acted, where the entity has a reference of that name. */
export function causingKey({ access }: App, entity: Entity, { apiKey }: Caller): RawRecord {
  const name = access.apiKeys?.entity
  return name !== undefined && apiKey !== undefined && entity.fields[name] ? { [name]: apiKey } : {}
}
