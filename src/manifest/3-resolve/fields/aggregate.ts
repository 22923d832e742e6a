// Resolves aggregates over the records of an entity or over the lines of the current record.
// In `where`, bare names read the counted record and `this` reads the current one.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { Aggregate, AggregateOperator, ValueType } from '../../model/rule'
import type { Field } from '../../model/field'
import type * as language from '../../language/generated'
import { ineffective, pathFrom } from '../../context/lookup'
import { sortAt } from '../../context/sorting'
import type { RuleEnvironment, Shape, ShapeField } from '../../expression/environment'
import { pathsRead } from '../../expression/analyze'
import { valueTypes } from '../../expression/values/valueTypes'
import {
  childLocation,
  hintFor,
  ruleAt,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
} from '../../context/compileContext'

const aggregateOperators = [
  'count',
  'exists',
  'every',
  'sum',
  'max',
  'min',
  'average',
  'first',
] as const satisfies readonly AggregateOperator[]

/** Operators whose value is true or false. */
type Truth = 'exists' | 'every'
const isTruth = (operator: AggregateOperator): operator is Truth => operator === 'exists' || operator === 'every'

/** Field types that each operator accepts. */
const acceptedTypes: Readonly<Record<Exclude<AggregateOperator, Truth | 'count'>, readonly ValueType[]>> = {
  sum: ['number'],
  average: ['number'],
  max: ['number', 'date', 'datetime', 'text'],
  min: ['number', 'date', 'datetime', 'text'],
  first: ['text', 'number', 'boolean', 'date', 'datetime', 'record', 'address'],
}

interface AggregateScope {
  /** The entity whose lines may be counted. */
  readonly own?: EntityDraft
  /** The shape of `this`. */
  readonly asking?: Shape
  /** Allows `groupBy`: one number for each value of a field. */
  readonly tables?: boolean
  readonly environment: RuleEnvironment
}

/** The counted records or lines: their fields as rules see them, and the lookup of a field. */
interface Counted {
  readonly operator: AggregateOperator
  readonly entity?: EntityDraft
  readonly lines?: Field
  readonly shape: Shape
  readonly rest: string
}

/** Undefined after reporting why the aggregate cannot be computed. */
export function resolveAggregate(
  location: ManifestLocation,
  written: language.Aggregate,
  scope: AggregateScope,
): Aggregate | undefined {
  const input = aggregateOperators.filter((operator) => written[operator] !== undefined)
  const [operator] = input
  if (operator === undefined || input.length > 1) {
    reportProblem(location, 'conflicting-keys', {
      what: `An aggregate has exactly one of ${aggregateOperators.join(', ')}`,
    })
    return undefined
  }
  const operatorLocation = childLocation(location, operator)
  const counted = countedBy(operatorLocation, operator, written[operator]!, scope)
  if (operator !== 'first') ineffective(location, written, ['sort'], 'without `first`')
  if (counted === undefined) return undefined
  if (operator === 'every') checkEvery(location, written, counted, scope)
  const type = typeOf(operatorLocation, counted, written[operator]!)
  const where =
    written.where === undefined
      ? undefined
      : ruleAt(
          childLocation(location, 'where'),
          written.where,
          { ...scope.environment, record: counted.shape, this: scope.asking },
          'boolean',
        )
  const sort = operator === 'first' ? sortOf(location, written, counted) : undefined
  const running = runningOf(location, written, counted, scope)
  const by =
    written.groupBy === undefined
      ? undefined
      : byOf(childLocation(location, 'groupBy'), written.groupBy, { ...counted, type }, scope)
  if (type === undefined) return undefined
  const readsThis = where === undefined ? [] : pathsRead(where.node, 'this')
  return {
    operator,
    type: by === undefined ? type : 'table',
    ...(by !== undefined && { groupBy: by }),
    ...(counted.entity !== undefined && { entity: counted.entity.name }),
    ...(counted.lines !== undefined && { lines: counted.lines.name }),
    ...(counted.rest !== '' && { field: counted.rest }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort }),
    ...(running !== undefined && { runningBy: running }),
    readsThis: running === undefined ? readsThis : [...new Set([...readsThis, running])],
  }
}

/** For records the rule selects those that belong to this one, so it cannot be what each must fulfill. */
function checkEvery(
  location: ManifestLocation,
  { every = '', where }: language.Aggregate,
  { lines }: Counted,
  scope: AggregateScope,
): void {
  if (lines === undefined)
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
  location: ManifestLocation,
  name: string,
  counted: Counted & { readonly type: ValueType | undefined },
  { tables }: AggregateScope,
): string | undefined {
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
  const field =
    counted.entity === undefined
      ? lineField(location, { ...counted, rest: name }, name)
      : pathFrom(location, counted.entity, name)?.field
  if (field === undefined) return undefined
  const isGrouping = ({ type }: ShapeField): boolean => ['text', 'number'].includes(valueTypes[type])
  if (isGrouping(field)) return name
  const fits = fieldsInstead('', counted.shape.fields, isGrouping)
  reportWrongField(location, { name, expected: 'a text or a number', fits })
  return undefined
}

/** `loan.fine` is a field of an entity, `items.amount` one of the entity's own lines. Own lines take precedence. */
function countedBy(
  location: ManifestLocation,
  operator: AggregateOperator,
  name: string,
  { own }: AggregateScope,
): Counted | undefined {
  const { context } = location
  const [head = '', ...rest] = name.split('.')
  const field = own?.fields[head]
  if (field?.type === 'lines')
    return {
      operator,
      lines: field,
      shape: { entity: `${own!.name}.${head}`, fields: field.fields ?? {}, states: [] },
      rest: rest.join('.'),
    }
  const entity = context.entities[head]
  if (entity !== undefined) return { operator, entity, shape: entity.shape, rest: rest.join('.') }
  if (!context.manifests.unreadable.entity.has(head)) {
    const lines = Object.values(own?.fields ?? {})
      .filter((item) => item.type === 'lines')
      .map((item) => item.name)
    reportProblem(
      location,
      'unknown-entity',
      { name: head },
      { ...hintFor(head, [...Object.keys(context.entities), ...lines]), span: { start: 0, end: head.length } },
    )
  }
  return undefined
}

function typeOf(location: ManifestLocation, counted: Counted, name: string): ValueType | undefined {
  const { operator } = counted
  if (operator === 'count' || isTruth(operator)) {
    if (counted.rest === '') return operator === 'count' ? 'number' : 'boolean'
    const fits = [name.slice(0, -counted.rest.length - 1)]
    reportWrongField(location, { name, expected: 'an entity or own lines without a field', fits })
    return undefined
  }
  const isTaken = ({ type }: ShapeField): boolean => acceptedTypes[operator].includes(valueTypes[type])
  if (counted.rest === '') {
    const fits = fieldsInstead(`${name}.`, counted.shape.fields, isTaken)
    reportWrongField(location, { name, expected: 'a field after a point', fits })
    return undefined
  }
  const { field, owner } =
    (counted.entity === undefined
      ? { field: lineField(location, counted, name), owner: undefined }
      : pathFrom(location, counted.entity, counted.rest, name.length - counted.rest.length)) ?? {}
  if (field === undefined) return undefined
  if (isTaken(field)) return valueTypes[field.type]
  reportWrongField(location, {
    name,
    expected: `a field of type ${acceptedTypes[operator].join(', ')} for ${operator}, not ${field.type}`,
    fits: fieldsInstead(name, owner?.fields ?? counted.shape.fields, isTaken),
  })
  return undefined
}

function lineField(location: ManifestLocation, { lines, rest }: Counted, name: string): Field | undefined {
  const field = lines!.fields?.[rest]
  if (field === undefined)
    reportProblem(
      location,
      'unknown-field',
      { entity: lines!.name, name: rest },
      {
        ...hintFor(rest, Object.keys(lines!.fields ?? {})),
        span: { start: name.length - rest.length, end: name.length },
      },
    )
  return field
}

function sortOf(location: ManifestLocation, written: language.Aggregate, counted: Counted): Aggregate['sort'] {
  if (written.sort === undefined) {
    if (counted.entity !== undefined)
      reportProblem(childLocation(location, 'first'), 'missing-part', { thing: '`first`', key: 'sort' }, { key: true })
    return undefined
  }
  if (counted.entity !== undefined) return sortAt(childLocation(location, 'sort'), counted.entity, written.sort)
  const descending = written.sort.startsWith('-')
  const field = descending ? written.sort.slice(1) : written.sort
  return (
    lineField(childLocation(location, 'sort'), { ...counted, rest: field }, written.sort) && {
      field,
      descending,
    }
  )
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
