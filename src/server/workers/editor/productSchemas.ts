// Generates schemas with the names of one product, so that any editor completes them.
// They repeat the structure of the language and suggest existing names. They refuse
// nothing: the compiler decides whether a name is valid.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { definitionOf, follow, language, type Schema, type SchemaName } from '../../../manifest/language/schemas'
import { namesFor, type Names, type OwnNames, type WrittenNames } from './names'

/** A schema as editors read it: the language itself needs no conditions. */
export type EditorSchema = Omit<Schema, 'properties' | 'additionalProperties' | 'items' | 'anyOf' | '$defs'> & {
  readonly properties?: Readonly<Record<string, EditorSchema>>
  readonly additionalProperties?: EditorSchema
  readonly items?: EditorSchema
  readonly anyOf?: readonly EditorSchema[]
  readonly allOf?: readonly EditorSchema[]
  readonly const?: unknown
  readonly $defs?: Readonly<Record<string, EditorSchema>>
  readonly if?: EditorSchema
  readonly then?: EditorSchema
}

/** The kinds of manifests that name things of others. */
const namingKinds = [
  'access',
  'app',
  'endpoint',
  'entity',
  'integration',
  'journey',
  'module',
  'records',
  'screen',
] as const

/** By kind. Entities and screens suggest the fields, states and transitions of their own entity. */
export function productSchemas(
  app: App,
  written: WrittenNames = { account: [], fieldSets: {}, rules: { product: [], entities: {} } },
): Readonly<Record<(typeof namingKinds)[number], EditorSchema>> {
  const entities = Object.values(app.entities)
  const everywhere = namesFor(app, written)
  const lists = (all: readonly [string, Partial<Names>][]) =>
    Object.fromEntries(
      all.flatMap(([owner, names]) =>
        Object.entries(names).map(([kind, list]) => [`${owner} ${kind}`, { enum: list }]),
      ),
    )
  const common = lists([['', everywhere]])
  const ofEntity = lists(entities.map((entity) => [entity.name, namesFor(app, written, entity)]))
  const plain = namingKinds.map((kind) => [kind, { ...schemaWith(kind, everywhere), $defs: common }] as const)
  const conditional = (kind: 'entity' | 'screen', key: string, value: unknown, entity: Entity): EditorSchema => ({
    if: { properties: { [key]: { const: value } }, required: [key] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: schemaWith(kind, everywhere, { owner: entity.name, names: namesFor(app, written, entity) }),
  })
  const $defs = { ...common, ...ofEntity }
  // Also for a manifest that is not part of the product yet.
  const withoutOwn = { ...everywhere, field: [], state: [], transition: [] }
  return {
    ...(Object.fromEntries(plain) as Record<(typeof namingKinds)[number], EditorSchema>),
    // An entity is named after its file, which no schema sees, so its title identifies it.
    entity: {
      allOf: [
        ...entities.map((item) => conditional('entity', 'title', Object.values(item.title), item)),
        schemaWith('entity', withoutOwn),
      ],
      $defs,
    },
    screen: {
      allOf: [
        ...entities.map((item) => conditional('screen', 'entity', item.name, item)),
        schemaWith('screen', withoutOwn),
      ],
      $defs,
    },
    journey: {
      allOf: [schemaWith('journey', everywhere), { properties: { steps: { items: { allOf: entities.map(stepOf) } } } }],
      $defs,
    },
    records: { allOf: [schemaWith('records', everywhere), ...entities.map(columnsOf)], $defs },
  }
}

/** A table of an entity has its stored fields as columns. */
function columnsOf({ name, fields }: Entity): EditorSchema {
  const stored = Object.values(fields).flatMap((field) => (field.stored ? [field.name] : []))
  return {
    if: { properties: { entity: { const: name } }, required: ['entity'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { columns: { items: { anyOf: [{ enum: ['key', ...stored] }, { type: 'string' }] } } } },
  }
}

/** A step that runs a transition of an entity gives values to its fields. */
function stepOf({ name, fields }: Entity): EditorSchema {
  const values = { properties: Object.fromEntries(Object.keys(fields).map((field) => [field, {}])) }
  return {
    if: { properties: { run: { type: 'string', pattern: `^${name}\\.` } }, required: ['run'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { values } },
  }
}

/** The structure of a kind with names, without the parts that have none. */
function schemaWith(kind: SchemaName, everywhere: Names, ofEntity?: Own): EditorSchema {
  return overlay(language[kind], kind, '', { everywhere, ofEntity, above: [] }) ?? {}
}

/** Names that depend on the entity. */
interface Own {
  readonly owner: string
  readonly names: OwnNames
}

interface Walk {
  readonly everywhere: Names
  readonly ofEntity: Own | undefined
  /** The definitions being visited, since some are recursive. */
  readonly above: readonly string[]
}

function overlay(reference: Schema, from: SchemaName, key: string, walk: Walk): EditorSchema | undefined {
  const definition = definitionOf(reference)
  const { schema, home } = follow(reference, from)
  if (schema.type === 'string') return listOf(kindOfName(key, definition), walk)
  if (definition !== undefined && walk.above.includes(definition)) return undefined
  const inner = definition === undefined ? walk : { ...walk, above: [...walk.above, definition] }
  const parts = schema.anyOf?.flatMap((branch) => overlay(branch, home, key, inner) ?? [])
  if (parts !== undefined) return parts.length === 0 ? undefined : { anyOf: [...parts, {}] }
  const items = schema.items && overlay(schema.items, home, key, inner)
  if (items !== undefined) return { items }
  const { additionalProperties: rest } = schema
  const properties = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [name, overlay(part, home, name, inner)] as const),
    // The keys of values to be set are fields.
    ...(key === 'set' ? (walk.ofEntity?.names.field ?? []).map((name) => [name, {}] as const) : []),
  ].filter((entry): entry is readonly [string, EditorSchema] => entry[1] !== undefined)
  const others = typeof rest === 'object' ? overlay(rest, home, key, inner) : undefined
  if (properties.length === 0 && others === undefined) return undefined
  return {
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(others !== undefined && { additionalProperties: others }),
  }
}

/** Suggests the names of a kind: the entity's own if it has any, else those of all. */
function listOf(kind: keyof Names | undefined, { everywhere, ofEntity }: Walk): EditorSchema | undefined {
  if (kind === undefined) return undefined
  const isOwn = ofEntity !== undefined && Object.hasOwn(ofEntity.names, kind)
  const names = isOwn ? ofEntity.names[kind as keyof OwnNames] : everywhere[kind]
  const address = `#/$defs/${encodeURIComponent(`${isOwn ? ofEntity.owner : ''} ${kind}`)}`
  return names.length === 0 ? undefined : { anyOf: [{ $ref: address }, { type: 'string' }] }
}

const namesOfKeys: Readonly<Record<string, keyof Names>> = {
  entity: 'entity',
  accountEntity: 'entity',
  tenantEntity: 'entity',
  logEntity: 'entity',
  dictionary: 'dictionary',
  fieldSets: 'fieldSet',
  endpoint: 'endpoint',
  integration: 'integration',
  signInTo: 'integration',
  redirect: 'screen',
  screen: 'screen',
  drillDown: 'screen',
  moreScreen: 'screen',
  homeScreen: 'screen',
  accountScreens: 'screen',
  screens: 'screen',
  from: 'state',
  to: 'state',
  toStage: 'state',
  state: 'state',
  states: 'state',
  action: 'transition',
  actions: 'transition',
  batchActions: 'transition',
  transition: 'transition',
  transitions: 'transition',
  exceptTransitions: 'transition',
  run: 'transition',
  offers: 'transition',
  offersNot: 'transition',
  as: 'account',
}

/** The kind of names that a key takes: by its definition, by the key, or because its value is a field. */
function kindOfName(key: string, definition: string | undefined): keyof Names | undefined {
  if (definition === 'permission' || definition === 'rule') return definition
  if (Object.hasOwn(namesOfKeys, key)) return namesOfKeys[key]
  const isField =
    definition === 'fieldPath' || (definition === 'name' && /[fF]ields?$|By$|^(form|key|reference)$/.test(key))
  return isField || key === 'sort' ? 'field' : undefined
}
