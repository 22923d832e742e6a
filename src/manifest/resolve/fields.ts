// What is a field? Checks that a declaration says only what has an effect for its type and place, then compiles its rules.
// The first happens for all entities before the second: rules may read the fields of every entity.
import type { FieldType, ValueType } from '../app'
import type * as language from '../generated/language'
import { dictionaryAt, entityNamed, permissionsAt, stateAt } from '../names'
import { compilePattern } from '../fields/pattern'
import { valueTypes } from '../fields/valueTypes'
import type { RuleTarget, Shape } from '../rule/check'
import {
  at,
  below,
  each,
  hintFor,
  ruleAt,
  table,
  tell,
  textAt,
  type At,
  type EntityDraft,
  type FieldDraft,
  type World,
} from '../world'
import { resolveAggregate } from './aggregate'

/** Where a field is declared: of a record, of a line of it, an extra input, of a call, an axis of a report. */
export type FieldPlace = 'entity' | 'line' | 'input' | 'request' | 'answer' | 'group'

const NAME = /^[A-Za-z][A-Za-z0-9]*$/
/** What a call takes and answers is named by the other side. */
const WIRE_NAME = /^[A-Za-z][A-Za-z0-9_]*$/
/** A field of such a name would hide what rules mean by it. */
const RULE_WORDS = new Set([
  'this',
  'before',
  'me',
  'tenant',
  'input',
  'settings',
  'let',
  'true',
  'false',
  'null',
  'in',
])

/** Keys that mean something for some types only. */
const FOR_TYPES: Readonly<Partial<Record<keyof language.Field, readonly FieldType[]>>> = {
  dictionary: ['choice'],
  entity: ['ref'],
  where: ['ref'],
  fields: ['lines'],
  unique: ['lines'],
  brief: ['lines'],
  min: ['int', 'money', 'decimal', 'files', 'lines'],
  max: ['int', 'money', 'decimal', 'files', 'lines'],
  scale: ['decimal'],
  length: ['string', 'text'],
  pattern: ['string'],
  accept: ['files'],
  secret: ['string'],
  format: ['string', 'text', 'int', 'money', 'decimal'],
  mask: ['string', 'mobile', 'text'],
  localized: ['string', 'text'],
  index: ['string', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref'],
  default: [
    'string',
    'text',
    'int',
    'money',
    'decimal',
    'date',
    'datetime',
    'boolean',
    'mobile',
    'choice',
    'ref',
    'files',
    'address',
  ],
  compute: [
    'string',
    'text',
    'int',
    'money',
    'decimal',
    'date',
    'datetime',
    'boolean',
    'mobile',
    'choice',
    'ref',
    'address',
  ],
  aggregate: ['string', 'text', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref'],
}

/** Keys that mean nothing where a field is declared. */
const NOT_IN: Readonly<Record<FieldPlace, readonly (keyof language.Field)[]>> = {
  entity: ['secret'],
  line: ['secret', 'aggregate', 'mask', 'localized', 'read', 'index'],
  input: ['secret', 'format', 'brief', 'compute', 'aggregate', 'mask', 'localized', 'read', 'index'],
  request: ['format', 'brief', 'compute', 'aggregate', 'mask', 'localized', 'read', 'index'],
  answer: [
    'unique',
    'brief',
    'compute',
    'aggregate',
    'mask',
    'localized',
    'read',
    'index',
    'required',
    'requiredWhen',
    'default',
    'where',
    'check',
    'min',
    'max',
    'length',
    'pattern',
    'accept',
  ],
  group: [
    'unique',
    'brief',
    'compute',
    'aggregate',
    'mask',
    'localized',
    'read',
    'index',
    'required',
    'requiredWhen',
    'default',
    'where',
    'check',
    'min',
    'max',
    'length',
    'pattern',
    'accept',
    'help',
  ],
}
/** What a way of showing is for. */
const FORMATS: Readonly<Record<NonNullable<language.Field['format']>, readonly FieldType[]>> = {
  html: ['text'],
  route: ['string'],
  percent: ['int', 'decimal'],
  alert: ['int', 'money', 'decimal'],
}
const PLACES: Readonly<Record<FieldPlace, string>> = {
  entity: 'on a field of a record',
  line: 'on a field of a line',
  input: 'on an input',
  request: 'on a field of a call',
  answer: 'on a field of an answer',
  group: 'on the axis of a report',
}
/** What is given by whoever fills a field means nothing on one that is computed. */
const NOT_COMPUTED = [
  'required',
  'requiredWhen',
  'default',
  'min',
  'max',
  'length',
  'pattern',
  'check',
  'accept',
  'where',
  'localized',
  'index',
] as const

/** Declares a field without its rules. */
export function declareField(
  world: World,
  place: At,
  name: string,
  manifest: language.Field,
  where: FieldPlace,
): FieldDraft {
  if (!(where === 'request' || where === 'answer' ? WIRE_NAME : NAME).test(name))
    tell(world, place, 'bad-name', { name }, { key: true })
  else if (RULE_WORDS.has(name))
    tell(world, place, 'reserved-name', { name, what: 'a word of the rule language' }, { key: true })
  refuseIneffective(world, place, manifest, where)
  if (manifest.type === 'choice' && manifest.dictionary === undefined)
    tell(world, place, 'missing-part', { thing: 'a field of type choice', key: 'dictionary' }, { key: true })
  if (manifest.type === 'ref' && manifest.entity === undefined)
    tell(world, place, 'missing-part', { thing: 'a field of type ref', key: 'entity' }, { key: true })
  if (manifest.type === 'lines' && manifest.fields === undefined)
    tell(world, place, 'missing-part', { thing: 'a field of type lines', key: 'fields' }, { key: true })
  if (manifest.dictionary !== undefined) dictionaryAt(world, below(place, 'dictionary'), manifest.dictionary)
  const {
    type,
    title,
    help,
    dictionary,
    entity,
    min,
    max,
    scale,
    length,
    pattern,
    accept,
    localized,
    index,
    secret,
    format,
  } = manifest
  const computed = manifest.compute !== undefined || manifest.aggregate !== undefined
  const field: FieldDraft = {
    name,
    type,
    title,
    ...(help !== undefined && { help }),
    required: manifest.required === true,
    stored: !computed,
    system: false,
    ...(dictionary !== undefined && { dictionary }),
    ...(entity !== undefined && { entity }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(scale !== undefined && { scale }),
    ...(length !== undefined && { length }),
    ...(pattern !== undefined && { pattern }),
    ...(accept !== undefined && { accept }),
    ...(secret !== undefined && { secret }),
    ...(format !== undefined && { format }),
    ...(localized !== undefined && { localized }),
    ...(index !== undefined && { index }),
    ...(manifest.read !== undefined && {
      read: permissionsAt(world, below(place, 'read'), manifest.read, ['admin', 'signed-in']),
    }),
    ...(manifest.mask !== undefined && { mask: manifest.mask }),
  }
  if (min !== undefined && max !== undefined && min > max)
    tell(world, below(place, 'min'), 'conflicting-keys', {
      what: `The smallest value ${min} is above the largest ${max}`,
    })
  const compiled = pattern === undefined ? undefined : compilePattern(pattern)
  if (compiled !== undefined && 'problem' in compiled)
    tell(world, below(place, 'pattern'), 'bad-pattern', { why: compiled.problem })
  if (manifest.fields !== undefined && type === 'lines')
    field.fields = declareLines(world, below(place, 'fields'), manifest.fields, where)
  if (manifest.unique !== undefined && type === 'lines') {
    checkCells(world, below(place, 'unique'), field, manifest.unique)
    field.unique = manifest.unique
  }
  if (manifest.brief !== undefined && type === 'lines') {
    checkBrief(world, below(place, 'brief'), field, manifest.brief)
    field.brief = manifest.brief
  }
  return field
}

/** Whether a list names stored fields of a line. */
export function checkCells(world: World, place: At, lines: FieldDraft, cells: readonly string[]): void {
  for (const [index, name] of each(cells)) {
    const cell = lines.fields?.[name]
    const own = below(place, index)
    if (cell === undefined)
      tell(world, own, 'unknown-field', { entity: lines.name, name }, hintFor(name, Object.keys(lines.fields ?? {})))
    else if (!cell.stored) tell(world, own, 'computed-field', { name, done: 'filled in' })
  }
}

/** Whether a list names fields of a line, each once. */
function checkBrief(world: World, place: At, lines: FieldDraft, names: readonly string[]): void {
  for (const [index, name] of each(names)) {
    const own = below(place, index)
    if (lines.fields?.[name] === undefined)
      tell(world, own, 'unknown-field', { entity: lines.name, name }, hintFor(name, Object.keys(lines.fields ?? {})))
    else if (names.indexOf(name) < index) tell(world, own, 'duplicate-entry', { name })
  }
}

function declareLines(
  world: World,
  place: At,
  fields: Readonly<Record<string, language.Field>>,
  where: FieldPlace,
): Record<string, FieldDraft> {
  const declared = table<FieldDraft>()
  for (const [name, manifest] of Object.entries(fields)) {
    const own = below(place, name)
    if (manifest.type === 'lines')
      tell(world, below(own, 'type'), 'wrong-field', { name, expected: 'a field of another type: lines have no lines' })
    if (name === 'position' || name === 'parent')
      tell(world, own, 'reserved-name', { name, what: 'a column that the engine keeps for every line' }, { key: true })
    declared[name] = declareField(world, own, name, manifest, where === 'entity' || where === 'line' ? 'line' : where)
  }
  return declared
}

function refuseIneffective(world: World, place: At, manifest: language.Field, where: FieldPlace): void {
  const say = (key: string, why: string): void =>
    tell(world, below(place, key), 'ineffective-key', { key, where: why }, { key: true })
  for (const [key, types] of Object.entries(FOR_TYPES)) {
    if (manifest[key as keyof language.Field] !== undefined && !types.includes(manifest.type))
      say(key, `on a field of type ${manifest.type}`)
  }
  for (const key of NOT_IN[where])
    if (manifest[key] !== undefined && FOR_TYPES[key]?.includes(manifest.type) !== false) say(key, PLACES[where])
  if (
    manifest.format !== undefined &&
    FOR_TYPES.format!.includes(manifest.type) &&
    !FORMATS[manifest.format].includes(manifest.type)
  )
    tell(world, below(place, 'format'), 'ineffective-key', {
      key: manifest.format,
      where: `on a field of type ${manifest.type}`,
    })
  if (manifest.compute !== undefined && manifest.aggregate !== undefined)
    tell(
      world,
      below(place, 'aggregate'),
      'conflicting-keys',
      { what: 'A value is computed in one way: `compute` or `aggregate`' },
      { key: true },
    )
  if (manifest.compute !== undefined || manifest.aggregate !== undefined)
    for (const key of NOT_COMPUTED)
      if (manifest[key] !== undefined && FOR_TYPES[key]?.includes(manifest.type) !== false)
        say(key, 'on a computed field')
  if (manifest.required === true && manifest.requiredWhen !== undefined)
    say('requiredWhen', 'on a field that is always required')
}

/** What the rules of a field may name besides what every rule may. */
export interface FieldScope {
  readonly record?: Shape
  /** The record that asks: what `this` is for `where`, and the owner for a line. */
  readonly asking?: Shape
  readonly input?: Readonly<Record<string, FieldDraft>>
  /** The entity whose lines an aggregate may count. */
  readonly own?: EntityDraft
}

/** What a rule must give to be the value of a field. */
export function targetOf(world: World, field: FieldDraft): { expected: ValueType; target: RuleTarget } {
  const codes = field.dictionary === undefined ? undefined : world.dictionaryCodes.get(field.dictionary)
  return {
    expected: valueTypes[field.type],
    target: {
      ...(codes !== undefined && { codes }),
      ...(field.type === 'ref' && field.entity !== undefined && { entity: field.entity }),
    },
  }
}

/** Compiles the rules of a declared field. */
export function resolveField(
  world: World,
  place: At,
  field: FieldDraft,
  manifest: language.Field,
  scope: FieldScope,
): void {
  const inLine = scope.asking !== undefined && scope.record !== scope.asking
  const people = { ...world.base, record: scope.record, input: scope.input, ...(inLine && { this: scope.asking }) }
  // A computed value is the same for everybody.
  const fact = { ...people, me: undefined, tenant: undefined, input: undefined }
  const { expected, target } = targetOf(world, field)
  if (field.type === 'ref' && manifest.entity !== undefined)
    resolveReference(world, place, field, manifest.entity, manifest.where, scope)
  if (manifest.requiredWhen !== undefined)
    field.requiredWhen = ruleAt(world, below(place, 'requiredWhen'), manifest.requiredWhen, people, 'boolean')
  if (manifest.default !== undefined)
    field.default = ruleAt(world, below(place, 'default'), manifest.default, people, expected, target)
  if (manifest.compute !== undefined)
    field.compute = ruleAt(world, below(place, 'compute'), manifest.compute, fact, expected, target)
  if (manifest.aggregate !== undefined)
    resolveAggregated(world, below(place, 'aggregate'), field, manifest.aggregate, scope)
  if (manifest.check !== undefined) {
    field.check = each(manifest.check).flatMap(([index, check]) => {
      const rule = ruleAt(world, below(place, 'check', index, 'rule'), check.rule, people, 'boolean')
      textAt(world, below(place, 'check', index, 'message'), check.message, people)
      if (check.field !== undefined)
        tell(
          world,
          below(place, 'check', index, 'field'),
          'ineffective-key',
          { key: 'field', where: 'on the check of a field' },
          { key: true },
        )
      return rule === undefined ? [] : [{ rule, message: check.message }]
    })
  }
  if (manifest.mask !== undefined && scope.own !== undefined)
    for (const [index, state] of each(manifest.mask.states))
      stateAt(world, below(place, 'mask', 'states', index), scope.own, state)
  for (const [name, line] of Object.entries(field.fields ?? {})) {
    const lines: Shape = {
      entity: `${scope.record?.entity ?? 'form'}.${field.name}`,
      fields: field.fields!,
      states: [],
    }
    resolveField(world, below(place, 'fields', name), line, manifest.fields![name]!, {
      record: lines,
      asking: scope.record,
      input: scope.input,
    })
  }
}

function resolveReference(
  world: World,
  place: At,
  field: FieldDraft,
  entity: string,
  where: string | undefined,
  scope: FieldScope,
): void {
  const target = entityNamed(world, below(place, 'entity'), entity)
  if (where === undefined || target === undefined) return
  field.where = ruleAt(
    world,
    below(place, 'where'),
    where,
    { ...world.base, record: target.shape, this: scope.asking ?? scope.record, input: scope.input },
    'boolean',
  )
}

function resolveAggregated(
  world: World,
  place: At,
  field: FieldDraft,
  manifest: language.Aggregate,
  scope: FieldScope,
): void {
  const aggregate = resolveAggregate(world, place, manifest, {
    own: scope.own,
    asking: scope.record,
    environment: { ...world.base, me: undefined, tenant: undefined },
  })
  if (aggregate === undefined) return
  field.aggregate = aggregate
  const { expected } = targetOf(world, field)
  if (aggregate.type !== 'unknown' && aggregate.type !== expected)
    tell(world, place, 'wrong-value', { expected: field.type, found: aggregate.type })
}

/** Declares and compiles the fields of an input, a call or a report. */
export function loneFields(
  world: World,
  file: At['file'],
  path: At['path'],
  fields: Readonly<Record<string, language.Field>> | undefined,
  where: FieldPlace,
  scope: FieldScope = {},
): Record<string, FieldDraft> {
  const declared = table<FieldDraft>()
  for (const [name, manifest] of Object.entries(fields ?? {}))
    declared[name] = declareField(world, at(file, ...path, name), name, manifest, where)
  const form: Shape = { entity: 'call', fields: declared, states: [] }
  const own: FieldScope = where === 'input' ? { ...scope, input: declared } : { record: form, asking: form }
  for (const [name, field] of Object.entries(declared))
    resolveField(world, at(file, ...path, name), field, fields![name]!, own)
  return declared
}
