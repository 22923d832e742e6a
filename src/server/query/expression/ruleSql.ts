// Compiles rules to SQL with the meaning of manifest/expression/evaluate, null included.
// == and != treat null as a value, other comparisons and arithmetic with null give null, a null condition is false.
// `valueSql` is exact; `conditionSql` may give null for false, so that indexes can be used.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { BinaryOperator, Rule, RuleNode } from '../../../manifest/model/rule'
import { quotientDigits } from '../../../manifest/expression/values/decimal'
import { booleanConstant, numberConstant, textConstant } from '../../database/sql/literal'
import type { SqlScope } from './rowSource'
import { callSql, dayStart } from './functionSql'
import { nameSql, isNeverNull, settingOf } from './nameSql'
import { isInteger } from './isInteger'

/** The rule as a condition; only true counts. */
export function ruleCondition(rule: Rule, scope: SqlScope): Sql {
  return conditionSql(rule.node, scope)
}

/** A condition: a false rule gives false or null. */
export function conditionSql(node: RuleNode, scope: SqlScope): Sql {
  switch (node.kind) {
    case 'not':
      return sql`((${conditionSql(node.of, scope)}) IS NOT TRUE)`
    case 'binary':
      if (node.op === '&&' || node.op === '||') {
        return sql`(${conditionSql(node.left, scope)}
        ${raw(node.op === '&&' ? 'AND' : 'OR')} ${conditionSql(node.right, scope)})`
      }
      if (node.op === '==') return equality(node.left, node.right, scope)
      return valueOf(node.op, node.left, node.right, scope)
    case 'choose':
      return sql`CASE WHEN ${conditionSql(node.test, scope)} THEN ${conditionSql(node.yes, scope)}
        ELSE ${conditionSql(node.no, scope)} END`
    default:
      return valueSql(node, scope)
  }
}

/** The exact value. Numbers come as bigint or numeric, records as their id. */
export function valueSql(node: RuleNode, scope: SqlScope): Sql {
  switch (node.kind) {
    case 'literal':
      return literal(node)
    case 'name':
      return nameSql(node, scope)
    case 'not':
      return conditionSql(node, scope)
    case 'negate':
      return sql`(-${valueSql(node.of, scope)})`
    case 'choose':
      return sql`CASE WHEN ${conditionSql(node.test, scope)} THEN ${valueSql(node.yes, scope)}
        ELSE ${valueSql(node.no, scope)} END`
    case 'list':
      return sql`ARRAY[${join(
        node.items.map((item) => valueSql(item, scope)),
        ', ',
      )}]`
    case 'index':
      return node.of.type === 'address' ? addressPart(node, scope) : tableEntry(node, scope)
    case 'call':
      return callSql(node, scope)
    case 'binary':
      if (node.op === '&&' || node.op === '||') return sql`(${conditionSql(node, scope)} IS TRUE)`
      return valueOf(node.op, node.left, node.right, scope)
  }
}

function literal({ type, value }: Extract<RuleNode, { kind: 'literal' }>): Sql {
  if (value === null) return raw('NULL')
  if (typeof value === 'boolean') return booleanConstant(value)
  return type === 'number' ? numberConstant(value) : textConstant(value)
}

function valueOf(op: BinaryOperator, left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  switch (op) {
    case '==':
      return exactEquality(left, right, scope)
    case '!=':
      return difference(left, right, scope)
    case 'in':
      return membership(left, right, scope)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(op, left, right, scope)
    default:
      return arithmetic(op, left, right, scope)
  }
}

const isNull = (node: RuleNode) => node.kind === 'literal' && node.value === null

// May be null instead of false. A plain = can use indexes; test for two nulls only where both sides can be null.
function equality(left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  if (isNull(left) || isNull(right)) return exactEquality(left, right, scope)
  const [a, b] = [valueSql(left, scope), valueSql(right, scope)]
  const [moment, day] = momentOfDay(left) ? [momentOfDay(left)!, right] : [momentOfDay(right), left]
  if (moment && !momentOfDay(day) && isNeverNull(day, scope))
    return sql`(${comparison('>=', dayOfMoment(moment), day, scope)}
      AND ${comparison('<=', dayOfMoment(moment), day, scope)})`
  if (isNeverNull(left, scope) || isNeverNull(right, scope)) return sql`(${a} = ${b})`
  // Written out because IS NOT DISTINCT FROM uses no index; but a costly side must not be computed twice.
  if (left.kind === 'name' && right.kind === 'name') return sql`(${a} = ${b} OR (${a} IS NULL AND ${b} IS NULL))`
  return sql`(${a} IS NOT DISTINCT FROM ${b})`
}

function exactEquality(left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  if (isNull(left) && isNull(right)) return raw('TRUE')
  if (isNull(left)) return sql`(${valueSql(right, scope)} IS NULL)`
  if (isNull(right)) return sql`(${valueSql(left, scope)} IS NULL)`
  return sql`(${valueSql(left, scope)} IS NOT DISTINCT FROM ${valueSql(right, scope)})`
}

function difference(left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  if (isNull(left) && isNull(right)) return raw('FALSE')
  if (isNull(left)) return sql`(${valueSql(right, scope)} IS NOT NULL)`
  if (isNull(right)) return sql`(${valueSql(left, scope)} IS NOT NULL)`
  const operator = raw(isNeverNull(left, scope) && isNeverNull(right, scope) ? '<>' : 'IS DISTINCT FROM')
  return sql`(${valueSql(left, scope)} ${operator} ${valueSql(right, scope)})`
}

// Null is in no list, and a null within a list matches nothing.
function membership(left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  const value = valueSql(left, scope)
  if (right.kind !== 'list') return sql`COALESCE(${value} = ANY(${valueSql(right, scope)}), FALSE)`
  const items = right.items.filter((item) => !isNull(item))
  if (items.length === 0) return raw('FALSE')
  const among = sql`(${value} IN (${join(
    items.map((item) => valueSql(item, scope)),
    ', ',
  )}))`
  return isNeverNull(left, scope) && items.every((item) => isNeverNull(item, scope))
    ? among
    : sql`COALESCE(${among}, FALSE)`
}

function comparison(op: Comparison, left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  const moments = ofMoment(op, left, right, scope) ?? ofMoment(mirrored[op], right, left, scope)
  if (moments) return moments
  // Texts are ordered by code points, as in JavaScript, not by the server's language.
  const order = raw(left.type === 'text' || right.type === 'text' ? ' COLLATE "C"' : '')
  return sql`(${valueSql(left, scope)}${order} ${raw(op)} ${valueSql(right, scope)})`
}

type Comparison = '<' | '<=' | '>' | '>='
const mirrored: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

// A comparison of the day of a time with another day becomes a comparison of the time with the start of that day: only
// this form can use an index of the time, and PostgreSQL can estimate it.
function ofMoment(op: Comparison, left: RuleNode, right: RuleNode, scope: SqlScope): Sql | undefined {
  const moment = momentOfDay(left)
  if (!moment || right.type !== 'date' || momentOfDay(right)) return undefined
  const day = valueSql(right, scope)
  const start = dayStart(op === '<' || op === '>=' ? day : sql`${day} + 1`, scope.planning.app.product.timezone)
  return sql`(${valueSql(moment, scope)} ${raw(op === '<' || op === '<=' ? '<' : '>=')} ${start})`
}

const dayOfMoment = (moment: RuleNode): RuleNode => ({ kind: 'call', type: 'date', name: 'date', args: [moment] })

/** The time whose day a node gives. */
function momentOfDay(node: RuleNode): RuleNode | undefined {
  return node.kind === 'call' && node.name === 'date' && node.args[0]?.type === 'datetime' ? node.args[0] : undefined
}

function arithmetic(op: BinaryOperator, left: RuleNode, right: RuleNode, scope: SqlScope): Sql {
  const [a, b] = [valueSql(left, scope), valueSql(right, scope)]
  if (op === '+' && (left.type === 'text' || right.type === 'text'))
    return sql`(COALESCE(${a}, '') || COALESCE(${b}, ''))`
  if ((op === '+' || op === '-') && isInteger(left, scope) && isInteger(right, scope))
    return sql`((${a})::bigint ${raw(op)} (${b})::bigint)`
  const [x, y] = [exact(a), exact(b)]
  if (op === '/') return quotient(x, y)
  if (op === '%') return sql`(${x} % NULLIF(${y}, 0))`
  return sql`(${x} ${raw(op)} ${y})`
}

/** A number as numeric: integers of a column would truncate quotients and overflow. */
function exact(value: Sql): Sql {
  return sql`(${value})::numeric`
}

/**
 * The division of rules, null for a divisor of zero. With forty decimal places PostgreSQL's rounding is far beyond the
 * digit to which evaluate rounds a quotient.
 */
export function quotient(a: Sql, b: Sql): Sql {
  return sql`round((${a} + '0e-40'::numeric) / NULLIF(${b}, 0), ${numberConstant(String(quotientDigits))})`
}

function addressPart({ of, key, type }: Extract<RuleNode, { kind: 'index' }>, scope: SqlScope): Sql {
  const part = sql`NULLIF(${valueSql(of, scope)} ->> ${valueSql(key, scope)}, '')`
  return type === 'number' ? sql`${part}::numeric` : part
}

function tableEntry(node: Extract<RuleNode, { kind: 'index' }>, scope: SqlScope): Sql {
  const { of, key } = node
  if (of.kind === 'name' && of.scope === 'vars')
    return sql`(${valueSql(of, scope)} ->> ${valueSql(key, scope)})::numeric`
  const table = settingOf(of, scope.planning.app)
  // A JSON key is looked up directly; a CASE would test its branches for each row.
  const type = raw(isInteger(node, scope) ? 'bigint' : 'numeric')
  return sql`(${textConstant(JSON.stringify(table))}::jsonb -> ${valueSql(key, scope)})::${type}`
}
