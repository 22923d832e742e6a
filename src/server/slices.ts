// Which part of the App does a caller get to see? Only what she may open, read and run; what the server keeps to itself (effects, invariants, what runs by time) stays here.
import { mayOpen, mayRead, mayRun } from '../manifest/access'
import type {
  Action,
  Aggregate,
  App,
  Column,
  Dictionary,
  DocumentPart,
  Entity,
  Field,
  Screen,
  Section,
  Transition,
} from '../manifest/app'
import type { EntityAnswer } from '../protocol/calls'
import type { Caller } from './context'
import { mayReadField, readableField } from './plan/visible-sql'

/** An entity with the fields that the caller may read and the transitions that she may run on some record. */
function sliceEntity(app: App, caller: Caller, entity: Entity): Entity {
  const readable = (path: string) => readableField(app, entity, path, caller) !== undefined
  return {
    ...entity,
    fields: Object.fromEntries(
      Object.entries(entity.fields)
        .filter(([, field]) => mayReadField(field, caller))
        .map(([name, field]) => [name, sliceField(field, caller)]),
    ),
    transitions: Object.fromEntries(
      Object.entries(entity.transitions)
        .filter(([, transition]) => mayRun(app, caller, transition))
        .map(([name, transition]) => [name, sliceTransition(entity, transition, readable)]),
    ),
    detail: {
      figures: entity.detail.figures.filter(readable),
      sections: sliceSections(entity.detail.sections, readable),
      related: entity.detail.related.flatMap((related) => {
        const of = app.entities[related.entity]
        if (!of || !mayRead(app, caller, of)) return []
        return [
          {
            ...related,
            columns: sliceColumns(app, caller, of, related.columns),
            actions: related.actions.filter((name) => runnable(app, caller, related.entity, name)),
          },
        ]
      }),
      queues: entity.detail.queues,
      ...(entity.detail.onOpen &&
        runnable(app, caller, entity.detail.onOpen.entity, entity.detail.onOpen.transition) && {
          onOpen: entity.detail.onOpen,
        }),
      frames: entity.detail.frames.filter(({ path }) => mayOpen(app, caller, app.screens[path]!)),
    },
    sync: undefined,
    ...(entity.view && { view: entity.view.map((part) => ({ entity: part.entity, values: {} })) }),
    documents: entity.documents.map((document) => ({ ...document, parts: sliceParts(document.parts, readable) })),
    unique: [],
    invariants: [],
    timed: [],
    former: { rename: {}, drop: [] },
    source: '',
  }
}

function sliceParts(parts: readonly DocumentPart[], readable: (path: string) => boolean): DocumentPart[] {
  return parts.flatMap((part) =>
    part.lines !== undefined && !readable(part.lines)
      ? []
      : [part.fields ? { ...part, fields: part.fields.filter(({ field }) => readable(field)) } : part],
  )
}

/** A screen with the columns, searches and actions that are the caller's. */
export function sliceScreen(app: App, caller: Caller, screen: Screen): Screen {
  const entity = screen.entity === undefined ? undefined : app.entities[screen.entity]
  const columns = (list: readonly Column[], of = entity) => (of ? sliceColumns(app, caller, of, list) : list)
  const actions = (list: readonly Action[], of = entity) =>
    list.filter(
      (action) =>
        runnable(app, caller, action.entity, action.transition) &&
        (action.on === undefined ||
          (of !== undefined &&
            readableField(app, of, action.on, caller) !== undefined &&
            mayRead(app, caller, app.entities[action.entity]!))),
    )
  const reminded = screen.reminder && app.entities[screen.reminder.entity]
  return {
    ...screen,
    columns: columns(screen.columns),
    search: columns(screen.search),
    actions: actions(screen.actions),
    batch: screen.batch.filter((name) => screen.entity !== undefined && runnable(app, caller, screen.entity, name)),
    sections: entity
      ? sliceSections(screen.sections, (path) => readableField(app, entity, path, caller) !== undefined)
      : screen.sections,
    reminder:
      screen.reminder && reminded && mayRead(app, caller, reminded)
        ? {
            ...screen.reminder,
            columns: columns(screen.reminder.columns, reminded),
            actions: actions(screen.reminder.actions, reminded),
          }
        : undefined,
    report: screen.report && {
      ...screen.report,
      measures: screen.report.measures.map(({ compute: _compute, ...measure }) => ({
        ...measure,
        by: {},
        aggregate: measure.aggregate && withoutRule(measure.aggregate),
      })),
    },
    blocks: screen.blocks
      .map((block) => ({
        ...block,
        figures: block.figures.map(({ compute: _compute, ...figure }) => ({
          ...figure,
          aggregate: figure.aggregate && withoutRule(figure.aggregate),
        })),
      }))
      .map((block) =>
        block.columns && block.entity !== undefined && app.entities[block.entity]
          ? { ...block, columns: columns(block.columns, app.entities[block.entity]) }
          : block,
      ),
    // Enough for a tab; what is in a further list is asked for under its own address.
    lists: screen.lists
      .filter((list) => mayOpen(app, caller, list))
      .map((list) => ({ ...list, where: undefined, columns: [], search: [], actions: [], batch: [], source: '' })),
    source: '',
  }
}

/** What has to come along with a screen or the detail of an entity: entities, their dictionaries, and the settings that rules read. */
export function surroundings(
  app: App,
  caller: Caller,
  names: Iterable<string>,
  screen?: Screen,
): Omit<EntityAnswer, 'revision'> {
  const entities: Record<string, Entity> = {}
  for (const name of names) {
    const entity = app.entities[name]
    if (entity) entities[name] ??= sliceEntity(app, caller, entity)
  }
  for (const [name, used] of passedOnTheWay(app, entities, screen)) entities[name] = titlesOf(app.entities[name]!, used)
  const dictionaries: Record<string, Dictionary> = {}
  const settings: Record<string, unknown> = {}
  // Dictionaries and settings are named in many places of a slice; what is found by its shape cannot be forgotten.
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { dictionary, kind, scope, path } = value as {
      dictionary?: unknown
      kind?: unknown
      scope?: unknown
      path?: unknown
    }
    const found = typeof dictionary === 'string' ? app.dictionaries[dictionary] : undefined
    if (found) dictionaries[found.name] = found
    if (kind === 'name' && scope === 'settings' && Array.isArray(path)) {
      const name = String(path[0])
      settings[name] = app.settings[name]?.value
    }
    for (const part of Object.values(value)) look(part)
  }
  look(entities)
  look(screen)
  if (screen?.href !== undefined && Object.hasOwn(app.settings, screen.href))
    settings[screen.href] = app.settings[screen.href]!.value
  return { entities, dictionaries, settings }
}

/** The entities that columns lead to and that do not come along anyway, with the fields that are used of each: a state of theirs has its title there. */
function passedOnTheWay(
  app: App,
  known: Readonly<Record<string, Entity>>,
  screen: Screen | undefined,
): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>()
  const follow = (from: string | undefined, columns: readonly Pick<Column, 'field'>[]) => {
    for (const { field: path } of columns) {
      let owner = from === undefined ? undefined : app.entities[from]
      for (const step of path.split('.')) {
        if (!owner) break
        if (!known[owner.name]) used.set(owner.name, (used.get(owner.name) ?? new Set()).add(step))
        const next: string | undefined = owner.fields[step]?.entity
        owner = next === undefined ? undefined : app.entities[next]
      }
    }
  }
  if (screen) follow(screen.entity, [...screen.columns, ...screen.search])
  if (screen?.reminder) follow(screen.reminder.entity, screen.reminder.columns)
  for (const block of screen?.blocks ?? []) follow(block.entity, block.columns ?? [])
  for (const { name, detail } of Object.values(known)) {
    follow(
      name,
      [...detail.figures, ...detail.sections.flatMap((section) => section.fields)].map((field) => ({ field })),
    )
    for (const related of detail.related) follow(related.entity, related.columns)
  }
  return used
}

/** Of an entity nothing but what these fields and its states are called. */
function titlesOf(entity: Entity, used: ReadonlySet<string>): Entity {
  return {
    ...entity,
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => used.has(name))),
    transitions: {},
    detail: { figures: [], sections: [], related: [], frames: [], queues: [] },
    stages: [],
    unique: [],
    invariants: [],
    timed: [],
    former: { rename: {}, drop: [] },
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

function runnable(app: App, caller: Caller, entity: string, name: string): boolean {
  const transition = app.entities[entity]?.transitions[name]
  return transition !== undefined && mayRun(app, caller, transition)
}

/** What is counted here alone: elsewhere it is enough to know of which records. */
function withoutRule(aggregate: Aggregate): Aggregate {
  return { ...aggregate, where: undefined, readsThis: [] }
}

function sliceField(field: Field, caller: Caller): Field {
  // What is counted over other records is computed here alone; the browser only has to know of which entity they are.
  if (field.aggregate?.entity !== undefined) return { ...field, aggregate: withoutRule(field.aggregate) }
  if (!field.fields) return field
  return {
    ...field,
    fields: Object.fromEntries(Object.entries(field.fields).filter(([, of]) => mayReadField(of, caller))),
  }
}

/** Of what a transition sets by itself only what the form needs to say what follows. */
function sliceTransition(entity: Entity, transition: Transition, readable: (path: string) => boolean): Transition {
  return {
    ...transition,
    effects: [],
    set: previewedSet(entity, transition, readable),
    copy: {},
    change: {},
    append: {},
    lock: [],
    lets: {},
    guards: [],
    judges: transition.judges.filter(({ field }) => readable(field)),
    said: transition.said.filter(readable),
  }
}

function sliceColumns(app: App, caller: Caller, entity: Entity, columns: readonly Column[]): Column[] {
  return columns.filter((column) => readableField(app, entity, column.field, caller) !== undefined)
}

function sliceSections(sections: readonly Section[], readable: (path: string) => boolean): Section[] {
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(readable) }))
    .filter((section) => section.fields.length > 0)
}

function previewedSet(entity: Entity, { set }: Transition, readable: (path: string) => boolean): Transition['set'] {
  const read = new Set(Object.values(entity.fields).flatMap(({ compute }) => compute?.reads ?? []))
  return Object.fromEntries(
    Object.entries(set).filter(([name, rule]) => rule !== null && read.has(name) && readable(name)),
  )
}
