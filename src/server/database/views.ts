// How does the database know the views of the manifests? As views of its own, made anew whenever the tables were looked after; nothing is kept in them.
// Each record of a source gives at most one of a part. The parts stand one behind the other in the order of ids, each as its records were made.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, ViewPart } from '../../manifest/app'
import { numberConstant } from '../plan/constant'
import { entityNamed, Frame, planningOf, type Planning } from '../plan/frame'
import { ruleCondition, valueSql } from '../plan/rule-sql'
import { identifier } from './identifier'
import type { Transaction } from './open'
import { columnType, storedFields } from './tables'

/** Ids of one part: more than any table has, and few enough that 32 parts stay whole numbers everywhere. */
const span = 2 ** 48

/** By which the views that are ours are told from others of the same database. */
const mark = 'made of the manifests'

/** Must go before tables change: a column that a view reads cannot. */
export async function dropViews(tx: Transaction): Promise<void> {
  const own = await tx.query<{ name: string }>(
    sql`select relname::text as "name" from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v' and obj_description(oid, 'pg_class') = ${mark}`,
  )
  for (const { name } of own) await tx.query(sql`drop view ${identifier(name)}`)
}

export async function createViews(tx: Transaction, app: App): Promise<void> {
  for (const entity of Object.values(app.entities)) {
    if (!entity.view) continue
    await tx.query(viewStatement(app, entity, entity.view))
    await tx.query(sql`comment on view ${identifier(entity.name)} is ${raw(`'${mark}'`)}`)
  }
}

function viewStatement(app: App, entity: Entity, parts: readonly ViewPart[]): Sql {
  const planning = planningOf(app, 0, true)
  const selects = parts.map((part, index) => partSelect(planning, entity, part, index * span))
  const statement = sql`create view ${identifier(entity.name)} as ${join(selects, ' union all ')}`
  if (statement.values.length > 0) throw new Error(`The view "${entity.name}" asks for what only a request knows.`)
  return statement
}

function partSelect(
  planning: Planning,
  entity: Entity,
  { entity: source, where, values }: ViewPart,
  first: number,
): Sql {
  const frame = Frame.of(planning, entityNamed(planning.app, source))
  const place = { planning, frame }
  const columns = storedFields(entity.fields).map((field) => {
    const rule = values[field.name]
    const value =
      field.name === 'id'
        ? sql`${frame.column('id')} + ${numberConstant(String(first))}`
        : field.system
          ? frame.column(field.name)
          : rule
            ? valueSql(rule.node, place)
            : raw('null')
    return sql`(${value})::${raw(columnType(field))} as ${identifier(field.name)}`
  })
  const condition = where ? sql` where ${ruleCondition(where, place)}` : raw('')
  return sql`select ${join(columns, ', ')} from ${frame.from()}${condition}`
}
