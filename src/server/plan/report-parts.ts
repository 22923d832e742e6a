// Of which parts is a measure put together? What each group has of them is counted first, and totals are made of the parts of groups.
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { identifier } from '../database/identifier'
import { result } from './aggregate-sql'
import { v } from './report-axes'
import type { Measured } from './report-pass'
import { quotient } from './rule-sql'

/** What is counted within a group for a measure (p0 …, n0 …), from what it takes of each record (v0 …). */
export function partsOf({ measure: { aggregate }, index }: Measured): Sql[] {
  const value = v(index)
  const part = (name: string, of: Sql) => sql`${of} AS ${identifier(`${name}${index}`)}`
  switch (aggregate!.operator) {
    case 'count':
      return [part('p', sql`count(${value})`)]
    case 'average':
      return [part('p', sql`sum(${value})`), part('n', sql`count(${value})`)]
    case 'sum':
    case 'max':
    case 'min':
      return [part('p', sql`${raw(aggregate!.operator)}(${value})`)]
    default:
      throw new Error(`The measure ${aggregate!.operator} has no parts.`)
  }
}

/** A measure from its parts in one or many groups. */
export function totalOf({ measure: { aggregate }, index }: Measured): Sql {
  const { operator } = aggregate!
  const part = identifier(`p${index}`)
  if (operator === 'average') return quotient(sql`sum(${part})`, sql`sum(${identifier(`n${index}`)})`)
  return result({ operator: operator === 'count' ? 'sum' : operator }, part)
}

/** The first value of all records ("o" and "id" say which is before which). */
export function firstOf({ measure: { aggregate }, index }: Measured): Sql {
  const { sort } = aggregate!
  const way = raw(sort?.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')
  return sql`(array_agg(${v(index)}${sort ? sql` ORDER BY "o" ${way}, "id"${raw(sort.descending ? ' DESC' : '')}` : empty}))[1]`
}
