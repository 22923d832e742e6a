// How does a kept value come to be what it is? By the statement that computes it, after lines were written, or for all records at once.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { App, Entity } from '../../manifest/app'
import { identifier } from '../database/identifier'
import type { Kept } from '../database/kept'
import { aggregateSql } from './aggregate-sql'
import { typed } from './field-sql'
import { Frame, planningOf } from './frame'

/** Keeps some values of records anew; `ids` are those of the records, absent: all. */
export function keepSql(app: App, entity: Entity, kept: readonly Kept[], ids?: readonly number[]): Sql {
  const planning = planningOf(app, 0, true)
  const frame = Frame.of(planning, entity)
  const set = kept.map(
    ({ field, column }) =>
      sql`${identifier(column)} = ${typed(aggregateSql(field.aggregate!, { planning, asking: frame }), field)}`,
  )
  return sql`UPDATE ${identifier(entity.name)} ${identifier(frame.alias)} SET ${join(set, ', ')}${ids ? sql` WHERE ${frame.column('id')} = ANY(${ids}::bigint[])` : empty}`
}
