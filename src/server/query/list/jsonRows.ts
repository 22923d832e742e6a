// Selects rows as JSON.
import sql, { join, type Sql } from 'sql-template-tag'
import type { PlaceOf } from '../policy/allowedTransitions'
import type { Selected } from '../policy/fieldAccess'
import { identifier } from '../../database/sql/identifier'
import { maxArguments } from '../../database/sql/jsonObject'
import type { RowSource } from '../expression/rowSource'

export interface JsonArrays {
  readonly select: Sql
  readonly placeOf: PlaceOf
}

// Arrays send every name once instead of per row, and a value selected under several names once.
export function jsonArrays(selected: readonly Selected[], rowsOf: (list: Sql) => Sql): JsonArrays {
  const same = (item: Sql, other: Sql) =>
    item.text === other.text && item.values.every((value, index) => value === other.values[index])
  const distinct = selected.filter(
    ({ value }, index) => selected.findIndex((other) => same(other.value, value)) === index,
  )
  if (distinct.length > maxArguments)
    return { select: sql`SELECT json_agg(r) FROM (${rowsOf(selectList(selected))}) r`, placeOf: (name) => name }
  const places = new Map(selected.map(({ as, value }) => [as, distinct.findIndex((other) => same(other.value, value))]))
  const cells = join(
    distinct.map(({ as }) => sql`r.${identifier(as)}`),
    ', ',
  )
  return {
    select: sql`SELECT json_agg(json_build_array(${cells})) FROM (${rowsOf(selectList(distinct))}) r`,
    placeOf: (name) => places.get(name) ?? -1,
  }
}

/** `SELECT json_agg(…)` over the selected columns; null when there is no row. */
export function jsonRows(source: RowSource, selected: readonly Selected[], condition: Sql, tail: Sql): Sql {
  return sql`SELECT json_agg(r)
    FROM (SELECT ${selectList(selected)} FROM ${source.from()} WHERE ${condition} ${tail}) r`
}

function selectList(selected: readonly Selected[]): Sql {
  return join(
    selected.map(({ as, value }) => sql`${value} AS ${identifier(as)}`),
    ', ',
  )
}
