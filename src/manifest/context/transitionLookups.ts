// Lookups of transitions, and checks of the references that they follow.
import { hintFor, reportProblem, type ManifestLocation, type EntityDraft, type TransitionDraft } from './compileContext'
import { isReferenceTo, referencesTo, reportWrongField, targetsIn } from './fittingFields'
import { findEntity, pathFrom } from './lookup'
import type { Mark } from '../json/parse'

/** A transition and the entity to which it belongs. */
export interface NamedTransition {
  readonly entity: EntityDraft
  readonly transition: TransitionDraft
}

/** Splits `entity.transition` and finds both. */
export function transitionNamed(location: ManifestLocation, name: string): NamedTransition | undefined {
  const point = name.indexOf('.')
  if (point < 0) {
    reportProblem(location, 'bad-format', { found: `"${name}"`, pattern: 'entity.transition' })
    return undefined
  }
  const entity = findEntity(location, name.slice(0, point))
  const transition =
    entity && ownTransition(location, entity, name.slice(point + 1), { span: { start: point + 1, end: name.length } })
  return entity && transition && { entity, transition }
}

/**
 * A transition of the entity itself; undefined after reporting. `mark`: the part of the value to underline, by default
 * the name.
 */
export function ownTransition(
  location: ManifestLocation,
  draft: EntityDraft,
  name: string,
  mark: Mark = { span: { start: 0, end: name.length } },
): TransitionDraft | undefined {
  const transition = draft.transitions[name]
  if (transition === undefined)
    reportProblem(
      location,
      'unknown-transition',
      { entity: draft.name, name },
      { ...hintFor(name, Object.keys(draft.transitions)), ...mark },
    )
  return transition
}

/** Whether the system may run it, and thus an effect or a job. */
export const isForSystem = (transition: TransitionDraft): boolean =>
  transition.permissions.some((permission) => permission.permission === 'system')

/** A reference of the record, or of its lines: `items.part`. */
export function checkRunsOn(location: ManifestLocation, draft: EntityDraft, path: string, entity: EntityDraft): void {
  const [first = '', second = '', ...rest] = path.split('.')
  const lines = draft.fields[first]
  const targets = targetsIn(draft, entity.name)
  if (lines === undefined && targets.length > 0) {
    const span = { start: 0, end: first.length }
    reportProblem(location, 'unknown-field', { entity: draft.name, name: first }, { ...hintFor(first, targets), span })
    return
  }
  if (lines?.type !== 'lines') return checkRefersTo(location, draft, path, entity)
  const cell = lines.fields?.[second]
  const expected = `a stored reference of its lines to ${entity.name}`
  if (rest.length > 0 || !cell || !isReferenceTo(entity.name)(cell))
    reportWrongField(location, { name: path, expected, fits: targets })
}

/** Reports a path that does not end at a reference to this entity, with the fields that do. */
export function checkRefersTo(location: ManifestLocation, draft: EntityDraft, path: string, entity: EntityDraft): void {
  const reached = pathFrom(location, draft, path)
  if (reached !== undefined && (reached.field.type !== 'ref' || reached.field.entity !== entity.name))
    reportWrongField(location, {
      name: path,
      expected: `a reference to ${entity.name}`,
      fits: referencesTo(location.context, draft, entity.name),
    })
}
