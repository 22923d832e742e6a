// Validates a file against the schemas of the manifest language, without generating code.
// Walking the schemas lets a problem name keys and branches instead of schema paths. The result omits or fills in what
// is wrong, so that the later phases can check the remainder of the file.
import { definitionOf, follow, language, type Schema, type SchemaName } from '../language/schemas'
import { untranslated } from '../model/text'
import { hintForShape, keysFor, valuesFor, writeInstead } from '../language/formerNames'
import type { ProblemCode } from '../problems/catalog'
import { counted } from '../problems/counted'
import { didYouMean, nearest } from '../problems/suggest'
import { resolveText, type TextReading, type WrittenText } from './resolveText'
import {
  expectation,
  hintOf,
  hintOfRule,
  hintOfType,
  isOfType,
  kindOf,
  show,
  thingOf,
  type ShapeProblem,
} from './shapeTexts'

interface Shaped {
  /** Fits the schema, or undefined when nothing is usable. Lists keep their indexes: a wrong item leaves a hole. */
  readonly value: unknown
  readonly problems: readonly ShapeProblem[]
}

const lost = Symbol('lost')
/** Path to the current value. It grows and shrinks with the walk and is copied only into problems. */
type Steps = (string | number)[]

interface Walk {
  readonly path: Steps
  readonly problems: ShapeProblem[]
  readonly texts: TextReading | undefined
}

/** Validates a value against the schema of a file. Without `texts` its texts stay as they are written. */
export function checkShape(name: SchemaName, value: unknown, texts?: TextReading): Shaped {
  const problems: ShapeProblem[] = []
  const stored = check(language[name], name, value, { path: [], problems, texts })
  return { value: stored === lost ? undefined : stored, problems }
}

function check(reference: Schema, from: SchemaName, value: unknown, walk: Walk): unknown {
  const reported = walk.problems.length
  const stored = checkWritten(reference, from, value, walk)
  if (stored === lost || walk.texts === undefined || definitionOf(reference) !== 'text') return stored
  // Discard an incomplete text: the reported part may be its first language, the fallback of the others.
  if (walk.problems.length > reported) return lost
  const result = resolveText(stored as WrittenText, walk.texts, [...walk.path])
  if ('text' in result) return result.text
  walk.problems.push(result.problem)
  return lost
}

function checkWritten(reference: Schema, from: SchemaName, value: unknown, walk: Walk): unknown {
  const { path, problems } = walk
  const { schema, home } = follow(reference, from)
  if (schema.anyOf !== undefined) return checkBranches(schema, home, value, walk)
  if (schema.enum !== undefined) {
    if (typeof value === 'string' && schema.enum.includes(value)) return value
    const hint =
      typeof value === 'string'
        ? (writeInstead(valuesFor(value, schema.enum)) ?? didYouMean(value, schema.enum))
        : undefined
    problems.push({
      code: 'not-one-of',
      path: [...path],
      args: { found: show(value), known: schema.enum.join(', ') },
      ...(hint !== undefined && { hint }),
    })
    return lost
  }
  if (schema.type !== undefined && !isOfType(value, schema.type)) {
    problems.push({
      code: 'wrong-type',
      path: [...path],
      args: { expected: expectation(reference, from), found: kindOf(value) },
      ...hintOfType(reference.description === undefined ? schema : reference, schema.type, value),
    })
    return lost
  }
  if (Array.isArray(value)) return checkList(schema, home, value, walk)
  if (typeof value === 'object' && value !== null)
    return checkObject(schema, home, value as Record<string, unknown>, walk)
  return checkScalar(schema, reference.description === undefined ? schema : reference, value, walk)
}

/** `described`: the schema that best describes the expected value, such as that of the key. */
function checkScalar(schema: Schema, described: Schema, value: unknown, { path, problems }: Walk): unknown {
  const refuse = (code: ProblemCode, args: Record<string, string>): unknown => {
    problems.push({ code, path: [...path], args, ...hintOf(described) })
    return lost
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

function checkList(schema: Schema, home: SchemaName, value: readonly unknown[], walk: Walk): unknown {
  const { path, problems } = walk
  const exact = schema.minItems === schema.maxItems && schema.minItems !== undefined
  const wanted = (bound: string, count: number): string =>
    `${exact ? 'exactly' : bound} ${counted(count, 'entry', 'entries')}`
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
    if (exact) return lost
  }
  if (schema.items === undefined) return value
  const stored: unknown[] = Object.assign([], { length: value.length })
  for (const [index, item] of value.entries()) {
    if (schema.uniqueItems === true && typeof item !== 'object' && value.indexOf(item) < index) {
      problems.push({ code: 'duplicate-entry', path: [...path, index], args: { name: String(item) } })
      continue
    }
    path.push(index)
    const candidate = check(schema.items, home, item, walk)
    path.pop()
    if (candidate !== lost) stored[index] = candidate
  }
  // A list of fixed length is one value, such as a text: it cannot lose an item.
  return exact && stored.includes(undefined) ? lost : stored
}

function checkObject(schema: Schema, home: SchemaName, value: Record<string, unknown>, walk: Walk): unknown {
  const { path, problems } = walk
  const stored = Object.create(null) as Record<string, unknown>
  const properties = schema.properties ?? {}
  const meant = new Set<string>()
  for (const key of Object.keys(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key]! : schema.additionalProperties
    if (property === false) {
      const { similar, hint } = meantBy(schema, key, value, String(path.at(-1) ?? ''))
      for (const one of similar) meant.add(one)
      problems.push({
        code: 'unknown-key',
        path: [...path, key],
        args: { key, thing: thingOf(schema) },
        key: true,
        hint,
      })
      continue
    }
    const reported = problems.length
    path.push(key)
    const item = property === undefined || property === true ? value[key] : check(property, home, value[key], walk)
    path.pop()
    const hint =
      problems.length > reported ? hintForShape(schema.title, key, value[key], String(path.at(-1) ?? '')) : undefined
    if (hint !== undefined) problems[reported] = { ...problems[reported]!, hint }
    if (item !== lost) stored[key] = item
    // Keep the name of a wrong entry, so that references to it are not a second problem.
    else if (!Object.hasOwn(properties, key) && typeof property === 'object') fill(stored, key, property, home)
  }
  if (schema.minProperties !== undefined && Object.keys(value).length < schema.minProperties)
    problems.push({
      code: 'wrong-count',
      path: [...path],
      args: {
        wanted: `at least ${counted(schema.minProperties, 'entry', 'entries')}`,
        found: String(Object.keys(value).length),
      },
    })
  // Report a misspelled key once, not as an unknown key and a missing one.
  return addMissing(schema, home, stored, { ...walk, isReported: (key) => Object.hasOwn(value, key) || meant.has(key) })
    ? stored
    : lost
}

/** The keys that an unknown key may have been meant to be, and the hint for it. `name`: of the object. */
function meantBy(
  schema: Schema,
  key: string,
  value: Readonly<Record<string, unknown>>,
  name: string,
): { readonly similar: readonly string[]; readonly hint: string } {
  const keys = Object.keys(schema.properties ?? {}).filter((one) => one !== '$schema')
  // A key that is already present cannot be the intended one.
  const free = keys.filter((one) => !Object.hasOwn(value, one))
  const renamed = keysFor(schema.title, key, free)
  const near = renamed.length > 0 ? undefined : nearest(key, free)
  return {
    similar: near === undefined ? renamed : [near],
    hint:
      hintForShape(schema.title, key, value[key], name) ??
      writeInstead(renamed) ??
      (near === undefined ? `Known: ${keys.join(', ')}.` : `Did you mean "${near}"?`),
  }
}

/** Reports and fills in the required keys that are missing; returns false where one has no neutral value. */
function addMissing(
  schema: Schema,
  home: SchemaName,
  stored: Record<string, unknown>,
  { path, problems, isReported }: Walk & { readonly isReported: (key: string) => boolean },
): boolean {
  const { required = [], properties = {} } = schema
  return required
    .filter((key) => !(key in stored))
    .every((key) => {
      const property = properties[key] ?? {}
      if (!isReported(key))
        problems.push({
          code: 'missing-key',
          path: [...path],
          args: { key, thing: thingOf(schema) },
          ...hintOf(property),
        })
      return fill(stored, key, property, home)
    })
}

/** Placeholder for a missing or unreadable text. */
const unknownText = untranslated('?')

/** Fills in a neutral value for a required key; a name has no neutral value. */
function fill(stored: Record<string, unknown>, key: string, reference: Schema, from: SchemaName): boolean {
  const definition = definitionOf(reference)
  const { schema, home } = follow(reference, from)
  if (definition === 'text') stored[key] = unknownText
  else if (schema.anyOf !== undefined) return fill(stored, key, schema.anyOf[0]!, home)
  else if (schema.enum !== undefined) stored[key] = schema.enum[0]
  else if (schema.type === 'array') stored[key] = []
  else if (schema.type === 'object') {
    const created = Object.create(null) as Record<string, unknown>
    if (!(schema.required ?? []).every((name) => fill(created, name, schema.properties?.[name] ?? {}, home)))
      return false
    stored[key] = created
  } else return false
  return true
}

/** Picks the branch that fits; if none does, reports the problems of the most similar one. */
function checkBranches(schema: Schema, home: SchemaName, value: unknown, walk: Walk): unknown {
  const { path, problems } = walk
  let best: { found: ShapeProblem[]; stored: unknown; likeness: number } | undefined
  for (const branch of schema.anyOf!) {
    const shapeProblems: ShapeProblem[] = []
    const stored = check(branch, home, value, { ...walk, problems: shapeProblems })
    if (shapeProblems.length === 0) return stored
    const likeness = likenessOf(branch, home, value) * 1000 - shapeProblems.length
    if (best === undefined || likeness > best.likeness) best = { found: shapeProblems, stored, likeness }
  }
  if (best!.likeness < 0) {
    problems.push({
      code: 'wrong-type',
      path: [...path],
      args: { expected: expectation(schema, home), found: kindOf(value) },
      ...hintOf(schema),
      ...hintOfRule(expectation(schema, home), value),
    })
    return lost
  }
  problems.push(...best!.found)
  return best!.stored
}

/** 0 for another type of value; else 1, and for each key that the branch has 2, or 3 if the branch requires it. */
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
