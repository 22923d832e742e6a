// State shared by the phases of the compiler: manifests, declared names and problems.
// Also reports problems, compiles rules and checks the placeholders of texts.
import type { Dictionary, Setting } from '../model/app'
import type { Check, Rule, ValueType } from '../model/rule'
import type { Entity } from '../model/entity'
import type { Field } from '../model/field'
import { addressOf } from '../1-read/translations'
import type { Text } from '../model/text'
import type { Transition } from '../model/transition'
import type { EntityManifest, Identity } from '../language/generated'
import { placeOf, writtenAt, type JsonPath, type Mark } from '../json/parse'
import type { Dealing, Problems, ValueLocation } from '../problems/problems'
import type { Arguments, ProblemCode } from '../problems/catalog'
import type { NamedRule, RuleProblem } from '../problems/expressionProblem'
import type { File, ManifestFiles } from '../1-read/manifestFiles'
import { compileRule } from '../expression/check'
import { isName } from '../expression/names'
import type { RuleEnvironment, RuleTarget, Shape, ShapeField } from '../expression/environment'
import { formsHint, placesIn } from '../expression/template'
import { hintFor } from '../problems/suggest'
import { renamedHint, renamedInRule } from './renames'

export { hintFor }

/** Names that the engine provides to manifests. A missing table is not checked. */
export interface EngineNames {
  readonly operations?: Iterable<string>
  readonly blocks?: Iterable<string>
  readonly icons?: Iterable<string>
}

/** Called with every rule, its environment and its expected types; `rule` is absent if it is invalid. */
export type RuleObserver = (
  location: ManifestLocation,
  environment: RuleEnvironment,
  expected?: ValueType | readonly ValueType[],
  rule?: Rule,
) => void

export interface ResolvedRule {
  readonly location: ManifestLocation
  readonly environment: RuleEnvironment
  readonly rule: Rule
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type FieldDraft = Mutable<Field>
export type TransitionDraft = Mutable<Transition>

/** An entity during compilation. The phases fill in the parts of `entity`. */
export interface EntityDraft {
  readonly file: File<EntityManifest>
  readonly name: string
  readonly fields: Record<string, FieldDraft>
  readonly states: Entity['states']
  /** group: its states. */
  readonly stateGroups: Record<string, readonly string[]>
  readonly transitions: Record<string, TransitionDraft>
  readonly shape: Shape
  /** The entity's checks that its transitions inherit. */
  readonly entityChecks: Set<Check>
  readonly entity: Mutable<Entity>
}

/** A value in a file of the product that is being compiled. */
export interface ManifestLocation {
  readonly context: CompileContext
  readonly file: File<unknown>
  readonly path: JsonPath
  /** The transition for which a check that several share is compiled. */
  readonly transition?: string
}

export interface CompileContext {
  readonly manifests: ManifestFiles
  readonly problems: Problems
  readonly names: {
    readonly operations?: ReadonlySet<string>
    readonly blocks: ReadonlySet<string>
    readonly icons: ReadonlySet<string>
  }
  readonly observeRule?: RuleObserver
  /** Every resolved rule and placeholder, with its environment. */
  readonly rules: ResolvedRule[]
  /** Fields used outside of rules, to show, count or compare them. */
  readonly namedFields: Set<ShapeField>
  readonly dictionaries: Record<string, Dictionary>
  readonly dictionaryCodes: Map<string, readonly string[]>
  readonly usedDictionaries: Set<string>
  readonly settings: Record<string, Setting>
  readonly permissions: Readonly<Record<string, Text>>
  readonly identity?: Identity
  readonly entities: Record<string, EntityDraft>
  /** Every address of a screen or module, with its file. */
  readonly routes: Map<string, string>
  /** The environment common to all rules; `me` and `tenant` are absent until the entities are declared. */
  base: RuleEnvironment
}

/** An object without a prototype: a lookup finds only what was written. */
export function createTable<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}

/** A value of a file by its path of keys and indexes; without a path the whole file. */
export const locationOf = (context: CompileContext, file: File<unknown>, ...path: JsonPath): ManifestLocation => ({
  context,
  file,
  path,
})
/** The location of a value further inside, in the same file. */
export const childLocation = (location: ManifestLocation, ...path: JsonPath): ManifestLocation => ({
  ...location,
  path: [...location.path, ...path],
})

/** The entries of a list with their indexes; entries of the wrong shape were already reported. */
export function indexed<T>(list: readonly T[] | undefined): [number, T][] {
  return (list ?? []).flatMap((item, index): [number, T][] => (item === undefined ? [] : [[index, item]]))
}

/** Reports a name that rules could not write: letters and digits, beginning with a letter. */
export function checkName(location: ManifestLocation, name: string): void {
  if (!isName(name)) reportProblem(location, 'bad-name', { name }, { key: true })
}

/**
 * Adds a problem at a location, with the present name if an earlier version called it otherwise. `mark`: a part of the
 * value.
 */
export function reportProblem(
  location: ManifestLocation,
  code: ProblemCode,
  args: Arguments = {},
  mark: Mark & { readonly hint?: string } = {},
): void {
  const { context } = location
  const { document, path } = writtenAt(placed(location))
  const entities = [...entitiesOf(location), ...(args.entity === undefined ? [] : [args.entity])]
  const dealing = { entities, text: textNear(document.value, path) }
  // Names required by the engine are absent if none is written.
  const isWritten = `${path.at(-1)} ${JSON.stringify(valueAt(document.value, path))}`.includes(args.name ?? '')
  const renamed = isWritten ? renamedHint(context.manifests, code, args, entities) : {}
  context.problems.add({ document, path }, code, args, { ...mark, ...renamed, dealing })
}

const placed = ({ file: { document }, path }: ManifestLocation): ValueLocation => ({ document, path })

/** The entity of a file: its own, or that of a screen. */
function entitiesOf({ file }: ManifestLocation): string[] {
  if (file.path.endsWith('.entity.json')) return [file.name]
  const { entity } = Object(file.manifest) as { readonly entity?: unknown }
  return typeof entity === 'string' ? [entity] : []
}

/** The paths that a rule reads. */
function dealingOf(source: string, environment: RuleEnvironment, location: ManifestLocation): Dealing {
  const { record, this: owner, before } = environment
  const shapes = [record, owner, before].filter((shape) => shape !== undefined)
  const targets = (source.match(/\w+/g) ?? []).flatMap((word) =>
    shapes.flatMap(({ fields }) => (Object.hasOwn(fields, word) ? (fields[word]?.entity ?? []) : [])),
  )
  return { entities: [...entitiesOf(location), ...shapes.map(({ entity }) => entity), ...targets], text: source }
}

const maxTextLength = 400

/** The value at a location and the object around it, unless they are large; other entries of a list are irrelevant. */
function textNear(root: unknown, path: JsonPath): string {
  const around = valueAt(root, path.slice(0, -1))
  const values = [valueAt(root, path), ...(Array.isArray(around) ? [] : [around])]
  const texts = values.map((value) => JSON.stringify(value) ?? '')
  return [...texts.filter((text) => text.length <= maxTextLength), ...path.map(String)].join(' ')
}

/** Reports a name that is not `among` the declared ones, with the probable one. */
export function reportUnknownName(
  location: ManifestLocation,
  name: string,
  { what, among, ...mark }: Mark & { readonly what: string; readonly among: Iterable<string> },
): void {
  reportProblem(location, 'unknown-name', { what, name }, { ...hintFor(name, among), ...mark })
}

/** What a rule must return to be a field's value: the type, and the allowed values. */
export interface FieldValue {
  readonly expected: ValueType
  readonly target: RuleTarget
}

const isFieldValue = (result: ValueType | readonly ValueType[] | FieldValue | undefined): result is FieldValue =>
  typeof result === 'object' && 'target' in result

/** Compiles the rule at a location; undefined after reporting its problems. */
export function ruleAt(
  location: ManifestLocation,
  source: string,
  environment: RuleEnvironment,
  result?: ValueType | readonly ValueType[] | FieldValue,
): Rule | undefined {
  const { context } = location
  const { expected, target } = isFieldValue(result) ? result : { expected: result, target: undefined }
  const { rule, problems } = compileRule(source, environment, expected, target)
  context.observeRule?.(location, environment, expected, rule)
  for (const problem of problems) {
    const { namedRule } = problem
    const at = namedRule === undefined ? location : namedRuleLocation(context, namedRule)
    const text = namedRule?.source ?? source
    if (at === undefined || follows(context, text, problem.start)) continue
    const dealing = dealingOf(text, environment, location)
    const renamed = renamedInRule(context.manifests, problem, dealing.entities)
    context.problems.addRule(placed(at), usedAt(location, renamed), dealing)
  }
  if (rule !== undefined) context.rules.push({ location, environment, rule })
  return rule
}

/** The location of a named rule. */
export function namedRuleLocation(context: CompileContext, { name, entity }: NamedRule): ManifestLocation | undefined {
  const file = entity === undefined ? context.manifests.app : context.entities[entity]?.file
  return file && locationOf(context, file, 'rules', name)
}

/** A named rule or a shared check may be valid in one place and invalid in another. */
function usedAt(location: ManifestLocation, problem: RuleProblem): RuleProblem {
  const { document, path } = writtenAt(placed(location))
  const { transition } = location
  const hints = [
    problem.hint,
    problem.namedRule && `It is used in ${document.source.path}:${placeOf(document, path).line}.`,
    transition !== undefined && `In \`${transition}\`, which this check names.`,
  ].filter((hint) => typeof hint === 'string')
  return hints.length > 0 ? { ...problem, hint: hints.join(' ') } : problem
}

/** A rule cannot name anything of an unreadable file, which was already reported. */
function follows(context: CompileContext, source: string, start: number): boolean {
  if (context.manifests.unreadable.settings.size > 0 && source.slice(0, start).endsWith('settings.')) return true
  return (
    (context.base.me === undefined || context.base.tenant === undefined) && /^(me|tenant)\b/.test(source.slice(start))
  )
}

const computedHint = 'A placeholder is a name: let a field `compute` the value, and write its name.'
const fillableTypes = ['text', 'number', 'boolean', 'date', 'datetime', 'record', 'address'] as const

/** Checks the `{placeholders}` of a text; returns the paths of the record that it names. */
export function textAt(location: ManifestLocation, text: Text, environment: RuleEnvironment): string[] {
  const { context } = location
  const { manifests } = context
  const reads = new Set<string>()
  // Texts are filled in by name at run time, when named rules no longer exist.
  const fillable = { ...environment, rules: undefined }
  for (const [language, item] of Object.entries(text)) {
    const at = textLocation(location, language)
    // A text that is missing is the first one, in whose language its words are.
    const isMissing = item === Object.values(text)[0] && language !== Object.keys(text)[0]
    // Match unbalanced braces as well: users would see them.
    for (const match of item.matchAll(/\{([^{}]*)\}|\{[^{}]*|\}/g)) {
      const [placeholder] = placesIn(match[0])
      const start = match.index + 1
      const wrongForms = placeholder && !isMissing ? formsHint(placeholder, language) : undefined
      if (placeholder === undefined || wrongForms !== undefined) {
        const hint = /[-+*/()]/.test(placeholder ? '' : (match[1] ?? '')) ? computedHint : wrongForms
        const span = { start: match.index, end: match.index + match[0].length }
        reportProblem(at, 'bad-placeholder', { found: match[0] }, { span, ...(hint !== undefined && { hint }) })
        continue
      }
      const { path, forms } = placeholder
      const { rule, problems } = compileRule(path, fillable, forms.length > 0 ? 'number' : fillableTypes)
      for (const problem of problems) {
        if (follows(context, path, problem.start)) continue
        const dealing = dealingOf(path, environment, at)
        const renamed = usedAt(location, renamedInRule(manifests, problem, dealing.entities))
        context.problems.addRule(placed(at), renamed, dealing, start)
      }
      if (rule === undefined) continue
      context.rules.push({ location, environment, rule })
      for (const read of rule.readPaths) reads.add(read)
    }
  }
  return [...reads]
}

/** The location of one language of a text: by position in a list, by code in an object. */
function textLocation(location: ManifestLocation, language: string): ManifestLocation {
  const { languages, translations } = location.context.manifests
  const { document, path } = writtenAt(placed(location))
  const written = valueAt(document.value, path)
  const step = Array.isArray(written) ? languages.indexOf(language) : language
  if (Object.hasOwn(Object(written), step)) return childLocation(location, step)
  const other = translations.locate(addressOf(document.source.path, document.value, path), language)
  return other ? { ...location, file: { ...location.file, document: other.document }, path: other.path } : location
}

function valueAt(root: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], root)
}
