// Compiles field paths: stored columns, computed values, aggregates, lines, localized texts.
// Follows references. Values are raw; fieldAccess masks them.
import { firstItem, lastItem } from '../../../manifest/expression/values/present'
import { isNumberType, scaleOf, valueTypes } from '../../../manifest/expression/values/valueTypes'
import { textIn } from '../../../manifest/model/text'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Field } from '../../../manifest/model/field'
import { accountTable, isNamedAccount } from '../../database/sql/accounts'
import { identifier } from '../../database/sql/identifier'
import { jsonObject } from '../../database/sql/jsonObject'
import { materializedColumns } from '../../database/sql/materializedColumns'
import { linesTableName } from '../../database/sql/tables'
import { numberConstant, textConstant } from '../../database/sql/literal'
import { RowSource } from './rowSource'
import { visibleText } from './mask'

interface PathSql {
  readonly value: Sql
  /** The row source at the end of the path. */
  readonly source: RowSource
  /** The field at its end; absent for the id and for the parts of an address. */
  readonly field?: Field
}

/** The value at the end of a path; the id of the record for an empty one. */
export function pathSql(source: RowSource, path: readonly string[]): PathSql {
  if (path.length === 0) return { value: source.column('id'), source }
  const field = fieldOf(source, firstItem(path))
  if (path.length === 1) return { value: fieldSql(source, field), source, field }
  if (field.type === 'address' && path.length === 2)
    return { value: sql`NULLIF(${fieldSql(source, field)} ->> ${textConstant(path[1]!)}, '')`, source }
  const next = field.type === 'lines' ? joinLines(source, field) : joinReference(source, field)
  return pathSql(next, path.slice(1))
}

/** The row source of the lines that are counted with their records. */
export function joinLines(source: RowSource, field: Field): RowSource {
  return source.throughLines(field, linesCondition)
}

/** The row source of the record that a reference leads to. */
export function joinReference(source: RowSource, field: Field): RowSource {
  if (field.type !== 'ref') throw new Error(`The field "${field.name}" is no reference and has no fields.`)
  return source.through(field, fieldSql)
}

/** @throws Error when the row source has no such field: a defect, requests are validated before. */
export function fieldOf(source: RowSource, name: string): Field {
  const field = source.fields[name]
  if (!field) throw new Error(`${source.entity?.name ?? 'A line'} has no field "${name}".`)
  return field
}

/** The raw value of a field. */
export function fieldSql(source: RowSource, field: Field): Sql {
  const { expressions } = source.planning
  if (field.compute) {
    const scope = { planning: source.planning, source, asking: source.parent ?? source }
    const { node } = field.compute
    const value = expressions.value(node, scope)
    return field.type === 'int' && expressions.isInteger(node, scope)
      ? sql`(${value})::bigint`
      : castToField(value, field)
  }
  const column = field.aggregate && source.entity && materializedColumns(source.entity).get(field.name)
  if (column) return source.column(column.column)
  if (field.aggregate)
    return castToField(
      expressions.groupedAggregate(field.aggregate, source) ??
        expressions.aggregate(field.aggregate, { planning: source.planning, asking: source }),
      field,
    )
  if (field.type === 'lines') return linesJson(source, field, () => [])
  if (field.localized) return localizedSql(source, field)
  return source.column(field.name)
}

/** A computed value cast to its type: a number gets its digits, as if stored. */
export function castToField(value: Sql, field: Field): Sql {
  if (field.type === 'int') return sql`round((${value})::numeric)::bigint`
  if (isNumberType(field.type))
    return sql`round((${value})::numeric, ${numberConstant(String(scaleOf(field.type, field.scale)))})`
  // An empty text that is read from a record is null.
  return isText(field) ? sql`NULLIF(${value}, '')` : value
}

function localizedSql(source: RowSource, field: Field): Sql {
  const { app, language } = source.planning
  const { languages } = app.product
  const order = [language, ...languages.filter((other) => other !== language)].map((code) => languages.indexOf(code))
  const texts = order.map((index) => sql`NULLIF(${source.column(field.name)} ->> ${numberConstant(String(index))}, '')`)
  return sql`COALESCE(${join(texts, ', ')})`
}

/** The number of lines of the field at the end of a path. */
export function lineCount(source: RowSource, path: readonly string[]): Sql {
  const owner = path.slice(0, -1).reduce((current, name) => joinReference(current, fieldOf(current, name)), source)
  const field = fieldOf(owner, lastItem(path))
  const lines = RowSource.ofLines(source.planning, field, owner)
  return sql`(SELECT count(*) FROM ${linesFrom(owner, field, lines)} WHERE ${linesCondition(owner, lines)})`
}

/**
 * `"table" "alias"` of the lines of a record with their joins; call it after the rest of the select.
 */
export function linesFrom(owner: RowSource, field: Field, lines: RowSource): Sql {
  return sql`${identifier(linesTableName(owner.entity!.name, field.name))} ${identifier(lines.alias)}${lines.joins()}`
}

/** The condition that lines belong to a record. */
export function linesCondition(owner: RowSource, lines: RowSource): Sql {
  return join(linesConditions(owner, lines), ' AND ')
}

/** The same as several conditions, all of which must hold. */
export function linesConditions(owner: RowSource, lines: RowSource): Sql[] {
  const tenant = owner.tenantColumn
  const parentCondition = sql`${lines.column('parent')} = ${owner.column('id')}`
  if (!tenant) return [parentCondition]
  return [lines.sameTenant() ?? sql`${lines.column(tenant)} = ${owner.column(tenant)}`, parentCondition]
}

/** The lines of a record as a JSON array of objects, with the labels of their references under `name#label`. */
export const linesWithLabelsJson = (owner: RowSource, field: Field): Sql =>
  linesJson(owner, field, (lines, of) =>
    of.type === 'ref' ? [[`${of.name}#label`, labelSql(joinReference(lines, of))]] : [],
  )

/** The lines of a record as a JSON array of objects; `besides`: members of the objects in addition to the fields. */
function linesJson(
  owner: RowSource,
  field: Field,
  besides: (lines: RowSource, of: Field) => readonly (readonly [name: string, value: Sql])[],
): Sql {
  const lines = RowSource.ofLines(owner.planning, field, owner)
  const members = Object.values(lines.fields).flatMap((of) => [
    [of.name, jsonSql(fieldSql(lines, of), of)] as const,
    ...besides(lines, of),
  ])
  return sql`(SELECT COALESCE(json_agg(${jsonObject(members)}
    ORDER BY ${lines.column('position')}), '[]') FROM ${linesFrom(owner, field, lines)}
    WHERE ${linesCondition(owner, lines)})`
}

/** A value inside JSON: exact numbers and times become text. */
export function jsonSql(value: Sql, field: Pick<Field, 'type'>): Sql {
  if (isNumberType(field.type) && field.type !== 'int') return sql`(${value})::text`
  if (field.type === 'datetime') return sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return value
}

/** The label of a record; null where the row is missing. */
export function labelSql(source: RowSource): Sql {
  const { planning, entity, reference } = source
  const labelText = textSql(source, entity!.labelField)
  // The account that changed a record may belong to another tenant, whose records this statement does not read.
  return reference && planning.tenants && isNamedAccount(planning.app, entity!)
    ? sql`COALESCE(${labelText}, (SELECT "label" FROM ${identifier(accountTable)} WHERE "id" = ${reference}))`
    : labelText
}

/** A field as text for people: masked by its row's state, references by label, choices by title. */
export function textSql(source: RowSource, name: string): Sql {
  const field = fieldOf(source, name)
  if (field.type === 'ref') return labelSql(joinReference(source, field))
  const value = visibleText(source, field, fieldSql(source, field))
  const items = field.dictionary ? source.planning.app.dictionaries[field.dictionary]?.items : undefined
  if (items && items.length > 0) {
    const titles = items.map(
      (item) => sql`WHEN ${textConstant(item.code)} THEN ${textConstant(textIn(item.title, source.planning.language))}`,
    )
    return sql`CASE ${value} ${join(titles, ' ')} ELSE ${value} END`
  }
  return isText(field) ? value : sql`(${value})::text`
}

/** Whether the value of a field is a single text. */
export function isText(field: Pick<Field, 'type'>): boolean {
  return valueTypes[field.type] === 'text'
}
