// Selects the figures of a block and presents their numbers and trends.
import { entityOf } from '../../../manifest/model/app'
import sql, { type Sql } from 'sql-template-tag'
import type { Figure } from '../../../manifest/model/block'
import { evaluate } from '../../../manifest/expression/evaluate'
import { dayAt } from '../../../manifest/expression/values/calendar'
import { addDays, addMonths, daysBetween, daysFrom, monthStart } from '../../../manifest/expression/values/days'
import { exactOf, Exact } from '../../../manifest/expression/values/decimal'
import type { BlockData, MonthTrend } from '../../../protocol/reportCalls'
import type { Context } from '../../context/context'
import { valueOfRule, evaluationContextOf } from '../../context/callerRules'
import { jsonArray } from '../../database/sql/jsonObject'
import { aggregateSql, dailyAggregateSql } from '../../query/expression/aggregateSql'
import { planningFor } from '../../query/expression/planning'
import type { RowSource } from '../../query/expression/rowSource'
import { isReadable, readableField } from '../../query/policy/fieldAccess'
import { rowsInReach } from '../../query/policy/rowScope'
import { periodBefore } from './previousPeriod'

/** A number as decimal text, and its parts by day. */
export type FoundFigure = readonly [string | null, Readonly<Record<string, string>> | null]

/** Days of a trend line. */
const lineDays = 30

/** undefined: none of the figures counts anything. */
export function figuresSelect(context: Context, figures: readonly Figure[]): Sql | undefined {
  const { caller, app } = context
  const planning = planningFor(context)
  const narrow = (records: RowSource) => rowsInReach(records, caller)
  const values = figures.flatMap(({ aggregate, daily }) => {
    if (!aggregate) return []
    const readable = isReadable(app, aggregate, caller)
    const value = readable
      ? sql`(${aggregateSql(aggregate, { planning, asking: undefined, narrow })})::text`
      : sql`NULL::text`
    const days =
      readable && daily && readableField(app, entityOf(app, aggregate.entity!), daily.by, caller)
        ? dailyAggregateSql(daily, { planning, asking: undefined, narrow })
        : sql`NULL::jsonb`
    return [sql`json_build_array(${value}, ${days})`]
  })
  return values.length > 0 ? jsonArray(values) : undefined
}

/** Decimal texts with the digits of each figure's type; a figure computed from an unreadable one is empty too. */
export function shownFigures(
  context: Context,
  figures: readonly Figure[],
  counted: readonly FoundFigure[],
): Omit<Extract<BlockData, { readonly block: 'figures' }>, 'block'> {
  const { app, caller, now } = context
  const valueByName: Record<string, unknown> = {}
  const environment = evaluationContextOf({ app, now, caller })
  const trends: (MonthTrend | null)[] = []
  const targets: (string | null)[] = []
  let next = 0
  const values = figures.map(({ name, type, compute, aggregate, target }) => {
    const [amount, days] = (aggregate ? counted[next++] : undefined) ?? [null, null]
    const digits = type === 'int' ? 0 : 2
    const value = compute
      ? evaluate(
          compute.node,
          (scope, path) =>
            scope === 'measure'
              ? valueByName[path[0] ?? '']
              : scope === 'settings'
                ? app.settings[path[0] ?? '']?.value
                : undefined,
          environment,
        )
      : amount
    const visible = exactOf(value)?.toFixed(digits) ?? null
    if (name !== undefined) valueByName[name] = visible
    trends.push(days ? trendOf(context, days, digits) : null)
    const goal = target && visible !== null ? exactOf(valueOfRule(context, target))?.toFixed(digits) : undefined
    // Rounded first: a target that displays as 0 cannot be drawn.
    targets.push(goal !== undefined && Number(goal) > 0 ? goal : null)
    return visible
  })
  return {
    values,
    ...(trends.some((trend) => trend !== null) && { trends }),
    ...(targets.some((goal) => goal !== null) && { targets }),
  }
}

function trendOf(context: Context, amounts: Readonly<Record<string, string>>, digits: number): MonthTrend {
  const today = dayAt(context.now, context.app.product.timezone)
  const amountOn = (day: string) => new Exact(amounts[day] ?? '0')
  const month = monthStart(today)
  const before = periodBefore(context, { from: month, to: addMonths(month, 1) })
  const daysBefore = before ? daysFrom(before.from, daysBetween(before.from, before.to)) : []
  const sum = daysBefore.reduce((total, day) => total.plus(amountOn(day)), new Exact(0))
  const from = addDays(today, 1 - lineDays)
  const line = daysFrom(from, lineDays)
  return { before: sum.toFixed(digits), from, days: line.map((day) => amountOn(day).toFixed(digits)) }
}
