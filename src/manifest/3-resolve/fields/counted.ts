// Resolves what an aggregate counts and which value it takes.
// It counts records, their lines, or the lines of the current record.
import { fieldsInstead, reportWrongField } from '../../context/fittingFields'
import type { Aggregate, AggregateOperator, ValueType } from '../../model/rule'
import { isComputed, type Field } from '../../model/field'
import { pathFrom } from '../../context/lookup'
import { sortAt } from '../../context/sorting'
import type { Shape, ShapeField } from '../../expression/environment'
import { valueTypes } from '../../expression/values/valueTypes'
import { hintFor, reportProblem, type ManifestLocation, type EntityDraft } from '../../context/compileContext'

export const aggregateOperators = [
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
export const isTruth = (operator: AggregateOperator): operator is Truth => operator === 'exists' || operator === 'every'

/** Field types that each operator accepts. */
const acceptedTypes: Readonly<Record<Exclude<AggregateOperator, Truth | 'count'>, readonly ValueType[]>> = {
  sum: ['number'],
  average: ['number'],
  max: ['number', 'date', 'datetime', 'text'],
  min: ['number', 'date', 'datetime', 'text'],
  first: ['text', 'number', 'boolean', 'date', 'datetime', 'record', 'address'],
}

/** The counted records or lines: their fields as rules see them, and the lookup of a field. */
export interface Counted {
  readonly operator: AggregateOperator
  readonly entity?: EntityDraft
  /** The lines that are counted: of the entity or, without one, of the current record. */
  readonly lines?: Field
  readonly shape: Shape
  /** The path of the value within the records or lines. */
  readonly rest: string
}

/** `loan.fine` is a field of an entity, `items.amount` one of the entity's own lines. Own lines take precedence. */
export function countedBy(
  location: ManifestLocation,
  operator: AggregateOperator,
  name: string,
  own: EntityDraft | undefined,
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
  if (entity !== undefined) {
    const counted = recordsOrLines(operator, entity, rest)
    if (counted.lines) context.namedFields.add(counted.lines)
    return counted
  }
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

/** `order.lines.amount` counts the lines of all orders: a rule names the order's fields, and a line's by `lines.`. */
function recordsOrLines(operator: AggregateOperator, entity: EntityDraft, path: readonly string[]): Counted {
  const [head = '', ...rest] = path
  const lines = entity.fields[head]
  return lines?.type === 'lines'
    ? { operator, entity, lines, shape: { ...entity.shape, countedLines: head }, rest: rest.join('.') }
    : { operator, entity, shape: entity.shape, rest: path.join('.') }
}

/** The path of the value as rules write it. */
export const valuePath = ({ entity, lines, rest }: Counted): string =>
  entity !== undefined && lines !== undefined ? `${lines.name}.${rest}` : rest

export function typeOf(location: ManifestLocation, counted: Counted, name: string): ValueType | undefined {
  const { operator } = counted
  if (operator === 'count' || isTruth(operator)) {
    if (counted.rest === '') return operator === 'count' ? 'number' : 'boolean'
    const fits = [name.slice(0, -counted.rest.length - 1)]
    reportWrongField(location, { name, expected: 'an entity or lines without a field', fits })
    return undefined
  }
  const fields = fieldsOf(counted)
  const isTaken = ({ type }: ShapeField): boolean => acceptedTypes[operator].includes(valueTypes[type])
  if (counted.rest === '') {
    const fits = fieldsInstead(`${name}.`, fields, isTaken)
    reportWrongField(location, { name, expected: 'a field after a point', fits })
    return undefined
  }
  const { field, owner } =
    (counted.entity === undefined || counted.lines !== undefined
      ? { field: lineField(location, counted, name), owner: undefined }
      : pathFrom(location, counted.entity, counted.rest, name.length - counted.rest.length)) ?? {}
  if (field === undefined) return undefined
  if (isTaken(field)) return valueTypes[field.type]
  reportWrongField(location, {
    name,
    expected: `a field of type ${acceptedTypes[operator].join(', ')} for ${operator}, not ${field.type}`,
    fits: fieldsInstead(name, owner?.fields ?? fields, isTaken),
  })
  return undefined
}

/** The fields that the value may be. */
const fieldsOf = ({ lines, shape }: Counted): Readonly<Record<string, ShapeField>> =>
  lines === undefined ? shape.fields : (lines.fields ?? {})

/** The field of a path as the rules of an aggregate write it: of a record, or of a counted line. */
export function fieldCounted(location: ManifestLocation, counted: Counted, name: string): Field | undefined {
  const { entity } = counted
  const cell = cellOf(counted, name)
  return entity === undefined || cell !== undefined
    ? lineField(location, { ...counted, rest: cell ?? name }, name)
    : pathFrom(location, entity, name)?.field
}

/** The field of a line of other records that a path names; undefined for a path from a record. */
function cellOf({ lines }: Counted, name: string): string | undefined {
  return lines !== undefined && name.startsWith(`${lines.name}.`) ? name.slice(lines.name.length + 1) : undefined
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

export function sortOf(location: ManifestLocation, sort: string | undefined, counted: Counted): Aggregate['sort'] {
  if (sort === undefined) {
    if (counted.entity !== undefined)
      reportProblem(location, 'missing-part', { thing: '`first`', key: 'sort' }, { key: true })
    return undefined
  }
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const { entity } = counted
  const cell = cellOf(counted, field)
  if (entity !== undefined && cell === undefined) return sortAt(location, entity, sort)
  return lineField(location, { ...counted, rest: cell ?? field }, sort) && { field, descending }
}

/** People open the records behind a number, so a report counts records, not their lines. */
export function reportLinesCounted(location: ManifestLocation, name: string, { entity, rest }: Counted): void {
  const [head = ''] = name.split('.')
  const isCountOfLines = (field: Field): boolean => isComputed(field) && valueTypes[field.type] === 'number'
  reportWrongField(location, {
    name,
    expected: 'records, as lines are counted by a field of their record',
    fits: rest === '' ? [head] : fieldsInstead(`${head}.`, entity?.fields ?? {}, isCountOfLines),
  })
}
