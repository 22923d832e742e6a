// Groups the rows of a list by one field: the order of the rows, and count and sums of each group.
// Groups have the rows that the list has, so scope, filters and field rights are the same.
import { isDayType, valueTypes } from '../../../manifest/expression/values/valueTypes'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Column } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { Sort } from '../../../manifest/model/rule'
import type { Grouping, Value } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { jsonArray } from '../../database/sql/jsonObject'
import { labelSql, joinReference } from '../expression/fieldSql'
import { daySql, monthText } from '../expression/functionSql'
import { Parameter } from '../expression/preparedQuery'
import type { RowSource } from '../expression/rowSource'
import { pathEnd, readableField, unknownField, visibleSql, type Selected } from '../policy/fieldAccess'
import { sortKey } from '../search/sort'

/** Maximum groups that a list answers. */
export const maxGroups = 200

/** Columns of a row: the value and the label of its group. */
export const groupName = '#group'
export const groupLabelName = '#groupLabel'

/** A validated grouping; its shape distinguishes the statements. */
export interface CheckedGrouping extends Pick<Grouping, 'field' | 'by'> {
  readonly isReference: boolean
  /** Of days or months. */
  readonly isDay: boolean
  readonly isMoment: boolean
  readonly descending: boolean
  readonly folded: readonly string[]
  readonly shape: readonly unknown[]
}

/**
 * A sort by the field of the groups is the order of the groups.
 * @throws RequestError field_not_available also for a masked field, group_not_supported
 */
export function checkGrouping(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  {
    entity,
    sorts,
    column,
  }: { readonly entity: Entity; readonly sorts: readonly Sort[]; readonly column?: Column | undefined },
  { field: path, by, folded = [] }: Grouping,
): CheckedGrouping {
  const field = readableField(app, entity, path, caller)
  if (!field || field.mask) throw unknownField(path)
  const isMoment = valueTypes[field.type] === 'datetime'
  const isDay = isDayType(field.type)
  if (!column?.groupable || (by !== undefined && !isDay))
    throw new RequestError('group_not_supported', { field: field.title })
  // Of days the latest matter most.
  const descending = sorts.find((sort) => sort.field === path)?.descending ?? isDay
  const isReference = field.type === 'ref'
  return {
    field: path,
    isReference,
    isDay,
    isMoment,
    descending,
    folded,
    ...(by && { by }),
    shape: [path, by, descending, folded.length > 0],
  }
}

/** The value of a row's group, and the label of a reference. */
export function groupColumns(source: RowSource, grouping: CheckedGrouping): Selected[] {
  const { owner, field } = pathEnd(source, grouping.field)
  return [
    { as: groupName, value: groupValue(source, grouping) },
    ...(field?.type === 'ref' ? [{ as: groupLabelName, value: labelSql(joinReference(owner, field)) }] : []),
  ]
}

function groupValue(source: RowSource, { field: path, by, isMoment }: CheckedGrouping): Sql {
  const value = visibleSql(source, path)
  const day = isMoment ? daySql(value, source.planning.app.product.timezone) : value
  return by ? monthText(sql`(${day})::timestamp`) : day
}

/** Columns of a row for what its group is ordered by, in this order; days are their own. */
const groupSortName = '#groupSort'
const groupValueName = '#groupValue'
const groupKeyNames = ({ isDay }: CheckedGrouping) => (isDay ? [groupValueName] : [groupSortName, groupValueName])

/** What rows are ordered by before their own order: equal keys belong to one group. */
export const groupKeys = (source: RowSource, grouping: CheckedGrouping): Selected[] =>
  groupKeyNames(grouping).map((as) => ({
    as,
    value: as === groupSortName ? sortKey(source, grouping.field).value : groupValue(source, grouping),
  }))

/** The order of the rows by their group, records without a value last either way. */
export function groupOrder(keys: readonly Sql[], { descending }: Pick<CheckedGrouping, 'descending'>): Sql {
  const way = raw(descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')
  return join(
    keys.map((key) => sql`${key} ${way}`),
    ', ',
  )
}

/** The rows outside the folded groups, whose keys are one value of the request; undefined: none is folded. */
export function unfoldedSql(source: RowSource, grouping: CheckedGrouping, position: number): Sql | undefined {
  if (grouping.folded.length === 0) return undefined
  const folded = sql`${new Parameter((bindings) => bindings.values?.[position])}::text[]`
  return sql`COALESCE((${groupValue(source, grouping)})::text, '') <> ALL(${folded})`
}

/**
 * What is selected of each row: keys and label of its group, what is summed up, and whether it counts for the sums.
 */
export function groupedColumns(
  source: RowSource,
  grouping: CheckedGrouping,
  sums: readonly Sql[],
  counts: Sql = raw('TRUE'),
): Sql {
  const label = groupColumns(source, grouping).find(({ as }) => as === groupLabelName)?.value
  const columns = [...groupKeys(source, grouping), { as: groupLabelName, value: label ?? raw('NULL::text') }]
  return join(
    [
      ...columns.map(({ as, value }) => sql`${value} AS ${identifier(as)}`),
      ...sums.map((column, index) => sql`${column} AS ${identifier(`s${index}`)}`),
      sql`${counts} AS "counts"`,
    ],
    ', ',
  )
}

/**
 * The groups of such rows as JSON: value, label, count and sums, in the order of the list's rows; `all`: no maximum.
 */
export function groupsJson(rows: Sql, grouping: CheckedGrouping, sums: number, all = false): Sql {
  const keys = groupKeyNames(grouping).map(identifier)
  const label = identifier(groupLabelName)
  const totalNames = Array.from({ length: sums }, (_, index) => `total${index}`)
  const totals = totalNames.map(
    (as, index) => sql`COALESCE(sum(${identifier(`s${index}`)}) FILTER (WHERE "counts"), 0)::text AS ${identifier(as)}`,
  )
  const answered = [groupValueName, groupLabelName, 'count', ...totalNames].map(identifier)
  // The JSON is written outside: a cluster writes the expression of a group into it otherwise than it groups by.
  return sql`SELECT COALESCE(json_agg(g."group"), '[]')
    FROM (SELECT ${jsonArray(answered)} AS "group"
      FROM (SELECT ${join([...keys, label, sql`count(*) AS "count"`, ...totals], ', ')}
        FROM (${rows}) r GROUP BY ${join([...keys, label], ', ')}) c
      ORDER BY ${groupOrder(keys, grouping)}
      ${all ? empty : raw(`LIMIT ${maxGroups + 1}`)}) g`
}

/** A group as it is read: value, label, count and sums. */
export type RawGroup = readonly [value: unknown, label: string | null, count: number, ...sums: string[]]

/** The value of a group's head: id and label for a reference, null for records without a value. */
export function groupOf(value: unknown, label: unknown, { isReference }: CheckedGrouping): Value {
  if (value === null || value === undefined) return null
  return isReference ? { id: Number(value), label: String(label ?? value) } : (value as Value)
}
