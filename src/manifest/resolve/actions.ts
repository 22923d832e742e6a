// Which transitions does a screen offer, and where? Those of its own records, and of records that these refer to, stand on the rows; those that
// create stand above the list, or on a row when their form refers to the row's record. A button that nobody could ever see is a problem.
import type { Action, Rule } from '../app'
import type * as language from '../generated/language'
import { fieldNamed } from '../names'
import {
  below,
  each,
  hintFor,
  ruleAt,
  table,
  tell,
  type At,
  type EntityDraft,
  type TransitionDraft,
  type World,
} from '../world'
import { ownTransition, transitionNamed } from './effects'
import { targetOf } from './fields'

export interface ActionScope {
  /** The entity of the rows; absent on a screen without records. */
  readonly row?: EntityDraft
  /** States that the rows are certainly in. */
  readonly states?: readonly string[]
  /** Its rows show what may be done with records that they refer to. */
  readonly refers?: boolean
}

type Written = language.FieldPath | language.ActionDetail

export function resolveActions(
  world: World,
  place: At,
  actions: readonly Written[] | undefined,
  scope: ActionScope,
): Action[] {
  const seen = new Set<string>()
  return each(actions).flatMap(([index, written]) => {
    const detail = typeof written === 'string' ? { action: written } : written
    const own = below(place, index)
    const name = typeof written === 'string' ? own : below(own, 'action')
    if (seen.has(detail.action)) tell(world, name, 'duplicate-entry', { name: detail.action })
    seen.add(detail.action)
    const found = find(world, name, detail.action, scope)
    return found === undefined ? [] : [resolveAction(world, own, name, detail, found.entity, found.transition, scope)]
  })
}

function find(
  world: World,
  place: At,
  name: string,
  { row }: ActionScope,
): { entity: EntityDraft; transition: TransitionDraft } | undefined {
  if (name.includes('.')) return transitionNamed(world, place, name)
  if (row === undefined) {
    tell(world, place, 'bad-format', { found: `"${name}"`, pattern: 'entity.transition on a screen without an entity' })
    return undefined
  }
  const transition = ownTransition(world, place, row, name)
  return transition && { entity: row, transition }
}

/** Why nobody can ever be offered a transition on these rows; undefined when somebody may. */
export function neverOffered(
  entity: EntityDraft,
  transition: TransitionDraft,
  { row, states }: ActionScope,
): string | undefined {
  if (transition.permissions.every((permission) => permission.code === 'system')) return 'only the system runs it'
  if (transition.creates || entity !== row || states === undefined) return undefined
  if (transition.from.some((state) => states.includes(state))) return undefined
  return `it runs from ${transition.from.join(', ')}, the screen shows ${states.join(', ') || 'nothing'}`
}

function resolveAction(
  world: World,
  place: At,
  name: At,
  detail: language.ActionDetail,
  entity: EntityDraft,
  transition: TransitionDraft,
  scope: ActionScope,
): Action {
  const why = neverOffered(entity, transition, scope)
  if (why !== undefined) tell(world, name, 'never-offered', { name: detail.action, why })
  const fill = table<Rule>()
  const environment = { ...world.base, ...(detail.place !== 'above' && { record: scope.row?.shape }) }
  for (const [field, source] of Object.entries(detail.fill ?? {})) {
    const own = below(place, 'fill', field)
    const asked = transition.asks.find((ask) => ask.field === field)
    if (asked === undefined) {
      tell(
        world,
        own,
        'unknown-name',
        { what: 'asked field', name: field },
        {
          key: true,
          ...hintFor(
            field,
            transition.asks.map((ask) => ask.field),
          ),
        },
      )
      continue
    }
    const { expected, target } = targetOf(world, asked.input ? transition.inputs[field]! : entity.fields[field]!)
    const rule = ruleAt(world, own, source, environment, expected, target)
    if (rule !== undefined) fill[field] = rule
  }
  const {
    place: stand,
    by,
    on,
  } = standOf(
    world,
    place,
    name,
    detail,
    entity,
    transition,
    scope,
    Object.values(fill).some((rule) => rule.reads.length > 0),
  )
  if (by !== undefined) fill[by] = rowItself()
  return {
    entity: entity.name,
    transition: transition.name,
    title: detail.title ?? transition.title,
    place: stand,
    ...(on !== undefined && { on }),
    fill,
    primary: detail.primary === true,
  }
}

/** Where an action stands (`fromRow`: some value that it fills in is the row's), the reference whose record it runs on, and the asked reference that the row fills by itself. */
function standOf(
  world: World,
  place: At,
  name: At,
  detail: language.ActionDetail,
  entity: EntityDraft,
  transition: TransitionDraft,
  scope: ActionScope,
  fromRow: boolean,
): { place: 'row' | 'above'; by?: string; on?: string } {
  const { row } = scope
  if (!transition.creates) {
    if (detail.place === 'above')
      tell(
        world,
        below(place, 'place'),
        'ineffective-key',
        { key: 'place', where: 'on a transition that needs a record' },
        { key: true },
      )
    const on =
      entity === row && detail.on === undefined ? undefined : referenceOf(world, place, name, detail, entity, scope)
    return { place: 'row', ...(on !== undefined && { on }) }
  }
  if (detail.on !== undefined)
    tell(
      world,
      below(place, 'on'),
      'ineffective-key',
      { key: 'on', where: 'on a transition that creates' },
      { key: true },
    )
  if (detail.place === 'above' || row === undefined) return { place: 'above' }
  const references = transition.asks.filter((ask) => {
    const field = ask.input ? transition.inputs[ask.field]! : entity.fields[ask.field]!
    return field.type === 'ref' && field.entity === row.name && detail.fill?.[ask.field] === undefined
  })
  const filled = Object.keys(detail.fill ?? {}).length > 0
  // Creating one of the same kind, such as a sub-category, stands on a row only when it is said.
  if (entity === row && detail.place !== 'row') return { place: fromRow ? 'row' : 'above' }
  if (references.length === 1) return { place: 'row', by: references[0]!.field }
  if (filled || references.length === 0) return { place: fromRow || detail.place === 'row' ? 'row' : 'above' }
  tell(
    world,
    name,
    'ambiguous-reference',
    { entity: entity.name, target: row.name, fields: references.map((ask) => ask.field).join(', ') },
    { hint: `Write which one: { "action": "${detail.action}", "fill": { "${references[0]!.field}": "id" } }.` },
  )
  return { place: 'row' }
}

/** The reference of the row that leads to the record of a transition. */
function referenceOf(
  world: World,
  place: At,
  name: At,
  detail: language.ActionDetail,
  entity: EntityDraft,
  { row, refers }: ActionScope,
): string | undefined {
  const all = Object.values(row?.fields ?? {}).filter(
    (field) => field.type === 'ref' && field.entity === entity.name && field.stored,
  )
  const written = all.filter((field) => !field.system)
  const candidates = detail.on === undefined && written.length > 0 ? written : all
  if (row === undefined || refers !== true || (candidates.length === 0 && detail.on === undefined)) {
    const why =
      refers === true
        ? 'it runs on a record of another entity, which a row does not name'
        : 'only the rows of a list offer what runs on a record that they refer to'
    tell(
      world,
      name,
      'wrong-transition',
      { name: detail.action, why },
      { hint: 'Offer it in the `related` part of the detail view, or on a screen over its own entity.' },
    )
    return undefined
  }
  const fields = candidates.map((field) => field.name)
  if (detail.on !== undefined) {
    const field = fieldNamed(world, below(place, 'on'), row, detail.on)
    if (field !== undefined && !candidates.includes(field))
      tell(
        world,
        below(place, 'on'),
        'wrong-field',
        { name: detail.on, expected: `a stored reference to ${entity.name}` },
        hintFor(detail.on, fields),
      )
    return detail.on
  }
  if (fields.length > 1)
    tell(
      world,
      name,
      'ambiguous-reference',
      { entity: row.name, target: entity.name, fields: fields.join(', ') },
      { hint: `Write which one: { "action": "${detail.action}", "on": "${fields[0]!}" }.` },
    )
  return fields[0]
}

/** The rule `id`: the row's own record. */
function rowItself(): Rule {
  return {
    source: 'id',
    node: { kind: 'name', type: 'record', scope: 'record', path: [] },
    type: 'record',
    reads: ['id'],
  }
}
