// What is the value of a field path in SQL? A stored column, a computed expression, an aggregate, lines as JSON, a text in the caller's language,
// and all of these behind references. Raw values; what a caller may see of them is said by visible-sql.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Field } from '../../manifest/app'
import { identifier } from '../database/identifier'
import { keptOf } from '../database/kept'
import { linesTableName } from '../database/tables'
import { aggregateSql } from './aggregate-sql'
import { numberConstant, textConstant } from './constant'
import { Frame } from './frame'
import { groupedSql } from './grouped-sql'
import { visibleText } from './mask'
import { valueSql } from './rule-sql'
import { isWhole } from './whole'

export interface PathSql {
  readonly value: Sql
  /** The row at the end of the path. */
  readonly frame: Frame
  /** The field at its end; absent for the id and for the parts of an address. */
  readonly field?: Field
}

/** The value at the end of a path; the id of the record for an empty one. */
export function pathSql(frame: Frame, path: readonly string[]): PathSql {
  if (path.length === 0) return { value: frame.column('id'), frame }
  const field = fieldNamed(frame, path[0]!)
  if (path.length === 1) return { value: fieldSql(frame, field), frame, field }
  if (field.type === 'address' && path.length === 2)
    return { value: sql`NULLIF(${fieldSql(frame, field)} ->> ${textConstant(path[1]!)}, '')`, frame }
  return pathSql(step(frame, field), path.slice(1))
}

/** The frame of the record that a reference of this frame leads to. */
export function step(frame: Frame, field: Field): Frame {
  if (field.type !== 'ref') throw new Error(`The field "${field.name}" is no reference and has no fields.`)
  return frame.through(field, fieldSql)
}

/** @throws Error when the frame has no such field: a defect, requests are checked before. */
export function fieldNamed(frame: Frame, name: string): Field {
  const field = frame.fields[name]
  if (!field) throw new Error(`${frame.entity?.name ?? 'A line'} has no field "${name}".`)
  return field
}

/** The raw value of a field. */
export function fieldSql(frame: Frame, field: Field): Sql {
  if (field.compute) {
    const place = { planning: frame.planning, frame, asking: frame.parent ?? frame }
    const value = valueSql(field.compute.node, place)
    return field.type === 'int' && isWhole(field.compute.node, place) ? sql`(${value})::bigint` : typed(value, field)
  }
  const kept = field.aggregate && frame.entity && keptOf(frame.entity).get(field.name)
  if (kept) return frame.column(kept.column)
  if (field.aggregate)
    return typed(
      groupedSql(field.aggregate, frame) ?? aggregateSql(field.aggregate, { planning: frame.planning, asking: frame }),
      field,
    )
  if (field.type === 'lines') return linesJson(frame, field, false)
  if (field.localized) return localizedSql(frame, field)
  return frame.column(field.name)
}

/** A computed value as its type has it: a number with its digits, as a stored one has them. */
export function typed(value: Sql, field: Field): Sql {
  if (field.type === 'int') return sql`round((${value})::numeric)::bigint`
  if (field.type === 'money') return sql`round((${value})::numeric, 2)`
  if (field.type === 'decimal') return sql`round((${value})::numeric, ${numberConstant(String(field.scale ?? 2))})`
  // An empty text that is read from a record is null.
  return isText(field) ? sql`NULLIF(${value}, '')` : value
}

function localizedSql(frame: Frame, field: Field): Sql {
  const { language } = frame.planning
  const [own, other] = [language, 1 - language].map(
    (index) => sql`(${frame.column(field.name)} ->> ${numberConstant(String(index))})`,
  )
  return sql`COALESCE(NULLIF(${own}, ''), NULLIF(${other}, ''))`
}

/** How many lines the field at the end of a path has. */
export function lineCount(frame: Frame, path: readonly string[]): Sql {
  const owner = path.slice(0, -1).reduce((at, name) => step(at, fieldNamed(at, name)), frame)
  const field = fieldNamed(owner, path.at(-1)!)
  const lines = Frame.ofLines(frame.planning, field, owner)
  return sql`(SELECT count(*) FROM ${linesFrom(owner, field, lines)} WHERE ${linesCondition(owner, lines)})`
}

/** `"table" "alias"` of the lines of a record with their joins; ask for it when everything else of the select is written. */
export function linesFrom(owner: Frame, field: Field, lines: Frame): Sql {
  return sql`${identifier(linesTableName(owner.entity!.name, field.name))} ${identifier(lines.alias)}${lines.joins()}`
}

/** Which lines are those of one record. */
export function linesCondition(owner: Frame, lines: Frame): Sql {
  const tenant = owner.tenantColumn
  const own = sql`${lines.column('parent')} = ${owner.column('id')}`
  return tenant ? sql`${lines.column(tenant)} = ${owner.column(tenant)} AND ${own}` : own
}

/** The lines of a record as a JSON array of objects; with the labels of their references under `name#label` where asked. */
export function linesJson(owner: Frame, field: Field, labels: boolean): Sql {
  const lines = Frame.ofLines(owner.planning, field, owner)
  const members = Object.values(lines.fields).flatMap((of) => {
    const member = sql`${textConstant(of.name)}, ${jsonSql(fieldSql(lines, of), of)}`
    return labels && of.type === 'ref'
      ? [member, sql`${textConstant(`${of.name}#label`)}, ${labelSql(step(lines, of))}`]
      : [member]
  })
  return sql`(SELECT COALESCE(json_agg(json_build_object(${join(members, ', ')}) ORDER BY ${lines.column('position')}), '[]') FROM ${linesFrom(owner, field, lines)} WHERE ${linesCondition(owner, lines)})`
}

/** A value as it stands within JSON: numbers that must stay exact and moments become text. */
export function jsonSql(value: Sql, field: Pick<Field, 'type'>): Sql {
  if (field.type === 'money' || field.type === 'decimal') return sql`(${value})::text`
  if (field.type === 'datetime') return sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return value
}

/** What a record is called; null where the frame's row is missing. */
export function labelSql(frame: Frame): Sql {
  return textOf(frame, frame.entity!.label)
}

/** A field as a text for people: masked as its row's state says, references by their label, choices by their title. */
export function textOf(frame: Frame, name: string): Sql {
  const field = fieldNamed(frame, name)
  if (field.type === 'ref') return labelSql(step(frame, field))
  const value = visibleText(frame, field, fieldSql(frame, field))
  const items = field.dictionary ? frame.planning.app.dictionaries[field.dictionary]?.items : undefined
  if (items && items.length > 0) {
    const titles = items.map(
      (item) => sql`WHEN ${textConstant(item.code)} THEN ${textConstant(item.title[frame.planning.language])}`,
    )
    return sql`CASE ${value} ${join(titles, ' ')} ELSE ${value} END`
  }
  return isText(field) ? value : sql`(${value})::text`
}

/** Whether the value of a field is one text. */
export function isText(field: Pick<Field, 'type'>): boolean {
  return field.type === 'string' || field.type === 'text' || field.type === 'mobile' || field.type === 'choice'
}
