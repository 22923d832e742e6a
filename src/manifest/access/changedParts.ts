// Finds what a change of the manifests adds, takes away and alters, by module and with titles.
import type { App } from '../model/app'
import type { Text } from '../model/text'
import { isRule } from '../model/rule'
import { isObject } from './explainRules'

type PartKind =
  | 'module'
  | 'screen'
  | 'column'
  | 'entity'
  | 'field'
  | 'state'
  | 'transition'
  | 'dictionary'
  | 'item'
  | 'permission'
  | 'setting'
  | 'endpoint'
  | 'integration'
  | 'product'

/** A thing that has a name; `owner`: the title of the screen, entity or dictionary that it belongs to. */
export interface ManifestPart {
  readonly kind: PartKind
  /** Unique among all parts. */
  readonly key: string
  readonly name: string
  readonly title: Text
  readonly owner?: Text
  /** The part that it goes with: left out beside one that is itself new or gone. */
  readonly within?: string
  readonly module?: string
  readonly definition: unknown
}

/** `keys`: what differs in the definition, by its keys. */
export interface ChangedPart extends ManifestPart {
  readonly keys: readonly string[]
}

export interface ChangedParts {
  readonly come: readonly ManifestPart[]
  readonly gone: readonly ManifestPart[]
  readonly changed: readonly ChangedPart[]
}

export function changedParts(before: App, after: App): ChangedParts {
  const [had, has] = [byKey(partsIn(before)), byKey(partsIn(after))]
  const come = onlyIn(has, had)
  const gone = onlyIn(had, has)
  const changed = [...has.values()].flatMap((part) => {
    const former = had.get(part.key)
    return former === undefined || isAlike(former.definition, part.definition)
      ? []
      : [{ ...part, keys: differingKeys(former.definition, part.definition) }]
  })
  return { come, gone, changed }
}

const byKey = (parts: readonly ManifestPart[]) => new Map(parts.map((part) => [part.key, part]))

const onlyIn = (some: ReadonlyMap<string, ManifestPart>, others: ReadonlyMap<string, ManifestPart>): ManifestPart[] =>
  [...some.values()].filter(
    ({ key, within }) => !others.has(key) && (within === undefined || !some.has(within) || others.has(within)),
  )

function differingKeys(former: unknown, definition: unknown): string[] {
  const [before, after] = [keyed(former), keyed(definition)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isAlike(before[key], after[key]),
  )
}

const keyed = (definition: unknown): Readonly<Record<string, unknown>> => (isObject(definition) ? definition : {})

/**
 * Whether two definitions mean the same. Rules by their text: where they stand in a file means nothing. The order of
 * names is that of columns and inputs.
 */
function isAlike(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other
  if (isRule(one)) return one.source === other.source
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [meaningful(one), meaningful(other)]
  return (
    keys.length === others.length && keys.every((key, index) => key === others[index] && isAlike(one[key], other[key]))
  )
}

const meaningful = (definition: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(definition).filter((key) => {
    const value = definition[key]
    return value !== undefined && !(key === 'source' && typeof value === 'string' && value.endsWith('.json'))
  })

function partsIn(app: App): ManifestPart[] {
  return [
    ...Object.values(app.modules).map(({ name, title, screens: _screens, ...definition }): ManifestPart => ({
      kind: 'module',
      key: `module ${name}`,
      name,
      title,
      module: name,
      definition: { title, ...definition },
    })),
    ...Object.values(app.screens).flatMap(screenParts),
    ...Object.values(app.entities).flatMap((entity): ManifestPart[] => {
      const { name, title: owner, module, fields, states, transitions, ...others } = entity
      // Who opens records follows from screens; the difference of rights has it.
      const { source: _source, readPermissions: _readers, ...definition } = { title: owner, ...others }
      const within = `entity ${name}`
      const part = (kind: PartKind, of: Named) => partOf(kind, of, { name, owner, within, module })
      return [
        { kind: 'entity', key: within, name, title: owner, module, definition },
        ...Object.values(fields)
          .filter(({ system }) => !system)
          .map((field) => part('field', field)),
        ...Object.values(states).map((state) => part('state', state)),
        ...Object.values(transitions).map((transition) => part('transition', transition)),
      ]
    }),
    ...Object.values(app.dictionaries)
      .filter(({ name }) => !name.endsWith('.state') && name !== 'screens' && name !== 'permissions')
      .flatMap(({ name, title: owner, items }): ManifestPart[] => {
        const within = `dictionary ${name}`
        return [
          { kind: 'dictionary', key: within, name, title: owner, definition: { title: owner } },
          ...items.map((item) => partOf('item', { ...item, name: item.code }, { name, owner, within })),
        ]
      }),
    ...Object.entries(app.access.permissions).map(([name, title]): ManifestPart => ({
      kind: 'permission',
      key: `permission ${name}`,
      name,
      title,
      definition: { title },
    })),
    ...Object.values(app.settings).map((setting) => namedPart('setting', setting)),
    ...Object.values(app.endpoints).map((endpoint) => namedPart('endpoint', endpoint)),
    ...Object.values(app.integrations).map((integration) => namedPart('integration', integration)),
    namedPart('product', { ...app.product, name: 'app.json' }),
  ]
}

const namedPart = (kind: PartKind, definition: Named): ManifestPart => ({
  kind,
  key: `${kind} ${definition.name}`,
  name: definition.name,
  title: definition.title,
  definition,
})

function screenParts({
  path,
  title: owner,
  module,
  columns,
  source: _source,
  ...definition
}: App['screens'][string]): ManifestPart[] {
  const within = `screen ${path}`
  return [
    { kind: 'screen', key: within, name: path, title: owner, module, definition: { title: owner, ...definition } },
    ...columns.map((column) =>
      partOf('column', { ...column, name: column.field }, { name: path, owner, within, module }),
    ),
  ]
}

interface Named {
  readonly name: string
  readonly title: Text
}

function partOf(
  kind: PartKind,
  definition: Named,
  { name, owner, within, module }: { name: string; owner: Text; within: string; module?: string },
): ManifestPart {
  return {
    kind,
    key: `${kind} ${name}.${definition.name}`,
    name: definition.name,
    title: definition.title,
    owner,
    within,
    ...(module !== undefined && { module }),
    definition,
  }
}
