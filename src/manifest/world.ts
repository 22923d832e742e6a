// What do the phases of the compiler share? The manifests that were read, the things declared so far, and the one way to name a problem,
// to compile a rule and to check the placeholders of a text.
import type { Dictionary, Entity, Field, Rule, Setting, Text, Transition, ValueType } from './app'
import type { EntityManifest, Identity } from './generated/language'
import type { JsonPath, Mark } from './parse'
import type { Arguments, ProblemCode, Problems } from './problem'
import type { File, Manifests } from './read'
import { compileRule, type RuleEnvironment, type RuleTarget, type Shape } from './rule/check'
import { placeholders } from './rule/fill'
import { didYouMean, oneOf } from './rule/suggest'

/** Names that the engine gives to manifests. A table that is absent is not checked. */
export interface EngineNames {
  readonly operations?: Iterable<string>
  readonly blocks?: Iterable<string>
  readonly icons?: Iterable<string>
}

export type Draft<T> = { -readonly [K in keyof T]: T[K] }
export type FieldDraft = Draft<Field>
export type TransitionDraft = Draft<Transition>

/** An entity while it is being compiled. The things in `entity` are filled in phase by phase. */
export interface EntityDraft {
  readonly file: File<EntityManifest>
  readonly name: string
  readonly fields: Record<string, FieldDraft>
  readonly states: Entity['states']
  readonly transitions: Record<string, TransitionDraft>
  readonly shape: Shape
  readonly entity: Draft<Entity>
}

/** A value in a file. */
export interface At {
  readonly file: File<unknown>
  readonly path: JsonPath
}

export interface World {
  readonly manifests: Manifests
  readonly problems: Problems
  readonly names: {
    readonly operations?: ReadonlySet<string>
    readonly blocks?: ReadonlySet<string>
    readonly icons?: ReadonlySet<string>
  }
  readonly dictionaries: Record<string, Dictionary>
  readonly dictionaryCodes: Map<string, readonly string[]>
  readonly usedDictionaries: Set<string>
  readonly settings: Record<string, Setting>
  readonly permissions: Readonly<Record<string, Text>>
  readonly identity?: Identity
  readonly entities: Record<string, EntityDraft>
  /** Everything that has an address: screens and modules, with the file that says so. */
  readonly routes: Map<string, string>
  /** What every rule may name; `me` and `tenant` are absent until the entities are declared. */
  base: RuleEnvironment
}

/** An object without a prototype: a name that was not written is not found in it. */
export function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}

export const at = (file: File<unknown>, ...path: JsonPath): At => ({ file, path })
export const below = (place: At, ...path: JsonPath): At => ({ file: place.file, path: [...place.path, ...path] })

/** The entries of a list with their indexes; entries that had the wrong shape were told already. */
export function each<T>(list: readonly T[] | undefined): [number, T][] {
  return (list ?? []).flatMap((item, index): [number, T][] => (item === undefined ? [] : [[index, item]]))
}

export function tell(
  world: World,
  place: At,
  code: ProblemCode,
  args: Arguments = {},
  mark: Mark & { readonly hint?: string } = {},
): void {
  world.problems.add(place.file.document, place.path, code, args, mark)
}

/** "Did you mean …?", or what is known when nothing is near. */
export function hintFor(name: string, known: Iterable<string>): { hint?: string } {
  const names = [...known]
  const hint = didYouMean(name, names) ?? (names.length > 0 ? oneOf(names) : undefined)
  return hint === undefined ? {} : { hint }
}

/** Compiles the rule that stands at a place; undefined after telling what is wrong with it. */
export function ruleAt(
  world: World,
  place: At,
  source: string,
  environment: RuleEnvironment,
  expected?: ValueType | readonly ValueType[],
  target?: RuleTarget,
): Rule | undefined {
  const { rule, problems } = compileRule(source, environment, expected, target)
  for (const problem of problems)
    if (!follows(world, source, problem.start)) world.problems.addRule(place.file.document, place.path, problem)
  return rule
}

/** A rule cannot name what stands in a file that could not be read: that was told once. */
function follows(world: World, source: string, start: number): boolean {
  if (world.manifests.unreadable.settings.size > 0 && source.slice(0, start).endsWith('settings.')) return true
  return (world.base.me === undefined || world.base.tenant === undefined) && /^(me|tenant)\b/.test(source.slice(start))
}

/** Checks the `{placeholders}` of a text; answers the paths of the record that it names. */
export function textAt(world: World, place: At, text: Text, environment: RuleEnvironment): string[] {
  const reads = new Set<string>()
  for (const [language, one] of text.entries()) {
    const known = new Set(placeholders([one, one]))
    // Also a brace that is not closed, or closes nothing, is shown to people as it stands.
    for (const match of one.matchAll(/\{([^{}]*)\}|\{[^{}]*|\}/g)) {
      const path = match[1]
      const start = match.index + 1
      if (path === undefined || !known.has(path)) {
        tell(
          world,
          below(place, language),
          'bad-placeholder',
          { found: match[0] },
          { span: { start: match.index, end: match.index + match[0].length } },
        )
        continue
      }
      const { rule, problems } = compileRule(path, environment, [
        'text',
        'number',
        'boolean',
        'date',
        'datetime',
        'record',
        'address',
      ])
      for (const problem of problems)
        if (!follows(world, path, problem.start))
          world.problems.addRule(place.file.document, [...place.path, language], problem, start)
      for (const read of rule?.reads ?? []) reads.add(read)
    }
  }
  return [...reads]
}
