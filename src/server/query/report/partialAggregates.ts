// Splits measures into partial aggregates per group, from which totals are combined.
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { identifier } from '../../database/sql/identifier'
import { aggregateCall } from '../expression/aggregateSql'
import { valueColumn } from './axes'
import type { Measured } from './scanPass'
import { quotient } from '../expression/ruleSql'

/** The partial aggregates of a group for a measure (p0 …, n0 …), from its inputs (v0 …). */
export function partialAggregates({ measure: { aggregate }, index }: Measured): Sql[] {
  const value = valueColumn(index)
  const named = (name: string, partial: Sql) => sql`${partial} AS ${identifier(`${name}${index}`)}`
  switch (aggregate.operator) {
    case 'count':
      return [named('p', sql`count(${value})`)]
    case 'average':
      return [named('p', sql`sum(${value})`), named('n', sql`count(${value})`)]
    case 'sum':
    case 'max':
    case 'min':
      return [named('p', sql`${raw(aggregate.operator)}(${value})`)]
    default:
      throw new Error(`The measure ${aggregate.operator} has no partial aggregates.`)
  }
}

/** A measure combined from its parts in one or many groups. */
export function combinePartials({ measure: { aggregate }, index }: Measured): Sql {
  const { operator } = aggregate
  const part = identifier(`p${index}`)
  if (operator === 'average') return quotient(sql`sum(${part})`, sql`sum(${identifier(`n${index}`)})`)
  return aggregateCall({ operator: operator === 'count' ? 'sum' : operator }, part)
}

/** The first value of all records, ordered by "o" and "id". */
export function firstOf({ measure: { aggregate }, index }: Measured): Sql {
  const { sort } = aggregate
  const direction = raw(sort?.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')
  const order = sort ? sql` ORDER BY "o" ${direction}, "id"${raw(sort.descending ? ' DESC' : '')}` : empty
  return sql`(array_agg(${valueColumn(index)}${order}))[1]`
}
