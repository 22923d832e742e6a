// What is an aggregate in SQL? One subselect over the records of an entity, or over lines. Records of another tenant than the asking one never
// count, unless the rule itself says of which tenant. An aggregate of a record is a fact about it: no caller's row scope narrows it.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Aggregate, Rule } from '../../manifest/app'
import { valueTypes } from '../../manifest/fields/valueTypes'
import { identifier } from '../database/identifier'
import { columnType } from '../database/tables'
import { entityNamed, Frame, type Planning } from './frame'
import { fieldNamed, linesCondition, linesFrom, pathSql } from './field-sql'
import { parameter } from './name-sql'
import { conditionSql, quotient, type Place } from './rule-sql'

export interface AggregatePlace {
  readonly planning: Planning
  /** Who asks: a row of the statement, or a record handed in. */
  readonly asking: Place['asking']
  /** One more condition on the counted records, such as a caller's row scope. */
  readonly narrow?: (counted: Frame) => Sql | undefined
}

/** The value of an aggregate as a subselect. Sums of nothing are 0, the others null. */
export function aggregateSql(aggregate: Aggregate, { planning, asking, narrow }: AggregatePlace): Sql {
  const { counted, from, conditions } =
    aggregate.lines === undefined ? records(aggregate, planning, asking) : lines(aggregate.lines, planning, asking)
  if (aggregate.where) conditions.push(conditionSql(aggregate.where.node, { planning, frame: counted, asking }))
  if (aggregate.running !== undefined) conditions.push(upToAsking(aggregate.running, counted, asking))
  const narrowed = narrow?.(counted)
  if (narrowed) conditions.push(narrowed)
  const value = aggregate.field === undefined ? undefined : pathSql(counted, aggregate.field.split('.')).value
  const order = aggregate.operator === 'first' ? firstOrder(aggregate, counted) : raw('')
  const where = conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : raw('')
  const body = sql`FROM ${from()}${where}${order}`
  if (aggregate.by !== undefined) return tableOf(aggregate.by, result(aggregate, value), body, counted)
  return aggregate.operator === 'exists'
    ? sql`EXISTS (SELECT 1 ${body})`
    : sql`(SELECT ${result(aggregate, value)} ${body})`
}

/** One value for each value of a field, as an object keyed by its text. */
function tableOf(by: string, value: Sql, body: Sql, counted: Frame): Sql {
  const key = pathSql(counted, by.split('.')).value
  return sql`(SELECT COALESCE(jsonb_object_agg(k, v), '{}') FROM (SELECT (${key})::text AS k, ${value} AS v ${body} GROUP BY 1) AS t WHERE k IS NOT NULL)`
}

/** The aggregate function over the rows of a select; `filter` is ` FILTER (…)` for those of them that count. */
export function result({ operator }: Pick<Aggregate, 'operator'>, value: Sql | undefined, filter: Sql = empty): Sql {
  if (operator === 'count') return sql`count(*)${filter}`
  if (!value) throw new Error(`The aggregate ${operator} needs a field.`)
  switch (operator) {
    case 'sum':
      return sql`COALESCE(sum(${value})${filter}, 0)`
    case 'max':
      return sql`max(${value})${filter}`
    case 'min':
      return sql`min(${value})${filter}`
    case 'average':
      return quotient(sql`sum(${value})${filter}`, sql`count(${value})${filter}`)
    default:
      return value
  }
}

function records(aggregate: Aggregate, planning: Planning, asking: Place['asking']) {
  const counted = Frame.of(planning, entityNamed(planning.app, aggregate.entity ?? ''))
  const tenant = sameTenant(aggregate, counted, asking)
  return { counted, from: () => counted.from(), conditions: tenant ? [tenant] : [] }
}

function sameTenant(aggregate: Aggregate, counted: Frame, asking: Place['asking']): Sql | undefined {
  const name = counted.tenantColumn
  if (!name || speaksOfTenant(aggregate.where, counted.planning)) return undefined
  if (asking instanceof Frame) {
    const owner = asking.entity ? asking : asking.parent
    return owner?.tenantColumn ? sql`${counted.column(name)} = ${owner.column(name)}` : undefined
  }
  if (!asking?.entity || !entityNamed(counted.planning.app, asking.entity).tenant) return undefined
  return sql`${counted.column(name)} = ${parameter('record', (asked) => asked.this?.[name])}`
}

/** A rule that speaks of the tenant itself says which one it means. */
export function speaksOfTenant(where: Rule | undefined, { app }: Planning): boolean {
  const name = app.access.identity.tenant
  return where?.reads.some((path) => path === name || path.startsWith(`${name}.`)) ?? false
}

// A record that is not written yet will stand behind all that are.
function upToAsking(name: string, counted: Frame, asking: Place['asking']): Sql {
  const place = (frame: Frame) => sql`${frame.column(name)}, ${frame.column('id')}`
  if (asking instanceof Frame) return sql`(${place(counted)}) <= (${place(asking)})`
  const { type } = fieldNamed(counted, name)
  const own = parameter(valueTypes[type], (asked) => asked.this?.[name])
  const id = parameter('record', (asked) => asked.this?.id)
  return sql`(${place(counted)}) <= (${own}, COALESCE(${id}, '9223372036854775807'::bigint))`
}

function lines(name: string, planning: Planning, asking: Place['asking']) {
  if (asking instanceof Frame) {
    const field = fieldNamed(asking, name)
    const counted = Frame.ofLines(planning, field, asking)
    return { counted, from: () => linesFrom(asking, field, counted), conditions: [linesCondition(asking, counted)] }
  }
  const field = asking?.entity ? entityNamed(planning.app, asking.entity).fields[name] : undefined
  if (!field?.fields) throw new Error(`The lines "${name}" of a record handed in need its entity.`)
  const counted = Frame.ofLines(planning, field, undefined)
  return { counted, from: () => linesHandedIn(counted, name), conditions: [] as Sql[] }
}

// Lines that are not written yet are counted as a table made of the request's JSON, so that one meaning holds for both.
function linesHandedIn(counted: Frame, name: string): Sql {
  const stored = Object.values(counted.fields).filter((field) => field.stored)
  const names = stored.map((field) => identifier(field.name))
  const columns = stored.map((field) => sql`${identifier(field.name)} ${raw(columnType(field))}`)
  const given = parameter('lines', (asked) => asked.this?.[name])
  return sql`ROWS FROM (jsonb_to_recordset(COALESCE(${given}, '[]')) AS (${join(columns, ', ')})) WITH ORDINALITY AS ${identifier(counted.alias)}(${join([...names, identifier('position')], ', ')})${counted.joins()}`
}

function firstOrder({ sort }: Aggregate, counted: Frame): Sql {
  const own = counted.column(counted.entity ? 'id' : 'position')
  if (!sort) return sql` ORDER BY ${own} LIMIT 1`
  const way = raw(sort.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')
  return sql` ORDER BY ${pathSql(counted, sort.field.split('.')).value} ${way}, ${own}${raw(sort.descending && counted.entity ? ' DESC' : '')} LIMIT 1`
}
