// Recomputes materialized columns, after lines were written or for all records.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { identifier } from '../../database/sql/identifier'
import type { MaterializedColumn } from '../../database/sql/materializedColumns'
import { aggregateSql } from '../expression/aggregateSql'
import { castToField } from '../expression/fieldSql'
import { enginePlanning } from '../expression/planning'
import { RowSource } from '../expression/rowSource'

/** Recomputes materialized columns; `ids` of the records, absent: all; `tenant`: that of all of them. */
export function refreshMaterializedSql(
  app: App,
  entity: Entity,
  columns: readonly MaterializedColumn[],
  { ids, tenant }: { readonly ids?: readonly number[]; readonly tenant?: number } = {},
): Sql {
  const planning = enginePlanning(app)
  const source = RowSource.of(planning, entity)
  const set = columns.map(
    ({ field, column }) =>
      sql`${identifier(column)} = ${castToField(aggregateSql(field.aggregate!, { planning, asking: source }), field)}`,
  )
  const ofTenant = tenant === undefined ? empty : sql` AND ${source.column(source.tenantColumn!)} = ${tenant}::bigint`
  return sql`UPDATE ${identifier(entity.name)} ${identifier(source.alias)}
    SET ${join(set, ', ')}${ids ? sql` WHERE ${source.column('id')} = ANY(${ids}::bigint[])${ofTenant}` : empty}`
}
