// Resolves the transitions that a screen offers, and places them on rows or in the toolbar.
// Transitions of the records and of records that they refer to belong to the rows. Creating transitions belong to the
// toolbar, or to a row when their form refers to its record. A button that no user can ever see is a problem.
import { firstItem } from '../../expression/values/present'
import { isReferenceTo, reportWrongField } from '../../context/fittingFields'
import type { Action } from '../../model/column'
import { recordItself, type Rule } from '../../model/rule'
import type { RuleEnvironment } from '../../expression/environment'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { findField } from '../../context/lookup'
import {
  childLocation,
  indexed,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type TransitionDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { ownTransition, transitionNamed, type NamedTransition } from '../../context/transitionLookups'
import { targetOf } from '../../context/ruleTypes'

interface ActionScope {
  /** The entity of the rows; absent on a screen without records. */
  readonly row?: EntityDraft
  /** States to which the rows are certainly restricted. */
  readonly states?: readonly string[]
  /** The rows offer the transitions of the records that they refer to. */
  readonly refers?: boolean
}

/** A single action of a place without records, written as entity.transition. */
export function actionWithoutRow(location: ManifestLocation, name: string): Action | undefined {
  const named = find(location, name, {})
  return named && resolveAction({ location, name: location, detail: { action: name }, ...named }, {})
}

type ManifestAction = language.FieldPath | language.ActionDetail

/** An action as a screen writes it, with the transition that it names. */
interface NamedAction extends NamedTransition {
  readonly location: ManifestLocation
  /** The location that names the transition. */
  readonly name: ManifestLocation
  readonly detail: language.ActionDetail
}

export function resolveActions(
  location: ManifestLocation,
  actions: readonly ManifestAction[] | undefined,
  scope: ActionScope,
): Action[] {
  const listed = new Set<string>()
  return indexed(actions).flatMap(([index, written]) => {
    const detail = typeof written === 'string' ? { action: written } : written
    const actionLocation = childLocation(location, index)
    const name = typeof written === 'string' ? actionLocation : childLocation(actionLocation, 'action')
    if (listed.has(detail.action)) reportProblem(name, 'duplicate-entry', { name: detail.action })
    listed.add(detail.action)
    const named = find(name, detail.action, scope)
    return named === undefined ? [] : [resolveAction({ location: actionLocation, name, detail, ...named }, scope)]
  })
}

function find(location: ManifestLocation, name: string, { row }: ActionScope): NamedTransition | undefined {
  if (name.includes('.')) return transitionNamed(location, name)
  if (row === undefined) {
    reportProblem(location, 'bad-format', {
      found: `"${name}"`,
      pattern: 'entity.transition on a screen without an entity',
    })
    return undefined
  }
  const transition = ownTransition(location, row, name)
  return transition && { entity: row, transition }
}

/** Returns why no user can ever be offered a transition on these rows; undefined if a user can. */
export function neverOffered(
  entity: EntityDraft,
  transition: TransitionDraft,
  { row, states }: ActionScope,
): string | undefined {
  if (transition.permissions.every((permission) => permission.permission === 'system')) return 'only the system runs it'
  if (transition.creates || entity !== row || states === undefined) return undefined
  if (transition.from.some((state) => states.includes(state))) return undefined
  return `it runs from ${transition.from.join(', ')}, the screen shows ${states.join(', ') || 'nothing'}`
}

function resolveAction(action: NamedAction, scope: ActionScope): Action {
  const { name, detail, entity, transition } = action
  const why = neverOffered(entity, transition, scope)
  if (why !== undefined) reportProblem(name, 'never-offered', { name: detail.action, why })
  const { context } = action.location
  const environment = { ...context.base, ...(detail.place !== 'toolbar' && { record: scope.row?.shape }) }
  const values = formValues(childLocation(action.location, 'values'), action, detail.values, environment)
  const fromRow = Object.values(values).some((rule) => rule.readPaths.length > 0)
  const { place, by, on } = placeOf(action, scope, fromRow)
  if (by !== undefined) values[by] = recordItself
  return {
    entity: entity.name,
    transition: transition.name,
    title: detail.title ?? transition.title,
    place,
    ...(on !== undefined && { on }),
    values,
    primary: detail.primary === true,
    ...audienceAt(action.location, detail),
  }
}

/** The values that a screen fills into the form of a transition. */
export function formValues(
  location: ManifestLocation,
  { entity, transition }: NamedTransition,
  written: language.ActionDetail['values'],
  environment: RuleEnvironment,
): Record<string, Rule> {
  const { context } = location
  const values = createTable<Rule>()
  for (const [field, source] of Object.entries(written ?? {})) {
    const valueLocation = childLocation(location, field)
    const formField = transition.form.find((formField) => formField.field === field)
    if (formField === undefined) {
      reportUnknownName(valueLocation, field, {
        what: 'field of this form',
        among: transition.form.map((formField) => formField.field),
        key: true,
      })
      continue
    }
    const result = targetOf(context, formField.input ? transition.inputs[field]! : entity.fields[field]!)
    const rule = ruleAt(valueLocation, source, environment, result)
    if (rule !== undefined) values[field] = rule
  }
  return values
}

/**
 * Decides the place of an action (`fromRow`: a value that it fills in comes from the row), the reference whose record
 * it runs on, and the reference in its form that the row fills.
 */
function placeOf(
  action: NamedAction,
  scope: ActionScope,
  fromRow: boolean,
): { place: 'row' | 'toolbar'; by?: string; on?: string } {
  const { location, name, detail, entity, transition } = action
  const { row } = scope
  if (!transition.creates) {
    if (detail.place === 'toolbar')
      reportProblem(
        childLocation(location, 'place'),
        'ineffective-key',
        { key: 'place', where: 'on a transition that needs a record' },
        { key: true },
      )
    const on = entity === row && detail.on === undefined ? undefined : referenceOf(action, scope)
    return { place: 'row', ...(on !== undefined && { on }) }
  }
  if (detail.on !== undefined)
    reportProblem(
      childLocation(location, 'on'),
      'ineffective-key',
      { key: 'on', where: 'on a transition that creates' },
      { key: true },
    )
  if (detail.place === 'toolbar' || row === undefined) return { place: 'toolbar' }
  const references = transition.form.filter((formField) => {
    const field = formField.input ? transition.inputs[formField.field]! : entity.fields[formField.field]!
    return field.type === 'ref' && field.entity === row.name && detail.values?.[formField.field] === undefined
  })
  const filled = Object.keys(detail.values ?? {}).length > 0
  // An action that creates a record of the same entity, such as a subcategory, belongs to a row only when the manifest
  // requests it.
  if (entity === row && detail.place !== 'row') return { place: fromRow ? 'row' : 'toolbar' }
  if (references.length === 1) return { place: 'row', by: firstItem(references).field }
  if (filled || references.length === 0) return { place: fromRow || detail.place === 'row' ? 'row' : 'toolbar' }
  reportProblem(
    name,
    'ambiguous-reference',
    { entity: entity.name, target: row.name, fields: references.map((formField) => formField.field).join(', ') },
    { hint: `Write which one: { "action": "${detail.action}", "fill": { "${firstItem(references).field}": "id" } }.` },
  )
  return { place: 'row' }
}

/** Finds the reference of the row that leads to the record of a transition. */
function referenceOf(
  { location, name, detail, entity }: NamedAction,
  { row, refers }: ActionScope,
): string | undefined {
  const all = Object.values(row?.fields ?? {}).filter(isReferenceTo(entity.name))
  const written = all.filter((field) => !field.system)
  const candidates = detail.on === undefined && written.length > 0 ? written : all
  if (row === undefined || refers !== true || (candidates.length === 0 && detail.on === undefined)) {
    const why =
      refers === true
        ? 'it runs on a record of another entity, which a row does not name'
        : 'only the rows of a list offer what runs on a record that they refer to'
    reportProblem(
      name,
      'wrong-transition',
      { name: detail.action, why },
      { hint: 'Offer it in the `related` part of the detail view, or on a screen over its own entity.' },
    )
    return undefined
  }
  const fields = candidates.map((field) => field.name)
  if (detail.on !== undefined) {
    const field = findField(childLocation(location, 'on'), row, detail.on)
    if (field !== undefined && !candidates.includes(field))
      reportWrongField(childLocation(location, 'on'), {
        name: detail.on,
        expected: `a stored reference to ${entity.name}`,
        fits: fields,
      })
    return detail.on
  }
  if (fields.length > 1)
    reportProblem(
      name,
      'ambiguous-reference',
      { entity: row.name, target: entity.name, fields: fields.join(', ') },
      { hint: `Write which one: { "action": "${detail.action}", "on": "${fields[0]!}" }.` },
    )
  return fields[0]
}
