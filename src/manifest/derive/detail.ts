// What does a record's own view show, and who may open it? As written; else all fields of the entity and all records that refer to it.
import type { Field, Related, Screen, Section, Text } from '../app'
import type * as language from '../generated/language'
import { entityNamed, fieldNamed } from '../names'
import { columnOf, resolveColumns, resolvePaths } from '../resolve/columns'
import { resolveDocuments } from '../resolve/documents'
import { ownTransition } from '../resolve/effects'
import { runsOnOpen } from '../resolve/opening'
import { statesOf } from './ruleStates'
import { at, below, each, hintFor, tell, type At, type EntityDraft, type World } from '../world'

const KEPT: Text = ['记录', 'Record']
/** Columns of a related list that nobody has written. */
const MOST_COLUMNS = 6

/** Who refers to an entity: one entry a reference field, the engine's own not counted. */
export type Referrers = ReadonlyMap<string, readonly { readonly draft: EntityDraft; readonly field: Field }[]>

export function referrers(world: World): Referrers {
  const found = new Map<string, { draft: EntityDraft; field: Field }[]>()
  const silent = new Set([world.manifests.app?.manifest.log, world.manifests.app?.manifest.messages.entity])
  for (const draft of Object.values(world.entities)) {
    if (silent.has(draft.name) || draft.file.manifest.view !== undefined) continue
    for (const field of Object.values(draft.fields)) {
      if (field.type !== 'ref' || field.system || !field.stored || field.entity === undefined) continue
      const known = found.get(field.entity)
      if (known === undefined) found.set(field.entity, [{ draft, field }])
      else known.push({ draft, field })
    }
  }
  return found
}

export function resolveDetail(world: World, draft: EntityDraft, known: Referrers): void {
  const written = draft.file.manifest.detail
  const place = at(draft.file, 'detail')
  const onOpen =
    written?.onOpen === undefined ? undefined : runsOnOpen(world, below(place, 'onOpen'), draft, written.onOpen)
  draft.entity.documents = resolveDocuments(world, draft)
  draft.entity.detail = {
    frames: [],
    queues: [],
    ...(onOpen !== undefined && { onOpen }),
    figures: resolvePaths(world, below(place, 'figures'), draft, written?.figures),
    sections:
      written?.sections === undefined
        ? allSections(draft)
        : each(written.sections).map(([index, section]) => ({
            title: section.title,
            fields: resolvePaths(world, below(place, 'sections', index, 'fields'), draft, section.fields),
          })),
    related:
      written?.related === undefined
        ? (known.get(draft.name) ?? []).map(({ draft: other, field }) =>
            relatedBy(world, other, field, known.get(draft.name)!),
          )
        : each(written.related).flatMap(([index, related]) => {
            const resolved = resolveRelated(world, below(place, 'related', index), draft, related)
            return resolved === undefined ? [] : [resolved]
          }),
  }
}

/** The own fields under the entity's title, every list of lines under its own, and what the engine keeps. */
function allSections(draft: EntityDraft): Section[] {
  const fields = Object.values(draft.fields)
  const own = fields
    .filter((field) => (!field.system || field.name === 'no') && field.type !== 'lines')
    .map((field) => field.name)
  const kept = fields
    .filter((field) => ['state', 'createdBy', 'createdAt', 'stateAt'].includes(field.name))
    .map((field) => field.name)
  const lines = fields
    .filter((field) => field.type === 'lines')
    .map((field) => ({ title: field.title, fields: [field.name] }))
  return [
    ...(own.length > 0 ? [{ title: draft.entity.title, fields: own }] : []),
    ...lines,
    { title: KEPT, fields: kept },
  ]
}

function relatedBy(
  world: World,
  other: EntityDraft,
  by: Field,
  all: readonly { readonly draft: EntityDraft }[],
): Related {
  const { title } = other.entity
  // Two references of one entity are told apart by what they are called.
  const several = all.filter((one) => one.draft === other).length > 1
  const names = [
    other.entity.label,
    ...Object.values(other.fields)
      .filter(
        (field) =>
          field !== by &&
          (!field.system || field.name === 'state') &&
          !['lines', 'files', 'text', 'address'].includes(field.type),
      )
      .map((field) => field.name),
  ]
  const shown = [...new Set(names)].filter((name) => name !== 'id' && name !== 'state').slice(0, MOST_COLUMNS - 1)
  const columns = [...shown, 'state' in other.fields ? 'state' : 'createdAt'].map((name) =>
    columnOf(world, { field: name }, { field: other.fields[name]! }),
  )
  return {
    entity: other.name,
    by: by.name,
    title: several ? [`${title[0]}（${by.title[0]}）`, `${title[1]} (${by.title[1]})`] : title,
    columns,
    actions: [],
  }
}

function resolveRelated(world: World, place: At, draft: EntityDraft, related: language.Related): Related | undefined {
  const other = entityNamed(world, below(place, 'entity'), related.entity)
  const by = other && referenceTo(world, place, other, draft, related.by)
  if (other === undefined || by === undefined) return undefined
  const actions = each(related.actions).map(([index, name]) => {
    const own = below(place, 'actions', index)
    const transition = ownTransition(world, own, other, name)
    if (transition?.permissions.every((permission) => permission.code === 'system') === true)
      tell(world, own, 'never-offered', { name, why: 'only the system runs it' })
    if (transition?.creates === true && !transition.asks.some((ask) => ask.field === by))
      tell(world, own, 'wrong-transition', { name, why: `it does not ask \`${by}\`, which refers to this record` })
    return name
  })
  return {
    entity: other.name,
    by,
    title: related.title ?? other.entity.title,
    columns: resolveColumns(world, below(place, 'columns'), other, related.columns),
    actions,
  }
}

/** The field of another entity that refers to this one. */
function referenceTo(
  world: World,
  place: At,
  other: EntityDraft,
  draft: EntityDraft,
  written: string | undefined,
): string | undefined {
  const candidates = Object.values(other.fields).filter(
    (field) => field.type === 'ref' && field.entity === draft.name && field.stored,
  )
  if (written !== undefined) {
    const field = fieldNamed(world, below(place, 'by'), other, written)
    if (field !== undefined && !candidates.includes(field))
      tell(world, below(place, 'by'), 'wrong-field', { name: written, expected: `a stored reference to ${draft.name}` })
    return field?.name
  }
  const own = candidates.filter((field) => !field.system)
  const [only] = own.length > 0 ? own : candidates
  const fields = candidates.map((field) => field.name).join(', ')
  if (own.length > 1)
    tell(
      world,
      below(place, 'entity'),
      'ambiguous-reference',
      { entity: other.name, target: draft.name, fields },
      { hint: 'Write which one in `by`.' },
    )
  if (only === undefined)
    tell(
      world,
      below(place, 'entity'),
      'no-reference',
      { entity: other.name, target: draft.name },
      hintFor(other.name, []),
    )
  return only?.name
}

/** The frames that a record can be opened in, so that it can be opened from where it is shown. */
export function deriveFrames(world: World, screens: readonly Screen[]): void {
  for (const { path, title, blocks } of screens)
    for (const { block, entity, takes } of blocks) {
      const draft = block === 'frame' ? world.entities[entity ?? ''] : undefined
      if (draft !== undefined)
        draft.entity.detail = {
          ...draft.entity.detail,
          frames: [...draft.entity.detail.frames, { path, title, takes: Object.values(takes ?? {}).flat() }],
        }
    }
}

/**
 * The queues in which a record or one of those that its view shows stands, as far as their state alone decides: so whoever looks sees where it waits.
 */
export function deriveQueues(world: World, screens: readonly Screen[]): void {
  const byState = (rule: Screen['where']) => rule === undefined || rule.reads.every((path) => path === 'state')
  const queues = screens.flatMap(({ kind, queue, entity, states, where, path, title }) => {
    const draft = world.entities[entity ?? '']
    if (kind !== 'list' || queue === undefined || draft === undefined || !byState(where) || !byState(queue.where))
      return []
    const open = Object.values(draft.states).flatMap((state) =>
      state.closed || (states && !states.includes(state.name)) ? [] : [state.name],
    )
    const waiting =
      queue.where === undefined ? open : open.filter((state) => statesOf(queue.where!.node, open).has(state))
    return waiting.length > 0 && (states !== undefined || queue.where !== undefined)
      ? [{ entity: draft.name, states: waiting, path, title }]
      : []
  })
  for (const { entity } of Object.values(world.entities)) {
    const shown = new Set([entity.name, ...entity.detail.related.map((one) => one.entity)])
    entity.detail = { ...entity.detail, queues: queues.filter((queue) => shown.has(queue.entity)) }
  }
}

/**
 * Who may open a single record, where the entity does not say: whoever may open a screen over it, or over an entity whose detail view is
 * written to show it. What is shown without being written gives no right, a block of a dashboard shows only what may be read anyway, and nobody
 * becomes a reader by a public screen.
 */
export function deriveReaders(world: World, screens: readonly Screen[]): void {
  const byScreens = new Map<string, Set<string>>()
  const add = (entity: string | undefined, codes: Iterable<string>): void => {
    if (entity === undefined) return
    const known = byScreens.get(entity) ?? new Set()
    for (const code of codes) if (code !== 'public') known.add(code)
    byScreens.set(entity, known)
  }
  for (const screen of screens) {
    add(screen.entity, screen.permission)
    add(screen.reminder?.entity, screen.permission)
  }
  const direct = new Map([...byScreens].map(([entity, codes]) => [entity, [...codes]]))
  for (const [entity, codes] of direct) {
    const draft = world.entities[entity]
    if (draft?.file.manifest.detail?.related !== undefined)
      for (const related of draft.entity.detail.related) add(related.entity, codes)
  }
  for (const draft of Object.values(world.entities))
    if (draft.file.manifest.read === undefined) draft.entity.read = [...(byScreens.get(draft.name) ?? [])]
}
