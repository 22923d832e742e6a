// Collects the names of a product by kind, for all entities or for one.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'

/** Kinds of names that belong to an entity. */
export interface OwnNames {
  readonly state: readonly string[]
  readonly transition: readonly string[]
  readonly field: readonly string[]
  /** Sets of fields of its module. */
  readonly fieldSet: readonly string[]
  /** Its named rules and those of the product, as a rule names them. */
  readonly rule: readonly string[]
}

/** Names that the App does not contain, read from the folder of manifests. */
export interface WrittenNames {
  /** The keys of the demo accounts. */
  readonly account: readonly string[]
  /** By module. */
  readonly fieldSets: Readonly<Record<string, readonly string[]>>
  /** Named rules. */
  readonly rules: {
    readonly product: readonly string[]
    readonly entities: Readonly<Record<string, readonly string[]>>
  }
}

export interface Names extends OwnNames {
  readonly permission: readonly string[]
  readonly entity: readonly string[]
  readonly dictionary: readonly string[]
  readonly endpoint: readonly string[]
  readonly integration: readonly string[]
  readonly screen: readonly string[]
  /** The keys of the demo accounts. */
  readonly account: readonly string[]
}

export function namesFor(app: App, written: WrittenNames): Names
export function namesFor(app: App, written: WrittenNames, entity: Entity): OwnNames
export function namesFor(app: App, { account, fieldSets, rules }: WrittenNames, entity?: Entity): Names | OwnNames {
  const entities = Object.values(app.entities)
  // Transitions of others are named with their entity.
  const transitions = entities.flatMap((item) => Object.keys(item.transitions).map((name) => `${item.name}.${name}`))
  if (entity !== undefined)
    return {
      state: Object.keys(entity.states),
      transition: [...Object.keys(entity.transitions), ...transitions],
      field: pathsOf(app, entity),
      fieldSet: fieldSets[entity.source.split('/')[0]!] ?? [],
      rule: inRules([...(rules.entities[entity.name] ?? []), ...rules.product]),
    }
  return {
    permission: ['public', 'signed-in', 'admin', 'system', ...Object.keys(app.access.permissions)],
    entity: entities.map(({ name }) => name),
    dictionary: Object.keys(app.dictionaries),
    endpoint: [...new Set(Object.values(app.endpoints).map(({ name }) => name))],
    integration: Object.keys(app.integrations),
    screen: Object.keys(app.screens),
    state: [...new Set(entities.flatMap(({ states }) => Object.keys(states)))],
    transition: transitions,
    field: [...new Set(entities.flatMap(({ fields }) => Object.keys(fields)))],
    fieldSet: [...new Set(Object.values(fieldSets).flat())],
    account,
    rule: inRules(rules.product),
  }
}

const inRules = (names: readonly string[]): string[] => names.map((name) => `rule.${name}`)

/** Its fields, and those over one reference. */
function pathsOf(app: App, { fields }: Entity): string[] {
  return Object.values(fields).flatMap(({ name, entity }) => {
    const target = entity === undefined ? undefined : app.entities[entity]
    const inner = Object.values(target?.fields ?? {}).filter(({ system, type }) => !system && type !== 'lines')
    return [name, ...inner.map((field) => `${name}.${field.name}`)]
  })
}
