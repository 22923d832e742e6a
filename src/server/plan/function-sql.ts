// What are the functions of the rule language in SQL? One entry each; days begin in the app's time zone.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { FunctionName, RuleNode } from '../../manifest/app'
import { numberConstant, textConstant } from './constant'
import { lineCount } from './field-sql'
import { neverNull, parameter } from './name-sql'
import { valueSql, type Place } from './rule-sql'
import { isWhole } from './whole'

type Call = Extract<RuleNode, { kind: 'call' }>
type Write = (args: readonly Sql[], place: Place, nodes: readonly RuleNode[]) => Sql

/** The moment at which a calendar day begins in the app's time zone. */
export function dayStart(day: Sql, timezone: string): Sql {
  return sql`((${day})::timestamp AT TIME ZONE ${textConstant(timezone)})`
}

/** The calendar day of a moment in the app's time zone. */
export function dayOf(moment: Sql, timezone: string): Sql {
  return sql`(${moment} AT TIME ZONE ${textConstant(timezone)})::date`
}

/** The first moment of the month that a day or a moment lies in, without a zone: it costs a third of what the text costs. */
export function monthStart(of: RuleNode, place: Place): Sql {
  const value = valueSql(of, place)
  return sql`date_trunc('month', ${of.type === 'datetime' ? sql`${value} AT TIME ZONE ${textConstant(zone(place))}` : sql`(${value})::timestamp`})`
}

/** The month of a moment without a zone as a text. A day as such would be taken for a moment of the session's time zone first. */
export function monthText(moment: Sql): Sql {
  return sql`to_char(${moment}, 'YYYY-MM')`
}

const zone = (place: Place) => place.planning.app.product.timezone
const moment = () => parameter('datetime', (asked) => asked.context.now)

const functions = {
  now: moment,
  today: (_, place) => dayOf(moment(), zone(place)),
  date: ([of], place, [node]) => calendarDay(of!, node!, place),
  days: ([from, to], place, [first, second]) =>
    first!.type === 'datetime' && second!.type === 'datetime'
      ? sql`date_part('day', ${to!} - ${from!})::int`
      : sql`(${calendarDay(to!, second!, place)} - ${calendarDay(from!, first!, place)})`,
  addDays: ([of, count], _, [node]) => later(of!, count!, node!.type === 'date'),
  month: ([of], place, [node]) => monthText(sql`(${calendarDay(of!, node!, place)})::timestamp`),
  round: ([of, digits]) => sql`round((${of!})::numeric, (${digits ?? numberConstant('0')})::int)`,
  max: (args, place, nodes) => extreme('greatest', args, place, nodes),
  min: (args, place, nodes) => extreme('least', args, place, nodes),
  abs: ([of]) => sql`abs(${of!})`,
  coalesce: (args) => sql`COALESCE(${join([...args], ', ')})`,
  size: ([of], place, [node]) => sizeOf(of!, place, node!),
  contains: ([text, part]) => sql`COALESCE(strpos(${text!}, ${part!}) > 0, FALSE)`,
  startsWith: ([text, part]) => sql`COALESCE(starts_with(${text!}, ${part!}), FALSE)`,
  endsWith: ([text, part]) => sql`COALESCE(right(${text!}, char_length(${part!})) = ${part!}, FALSE)`,
  text: ([of], place, [node]) => written(of!, node!, place),
  number: ([of], _, [node]) => (node!.type === 'number' ? of! : decimalOf(of!)),
  holds: (_, __, [code]) => {
    const name = code?.kind === 'literal' ? String(code.value) : undefined
    if (name === undefined) throw new Error('holds takes a code written out.')
    return parameter('boolean', ({ context: { caller } }) => caller.administrator || caller.codes.has(name))
  },
  refer: ([id], place, [node]) =>
    sql`CASE WHEN ${isWhole(node!, place) ? empty : sql`${id!} = trunc(${id!}) AND `}${id!} BETWEEN -9007199254740991 AND 9007199254740991 THEN (${id!})::bigint END`,
  granted: ([code]) =>
    sql`(${parameter('boolean', ({ context: { caller } }) => caller.administrator)} AND ${code!} IS NOT NULL OR COALESCE(${code!} = ANY(${parameter('list', ({ context: { caller } }) => [...(caller.granted ?? caller.codes)])}), FALSE))`,
} satisfies Record<FunctionName, Write>

export function callSql(node: Call, place: Place): Sql {
  // The argument of size may be a table of lines, which has no value of its own.
  const args = node.args.map((argument) => (argument.type === 'lines' ? raw('NULL') : valueSql(argument, place)))
  return (functions[node.name] as Write)(args, place, node.args)
}

function calendarDay(of: Sql, node: RuleNode, place: Place): Sql {
  return node.type === 'datetime' ? dayOf(of, zone(place)) : of
}

// Whether the result is within the years 0001 to 9999 is asked before it is made: PostgreSQL fails beyond its own calendar.
function later(of: Sql, count: Sql, isDay: boolean): Sql {
  const days = sql`trunc((${count})::numeric)`
  const day = isDay ? of : sql`(${of} AT TIME ZONE 'UTC')::date`
  const result = isDay ? sql`${of} + (${days})::int` : sql`${of} + make_interval(hours => (${days})::int * 24)`
  return sql`CASE WHEN ${days} BETWEEN '0001-01-01'::date - ${day} AND '9999-12-31'::date - ${day} THEN ${result} END`
}

function written(of: Sql, node: RuleNode, place: Place): Sql {
  switch (node.type) {
    case 'number':
      return sql`trim_scale((${of})::numeric)::text`
    case 'date':
      return sql`to_char(${of}, 'YYYY-MM-DD')`
    case 'datetime':
      return sql`to_char(${of} AT TIME ZONE ${textConstant(zone(place))}, 'YYYY-MM-DD HH24:MI')`
    default:
      return sql`(${of})::text`
  }
}

const decimalPattern = textConstant('^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$')

// Only what has been found to be a number is cast: a failing cast would end the statement.
function decimalOf(text: Sql): Sql {
  return sql`CASE WHEN ${text} ~ ${decimalPattern} AND char_length(${text}) <= 100 THEN (${text})::numeric END`
}

// greatest and least pass over a null; the rule language gives null.
function extreme(name: 'greatest' | 'least', args: readonly Sql[], place: Place, nodes: readonly RuleNode[]): Sql {
  const value = sql`${raw(name)}(${join([...args], ', ')})`
  const missing = args.flatMap((argument, at) => (neverNull(nodes[at]!, place) ? [] : [sql`${argument} IS NULL`]))
  return missing.length > 0 ? sql`CASE WHEN ${join(missing, ' OR ')} THEN NULL ELSE ${value} END` : value
}

function sizeOf(of: Sql, place: Place, node: RuleNode): Sql {
  if (node.type === 'lines') return countLines(node, place)
  if (node.type === 'files') return sql`COALESCE(jsonb_array_length(${of}), 0)`
  if (node.type === 'list') return sql`COALESCE(cardinality(${of}), 0)`
  return sql`COALESCE(char_length(${of}), 0)`
}

function countLines(node: RuleNode, place: Place): Sql {
  if (node.kind !== 'name') throw new Error('size takes a lines field.')
  if (node.scope === 'record' && place.frame) return lineCount(place.frame, node.path)
  return sql`COALESCE(jsonb_array_length(${parameter('lines', (asked) => (node.scope === 'input' ? asked.input : node.scope === 'before' ? asked.before : asked.this)?.[node.path.join('.')])}), 0)`
}
