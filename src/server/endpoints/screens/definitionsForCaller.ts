// Selects the part of the App that a caller may open, read and run.
// Effects, invariants and jobs stay on the server.
import { declared } from '../../../manifest/expression/values/present'
import { canOpen, canRead, canRun, canRunAction } from '../../../manifest/access/permissions'
import { entityOf, type App, type Dictionary } from '../../../manifest/model/app'
import type { Column } from '../../../manifest/model/column'
import type { Aggregate } from '../../../manifest/model/rule'
import { noMigration, type Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import type { Section } from '../../../manifest/model/detail'
import type { Transition } from '../../../manifest/model/transition'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import type { Viewer } from '../../context/callerRules'
import type { Caller } from '../../context/context'
import { partsFor } from '../contract/narrowScreen'
import { readableDocument } from '../contract/readableDocument'
import { canReadField, readableField } from '../../query/policy/fieldAccess'

/** An entity with the fields that the caller may read and the transitions that the caller may run on some record. */
export function entityForCaller(viewer: Viewer, entity: Entity): Entity {
  const { app, caller } = viewer
  const readable = (path: string) => readableField(app, entity, path, caller) !== undefined
  return {
    ...entity,
    fields: Object.fromEntries(
      Object.entries(entity.fields)
        .filter(([, field]) => canReadField(field, caller))
        .map(([name, field]) => [name, sliceField(field, caller)]),
    ),
    transitions: Object.fromEntries(
      Object.entries(entity.transitions)
        .filter(([, transition]) => canRun(app, caller, transition))
        .map(([name, transition]) => [name, sliceTransition(entity, transition, readable)]),
    ),
    detail: {
      highlightFields: entity.detail.highlightFields.filter(readable),
      sections: sliceSections(partsFor(viewer, entity.detail.sections), readable),
      related: partsFor(viewer, entity.detail.related).flatMap((related) => {
        const of = app.entities[related.entity]
        if (!of || !canRead(app, caller, of)) return []
        return [
          {
            ...related,
            columns: sliceColumns(app, caller, of, related.columns),
            actions: related.actions.filter((name) =>
              canRunAction(app, caller, { entity: related.entity, transition: name }),
            ),
          },
        ]
      }),
      queues: entity.detail.queues,
      notes: entity.detail.notes,
      ...(entity.detail.onOpen &&
        canRunAction(app, caller, entity.detail.onOpen) && {
          onOpen: entity.detail.onOpen,
        }),
      frames: entity.detail.frames.filter(({ path }) => canOpen(app, caller, declared(app.screens, path))),
    },
    sync: undefined,
    letterhead: undefined,
    ...(entity.view && { view: entity.view.map((part) => ({ entity: part.entity, values: {} })) }),
    documents: entity.documents.map((document) => readableDocument(viewer, entity, document)),
    // The rule that identifies a conflicting record stays on the server.
    unique: entity.unique.map(({ fields }) => ({ fields, acrossTenants: false, message: {} })),
    invariants: [],
    jobs: [],
    migration: noMigration,
    source: '',
  }
}

/**
 * What accompanies a screen or the detail of an entity: entities, their dictionaries, and the settings that rules read.
 */
export function definitionsForCaller(
  viewer: Viewer,
  names: Iterable<string>,
  screen?: Screen,
): Omit<EntityAnswer, 'revision'> {
  const { app } = viewer
  const entities: Record<string, Entity> = {}
  for (const name of names) {
    const entity = app.entities[name]
    if (entity) entities[name] ??= entityForCaller(viewer, entity)
  }
  for (const [name, used] of passedOnTheWay(app, entities, screen)) entities[name] = titlesOf(entityOf(app, name), used)
  const dictionaries: Record<string, Dictionary> = {}
  const settings: Record<string, unknown> = {}
  // Find dictionaries and settings by their shape anywhere in a slice, so that none is forgotten.
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { dictionary, kind, scope, path } = value as {
      dictionary?: unknown
      kind?: unknown
      scope?: unknown
      path?: unknown
    }
    const used = typeof dictionary === 'string' ? app.dictionaries[dictionary] : undefined
    if (used) dictionaries[used.name] = used
    if (kind === 'name' && scope === 'settings' && Array.isArray(path)) {
      const name = String(path[0])
      settings[name] = app.settings[name]?.value
    }
    for (const part of Object.values(value)) look(part)
  }
  look(entities)
  look(screen)
  const called = new Set(
    [...(screen?.blocks ?? []), ...(screen?.endpointActions ?? [])].map(({ endpoint }) => endpoint),
  )
  for (const { name, request } of Object.values(app.endpoints)) if (called.has(name)) look(request)
  if (screen?.linkTo !== undefined && Object.hasOwn(app.settings, screen.linkTo))
    settings[screen.linkTo] = declared(app.settings, screen.linkTo).value
  return { entities, dictionaries, settings }
}

/** The entities that columns only pass through, with the used fields and the titles of their states. */
function passedOnTheWay(
  app: App,
  entities: Readonly<Record<string, Entity>>,
  screen: Screen | undefined,
): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>()
  const follow = (from: string | undefined, columns: readonly Pick<Column, 'field'>[]) => {
    for (const { field: path } of columns) {
      let owner = from === undefined ? undefined : app.entities[from]
      for (const step of path.split('.')) {
        if (!owner) break
        if (!entities[owner.name]) used.set(owner.name, (used.get(owner.name) ?? new Set()).add(step))
        const next: string | undefined = owner.fields[step]?.entity
        owner = next === undefined ? undefined : app.entities[next]
      }
    }
  }
  if (screen) follow(screen.entity, [...screen.columns, ...screen.filters])
  for (const block of screen?.blocks ?? []) follow(block.entity, block.columns ?? [])
  for (const { name, detail } of Object.values(entities)) {
    follow(
      name,
      [...detail.highlightFields, ...detail.sections.flatMap((section) => section.fields)].map((field) => ({ field })),
    )
    for (const related of detail.related) follow(related.entity, related.columns)
  }
  return used
}

/** Only the titles of these fields and of the states of an entity. */
function titlesOf(entity: Entity, used: ReadonlySet<string>): Entity {
  return {
    ...entity,
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => used.has(name))),
    transitions: {},
    detail: { highlightFields: [], sections: [], related: [], frames: [], queues: [], notes: false },
    stages: [],
    unique: [],
    invariants: [],
    jobs: [],
    migration: noMigration,
    source: '',
    ...(entity.view && { view: [] }),
  }
}

/** The entities whose transitions and fields the detail of an entity shows. */
export function detailEntities(app: App, name: string): string[] {
  return [
    name,
    ...(app.entities[name]?.detail.related ?? [])
      .filter((related) => related.actions.length > 0)
      .map((related) => related.entity),
  ]
}

/** Only the server counts; the browser needs just the entity of the records. */
export function withoutRule(aggregate: Aggregate): Aggregate {
  return { ...aggregate, where: undefined, readsThis: [] }
}

function sliceField({ example: _example, ...field }: Field, caller: Caller): Field {
  // Only the server aggregates over other records; the browser needs no more than their entity.
  if (field.aggregate?.entity !== undefined) return { ...field, aggregate: withoutRule(field.aggregate) }
  if (!field.fields) return field
  return {
    ...field,
    fields: Object.fromEntries(Object.entries(field.fields).filter(([, of]) => canReadField(of, caller))),
  }
}

/** Of the values that a transition sets, only those that the form previews. */
function sliceTransition(entity: Entity, transition: Transition, readable: (path: string) => boolean): Transition {
  return {
    ...transition,
    effects: [],
    set: previewedSet(entity, transition, readable),
    copy: {},
    change: {},
    append: {},
    lock: [],
    vars: {},
    inputs: Object.fromEntries(
      Object.entries(transition.inputs).map(([name, { example: _example, ...input }]) => [name, input]),
    ),
    checks: [],
    decisionFields: transition.decisionFields.filter(({ field }) => readable(field)),
    contextFields: transition.contextFields.filter(readable),
    emptyFields: transition.emptyFields.filter(readable),
  }
}

export function sliceColumns(app: App, caller: Caller, entity: Entity, columns: readonly Column[]): Column[] {
  return columns.filter((column) => readableField(app, entity, column.field, caller) !== undefined)
}

export function sliceSections(sections: readonly Section[], readable: (path: string) => boolean): Section[] {
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(readable) }))
    .filter((section) => section.fields.length > 0)
}

function previewedSet(entity: Entity, { set }: Transition, readable: (path: string) => boolean): Transition['set'] {
  const read = new Set(Object.values(entity.fields).flatMap(({ compute }) => compute?.readPaths ?? []))
  return Object.fromEntries(
    Object.entries(set).filter(([name, rule]) => rule !== null && read.has(name) && readable(name)),
  )
}
