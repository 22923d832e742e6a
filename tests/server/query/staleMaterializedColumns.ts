// Compares every stored computed value of every record with its computation.
import sql, { raw } from 'sql-template-tag'
import type { App } from '../../../src/manifest/model/app'
import { identifier } from '../../../src/server/database/sql/identifier'
import { materializedColumns } from '../../../src/server/database/sql/materializedColumns'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import { aggregateSql } from '../../../src/server/query/expression/aggregateSql'
import { planningOf } from '../../../src/server/query/expression/planning'
import { RowSource } from '../../../src/server/query/expression/rowSource'

/**
 * `entity.field of id: kept, computed` for each value that is not what it should be, and how many were looked at that
 * are not nothing.
 */
export async function staleMaterializedColumns(
  database: Database,
  app: App,
): Promise<{ readonly different: readonly string[]; readonly looked: number }> {
  const different: string[] = []
  let looked = 0
  for (const entity of Object.values(app.entities)) {
    for (const { field, column } of materializedColumns(entity).values()) {
      const planning = planningOf(app, 'zh', true)
      const frame = RowSource.of(planning, entity)
      const computed = aggregateSql(field.aggregate!, { planning, asking: frame })
      const rows = await database.query<{ id: number; kept: string; computed: string }>(
        sql`SELECT ${frame.column('id')} AS "id", ${frame.column(column)}::text AS "kept", round((${computed})::numeric,
          ${raw(field.type === 'int' ? '0' : field.type === 'money' ? '2' : String(field.scale ?? 2))})::text AS
          "computed" FROM ${identifier(entity.name)} ${identifier(frame.alias)}`,
      )
      for (const { id, kept, computed: is } of rows)
        if (kept !== is) different.push(`${entity.name}.${field.name} of ${id}: ${kept}, ${is}`)
      looked += rows.filter(({ computed: is }) => Number(is) !== 0).length
    }
  }
  return { different, looked }
}
