// Connects the parts of the expressions in SQL; statements get their planning only here.
import type { App } from '../../../manifest/model/app'
import type { Context } from '../../context/context'
import { aggregateSql } from './aggregateSql'
import { Aliases, tenantsOf, type ExpressionSql, type Planning } from './rowSource'
import { groupedSql } from './groupedAggregateSql'
import { valueSql } from './ruleSql'
import { isInteger } from './isInteger'

const expressions: ExpressionSql = {
  value: valueSql,
  aggregate: aggregateSql,
  groupedAggregate: groupedSql,
  isInteger,
}

/** The planning of a new statement; `tenants`: how it keeps the tables of tenants together. */
export function planningOf(app: App, language: string, system: boolean, tenants?: Planning['tenants']): Planning {
  return { app, language, system, aliases: new Aliases(), expressions, ...(tenants && { tenants }) }
}

/** The planning of a select of a few rows; a cluster refuses joins of this kind across tenants. */
export function planningOfFew(planning: Planning): Planning {
  return planning.tenants === 'joined' ? planning : { ...planning, aggregates: 'lateral' }
}

/** The planning of the engine's own reads: without a caller's rights, in the first language. */
export function enginePlanning(app: App, tenants?: Planning['tenants']): Planning {
  return planningOf(app, app.product.languages[0], true, tenants)
}

/** The planning of a request's statements. */
export function planningFor(context: Pick<Context, 'app' | 'caller' | 'tenant' | 'distributed'>): Planning {
  const { app, caller } = context
  return { ...planningOf(app, caller.language, caller.system, tenantsOf(context)), reader: caller }
}
