// What is counted or added up? One operator over the records of an entity or over the lines of the asking record; the rule that chooses
// among them reads the counted record by bare names and the asking one by `this`.
import type { Aggregate, AggregateOperator, Field, ValueType } from '../app'
import type * as language from '../generated/language'
import { ineffective, pathFrom, sortAt } from '../names'
import { pathsRead, type RuleEnvironment, type Shape } from '../rule/check'
import { valueTypes } from '../fields/valueTypes'
import { below, hintFor, ruleAt, tell, type At, type EntityDraft, type World } from '../world'

const OPERATORS = [
  'count',
  'exists',
  'sum',
  'max',
  'min',
  'average',
  'first',
] as const satisfies readonly AggregateOperator[]

/** Types of field that an operator can take. */
const TAKES: Readonly<Record<Exclude<AggregateOperator, 'count' | 'exists'>, readonly ValueType[]>> = {
  sum: ['number'],
  average: ['number'],
  max: ['number', 'date', 'datetime', 'text'],
  min: ['number', 'date', 'datetime', 'text'],
  first: ['text', 'number', 'boolean', 'date', 'datetime', 'record', 'address'],
}

export interface AggregateScope {
  /** Whose lines may be counted. */
  readonly own?: EntityDraft
  /** What `this` is. */
  readonly asking?: Shape
  /** Whether there may be one number for each value of a field. */
  readonly tables?: boolean
  readonly environment: RuleEnvironment
}

/** What is counted: its fields as rules see them, and how a field of it is found. */
interface Counted {
  readonly entity?: EntityDraft
  readonly lines?: Field
  readonly shape: Shape
  readonly rest: string
}

export function resolveAggregate(
  world: World,
  place: At,
  manifest: language.Aggregate,
  scope: AggregateScope,
): Aggregate | undefined {
  const given = OPERATORS.filter((operator) => manifest[operator] !== undefined)
  const [operator] = given
  if (operator === undefined || given.length > 1) {
    tell(world, place, 'conflicting-keys', { what: `An aggregate has exactly one of ${OPERATORS.join(', ')}` })
    return undefined
  }
  const own = below(place, operator)
  const counted = countedBy(world, own, manifest[operator]!, scope)
  if (operator !== 'first') ineffective(world, place.file, place.path, manifest, ['sort'], 'without `first`')
  if (counted === undefined) return undefined
  const type = typeOf(world, own, operator, counted, manifest[operator]!)
  const where =
    manifest.where === undefined
      ? undefined
      : ruleAt(
          world,
          below(place, 'where'),
          manifest.where,
          { ...scope.environment, record: counted.shape, this: scope.asking },
          'boolean',
        )
  const sort = operator === 'first' ? sortOf(world, place, manifest, counted) : undefined
  const running = runningOf(world, place, manifest, operator, counted, scope)
  const by =
    manifest.by === undefined ? undefined : byOf(world, below(place, 'by'), operator, type, counted, manifest.by, scope)
  if (type === undefined) return undefined
  const readsThis = where === undefined ? [] : pathsRead(where.node, 'this')
  return {
    operator,
    type: by === undefined ? type : 'table',
    ...(by !== undefined && { by }),
    ...(counted.entity !== undefined && { entity: counted.entity.name }),
    ...(counted.lines !== undefined && { lines: counted.lines.name }),
    ...(counted.rest !== '' && { field: counted.rest }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort }),
    ...(running !== undefined && { running }),
    readsThis: running === undefined ? readsThis : [...new Set([...readsThis, running])],
  }
}

/** The field by which a running total grows: records are only before or behind others of their own kind. */
function runningOf(
  world: World,
  place: At,
  { running }: language.Aggregate,
  operator: AggregateOperator,
  counted: Counted,
  { own }: AggregateScope,
): string | undefined {
  if (running === undefined) return undefined
  const at = below(place, 'running')
  if (operator === 'first' || operator === 'exists')
    tell(world, at, 'ineffective-key', { key: 'running', where: `with \`${operator}\`` }, { key: true })
  else if (own === undefined || counted.entity !== own)
    tell(
      world,
      at,
      'ineffective-key',
      { key: 'running', where: 'where other records than those of the own entity are counted' },
      { key: true },
    )
  else return sortAt(world, at, own, running)?.field
  return undefined
}

/** The field whose values are the keys of a table of numbers. */
function byOf(
  world: World,
  place: At,
  operator: AggregateOperator,
  type: ValueType | undefined,
  counted: Counted,
  name: string,
  { tables }: AggregateScope,
): string | undefined {
  const numbers = operator !== 'first' && operator !== 'exists' && (type === undefined || type === 'number')
  if (!tables || !numbers) {
    tell(
      world,
      place,
      'ineffective-key',
      { key: 'by', where: tables ? `where \`${operator}\` gives no number` : 'outside `let`' },
      { key: true },
    )
    return undefined
  }
  const field =
    counted.entity === undefined
      ? lineField(world, place, { ...counted, rest: name }, name)
      : pathFrom(world, place, counted.entity, name)?.field
  if (field === undefined) return undefined
  if (['text', 'number'].includes(valueTypes[field.type])) return name
  tell(world, place, 'wrong-field', { name, expected: 'a text or a number' })
  return undefined
}

/** `loan.fine` is a field of an entity, `items.amount` one of the own lines; the own lines come first. */
function countedBy(world: World, place: At, name: string, { own }: AggregateScope): Counted | undefined {
  const [head = '', ...rest] = name.split('.')
  const field = own?.fields[head]
  if (field?.type === 'lines')
    return {
      lines: field,
      shape: { entity: `${own!.name}.${head}`, fields: field.fields ?? {}, states: [] },
      rest: rest.join('.'),
    }
  const entity = world.entities[head]
  if (entity !== undefined) return { entity, shape: entity.shape, rest: rest.join('.') }
  if (!world.manifests.unreadable.entity.has(head)) {
    const lines = Object.values(own?.fields ?? {})
      .filter((one) => one.type === 'lines')
      .map((one) => one.name)
    tell(
      world,
      place,
      'unknown-entity',
      { name: head },
      { ...hintFor(head, [...Object.keys(world.entities), ...lines]), span: { start: 0, end: head.length } },
    )
  }
  return undefined
}

function typeOf(
  world: World,
  place: At,
  operator: AggregateOperator,
  counted: Counted,
  name: string,
): ValueType | undefined {
  if (operator === 'count' || operator === 'exists') {
    if (counted.rest === '') return operator === 'count' ? 'number' : 'boolean'
    tell(world, place, 'wrong-field', { name, expected: 'an entity or own lines without a field' })
    return undefined
  }
  if (counted.rest === '') {
    tell(world, place, 'wrong-field', { name, expected: 'a field after a point' })
    return undefined
  }
  const field =
    counted.entity === undefined
      ? lineField(world, place, counted, name)
      : pathFrom(world, place, counted.entity, counted.rest, name.length - counted.rest.length)?.field
  if (field === undefined) return undefined
  const type = valueTypes[field.type]
  if (TAKES[operator].includes(type)) return type
  tell(world, place, 'wrong-field', {
    name,
    expected: `a field of type ${TAKES[operator].join(', ')} for ${operator}, not ${field.type}`,
  })
  return undefined
}

function lineField(world: World, place: At, { lines, rest }: Counted, name: string): Field | undefined {
  const field = lines!.fields?.[rest]
  if (field === undefined)
    tell(
      world,
      place,
      'unknown-field',
      { entity: lines!.name, name: rest },
      {
        ...hintFor(rest, Object.keys(lines!.fields ?? {})),
        span: { start: name.length - rest.length, end: name.length },
      },
    )
  return field
}

function sortOf(world: World, place: At, manifest: language.Aggregate, counted: Counted): Aggregate['sort'] {
  if (manifest.sort === undefined) {
    if (counted.entity !== undefined)
      tell(world, below(place, 'first'), 'missing-part', { thing: '`first`', key: 'sort' }, { key: true })
    return undefined
  }
  if (counted.entity !== undefined) return sortAt(world, below(place, 'sort'), counted.entity, manifest.sort)
  const descending = manifest.sort.startsWith('-')
  const field = descending ? manifest.sort.slice(1) : manifest.sort
  return lineField(world, below(place, 'sort'), { ...counted, rest: field }, manifest.sort) && { field, descending }
}
