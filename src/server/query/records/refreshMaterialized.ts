// Recomputes materialized columns, after lines were written or for all records.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Context } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import type { MaterializedColumn } from '../../database/sql/materializedColumns'
import { aggregateSql } from '../expression/aggregateSql'
import { castToField } from '../expression/fieldSql'
import { enginePlanning } from '../expression/planning'
import { bind } from '../expression/preparedQuery'
import { and, RowSource, tenantsOf } from '../expression/rowSource'

/** Recomputes materialized columns; `ids` of the records, absent: all; `context`: bound to their tenant. */
export function refreshMaterializedSql(
  app: App,
  entity: Entity,
  columns: readonly MaterializedColumn[],
  { ids, context }: { readonly ids?: readonly number[]; readonly context?: Context } = {},
): Sql {
  const planning = enginePlanning(app, context && tenantsOf(context))
  const source = RowSource.of(planning, entity)
  const set = columns.map(
    ({ field, column }) =>
      sql`${identifier(column)} = ${castToField(aggregateSql(field.aggregate!, { planning, asking: source }), field)}`,
  )
  const only = ids ? sql` WHERE ${source.column('id')} = ANY(${ids}::bigint[])${and(source.sameTenant())}` : empty
  const statement = sql`UPDATE ${identifier(entity.name)} ${identifier(source.alias)}
    SET ${join(set, ', ')}${only}`
  return context ? bind(statement, { context }) : statement
}
