// Evaluates aggregates over the lines of one record.
import type { Field } from '../model/field'
import type { Aggregate, Sort, ValueType } from '../model/rule'
import { compare } from './values/operators'
import { evaluate, truthy, type Read, type EvaluationContext } from './evaluate'
import { fromRaw, toRaw, type RuleValue } from './values/value'
import { divide, Exact, exactOf } from './values/decimal'
import { valueTypes } from './values/valueTypes'

/** A line as the database or a form returns it, keyed by field or path. */
export type RawLine = Readonly<Record<string, unknown>>

type LineFields = Readonly<Record<string, Field>>

/**
 * The value of an aggregate whose `lines` is set. `readers`: one for each line; `fields`: the declared fields of a
 * line.
 */
export function evaluateAggregateOverLines(
  aggregate: Aggregate,
  readers: readonly Read[],
  fields: LineFields,
  environment: EvaluationContext,
): RuleValue {
  if (aggregate.operator === 'every')
    return readers.every((reader) => truthy(aggregate.where!.node, reader, environment))
  const counted = aggregate.where
    ? readers.filter((reader) => truthy(aggregate.where!.node, reader, environment))
    : readers
  if (aggregate.operator === 'count') return new Exact(counted.length)
  if (aggregate.operator === 'exists') return counted.length > 0
  const name = aggregate.field ?? ''
  const valuesOf = (field: string): RuleValue[] =>
    counted.map((reader) =>
      fromRaw(reader('record', field.split('.')), typeOf(fields, field, aggregate), environment.timezone),
    )
  if (aggregate.operator === 'first') return valuesOf(name)[firstIndex(aggregate.sort, valuesOf)] ?? null
  return reduceLines(
    aggregate.operator,
    valuesOf(name).filter((value) => value !== null),
  )
}

/**
 * Readers of raw lines (null: none), keyed by field or path. Computed fields are computed when a line does not carry
 * them. `owner`: reads the record that owns the lines; its scope `record` is `this` in the rules of a line.
 */
export function lineReaders(
  lines: readonly RawLine[] | null | undefined,
  fields: LineFields,
  owner: Read,
  environment: EvaluationContext,
): Read[] {
  return (lines ?? []).map((line) => lineReader(line, fields, owner, environment))
}

/** Reads a line as scope `record` (computed fields included) and its owner as scope `this`. */
export function lineReader(line: RawLine, fields: LineFields, owner: Read, environment: EvaluationContext): Read {
  const read: Read = (scope, path) => {
    if (scope === 'this') return owner('record', path)
    if (scope !== 'record') return owner(scope, path)
    const value = line[path.join('.')]
    const [name = ''] = path
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value !== undefined || field === undefined) return value
    if (path.length > 1) return field.type === 'ref' ? environment.referred?.(field, line[field.name], path) : value
    return field.compute ? toRaw(evaluate(field.compute.node, read, environment), field.type, field.scale) : value
  }
  return read
}

function typeOf(fields: LineFields, path: string, aggregate: Aggregate): ValueType {
  const field = fields[path]
  return field ? valueTypes[field.type] : aggregate.type
}

/** sum (0 over nothing), average, max and min of values without null; null over nothing. */
function reduceLines(operator: 'sum' | 'max' | 'min' | 'average', values: readonly RuleValue[]): RuleValue {
  if (operator === 'max' || operator === 'min') {
    const sign = operator === 'max' ? 1 : -1
    return values.reduce((best, value) => (best === null || compare(value, best) * sign > 0 ? value : best), null)
  }
  const sum = values.reduce((total: Exact, value) => total.plus(exactOf(value) ?? 0), new Exact(0))
  return operator === 'sum' ? sum : divide(sum, new Exact(values.length))
}

/**
 * The index of the first line in the order of `sort`; 0 without one. The order of the lines breaks ties; null sorts
 * last (NULLS LAST).
 */
function firstIndex(sort: Sort | undefined, valuesOf: (field: string) => readonly RuleValue[]): number {
  if (!sort) return 0
  const sign = sort.descending ? -1 : 1
  const keys = valuesOf(sort.field)
  let best = 0
  for (const [index, key] of keys.entries()) {
    const least = keys[best] ?? null
    if (key !== null && (least === null || compare(key, least) * sign < 0)) best = index
  }
  return best
}
