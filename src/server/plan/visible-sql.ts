// What may a caller see of a path, and what is read for it? Checks the rights of every field on the way; masks as the row's state says.
// A path that is unknown or not readable is refused alike, so that nobody learns which fields exist.
import type { Sql } from 'sql-template-tag'
import type { App, Entity, Field } from '../../manifest/app'
import { codes, Fault } from '../../protocol/envelope'
import type { Caller } from '../context'
import { fieldNamed, fieldSql, labelSql, linesJson, pathSql, step } from './field-sql'
import { entityNamed, type Frame } from './frame'
import { visibleText } from './mask'

/** Who reads: the rights that decide over single fields. */
export type Reader = Pick<Caller, 'codes' | 'administrator' | 'system'>

export function mayReadField(field: Pick<Field, 'read'>, reader: Reader): boolean {
  return (
    !field.read ||
    reader.administrator ||
    reader.system ||
    field.read.some((code) => code === 'signed-in' || code === 'public' || reader.codes.has(code))
  )
}

/** The field at the end of a path, if the path leads anywhere and every step may be read. Parts of an address have no field of their own. */
export function readableField(app: App, entity: Entity, path: string, reader: Reader): Field | undefined {
  let fields = entity.fields
  const names = path.split('.')
  for (const [at, name] of names.entries()) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !mayReadField(field, reader)) return undefined
    if (at === names.length - 1) return field
    if (field.type === 'address' && at === names.length - 2)
      return { ...field, name: path, type: 'string', stored: false }
    if (field.type !== 'ref' || !field.entity) return undefined
    fields = entityNamed(app, field.entity).fields
  }
  return undefined
}

export function unknownField(path: string): Fault {
  return new Fault(codes.refused, [`没有可用的字段“${path}”`, `There is no field "${path}" to use here`])
}

/** Names under which the parts of a path's value are selected. */
export interface Selected {
  readonly as: string
  readonly value: Sql
}

/** What is selected so that a path can be shown: its visible value and, for a reference, its label. */
export function shownColumns(frame: Frame, path: string): Selected[] {
  const { owner, field } = end(frame, path)
  if (!field) return [{ as: path, value: pathSql(frame, path.split('.')).value }]
  if (field.type === 'lines') return [{ as: path, value: linesJson(owner, field, true) }]
  const value = visibleText(owner, field, fieldSql(owner, field))
  return field.type === 'ref'
    ? [
        { as: path, value },
        { as: labelOf(path), value: labelSql(step(owner, field)) },
      ]
    : [{ as: path, value }]
}

/** The visible value of a path, by which it is also searched and sorted. */
export function visibleSql(frame: Frame, path: string): Sql {
  const { owner, field } = end(frame, path)
  return field ? visibleText(owner, field, fieldSql(owner, field)) : pathSql(frame, path.split('.')).value
}

/** The row and the field at the end of a path. */
export function end(frame: Frame, path: string): { owner: Frame; field?: Field } {
  const names = path.split('.')
  let owner = frame
  for (const name of names.slice(0, -1)) {
    const field = fieldNamed(owner, name)
    if (field.type === 'address') return { owner }
    owner = step(owner, field)
  }
  return { owner, field: fieldNamed(owner, names.at(-1)!) }
}

/** Where the label of a reference stands in a raw record. */
export function labelOf(path: string): string {
  return `${path}#label`
}
