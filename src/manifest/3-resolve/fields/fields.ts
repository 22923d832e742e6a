// Compiles the rules of declared fields.
// All fields of all entities are declared before: a rule may read any of them.
import type * as language from '../../language/generated'
import { findEntity } from '../../context/lookup'
import type { Shape } from '../../expression/environment'
import {
  childLocation,
  indexed,
  ruleAt,
  createTable,
  reportProblem,
  textAt,
  type ManifestLocation,
  type EntityDraft,
  type FieldDraft,
} from '../../context/compileContext'
import { resolveAggregate } from './aggregate'
import { recordsAt } from './listLookups'
import { targetOf } from '../../context/ruleTypes'
import { statesAt } from '../../2-declare/stateGroups'
import { declareField } from '../../2-declare/fields'
import { type FieldPlace } from '../../2-declare/fieldKeys'

/** What the rules of a field may refer to besides the common names. */
export interface FieldScope {
  readonly record?: Shape
  /** The shape of `this`: the filled record for the rules of options, the owner for a line. */
  readonly asking?: Shape
  readonly input?: Readonly<Record<string, FieldDraft>>
  /** The entity whose lines an aggregate may count. */
  readonly own?: EntityDraft
}

/** Compiles the rules of a declared field. */
export function resolveField(
  location: ManifestLocation,
  field: FieldDraft,
  written: language.Field,
  scope: FieldScope,
): void {
  const { context } = location
  const inLine = scope.asking !== undefined && scope.record !== scope.asking
  const people = { ...context.base, record: scope.record, input: scope.input, ...(inLine && { this: scope.asking }) }
  // A computed value is the same for every caller.
  const fact = { ...people, me: undefined, tenant: undefined, input: undefined }
  const result = targetOf(context, field)
  resolveReference(location, field, written, scope)
  if (written.requiredWhen !== undefined)
    field.requiredWhen = ruleAt(childLocation(location, 'requiredWhen'), written.requiredWhen, people, 'boolean')
  if (written.default !== undefined)
    field.default = ruleAt(childLocation(location, 'default'), written.default, people, result)
  if (written.compute !== undefined)
    field.compute = ruleAt(childLocation(location, 'compute'), written.compute, fact, result)
  if (written.aggregate !== undefined)
    resolveAggregated(childLocation(location, 'aggregate'), field, written.aggregate, scope)
  if (written.drillDown !== undefined) {
    // What cannot be computed is reported already.
    if (field.aggregate !== undefined || written.aggregate === undefined)
      recordsAt(childLocation(location, 'drillDown'), written.drillDown, recordsCountedBy(field))
    field.drillDown = written.drillDown
  }
  if (written.checks !== undefined) {
    field.checks = indexed(written.checks).flatMap(([index, check]) => {
      const rule = ruleAt(childLocation(location, 'checks', index, 'rule'), check.rule, people, 'boolean')
      textAt(childLocation(location, 'checks', index, 'message'), check.message, people)
      if (check.field !== undefined)
        reportProblem(
          childLocation(location, 'checks', index, 'field'),
          'ineffective-key',
          { key: 'field', where: 'on the check of a field' },
          { key: true },
        )
      return rule === undefined ? [] : [{ rule, message: check.message }]
    })
  }
  if (written.mask !== undefined && field.mask !== undefined && scope.own !== undefined)
    field.mask = {
      ...field.mask,
      states: statesAt(childLocation(location, 'mask', 'states'), scope.own, written.mask.states),
    }
  for (const [name, line] of Object.entries(field.fields ?? {})) {
    const lines: Shape = {
      entity: `${scope.record?.entity ?? 'form'}.${field.name}`,
      fields: field.fields!,
      states: [],
    }
    resolveField(childLocation(location, 'fields', name), line, written.fields![name]!, {
      record: lines,
      asking: scope.record,
      input: scope.input,
    })
  }
}

function resolveReference(
  location: ManifestLocation,
  field: FieldDraft,
  { entity, optionsWhere, optionsFirstWhere, filterWhere }: language.Field,
  scope: FieldScope,
): void {
  if (field.type !== 'ref' || entity === undefined) return
  const { context } = location
  const target = findEntity(childLocation(location, 'entity'), entity)
  if (target === undefined) return
  const offered = { ...context.base, record: target.shape }
  const inForm = { ...offered, this: scope.asking ?? scope.record, input: scope.input }
  for (const [key, written, environment] of [
    ['optionsWhere', optionsWhere, inForm],
    ['optionsFirstWhere', optionsFirstWhere, inForm],
    ['filterWhere', filterWhere, offered],
  ] as const)
    if (written !== undefined) field[key] = ruleAt(childLocation(location, key), written, environment, 'boolean')
}

function resolveAggregated(
  location: ManifestLocation,
  field: FieldDraft,
  written: language.Aggregate,
  scope: FieldScope,
): void {
  const { context } = location
  const aggregate = resolveAggregate(location, written, {
    own: scope.own,
    asking: scope.record,
    environment: { ...context.base, me: undefined, tenant: undefined },
  })
  if (aggregate === undefined) return
  field.aggregate = aggregate
  const { expected } = targetOf(context, field)
  if (aggregate.type !== 'unknown' && aggregate.type !== expected)
    reportProblem(location, 'wrong-value', { expected: field.type, found: aggregate.type })
}

/** The entity of the counted records; a list cannot show lines, nor how far a running total has come. */
const recordsCountedBy = ({ aggregate }: FieldDraft): string | undefined =>
  aggregate?.linesOfEntity === undefined && aggregate?.runningBy === undefined && aggregate?.groupBy === undefined
    ? aggregate?.entity
    : undefined

/** Declares and compiles the fields of an input, a call or a report. */
export function resolveStandaloneFields(
  location: ManifestLocation,
  fields: Readonly<Record<string, language.Field>> | undefined,
  where: FieldPlace,
  scope: FieldScope = {},
): Record<string, FieldDraft> {
  const declared = createTable<FieldDraft>()
  for (const [name, written] of Object.entries(fields ?? {}))
    declared[name] = declareField(childLocation(location, name), name, written, where)
  const form: Shape = { entity: 'call', fields: declared, states: [] }
  const fieldScope: FieldScope = where === 'input' ? { ...scope, input: declared } : { record: form, asking: form }
  for (const [name, field] of Object.entries(declared))
    resolveField(childLocation(location, name), field, fields![name]!, fieldScope)
  return declared
}
