// Decides whether two definitions are equal apart from declared renames.
// A renamed field counts only for its own entity: another one may have a changed field of that name.
import type { App } from '../../model/app'
import { isRule } from '../../model/rule'
import { isObject } from '../explainRules'
import { ruleText } from '../lock/lockText'
import type { Successors, SuccessorNames } from './successors'

/** Compares definitions of before and after a change. */
export class Comparison {
  private readonly targets: ReadonlyMap<string, readonly string[]>

  constructor(
    before: App,
    private readonly after: App,
    private readonly renames: Successors,
  ) {
    this.targets = referenceTargets([before, after], (entity) => this.present(entity))
  }

  /**
   * The differing keys; undefined if both are equal.
   * @param entity the one that they belong to, by its present or former name
   */
  differingKeys(former: unknown, definition: unknown, entity: string | undefined): string[] | undefined {
    const scope = entity === undefined ? [] : [this.present(entity)]
    if (this.isAlike(former, definition, scope)) return undefined
    const [was, is] = [keyed(former), keyed(definition)]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
      (key) => !this.isAlike(was[key], is[key], this.scopeOf(was, scope)),
    )
  }

  /** A former path with its present names. */
  renamedPath(path: string, entity: string | undefined): string {
    const steps = path.split('.')
    const ownersOf = (index: number) =>
      index > 0 ? (this.targets.get(steps[index - 1] ?? '') ?? []) : entity ? [this.present(entity)] : []
    return steps
      .map((step, index) => ownersOf(index).flatMap((owner) => this.wordsOf(owner).get(step) ?? [])[0] ?? step)
      .join('.')
  }

  private present(entity: string): string {
    return this.renames.names.get(entity) ?? entity
  }

  private wordsOf(entity: string): SuccessorNames {
    return this.renames.wordsOf.get(entity) ?? noWords
  }

  /**
   * Whether two definitions mean the same. Compares rules in normal form, with named rules inlined. Order matters,
   * since lists of names order columns and inputs.
   */
  private isAlike(one: unknown, other: unknown, outer: readonly string[]): boolean {
    if (typeof one === 'string' && typeof other === 'string') return this.isSameText(one, other, outer)
    if (!isObject(one) || !isObject(other)) return one === other
    if (isRule(one)) return isRule(other) && this.isSameText(ruleText(one), ruleText(other), outer)
    if (Array.isArray(one) !== Array.isArray(other)) return false
    const scope = this.scopeOf(one, outer)
    const [keys, others] = [meaningful(one), meaningful(other)]
    return (
      keys.length === others.length &&
      keys.every((key, index) => {
        const now = others[index] ?? key
        return this.isSameText(key, now, scope) && this.isAlike(one[key], other[now], scope)
      })
    )
  }

  /** A definition that names another entity uses the fields of that one too. */
  private scopeOf(definition: Readonly<Record<string, unknown>>, outer: readonly string[]): readonly string[] {
    const { entity } = definition
    return typeof entity === 'string' && this.present(entity) in this.after.entities
      ? [...outer, this.present(entity)]
      : outer
  }

  /** Whether two texts differ by declared names only. */
  private isSameText(one: string, other: string, scope: readonly string[]): boolean {
    const { names, wordsOf } = this.renames
    if (one === other || names.size + wordsOf.size === 0) return one === other
    if (names.get(one) === other) return true
    const [parts, others] = [one.split(/(\w+)/), other.split(/(\w+)/)]
    if (parts.length !== others.length) return false
    const mentioned = parts.filter((_, index) => index % 2 === 1).flatMap((word) => this.meantBy(word))
    return parts.every((part, index) => {
      if (part === others[index]) return true
      const owner = parts[index - 1]?.endsWith('.') ? this.targets.get(parts[index - 2] ?? '') : undefined
      const isRenamed = (entity: string) => this.wordsOf(entity).get(part) === others[index]
      return (
        index % 2 === 1 &&
        (names.get(part) === others[index] || (owner ?? this.ownersOf(part, scope, mentioned)).some(isRenamed))
      )
    })
  }

  /** The entities that a bare word may belong to; only its own if that has a field or state of the name. */
  private ownersOf(word: string, scope: readonly string[], mentioned: readonly string[]): readonly string[] {
    if (scope.length === 0) return [...this.renames.wordsOf.keys()]
    const isOwn = scope.some((entity) => word in (this.after.entities[entity]?.fields ?? {}))
    return isOwn ? scope : [...scope, ...mentioned]
  }

  /** The entities that a text mentions. */
  private meantBy(word: string): readonly string[] {
    const entity = this.present(word)
    return [...(entity in this.after.entities ? [entity] : []), ...(this.targets.get(word) ?? [])]
  }
}

const noWords: SuccessorNames = new Map()

/** The entities that fields of a name refer to; lines refer to their own. */
function referenceTargets(
  apps: readonly App[],
  present: (entity: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, Set<string>>()
  const lead = (name: string, entity: string) =>
    targets.set(name, (targets.get(name) ?? new Set()).add(present(entity)))
  for (const { entities, access } of apps) {
    lead('me', access.identity.accountEntity)
    for (const { name: owner, fields } of Object.values(entities))
      for (const { name, entity, fields: columns } of Object.values(fields)) {
        if (columns) lead(name, owner)
        else if (entity) lead(name, entity)
        for (const column of Object.values(columns ?? {})) if (column.entity) lead(column.name, column.entity)
      }
  }
  return new Map([...targets].map(([name, entities]) => [name, [...entities]]))
}

const keyed = (definition: unknown): Readonly<Record<string, unknown>> => (isObject(definition) ? definition : {})

const meaningful = (definition: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(definition).filter((key) => {
    const value = definition[key]
    return value !== undefined && !(key === 'source' && typeof value === 'string' && value.endsWith('.json'))
  })
