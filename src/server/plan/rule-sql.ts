// What is a rule in SQL? The same tree, the same meaning as manifest/rule/evaluate gives it, null included: == and != take null as a value,
// comparisons and arithmetic with null give null, a condition that is null is false.
// Two forms: `valueSql` gives the exact value; `conditionSql` may leave null where false is meant, so that indexes can be used.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { BinaryOperator, Rule, RuleNode } from '../../manifest/app'
import { quotientScale } from '../../manifest/rule/exact'
import { booleanConstant, numberConstant, textConstant } from './constant'
import type { Frame, Planning } from './frame'
import { callSql, dayStart } from './function-sql'
import { nameSql, neverNull, settingOf } from './name-sql'
import { isWhole } from './whole'

/** Where the names of a rule stand. */
export interface Place {
  readonly planning: Planning
  /** Scope `record`. Absent for rules over no record (a caller's rights, say). */
  readonly frame?: Frame
  /** Scope `this`: a row of the statement around, or the record handed in with the request, with its entity where paths are long. */
  readonly asking?: Frame | { readonly entity?: string }
}

/** The rule as a condition; only true counts. */
export function ruleCondition(rule: Rule, place: Place): Sql {
  return conditionSql(rule.node, place)
}

/** A condition: where the rule is false it gives false or null. */
export function conditionSql(node: RuleNode, place: Place): Sql {
  switch (node.kind) {
    case 'not':
      return sql`((${conditionSql(node.of, place)}) IS NOT TRUE)`
    case 'binary':
      if (node.op === '&&' || node.op === '||') {
        return sql`(${conditionSql(node.left, place)}${raw(node.op === '&&' ? ' AND ' : ' OR ')}${conditionSql(node.right, place)})`
      }
      if (node.op === '==') return equality(node.left, node.right, place)
      return valueOf(node.op, node.left, node.right, place)
    case 'choose':
      return sql`CASE WHEN ${conditionSql(node.test, place)} THEN ${conditionSql(node.yes, place)} ELSE ${conditionSql(node.no, place)} END`
    default:
      return valueSql(node, place)
  }
}

/** The exact value. Numbers come as bigint or numeric, records as their id. */
export function valueSql(node: RuleNode, place: Place): Sql {
  switch (node.kind) {
    case 'literal':
      return literal(node)
    case 'name':
      return nameSql(node, place)
    case 'not':
      return conditionSql(node, place)
    case 'negate':
      return sql`(-${valueSql(node.of, place)})`
    case 'choose':
      return sql`CASE WHEN ${conditionSql(node.test, place)} THEN ${valueSql(node.yes, place)} ELSE ${valueSql(node.no, place)} END`
    case 'list':
      return sql`ARRAY[${join(
        node.items.map((item) => valueSql(item, place)),
        ', ',
      )}]`
    case 'index':
      return node.of.type === 'address' ? addressPart(node, place) : tableEntry(node, place)
    case 'call':
      return callSql(node, place)
    case 'binary':
      if (node.op === '&&' || node.op === '||') return sql`(${conditionSql(node, place)} IS TRUE)`
      return valueOf(node.op, node.left, node.right, place)
  }
}

function literal({ type, value }: Extract<RuleNode, { kind: 'literal' }>): Sql {
  if (value === null) return raw('NULL')
  if (typeof value === 'boolean') return booleanConstant(value)
  return type === 'number' ? numberConstant(value) : textConstant(value)
}

function valueOf(op: BinaryOperator, left: RuleNode, right: RuleNode, place: Place): Sql {
  switch (op) {
    case '==':
      return exactEquality(left, right, place)
    case '!=':
      return difference(left, right, place)
    case 'in':
      return membership(left, right, place)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(op, left, right, place)
    default:
      return arithmetic(op, left, right, place)
  }
}

const isNull = (node: RuleNode) => node.kind === 'literal' && node.value === null

// May be null instead of false. A plain = lets indexes be used; both sides null is only asked where both can be.
function equality(left: RuleNode, right: RuleNode, place: Place): Sql {
  if (isNull(left) || isNull(right)) return exactEquality(left, right, place)
  const [a, b] = [valueSql(left, place), valueSql(right, place)]
  const [moment, day] = momentOfDay(left) ? [momentOfDay(left)!, right] : [momentOfDay(right), left]
  if (moment && !momentOfDay(day) && neverNull(day, place))
    return sql`(${comparison('>=', dayOfMoment(moment), day, place)} AND ${comparison('<=', dayOfMoment(moment), day, place)})`
  if (neverNull(left, place) || neverNull(right, place)) return sql`(${a} = ${b})`
  // Written out because IS NOT DISTINCT FROM finds no index; but a costly side must not be computed twice.
  if (left.kind === 'name' && right.kind === 'name') return sql`(${a} = ${b} OR (${a} IS NULL AND ${b} IS NULL))`
  return sql`(${a} IS NOT DISTINCT FROM ${b})`
}

function exactEquality(left: RuleNode, right: RuleNode, place: Place): Sql {
  if (isNull(left) && isNull(right)) return raw('TRUE')
  if (isNull(left)) return sql`(${valueSql(right, place)} IS NULL)`
  if (isNull(right)) return sql`(${valueSql(left, place)} IS NULL)`
  return sql`(${valueSql(left, place)} IS NOT DISTINCT FROM ${valueSql(right, place)})`
}

function difference(left: RuleNode, right: RuleNode, place: Place): Sql {
  if (isNull(left) && isNull(right)) return raw('FALSE')
  if (isNull(left)) return sql`(${valueSql(right, place)} IS NOT NULL)`
  if (isNull(right)) return sql`(${valueSql(left, place)} IS NOT NULL)`
  const operator = raw(neverNull(left, place) && neverNull(right, place) ? '<>' : 'IS DISTINCT FROM')
  return sql`(${valueSql(left, place)} ${operator} ${valueSql(right, place)})`
}

// Null is in no list, and a null within a list is like nothing.
function membership(left: RuleNode, right: RuleNode, place: Place): Sql {
  const value = valueSql(left, place)
  if (right.kind !== 'list') return sql`COALESCE(${value} = ANY(${valueSql(right, place)}), FALSE)`
  const items = right.items.filter((item) => !isNull(item))
  if (items.length === 0) return raw('FALSE')
  const found = sql`(${value} IN (${join(
    items.map((item) => valueSql(item, place)),
    ', ',
  )}))`
  return neverNull(left, place) && items.every((item) => neverNull(item, place))
    ? found
    : sql`COALESCE(${found}, FALSE)`
}

function comparison(op: Comparison, left: RuleNode, right: RuleNode, place: Place): Sql {
  const moments = ofMoment(op, left, right, place) ?? ofMoment(mirrored[op], right, left, place)
  if (moments) return moments
  // Texts are ordered by their characters' numbers, as JavaScript does, not by the server's language.
  const order = raw(left.type === 'text' || right.type === 'text' ? ' COLLATE "C"' : '')
  return sql`(${valueSql(left, place)}${order} ${raw(op)} ${valueSql(right, place)})`
}

type Comparison = '<' | '<=' | '>' | '>='
const mirrored: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

// The day of a moment compared with another day is the moment compared with the beginning of that day: only this way an index of the moment is of use,
// and PostgreSQL knows how many there are.
function ofMoment(op: Comparison, left: RuleNode, right: RuleNode, place: Place): Sql | undefined {
  const moment = momentOfDay(left)
  if (!moment || right.type !== 'date' || momentOfDay(right)) return undefined
  const day = valueSql(right, place)
  const start = dayStart(op === '<' || op === '>=' ? day : sql`${day} + 1`, place.planning.app.product.timezone)
  return sql`(${valueSql(moment, place)} ${raw(op === '<' || op === '<=' ? '<' : '>=')} ${start})`
}

const dayOfMoment = (moment: RuleNode): RuleNode => ({ kind: 'call', type: 'date', name: 'date', args: [moment] })

/** The moment of which a node gives the day. */
function momentOfDay(node: RuleNode): RuleNode | undefined {
  return node.kind === 'call' && node.name === 'date' && node.args[0]?.type === 'datetime' ? node.args[0] : undefined
}

function arithmetic(op: BinaryOperator, left: RuleNode, right: RuleNode, place: Place): Sql {
  const [a, b] = [valueSql(left, place), valueSql(right, place)]
  if (op === '+' && (left.type === 'text' || right.type === 'text'))
    return sql`(COALESCE(${a}, '') || COALESCE(${b}, ''))`
  if ((op === '+' || op === '-') && isWhole(left, place) && isWhole(right, place))
    return sql`((${a})::bigint ${raw(op)} (${b})::bigint)`
  const [x, y] = [exact(a), exact(b)]
  if (op === '/') return quotient(x, y)
  if (op === '%') return sql`(${x} % NULLIF(${y}, 0))`
  return sql`(${x} ${raw(op)} ${y})`
}

/** A number as numeric: whole numbers of a column would divide without a remainder and run over. */
function exact(value: Sql): Sql {
  return sql`(${value})::numeric`
}

// With forty digits after the point PostgreSQL's own rounding is far behind the place to which evaluate rounds a quotient.
export function quotient(a: Sql, b: Sql): Sql {
  return sql`round((${a} + '0e-40'::numeric) / NULLIF(${b}, 0), ${numberConstant(String(quotientScale))})`
}

function addressPart({ of, key, type }: Extract<RuleNode, { kind: 'index' }>, place: Place): Sql {
  const part = sql`NULLIF(${valueSql(of, place)} ->> ${valueSql(key, place)}, '')`
  return type === 'number' ? sql`${part}::numeric` : part
}

function tableEntry(node: Extract<RuleNode, { kind: 'index' }>, place: Place): Sql {
  const { of, key } = node
  if (of.kind === 'name' && of.scope === 'let')
    return sql`(${valueSql(of, place)} ->> ${valueSql(key, place)})::numeric`
  const table = settingOf(of, place.planning.app)
  // A key of JSON is looked up among the others; the branches of a CASE would be gone through, for each row.
  return sql`(${textConstant(JSON.stringify(table))}::jsonb -> ${valueSql(key, place)})::${raw(isWhole(node, place) ? 'bigint' : 'numeric')}`
}
