// The part of the App that a caller may use, as the OpenAPI schemas describe it:
// screens, entities, dictionaries and the records of entities.
import { freeColumns } from '../../../manifest/access/freeColumns'
import { canOpen, canRead } from '../../../manifest/access/permissions'
import { everyScreen } from '../../../manifest/access/screenByPath'
import { entityOf, type Dictionary } from '../../../manifest/model/app'
import type { Column } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import type { Transition } from '../../../manifest/model/transition'
import { textIn, type Text } from '../../../manifest/model/text'
import { mayOpenRecords, isShownNow, type Viewer } from '../../context/callerRules'
import { readableField } from '../../query/policy/fieldAccess'
import { detailPaths } from '../../query/records/serializeRecord'
import { narrowScreen } from '../contract/narrowScreen'
import { entityForCaller } from '../screens/definitionsForCaller'
import { screenForCaller } from '../screens/screenForCaller'
import { answeredValue, closedObject, reference, type JsonSchema, type SchemaContext } from './valueSchemas'

export interface DescribedApp {
  readonly viewer: Viewer
  /** The screens that the caller may open, reduced by the caller's rights. */
  readonly screens: readonly Screen[]
  /** As the page gets them: only the fields that may be read and the transitions that may be run. */
  readonly entities: Readonly<Record<string, Entity>>
  /** Entities of which the caller may open single records. */
  readonly opened: readonly Entity[]
  readonly runnable: readonly Transition[]
  readonly schemas: SchemaContext
  /** The dictionaries and record shapes that the description names. */
  readonly components: Map<string, JsonSchema>
}

/** Yields after each screen and entity. */
export function* describeApp(viewer: Viewer): Generator<void, DescribedApp> {
  const { app, caller } = viewer
  const screens: Screen[] = []
  for (const screen of everyScreen(app.screens)) {
    if (isShownNow(viewer, { visibleWhen: screen.visibleWhen }) && canOpen(app, caller, screen))
      screens.push(screenForCaller(app, caller, narrowScreen(viewer, screen)))
    yield
  }
  const entities: Record<string, Entity> = {}
  for (const entity of Object.values(app.entities)) {
    entities[entity.name] = entityForCaller(viewer, entity)
    yield
  }
  const components = new Map<string, JsonSchema>()
  const titleOf = (text: Text) => textIn(text, caller.language)
  const schemas: SchemaContext = {
    languages: app.product.languages,
    titleOf,
    choice: (name) => {
      const dictionary = app.dictionaries[name]
      if (!dictionary) return undefined
      const component = componentName('Choice', name)
      if (!components.has(component)) components.set(component, choiceSchema(dictionary, titleOf))
      return reference(component)
    },
  }
  return {
    viewer,
    screens,
    entities,
    opened: Object.values(entities).filter(
      ({ name }) => canRead(app, caller, entityOf(app, name)) && mayOpenRecords(viewer, entityOf(app, name)),
    ),
    runnable: Object.values(entities).flatMap(({ transitions }) => Object.values(transitions)),
    schemas,
    components,
  }
}

/** A name that a component may have. */
export function componentName(kind: string, name: string): string {
  return `${kind}_${name.replace(/^\//, '').replace(/[^\w-]+/g, '_')}`
}

function choiceSchema({ title, items }: Dictionary, titleOf: (text: Text) => string): JsonSchema {
  return {
    title: titleOf(title),
    // Codes that may no longer be chosen stay in records.
    oneOf: items.map((item) => ({
      const: item.code,
      title: titleOf(item.title),
      ...(item.retired && { deprecated: true }),
    })),
  }
}

/** The schema of an entity's records, as lists and single records have them. */
export function recordSchema(described: DescribedApp, name: string): JsonSchema {
  const { components, viewer } = described
  const component = componentName('Record', name)
  if (!components.has(component)) {
    const entity = entityOf(viewer.app, name)
    const states = Object.values(entity.states)
    components.set(component, {
      ...closedObject(
        {
          id: { type: 'integer', minimum: 1 },
          version: { type: 'integer', minimum: 1 },
          ...(states.length > 0 && { state: stateSchema(entity, described) }),
          label: { type: 'string' },
          values: { type: 'object', properties: recordValues(described, entity), additionalProperties: false },
          can: { type: 'array', items: { type: 'string' } },
          later: { type: 'array', items: { type: 'string' } },
        },
        ['id', 'version', 'label', 'values', 'can'],
      ),
      title: described.schemas.titleOf(entity.title),
    })
  }
  return reference(component)
}

function stateSchema({ states }: Entity, { schemas }: DescribedApp): JsonSchema {
  return { oneOf: Object.values(states).map(({ name, title }) => ({ const: name, title: schemas.titleOf(title) })) }
}

function recordValues(described: DescribedApp, entity: Entity): Record<string, JsonSchema> {
  const { viewer } = described
  const paths = new Set([...detailPaths(viewer, entity.name), ...shownPaths(described, entity)])
  return Object.fromEntries(
    [...paths].flatMap((path) => {
      const field = readableField(viewer.app, entity, path, viewer.caller)
      return field ? [[path, pathSchema(described, entity, path, field)] as const] : []
    }),
  )
}

function pathSchema(described: DescribedApp, entity: Entity, path: string, field: Field): JsonSchema {
  return path === 'state' ? stateSchema(entity, described) : answeredValue(field, described.schemas)
}

/** The paths of an entity's records that screens show in addition to its detail. */
function shownPaths({ screens, entities }: DescribedApp, entity: Entity): string[] {
  const { name } = entity
  const columnsOf = (of: string | undefined, columns: readonly Column[] = []) =>
    of === name ? columns.map(({ field }) => field) : []
  return [
    ...screens.flatMap((screen) => [
      ...columnsOf(screen.entity, screen.columns),
      ...(screen.entity === name && screen.kind === 'list'
        ? freeColumns(entity, screen).map(({ field }) => field)
        : []),
      ...(screen.entity === name ? screenPaths(screen) : []),
      ...screen.blocks.flatMap((block) => columnsOf(block.entity, block.columns)),
    ]),
    ...Object.values(entities).flatMap(({ detail }) =>
      detail.related.flatMap((related) => columnsOf(related.entity, related.columns)),
    ),
  ]
}

function screenPaths({ calendar, board, sort }: Screen): string[] {
  const { dateField, endField, slotField, groupBy, colorBy, entryFields = [] } = calendar ?? {}
  return [
    dateField,
    endField,
    slotField,
    groupBy,
    colorBy,
    board?.groupBy,
    sort.field,
    ...entryFields,
    ...(board?.cardFields ?? []),
  ].filter((path) => path !== undefined)
}
