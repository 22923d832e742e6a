// Lists the named parts of a product, each with its module, titles and definition.
import { declaredDictionaries, type App } from '../../model/app'
import type { Text } from '../../model/text'

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

/** A named part; `owner`: the title of its screen, entity or dictionary. */
export interface ManifestPart {
  readonly kind: PartKind
  /** Unique among all parts. */
  readonly key: string
  readonly name: string
  readonly title: Text
  readonly owner?: Text
  /** The entity whose fields and states its definition uses without a path. */
  readonly entity?: string
  /** The containing part: not listed if that is itself new or removed. */
  readonly parentKey?: string
  readonly module?: string
  readonly definition: unknown
}

export function partsIn(app: App): ManifestPart[] {
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
      // The permissions to open records are derived from screens and listed with the changed rights.
      const { source: _source, readPermissions: _readers, ...definition } = { title: owner, ...others }
      const parentKey = `entity ${name}`
      const part = (kind: PartKind, of: Named) => partOf(kind, of, { name, owner, parentKey, module, entity: name })
      return [
        { kind: 'entity', key: parentKey, name, title: owner, module, entity: name, definition },
        ...Object.values(fields)
          .filter(({ system }) => !system)
          .map((field) => part('field', field)),
        ...Object.values(states).map((state) => part('state', state)),
        ...Object.values(transitions).map((transition) => part('transition', transition)),
      ]
    }),
    ...declaredDictionaries(app).flatMap(({ name, title: owner, items }): ManifestPart[] => {
      const parentKey = `dictionary ${name}`
      return [
        { kind: 'dictionary', key: parentKey, name, title: owner, definition: { title: owner } },
        ...items.map((item) => partOf('item', { ...item, name: item.code }, { name, owner, parentKey })),
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
  const parentKey = `screen ${path}`
  const { entity } = definition
  return [
    {
      kind: 'screen',
      key: parentKey,
      name: path,
      title: owner,
      module,
      entity,
      definition: { title: owner, ...definition },
    },
    ...columns.map((column) =>
      partOf('column', { ...column, name: column.field }, { name: path, owner, parentKey, module, entity }),
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
  { name, module, ...owner }: Pick<ManifestPart, 'name' | 'owner' | 'parentKey' | 'module' | 'entity'>,
): ManifestPart {
  return {
    kind,
    key: `${kind} ${name}.${definition.name}`,
    name: definition.name,
    title: definition.title,
    ...owner,
    ...(module !== undefined && { module }),
    definition,
  }
}
