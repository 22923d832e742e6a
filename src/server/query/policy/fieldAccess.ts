// Decides what a caller may see of a path, and selects it: field rights on every step, masks.
// An unknown path and an unreadable one are refused alike, so that neither reveals a field.
import { lastItem } from '../../../manifest/expression/values/present'
import type { Sql } from 'sql-template-tag'
import { canRead } from '../../../manifest/access/permissions'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Aggregate } from '../../../manifest/model/rule'
import { RequestError } from '../../../protocol/requestError'
import type { Caller } from '../../context/context'
import { fieldOf, fieldSql, labelSql, linesWithLabelsJson, pathSql, joinReference } from '../expression/fieldSql'
import type { ReadRights, RowSource } from '../expression/rowSource'
import { visibleText } from '../expression/mask'

/**
 * Looks at the field alone; `readableField` also checks every step of a path. Administrators and the system read all.
 */
export function canReadField(field: Pick<Field, 'readPermissions'>, rights: ReadRights): boolean {
  return (
    !field.readPermissions ||
    rights.administrator ||
    rights.system ||
    field.readPermissions.some((code) => code === 'signed-in' || code === 'public' || rights.codes.has(code))
  )
}

/**
 * The field at the end of a path, if the path exists and every step may be read. Parts of an address have no field of
 * their own.
 */
export function readableField(app: App, entity: Entity, path: string, rights: ReadRights): Field | undefined {
  let fields = entity.fields
  const names = path.split('.')
  for (const [index, name] of names.entries()) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !canReadField(field, rights)) return undefined
    if (index === names.length - 1) return field
    if (field.type === 'address' && index === names.length - 2)
      return { ...field, name: path, type: 'string', stored: false }
    if (field.type !== 'ref' || !field.entity) return undefined
    fields = entityOf(app, field.entity).fields
  }
  return undefined
}

/** Whether the caller may read the records that an aggregate counts, and the field that it takes. */
export function isReadable(app: App, aggregate: Aggregate, caller: Caller): boolean {
  const entity = entityOf(app, aggregate.entity ?? '')
  return (
    canRead(app, caller, entity) &&
    (aggregate.field === undefined || readableField(app, entity, aggregate.field, caller) !== undefined)
  )
}

/** The same refusal for an unknown and an unreadable path. */
export function unknownField(path: string): RequestError {
  return new RequestError('field_not_available', { field: path })
}

/** Names under which the parts of a path's value are selected. */
export interface Selected {
  readonly as: string
  readonly value: Sql
}

/** What is selected to show a path: its visible value and, for a reference, its label. */
export function shownColumns(source: RowSource, path: string): Selected[] {
  const { owner, field } = pathEnd(source, path)
  if (!field) return [{ as: path, value: pathSql(source, path.split('.')).value }]
  if (field.type === 'lines') return [{ as: path, value: linesWithLabelsJson(owner, field) }]
  const value = visibleText(owner, field, fieldSql(owner, field))
  return field.type === 'ref'
    ? [
        { as: path, value },
        { as: labelOf(path), value: labelSql(joinReference(owner, field)) },
      ]
    : [{ as: path, value }]
}

/** The visible value of a path; searches and sort orders use the same. */
export function visibleSql(source: RowSource, path: string): Sql {
  const { owner, field } = pathEnd(source, path)
  return field ? visibleText(owner, field, fieldSql(owner, field)) : pathSql(source, path.split('.')).value
}

/** The row and the field at the end of a path. */
export function pathEnd(source: RowSource, path: string): { owner: RowSource; field?: Field } {
  const names = path.split('.')
  let owner = source
  for (const name of names.slice(0, -1)) {
    const field = fieldOf(owner, name)
    if (field.type === 'address') return { owner }
    owner = joinReference(owner, field)
  }
  return { owner, field: fieldOf(owner, lastItem(names)) }
}

/** The key of a reference's label in a raw record. */
export function labelOf(path: string): string {
  return `${path}#label`
}
