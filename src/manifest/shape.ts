// Does a file have the shape that the manifest language prescribes? Walks the language's schemas, so that the problems can speak of
// keys and branches instead of schema paths, and generates no code. Gives back a value in which everything that is wrong is left
// out or filled in, so that the later phases can look at the rest of the file.
import { definitionOf, follow, language, type Schema, type SchemaName } from './language'
import type { JsonPath } from './parse'
import type { ProblemCode } from './problem'
import { didYouMean, nearest } from './rule/suggest'

export interface ShapeProblem {
  readonly code: ProblemCode
  readonly path: JsonPath
  readonly args: Readonly<Record<string, string>>
  readonly key?: boolean
  readonly hint?: string
}

export interface Shaped {
  /** Fits the schema, or undefined when nothing could be saved. Lists keep their indexes: an item that was wrong is undefined. */
  readonly value: unknown
  readonly problems: readonly ShapeProblem[]
}

const LOST = Symbol('lost')
/** The way to the value that is being looked at; it grows and shrinks with the walk and is copied only into problems. */
type Steps = (string | number)[]

/** Checks a value against a file's schema. */
export function checkShape(name: SchemaName, value: unknown): Shaped {
  const problems: ShapeProblem[] = []
  const kept = check(language[name], name, value, [], problems)
  return { value: kept === LOST ? undefined : kept, problems }
}

function check(reference: Schema, from: SchemaName, value: unknown, path: Steps, problems: ShapeProblem[]): unknown {
  const { schema, home } = follow(reference, from)
  if (schema.anyOf !== undefined) return checkBranches(schema, home, value, path, problems)
  if (schema.enum !== undefined) {
    if (typeof value === 'string' && schema.enum.includes(value)) return value
    const hint = typeof value === 'string' ? didYouMean(value, schema.enum) : undefined
    problems.push({
      code: 'not-one-of',
      path: [...path],
      args: { found: show(value), known: schema.enum.join(', ') },
      ...(hint !== undefined && { hint }),
    })
    return LOST
  }
  if (schema.type !== undefined && !isOfType(value, schema.type)) {
    problems.push({
      code: 'wrong-type',
      path: [...path],
      args: { expected: expectation(reference, from), found: kindOf(value) },
      ...hintOf(schema),
    })
    return LOST
  }
  if (Array.isArray(value)) return checkList(schema, home, value, path, problems)
  if (typeof value === 'object' && value !== null)
    return checkObject(schema, home, value as Record<string, unknown>, path, problems)
  return checkScalar(schema, value, path, problems)
}

function checkScalar(schema: Schema, value: unknown, path: Steps, problems: ShapeProblem[]): unknown {
  const refuse = (code: ProblemCode, args: Record<string, string>): unknown => {
    problems.push({ code, path: [...path], args, ...hintOf(schema) })
    return LOST
  }
  if (typeof value === 'string') {
    if (schema.minLength !== undefined && value.length < schema.minLength) return refuse('empty-text', {})
    if (schema.pattern !== undefined && !patternOf(schema.pattern).test(value))
      return refuse('bad-format', { found: show(value), pattern: schema.pattern })
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum)
      return refuse('out-of-range', { found: String(value), bound: `at least ${schema.minimum}` })
    if (schema.maximum !== undefined && value > schema.maximum)
      return refuse('out-of-range', { found: String(value), bound: `at most ${schema.maximum}` })
  }
  return value
}

function checkList(
  schema: Schema,
  home: SchemaName,
  value: readonly unknown[],
  path: Steps,
  problems: ShapeProblem[],
): unknown {
  const exact = schema.minItems === schema.maxItems && schema.minItems !== undefined
  const wanted = (bound: string, count: number): string =>
    `${exact ? 'exactly' : bound} ${count} ${count === 1 ? 'entry' : 'entries'}`
  const few = schema.minItems !== undefined && value.length < schema.minItems
  const many = schema.maxItems !== undefined && value.length > schema.maxItems
  if (few || many) {
    problems.push({
      code: 'wrong-count',
      path: [...path],
      args: {
        wanted: few ? wanted('at least', schema.minItems!) : wanted('at most', schema.maxItems!),
        found: String(value.length),
      },
      ...hintOf(schema),
    })
    if (exact) return LOST
  }
  if (schema.items === undefined) return value
  const kept = value.map((item, index) => {
    if (schema.uniqueItems === true && typeof item !== 'object' && value.indexOf(item) < index) {
      problems.push({ code: 'duplicate-entry', path: [...path, index], args: { name: String(item) } })
      return undefined
    }
    path.push(index)
    const one = check(schema.items!, home, item, path, problems)
    path.pop()
    return one === LOST ? undefined : one
  })
  // A list of fixed length is one value, such as a text: it cannot lose a part of itself.
  return exact && kept.includes(undefined) ? LOST : kept
}

function checkObject(
  schema: Schema,
  home: SchemaName,
  value: Record<string, unknown>,
  path: Steps,
  problems: ShapeProblem[],
): unknown {
  const kept = Object.create(null) as Record<string, unknown>
  const known = schema.properties ?? {}
  const meant = new Set<string>()
  for (const key of Object.keys(value)) {
    const property = Object.hasOwn(known, key) ? known[key]! : schema.additionalProperties
    if (property === false) {
      // A key that is already written is not what was meant.
      const free = Object.keys(known).filter((name) => !Object.hasOwn(value, name) && name !== '$schema')
      const near = nearest(key, free)
      if (near !== undefined) meant.add(near)
      problems.push({
        code: 'unknown-key',
        path: [...path, key],
        args: { key, thing: thingOf(schema) },
        key: true,
        hint:
          near === undefined
            ? `Known: ${Object.keys(known)
                .filter((name) => name !== '$schema')
                .join(', ')}.`
            : `Did you mean "${near}"?`,
      })
      continue
    }
    path.push(key)
    const one =
      property === undefined || property === true ? value[key] : check(property, home, value[key], path, problems)
    path.pop()
    if (one !== LOST) kept[key] = one
    // An entry of a map was named: its name stays known, so that what refers to it is not a second problem.
    else if (!Object.hasOwn(known, key) && typeof property === 'object') fill(kept, key, property, home)
  }
  if (schema.minProperties !== undefined && Object.keys(value).length < schema.minProperties)
    problems.push({
      code: 'wrong-count',
      path: [...path],
      args: {
        wanted: `at least ${schema.minProperties} ${schema.minProperties === 1 ? 'entry' : 'entries'}`,
        found: '0',
      },
    })
  for (const key of schema.required ?? []) {
    if (key in kept) continue
    // A slip of the pen is one mistake, not an unknown key and a missing one.
    if (!Object.hasOwn(value, key) && !meant.has(key))
      problems.push({
        code: 'missing-key',
        path: [...path],
        args: { key, thing: thingOf(schema) },
        ...hintOf(known[key] ?? {}),
      })
    if (!fill(kept, key, known[key] ?? {}, home)) return LOST
  }
  return kept
}

/** Puts a neutral value where one is needed; a name cannot be made up. */
function fill(kept: Record<string, unknown>, key: string, reference: Schema, from: SchemaName): boolean {
  const definition = definitionOf(reference)
  const { schema, home } = follow(reference, from)
  if (definition === 'text') kept[key] = ['?', '?']
  else if (schema.anyOf !== undefined) return fill(kept, key, schema.anyOf[0]!, home)
  else if (schema.enum !== undefined) kept[key] = schema.enum[0]
  else if (schema.type === 'array') kept[key] = []
  else if (schema.type === 'object') {
    const made = Object.create(null) as Record<string, unknown>
    if (!(schema.required ?? []).every((name) => fill(made, name, schema.properties?.[name] ?? {}, home))) return false
    kept[key] = made
  } else return false
  return true
}

/** Among several forms, the one that fits; when none does, the problems of the one that was most likely meant. */
function checkBranches(
  schema: Schema,
  home: SchemaName,
  value: unknown,
  path: Steps,
  problems: ShapeProblem[],
): unknown {
  let best: { found: ShapeProblem[]; kept: unknown; likeness: number } | undefined
  for (const branch of schema.anyOf!) {
    const found: ShapeProblem[] = []
    const kept = check(branch, home, value, path, found)
    if (found.length === 0) return kept
    const likeness = likenessOf(branch, home, value) * 1000 - found.length
    if (best === undefined || likeness > best.likeness) best = { found, kept, likeness }
  }
  if (best!.likeness < 0) {
    problems.push({
      code: 'wrong-type',
      path: [...path],
      args: { expected: expectation(schema, home), found: kindOf(value) },
      ...hintOf(schema),
    })
    return LOST
  }
  problems.push(...best!.found)
  return best!.kept
}

/** 0: another type of value; else 1 and one for every key of the value that the branch knows. */
function likenessOf(branch: Schema, from: SchemaName, value: unknown): number {
  const { schema } = follow(branch, from)
  const type = schema.type ?? (schema.enum === undefined ? undefined : 'string')
  if (type === undefined || !isOfType(value, type)) return 0
  if (type !== 'object') return 1
  const keys = Object.keys(value as object)
  return (
    1 +
    keys.filter((key) => Object.hasOwn(schema.properties ?? {}, key)).length * 2 +
    (schema.required ?? []).filter((key) => keys.includes(key)).length
  )
}

const patterns = new Map<string, RegExp>()
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) patterns.set(source, (pattern = new RegExp(source, 'u')))
  return pattern
}

function isOfType(value: unknown, type: NonNullable<Schema['type']>): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? `the text ${show(value)}` : String(value)
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  text: '[Chinese, English]',
  rule: 'a rule (a text)',
  name: 'a name (a text)',
  fieldPath: 'a field (a text)',
  permission: 'a permission code (a text)',
}

/** EntityManifest -> an entity, AskDetail -> an ask, RunEffect -> a run effect. */
function thingOf(schema: Schema): string {
  const words = (schema.title ?? 'object')
    .replace(/(Manifest|Detail)$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return `${/^[aeiou]/.test(words) && !words.startsWith('uni') ? 'an' : 'a'} ${words}`
}

function expectation(reference: Schema, from: SchemaName): string {
  const definition = definitionOf(reference)
  if (definition !== undefined && KINDS[definition] !== undefined) return KINDS[definition]
  const { schema, home } = follow(reference, from)
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((branch) => expectation(branch, home)))].join(', or ')
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  return KINDS[schema.type ?? ''] ?? 'something else'
}

function hintOf(schema: Schema): { hint?: string } {
  return schema.description === undefined ? {} : { hint: schema.description }
}
