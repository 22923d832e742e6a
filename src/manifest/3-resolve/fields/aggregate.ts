// Resolves aggregates over the records of an entity, their lines, or the current record's lines.
// In `where`, bare names read the counted record and `this` reads the current one.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { Aggregate, Rule, ValueType } from '../../model/rule'
import type * as language from '../../language/generated'
import { ineffective } from '../../context/lookup'
import { sortAt } from '../../context/sorting'
import type { RuleEnvironment, Shape, ShapeField } from '../../expression/environment'
import { pathsRead } from '../../expression/analyze'
import { valueTypes } from '../../expression/values/valueTypes'
import {
  childLocation,
  ruleAt,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
} from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import {
  aggregateOperators,
  countedBy,
  fieldCounted,
  isTruth,
  valuePath,
  reportLinesCounted,
  sortOf,
  typeOf,
  type Counted,
} from './counted'

interface AggregateScope {
  /** The entity whose lines may be counted. */
  readonly own?: EntityDraft
  /** The shape of `this`. */
  readonly asking?: Shape
  /** Allows `groupBy`: one number for each value of a field. */
  readonly tables?: boolean
  /** Only whole records are counted, not their lines: people open the records behind a number. */
  readonly wholeRecords?: boolean
  readonly environment: RuleEnvironment
}

/** Undefined after reporting why the aggregate cannot be computed. */
export function resolveAggregate(
  location: ManifestLocation,
  written: language.Aggregate,
  scope: AggregateScope,
): Aggregate | undefined {
  const operator = operatorOf(location, written)
  if (operator === undefined) return undefined
  const operatorLocation = childLocation(location, operator)
  const counted = countedBy(operatorLocation, operator, written[operator]!, scope.own)
  if (operator !== 'first') ineffective(location, written, ['sort'], 'without `first`')
  if (counted === undefined) return undefined
  if (scope.wholeRecords && counted.entity && counted.lines)
    return void reportLinesCounted(operatorLocation, written[operator]!, counted)
  if (operator === 'every') checkEvery(location, written, counted, scope)
  const type = typeOf(operatorLocation, counted, written[operator]!)
  const where = conditionAt(location, 'where', written.where, {
    ...scope.environment,
    record: counted.shape,
    this: scope.asking,
  })
  const sort = firstBy(location, written, counted)
  const running = runningOf(location, written, counted, scope)
  const by = byOf(location, written, { ...counted, type }, scope)
  if (type === undefined) return undefined
  const readsThis = where === undefined ? [] : pathsRead(where.node, 'this')
  return {
    operator,
    type: by === undefined ? type : 'table',
    ...(by !== undefined && { groupBy: by }),
    ...(counted.entity !== undefined && { entity: counted.entity.name }),
    ...(counted.lines !== undefined && { [counted.entity ? 'linesOfEntity' : 'lines']: counted.lines.name }),
    ...(counted.rest !== '' && { field: valuePath(counted) }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort }),
    ...(running !== undefined && { runningBy: running }),
    readsThis: running === undefined ? readsThis : [...new Set([...readsThis, running])],
  }
}

function operatorOf(
  location: ManifestLocation,
  written: language.Aggregate,
): (typeof aggregateOperators)[number] | undefined {
  const operators = aggregateOperators.filter((operator) => written[operator] !== undefined)
  if (operators.length === 1) return operators[0]
  reportProblem(location, 'conflicting-keys', {
    what: `An aggregate has exactly one of ${aggregateOperators.join(', ')}`,
  })
  return undefined
}

/** The order of which `first` takes the first. */
function firstBy(location: ManifestLocation, { sort }: language.Aggregate, counted: Counted): Aggregate['sort'] {
  if (counted.operator !== 'first') return undefined
  return sortOf(childLocation(location, sort === undefined ? 'first' : 'sort'), sort, counted)
}

/** For records the rule selects those that belong to this one, so it cannot be what each must fulfill. */
function checkEvery(
  location: ManifestLocation,
  { every = '', where }: language.Aggregate,
  { entity }: Counted,
  scope: AggregateScope,
): void {
  if (entity !== undefined)
    reportWrongField(childLocation(location, 'every'), {
      name: every,
      expected: 'lines of this record',
      fits: fieldsInstead('', scope.own?.fields ?? {}, isStoredAs('lines')),
    })
  else if (where === undefined)
    reportProblem(childLocation(location, 'every'), 'missing-part', { thing: '`every`', key: 'where' }, { key: true })
}

/**
 * The field that orders a running total. It compares records of one entity, so the counted entity is the current one.
 */
function runningOf(
  location: ManifestLocation,
  { runningBy: running }: language.Aggregate,
  { operator, entity }: Counted,
  { own }: AggregateScope,
): string | undefined {
  if (running === undefined) return undefined
  const keyLocation = childLocation(location, 'runningBy')
  if (operator === 'first' || isTruth(operator))
    reportProblem(keyLocation, 'ineffective-key', { key: 'runningBy', where: `with \`${operator}\`` }, { key: true })
  else if (own === undefined || entity !== own)
    reportProblem(
      keyLocation,
      'ineffective-key',
      { key: 'runningBy', where: 'where other records than those of the own entity are counted' },
      { key: true },
    )
  else return sortAt(keyLocation, own, running)?.field
  return undefined
}

/** The field whose values are the keys of a table of numbers. */
function byOf(
  aggregate: ManifestLocation,
  { groupBy: name }: language.Aggregate,
  counted: Counted & { readonly type: ValueType | undefined },
  { tables }: AggregateScope,
): string | undefined {
  if (name === undefined) return undefined
  const location = childLocation(aggregate, 'groupBy')
  const { operator, type } = counted
  const numbers = operator !== 'first' && !isTruth(operator) && (type === undefined || type === 'number')
  if (!tables || !numbers) {
    reportProblem(
      location,
      'ineffective-key',
      { key: 'groupBy', where: tables ? `where \`${operator}\` gives no number` : 'outside `vars`' },
      { key: true },
    )
    return undefined
  }
  const field = fieldCounted(location, counted, name)
  if (field === undefined) return undefined
  const isGrouping = ({ type }: ShapeField): boolean => ['text', 'number'].includes(valueTypes[type])
  if (isGrouping(field)) return name
  const fits = fieldsInstead('', counted.shape.fields, isGrouping)
  reportWrongField(location, { name, expected: 'a text or a number', fits })
  return undefined
}

/** A number of a screen is either counted or computed from others. `thing`: its name in problems. */
export function countedOrComputed(
  location: ManifestLocation,
  { aggregate, compute }: { readonly aggregate?: unknown; readonly compute?: unknown },
  thing: string,
): void {
  if ((aggregate === undefined) === (compute === undefined))
    reportProblem(
      location,
      'conflicting-keys',
      { what: `${thing} has either \`aggregate\` or \`compute\`` },
      { key: true },
    )
}

/** The rule of a number that is computed from others of the screen. @param period of a report: whether it has one */
export function computedFrom(
  measures: Readonly<Record<string, ValueType>>,
  location: ManifestLocation,
  { compute }: { readonly compute?: string },
  period?: boolean,
): Rule | undefined {
  if (compute === undefined) return undefined
  const environment = { ...location.context.base, me: undefined, tenant: undefined, measures }
  return ruleAt(
    childLocation(location, 'compute'),
    compute,
    period === undefined ? environment : { ...environment, period },
    'number',
  )
}
