// Conditions of a list over any field that the caller may read, combined by `all` and `any`.
// Each leaf becomes a checked filter.
import sql, { join, type Sql } from 'sql-template-tag'
import { canRead, holdsPermission } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import { conditionOperatorsOf } from '../../../manifest/fieldTypes/conditionOperators'
import type { Condition, ConditionLeaf, Filter } from '../../../protocol/calls'
import type { Context } from '../../context/context'
import { RequestError } from '../../../protocol/requestError'
import type { RowSource } from '../expression/rowSource'
import { joinReference } from '../expression/fieldSql'
import { rowsInReach } from '../policy/rowScope'
import { parameter } from '../expression/nameSql'
import { pathEnd, readableField, unknownField, visibleSql } from '../policy/fieldAccess'
import { checkFilterValue, filterSql, type CheckedFilter } from './filter'

const maxDepth = 3
const maxLeaves = 20
/** Values of one leaf, and of a tree. */
const maxValues = { leaf: 200, tree: 2_000 }

/** A validated tree; its shape distinguishes the statements. */
export type CheckedCondition =
  | { readonly join: 'all' | 'any'; readonly parts: readonly CheckedCondition[]; readonly shape: string }
  | CheckedLeaf

interface CheckedLeaf {
  readonly filter: CheckedFilter
  /** The opposite of the filter, where the field is empty too; or the start of a text instead of any part. */
  readonly change?: 'negated' | 'start'
  /** Searches a part of a text or computes a value per record, so an index of the scope does not help. */
  readonly reads: boolean
  readonly shape: string
}

type Asking = Pick<Context, 'app' | 'caller' | 'now'>

/** The records of a list; `withheld`: the fields that the screen keeps from the caller. */
interface Conditioned {
  readonly entity: Entity
  readonly withheld?: readonly string[] | undefined
}

/**
 * @throws RequestError parameters_invalid, request_too_deep, and others for what `checkFilterValue` refuses
 */
export function checkConditions(context: Asking, records: Conditioned, condition: Condition): CheckedCondition {
  let [leaves, values] = [0, 0]
  const check = (part: Condition, depth: number): CheckedCondition => {
    if ('field' in part) {
      const given = Array.isArray(part.value) ? part.value.length : 1
      leaves += 1
      values += given
      if (leaves > maxLeaves || given > maxValues.leaf || values > maxValues.tree)
        throw new RequestError('parameters_invalid')
      return checkLeaf(context, conditionField(context, records, part.field), part)
    }
    if (depth >= maxDepth) throw new RequestError('request_too_deep')
    const kind = 'all' in part ? 'all' : 'any'
    const parts = ('all' in part ? part.all : part.any).map((inner) => check(inner, depth + 1))
    if (parts.length === 0) throw new RequestError('parameters_invalid')
    return { join: kind, parts, shape: `${kind}(${parts.map(({ shape }) => JSON.stringify(shape)).join()})` }
  }
  return check(condition, 0)
}

function checkLeaf(context: Asking, field: Field, leaf: ConditionLeaf): CheckedLeaf {
  const { app, caller } = context
  const { accountEntity, unitField } = app.access.identity
  const unitEntity = entityOf(app, accountEntity).fields[unitField]?.entity
  if (!conditionOperatorsOf(field, { accountEntity, unitEntity }).includes(leaf.operator))
    throw new RequestError('operator_not_supported', { field: field.title })
  const mine = { me: caller.me.id, myUnit: caller.me[unitField] }
  const { change, ...plain } = plainFilter(leaf, mine)
  const checked = checkFilterValue(context, field, { field: leaf.field, ...plain })
  const filter = change === 'start' ? { ...checked, values: checked.values.map(startOnly) } : checked
  const reads = filter.operator === 'contains' || !field.stored
  return { filter, ...(change && { change }), reads, shape: `${change ?? ''} ${filter.shape}` }
}

const startOnly = (pattern: unknown) => String(pattern).slice(1)

/**
 * The field of a condition: of the entity, or of a record that it refers to.
 * @throws RequestError field_not_available for a field that is unknown, withheld, unreadable or masked, without
 * distinction
 */
export function conditionField(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  { entity, withheld = [] }: Conditioned,
  path: string,
): Field {
  if (withheld.some((column) => `${path}.`.startsWith(`${column}.`))) throw unknownField(path)
  const [name = '', ...further] = path.split('.')
  const reference = Object.hasOwn(entity.fields, name) ? entity.fields[name]?.entity : undefined
  const entities = further.length > 0 && reference ? [entity, entityOf(app, reference)] : [entity]
  const opens = entities.every((each) => seesWholeRecords({ app, caller }, each))
  const field = opens && further.length <= 1 ? readableField(app, entity, path, caller) : undefined
  // Repeated conditions would reveal a masked value piece by piece.
  if (!field || field.mask) throw unknownField(path)
  return field
}

/** Whether the caller may see more of the records than a screen shows. */
export const seesWholeRecords = ({ app, caller }: Pick<Context, 'app' | 'caller'>, entity: Entity): boolean =>
  canRead(app, caller, entity) && holdsPermission(caller, entity.detail)

interface PlainFilter extends Omit<Filter, 'field'> {
  readonly change?: CheckedLeaf['change']
}

/** A leaf as a filter, as the opposite of one, or as the start of a text. */
function plainFilter(
  { operator, value }: ConditionLeaf,
  mine: Readonly<Record<'me' | 'myUnit', unknown>>,
): PlainFilter {
  switch (operator) {
    case 'notEquals':
      return { operator: 'equals', value, change: 'negated' }
    case 'noneOf':
      return { operator: 'in', value, change: 'negated' }
    case 'startsWith':
      return { operator: 'contains', value, change: 'start' }
    case 'atLeast':
      return { operator: 'between', value: [bound(value), null] }
    case 'atMost':
      return { operator: 'between', value: [null, bound(value)] }
    case 'me':
    case 'myUnit':
      if (value !== undefined) throw new RequestError('parameters_invalid')
      // An account without a unit has no records of its unit.
      return { operator: 'in', value: [mine[operator]].filter((id) => id !== null && id !== undefined) }
    default:
      return { operator, value }
  }
}

function bound(value: unknown): unknown {
  if (value === null || value === undefined || value === '') throw new RequestError('parameters_invalid')
  return value
}

/** The parameters of a tree in the order in which `treeSql` takes them. */
export function conditionValues(condition: CheckedCondition): unknown[] {
  return 'parts' in condition ? condition.parts.flatMap(conditionValues) : [...condition.filter.values]
}

/** Whether a tree reads more of the records than an index holds. */
export function readsRecords(condition: CheckedCondition): boolean {
  return 'parts' in condition ? condition.parts.some(readsRecords) : condition.reads
}

interface Searched {
  readonly caller: Context['caller']
  readonly screen: Pick<Screen, 'columns' | 'widenRowScope'>
  readonly source: RowSource
}

/** The condition on the rows of a source; its values are the request's values from `first` on. */
export function treeSql(searched: Searched, condition: CheckedCondition, first: number): Sql {
  if (!('parts' in condition)) return leafSql(searched, condition, first)
  let next = first
  const parts = condition.parts.map((part) => {
    const written = treeSql(searched, part, next)
    next += conditionValues(part).length
    return written
  })
  return sql`(${join(parts, condition.join === 'all' ? ' AND ' : ' OR ')})`
}

// Columns beyond the caller's scope are chosen by the author of a manifest. Conditions are chosen by the caller, so
// values out of reach count as empty.
function leafSql({ caller, screen, source }: Searched, { filter, change }: CheckedLeaf, first: number): Sql {
  const holds =
    change === 'start'
      ? sql`${visibleSql(source, filter.field)} ILIKE ${parameter('text', (bindings) => bindings.values?.[first])}`
      : filterSql(source, filter, first)
  const { owner, field } = pathEnd(source, filter.field)
  const isShown = screen.columns.some((column) => column.field === filter.field)
  const read = [
    ...(screen.widenRowScope && !isShown ? [source] : []),
    ...(owner === source ? [] : [owner]),
    ...(field?.type === 'ref' && filter.operator === 'contains' ? [joinReference(owner, field)] : []),
  ]
  const scopes = read.flatMap((each) => rowsInReach(each, caller) ?? [])
  const asEmpty = filter.operator === 'empty' && filter.variant === 'yes'
  const reached = scopes.length > 0 ? sql`((${join(scopes, ' AND ')}) IS TRUE)` : undefined
  const seen = !reached ? holds : asEmpty ? sql`(NOT ${reached} OR ${holds})` : sql`(${reached} AND ${holds})`
  if (change === 'negated') return sql`((${seen}) IS NOT TRUE)`
  // Before version 17 PostgreSQL looks an index up for every combination of several lists.
  return filter.operator === 'in' ? sql`((${seen}) IS TRUE)` : sql`(${seen})`
}
