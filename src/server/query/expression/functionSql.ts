// Compiles the functions of the rule language, one entry each; days begin in the app's time zone.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { holdsCode } from '../../../manifest/access/permissions'
import { decimalPattern, maxDecimalLength } from '../../../manifest/expression/values/decimal'
import type { FunctionName, RuleNode } from '../../../manifest/model/rule'
import { numberConstant, textConstant } from '../../database/sql/literal'
import { lineCount } from './fieldSql'
import type { SqlScope } from './rowSource'
import { isNeverNull, parameter } from './nameSql'
import { isInteger } from './isInteger'

type Call = Extract<RuleNode, { kind: 'call' }>
/** The checker has counted the arguments: a function takes as many as its signature has. */
type Arguments<T> = readonly [T, T, ...T[]]
type Write = (args: Arguments<Sql>, place: SqlScope, nodes: Arguments<RuleNode>) => Sql

/** The moment at which a calendar day begins in the app's time zone. */
export function dayStart(day: Sql, timezone: string): Sql {
  return sql`((${day})::timestamp AT TIME ZONE ${textConstant(timezone)})`
}

/** The calendar day of a moment in the app's time zone. */
export function daySql(moment: Sql, timezone: string): Sql {
  return sql`(${moment} AT TIME ZONE ${textConstant(timezone)})::date`
}

/** The first moment of the month of a day or time, without a zone: a third of the cost of the text. */
export function monthStartSql(node: RuleNode, scope: SqlScope): Sql {
  const value = scope.planning.expressions.value(node, scope)
  const local =
    node.type === 'datetime' ? sql`${value} AT TIME ZONE ${textConstant(zone(scope))}` : sql`(${value})::timestamp`
  return sql`date_trunc('month', ${local})`
}

/** The month of a time without a zone as text. A plain day would first be converted by the session's time zone. */
export function monthText(moment: Sql): Sql {
  return sql`to_char(${moment}, 'YYYY-MM')`
}

const zone = (scope: SqlScope) => scope.planning.app.product.timezone
const moment = () => parameter('datetime', (bindings) => bindings.context.now)

const functions = {
  now: moment,
  today: (_, scope) => daySql(moment(), zone(scope)),
  date: ([of], scope, [node]) => calendarDay(of, node, scope),
  daysBetween: ([from, to], scope, [first, second]) =>
    first.type === 'datetime' && second.type === 'datetime'
      ? sql`date_part('day', ${to} - ${from})::int`
      : sql`(${calendarDay(to, second, scope)} - ${calendarDay(from, first, scope)})`,
  addDays: ([of, count], _, [node]) => later(of, count, node.type === 'date'),
  addMonths: ([of, count]) => monthsLater(of, sql`trunc((${count})::numeric)`),
  addYears: ([of, count]) => monthsLater(of, sql`(trunc((${count})::numeric) * 12)`),
  weekday: ([of], scope, [node]) => sql`extract(isodow FROM ${calendarDay(of, node, scope)})::int`,
  month: ([of], scope, [node]) => monthText(sql`(${calendarDay(of, node, scope)})::timestamp`),
  hour: ([of], scope) => sql`extract(hour FROM ${of} AT TIME ZONE ${textConstant(zone(scope))})::int`,
  round: (args) => sql`round((${args[0]})::numeric, (${args.at(1) ?? numberConstant('0')})::int)`,
  max: (args, scope, nodes) => extreme('greatest', args, scope, nodes),
  min: (args, scope, nodes) => extreme('least', args, scope, nodes),
  abs: ([of]) => sql`abs(${of})`,
  coalesce: (args) => sql`COALESCE(${join([...args], ', ')})`,
  size: ([of], scope, [node]) => sizeOf(of, scope, node),
  contains: ([text, part]) => sql`COALESCE(strpos(${text}, ${part}) > 0, FALSE)`,
  startsWith: ([text, part]) => sql`COALESCE(starts_with(${text}, ${part}), FALSE)`,
  endsWith: ([text, part]) => sql`COALESCE(right(${text}, char_length(${part})) = ${part}, FALSE)`,
  text: ([of], scope, [node]) => textSql(of, node, scope),
  number: ([of], _, [node]) => (node.type === 'number' ? of : decimalOf(of)),
  hasPermission: (_, __, [code]) => {
    const name = code?.kind === 'literal' ? String(code.value) : undefined
    if (name === undefined) throw new Error('hasPermission takes a code written out.')
    return parameter('boolean', ({ context: { caller } }) => holdsCode(caller, name))
  },
  ref: ([id], scope, [node]) => {
    const isIntegral = isInteger(node, scope) ? empty : sql`${id} = trunc(${id}) AND `
    return sql`CASE WHEN ${isIntegral}${id} BETWEEN -9007199254740991 AND 9007199254740991 THEN (${id})::bigint END`
  },
  roleGrants: ([code]) => {
    const administrator = parameter('boolean', ({ context: { caller } }) => caller.administrator)
    const granted = parameter('list', ({ context: { caller } }) => [...(caller.granted ?? caller.codes)])
    return sql`(${administrator} AND ${code} IS NOT NULL OR COALESCE(${code} = ANY(${granted}), FALSE))`
  },
} satisfies Record<FunctionName, Write>

export function callSql(node: Call, scope: SqlScope): Sql {
  // The argument of size may be a table of lines, which has no value of its own.
  const { expressions } = scope.planning
  const args = node.args.map((argument) =>
    argument.type === 'lines' ? raw('NULL') : expressions.value(argument, scope),
  )
  return (functions[node.name] as Write)(
    args as readonly Sql[] as Arguments<Sql>,
    scope,
    node.args as Arguments<RuleNode>,
  )
}

function calendarDay(of: Sql, node: RuleNode, scope: SqlScope): Sql {
  return node.type === 'datetime' ? daySql(of, zone(scope)) : of
}

// The range of years 0001 to 9999 is checked before computing: PostgreSQL fails beyond its own calendar.
function later(of: Sql, count: Sql, isDay: boolean): Sql {
  const days = sql`trunc((${count})::numeric)`
  const bounded = wholeWithin(days, 4_000_000)
  const day = isDay ? of : sql`(${of} AT TIME ZONE 'UTC')::date`
  const result = isDay ? sql`${of} + ${bounded}` : sql`${of} + make_interval(hours => ${bounded} * 24)`
  return sql`CASE WHEN ${days} BETWEEN '0001-01-01'::date - ${day} AND '9999-12-31'::date - ${day} THEN ${result} END`
}

// PostgreSQL ends a month that is too short at its last day, as the rule language does.
function monthsLater(of: Sql, months: Sql): Sql {
  const month = sql`${months} + extract(year FROM ${of}) * 12 + extract(month FROM ${of}) - 1`
  const result = sql`(${of} + make_interval(months => ${wholeWithin(months, 10_000 * 12)}))::date`
  return sql`CASE WHEN ${month} BETWEEN 12 AND 119999 THEN ${result} END`
}

/** Bounded also where the range is checked: PostgreSQL casts a constant before it knows that the check fails. */
function wholeWithin(count: Sql, limit: number): Sql {
  const [low, high] = [numberConstant(String(-limit)), numberConstant(String(limit))]
  return sql`least(greatest(${count}, ${low}), ${high})::int`
}

function textSql(of: Sql, node: RuleNode, scope: SqlScope): Sql {
  switch (node.type) {
    case 'number':
      return sql`trim_scale((${of})::numeric)::text`
    case 'date':
      return sql`to_char(${of}, 'YYYY-MM-DD')`
    case 'datetime':
      return sql`to_char(${of} AT TIME ZONE ${textConstant(zone(scope))}, 'YYYY-MM-DD HH24:MI')`
    default:
      return sql`(${of})::text`
  }
}

// Cast only verified numbers: a failing cast would end the statement.
function decimalOf(text: Sql): Sql {
  const isShort = sql`char_length(${text}) <= ${numberConstant(String(maxDecimalLength))}`
  return sql`CASE WHEN ${text} ~ ${textConstant(decimalPattern)} AND ${isShort} THEN (${text})::numeric END`
}

// greatest and least ignore nulls; the rule language returns null.
function extreme(name: 'greatest' | 'least', args: readonly Sql[], scope: SqlScope, nodes: readonly RuleNode[]): Sql {
  const value = sql`${raw(name)}(${join([...args], ', ')})`
  const missing = args.flatMap((argument, index) =>
    isNeverNull(nodes[index]!, scope) ? [] : [sql`${argument} IS NULL`],
  )
  return missing.length > 0 ? sql`CASE WHEN ${join(missing, ' OR ')} THEN NULL ELSE ${value} END` : value
}

function sizeOf(of: Sql, scope: SqlScope, node: RuleNode): Sql {
  if (node.type === 'lines') return countLines(node, scope)
  if (node.type === 'files') return sql`COALESCE(jsonb_array_length(${of}), 0)`
  if (node.type === 'list') return sql`COALESCE(cardinality(${of}), 0)`
  return sql`COALESCE(char_length(${of}), 0)`
}

function countLines(node: RuleNode, scope: SqlScope): Sql {
  if (node.kind !== 'name') throw new Error('size takes a lines field.')
  if (node.scope === 'record' && scope.source) return lineCount(scope.source, node.path)
  const from = node.scope === 'input' || node.scope === 'before' ? node.scope : 'this'
  const lines = parameter('lines', (bindings) => bindings[from]?.[node.path.join('.')])
  return sql`COALESCE(jsonb_array_length(${lines}), 0)`
}
