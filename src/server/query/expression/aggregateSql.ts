// Compiles aggregates: a subselect over the records of an entity, or over lines.
// Records of other tenants never count, unless the rule itself compares the tenant.
// An aggregate field is a fact about its record, so no row scope narrows it, unlike a dashboard figure.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Aggregate, DailyAggregate, Rule } from '../../../manifest/model/rule'
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import { identifier } from '../../database/sql/identifier'
import { columnType } from '../../database/sql/tables'
import { RowSource, type AggregatePlace, type SqlScope, type Planning } from './rowSource'
import { fieldOf, joinLines, linesFrom, pathSql, linesConditions } from './fieldSql'
import { daySql } from './functionSql'
import { parameter } from './nameSql'
import { conditionSql, quotient } from './ruleSql'

/** The value of an aggregate as a subselect. Empty sums are 0, other empty aggregates null. */
export function aggregateSql(aggregate: Aggregate, scope: AggregatePlace): Sql {
  const { counted, value, bodyOf } = countedRows(aggregate, scope)
  if (aggregate.groupBy !== undefined) {
    const key = pathSql(counted, aggregate.groupBy.split('.')).value
    return sql`(SELECT COALESCE(jsonb_object_agg(k, v), '{}') FROM (SELECT (${key})::text AS k,
      ${aggregateCall(aggregate, value)} AS v ${bodyOf()} GROUP BY 1) AS t WHERE k IS NOT NULL)`
  }
  const body = bodyOf()
  if (aggregate.operator === 'exists') return sql`EXISTS (SELECT 1 ${body})`
  return aggregate.operator === 'every'
    ? sql`NOT EXISTS (SELECT 1 ${body})`
    : sql`(SELECT ${aggregateCall(aggregate, value)} ${body})`
}

/** The value for each day of a date or moment of the counted records: an object of decimal texts by day. */
export function dailyAggregateSql({ aggregate, by }: DailyAggregate, scope: AggregatePlace): Sql {
  const { counted, value, bodyOf } = countedRows(aggregate, scope)
  const { value: moment, field } = pathSql(counted, by.split('.'))
  const day = field?.type === 'datetime' ? daySql(moment, scope.planning.app.product.timezone) : moment
  return sql`(SELECT COALESCE(jsonb_object_agg(k, v), '{}') FROM (SELECT to_char(${day}, 'YYYY-MM-DD') AS k,
    (${aggregateCall(aggregate, value)})::text AS v ${bodyOf()} GROUP BY 1) AS t WHERE k IS NOT NULL)`
}

/** `bodyOf` comes last: it joins what the paths before it need. */
function countedRows(aggregate: Aggregate, { planning, asking, narrow }: AggregatePlace) {
  const { counted, from, conditions } =
    aggregate.lines === undefined ? records(aggregate, planning, asking) : lines(aggregate.lines, planning, asking)
  if (aggregate.where) {
    const condition = conditionSql(aggregate.where.node, { planning, source: counted, asking })
    // A line whose condition is null does not fulfill it.
    conditions.push(aggregate.operator === 'every' ? sql`(${condition}) IS NOT TRUE` : condition)
  }
  if (aggregate.runningBy !== undefined) conditions.push(upToAsking(aggregate.runningBy, counted, asking))
  const narrowed = narrow?.(counted)
  if (narrowed) conditions.push(narrowed)
  const value = aggregate.field === undefined ? undefined : pathSql(counted, aggregate.field.split('.')).value
  const order = aggregate.operator === 'first' ? firstOrder(aggregate, counted) : raw('')
  const where = conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : raw('')
  return { counted, value, bodyOf: () => sql`FROM ${from()}${where}${order}` }
}

/** The aggregate function over the rows of a select; `filter` is ` FILTER (…)` for those that count. */
export function aggregateCall(
  { operator }: Pick<Aggregate, 'operator'>,
  value: Sql | undefined,
  filter: Sql = empty,
): Sql {
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

function records(aggregate: Aggregate, planning: Planning, asking: SqlScope['asking']) {
  const counted = RowSource.of(planning, entityOf(planning.app, aggregate.entity ?? ''))
  const tenant = tenantCondition(aggregate, counted, asking)
  if (aggregate.linesOfEntity !== undefined) joinLines(counted, fieldOf(counted, aggregate.linesOfEntity))
  return { counted, from: () => counted.from(), conditions: tenant ? [tenant] : [] }
}

function tenantCondition(aggregate: Aggregate, counted: RowSource, asking: SqlScope['asking']): Sql | undefined {
  const name = counted.tenantColumn
  const sameTenant = counted.sameTenant()
  if (sameTenant) return sameTenant
  if (!name || speaksOfTenant(aggregate.where, counted.planning)) return undefined
  if (asking instanceof RowSource) {
    const owner = asking.entity ? asking : asking.parent
    return owner?.tenantColumn ? sql`${counted.column(name)} = ${owner.column(name)}` : undefined
  }
  if (!asking?.entity || !entityOf(counted.planning.app, asking.entity).perTenant) return undefined
  return sql`${counted.column(name)} = ${parameter('record', (bindings) => bindings.this?.[name])}`
}

/** Whether a rule compares the tenant itself and thereby chooses it. */
export function speaksOfTenant(where: Rule | undefined, { app }: Pick<Planning, 'app'>): boolean {
  const name = app.access.identity.tenantEntity
  return where?.readPaths.some((path) => path === name || path.startsWith(`${name}.`)) ?? false
}

// A record not written yet sorts after all others.
function upToAsking(name: string, counted: RowSource, asking: SqlScope['asking']): Sql {
  const positionSql = (source: RowSource) => sql`${source.column(name)}, ${source.column('id')}`
  if (asking instanceof RowSource) return sql`(${positionSql(counted)}) <= (${positionSql(asking)})`
  const { type } = fieldOf(counted, name)
  const sortValue = parameter(valueTypes[type], (bindings) => bindings.this?.[name])
  const id = parameter('record', (bindings) => bindings.this?.id)
  return sql`(${positionSql(counted)}) <= (${sortValue}, COALESCE(${id}, '9223372036854775807'::bigint))`
}

function lines(name: string, planning: Planning, asking: SqlScope['asking']) {
  if (asking instanceof RowSource) {
    const field = fieldOf(asking, name)
    const counted = RowSource.ofLines(planning, field, asking)
    return { counted, from: () => linesFrom(asking, field, counted), conditions: linesConditions(asking, counted) }
  }
  const field = asking?.entity ? entityOf(planning.app, asking.entity).fields[name] : undefined
  if (!field?.fields) throw new Error(`The lines "${name}" of a record handed in need its entity.`)
  const counted = RowSource.ofLines(planning, field, undefined)
  return { counted, from: () => linesHandedIn(counted, name), conditions: [] as Sql[] }
}

// Lines that are not written yet are aggregated as a table from the request's JSON, with the same meaning.
function linesHandedIn(counted: RowSource, name: string): Sql {
  const stored = Object.values(counted.fields).filter((field) => field.stored)
  const names = stored.map((field) => identifier(field.name))
  const columns = stored.map((field) => sql`${identifier(field.name)} ${raw(columnType(field))}`)
  const input = parameter('lines', (bindings) => bindings.this?.[name])
  return sql`ROWS FROM (jsonb_to_recordset(COALESCE(${input}, '[]')) AS (${join(columns, ', ')}))
    WITH ORDINALITY AS ${identifier(counted.alias)}(${join([...names, identifier('position')], ', ')})
    ${counted.joins()}`
}

function firstOrder({ sort, linesOfEntity }: Aggregate, counted: RowSource): Sql {
  const tieBreaker = counted.column(counted.entity ? 'id' : 'position')
  const position = linesOfEntity
    ? sql`, ${joinLines(counted, fieldOf(counted, linesOfEntity)).column('position')}`
    : empty
  if (!sort) return sql` ORDER BY ${tieBreaker} LIMIT 1`
  const way = raw(sort.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')
  return sql` ORDER BY ${pathSql(counted, sort.field.split('.')).value} ${way},
    ${tieBreaker}${raw(sort.descending && counted.entity ? ' DESC' : '')}${position} LIMIT 1`
}
