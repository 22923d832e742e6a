// Creates the manifests' views as database views, recreated at each migration; they store nothing.
// Each source record gives at most one record per part. Ids order the parts, and within them the creation.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { entityOf, type App } from '../../manifest/model/app'
import type { Entity, ViewPart } from '../../manifest/model/entity'
import type { Rule } from '../../manifest/model/rule'
import { numberConstant } from '../database/sql/literal'
import { enginePlanning } from '../query/expression/planning'
import { RowSource, type Planning } from '../query/expression/rowSource'
import { ruleCondition, valueSql } from '../query/expression/ruleSql'
import { identifier } from '../database/sql/identifier'
import type { Transaction } from '../database/connection/transaction'
import { columnType, storedFields } from '../database/sql/tables'
import { atManifestOf } from './refusal'

/** Ids per part: more than any table has, and few enough that 32 parts stay within exact integers. */
const idsPerPart = 2 ** 48

/** The comment that marks the engine's views. */
const mark = 'made of the manifests'

/** Run before tables change: a column that a view reads cannot change. */
export async function dropViews(tx: Transaction): Promise<void> {
  const views = await tx.query<{ name: string }>(
    sql`select relname::text as "name" from pg_class where relnamespace = current_schema()::regnamespace
      and relkind = 'v' and obj_description(oid, 'pg_class') = ${mark}`,
  )
  for (const { name } of views) await tx.query(sql`drop view ${identifier(name)}`)
}

/** How views join the tables of tenants, and whether they use the rights of their reader. */
interface ViewOptions {
  readonly tenants?: Planning['tenants']
  readonly invoker?: boolean
}

export async function createSqlViews(tx: Transaction, app: App, options: ViewOptions): Promise<void> {
  for (const entity of Object.values(app.entities)) {
    if (!entity.view) continue
    const statement = viewStatement(app, entity, entity.view, options)
    await atManifestOf(entity, ['view'], () => tx.query(statement))
    await tx.query(sql`comment on view ${identifier(entity.name)} is ${raw(`'${mark}'`)}`)
  }
}

function viewStatement(app: App, entity: Entity, parts: readonly ViewPart[], { tenants, invoker }: ViewOptions): Sql {
  const planning = enginePlanning(app, tenants)
  const selects = parts.map((part, index) => partSelect(planning, entity, part, index * idsPerPart))
  // With the reader's rights, a view read by every tenant would hide the others' rows.
  const rights = invoker && !entity.rowScope.everyTenantWhere ? raw('with (security_invoker = true) ') : empty
  const statement = sql`create view ${identifier(entity.name)} ${rights}as ${join(selects, ' union all ')}`
  if (statement.values.length > 0) throw new Error(`The view "${entity.name}" asks for what only a request knows.`)
  return statement
}

// A condition that a constant decides for a whole part is refused by a cluster beside outer joins: it must be of a row.
function ofRow(source: RowSource, { readPaths }: Rule, value: Sql): Sql {
  return source.planning.tenants === 'joined' && readPaths.length === 0
    ? sql`case when ${source.column('id')} is not null then ${value} end`
    : value
}

function partSelect(
  planning: Planning,
  entity: Entity,
  { entity: source, where, values }: ViewPart,
  first: number,
): Sql {
  const rowSource = RowSource.of(planning, entityOf(planning.app, source))
  const scope = { planning, source: rowSource }
  const columns = storedFields(entity.fields).map((field) => {
    const rule = values[field.name]
    const value =
      field.name === 'id'
        ? sql`${rowSource.column('id')} + ${numberConstant(String(first))}`
        : field.system
          ? rowSource.column(field.name)
          : rule
            ? ofRow(rowSource, rule, valueSql(rule.node, scope))
            : raw('null')
    return sql`(${value})::${raw(columnType(field))} as ${identifier(field.name)}`
  })
  const condition = where ? sql` where ${ruleCondition(where, scope)}` : raw('')
  return sql`select ${join(columns, ', ')} from ${rowSource.from()}${condition}`
}
