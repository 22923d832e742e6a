// Checks a transition that app.json names for the engine, which runs it with values of its own.
import { reportProblem, type EntityDraft, type ManifestLocation } from '../../context/compileContext'
import { ownTransition } from '../../context/transitionLookups'

/**
 * @param given names of the fields and inputs that the engine fills in; the transition's form must have them
 * @param systemOnly no person may run it, because others rely on what the engine fills in
 */
export function checkEngineTransition(
  location: ManifestLocation,
  entity: EntityDraft,
  name: string,
  {
    creates,
    given = [],
    systemOnly = false,
  }: { readonly creates: boolean; readonly given?: readonly string[]; readonly systemOnly?: boolean },
): void {
  const transition = ownTransition(location, entity, name)
  if (transition === undefined) return
  if (transition.creates !== creates)
    reportProblem(location, 'wrong-transition', { name, why: creates ? 'it does not create' : 'it creates' })
  if (systemOnly && transition.permissions.some(({ permission }) => permission !== 'system'))
    reportProblem(location, 'wrong-transition', { name, why: 'others than `system` may run it' })
  for (const field of given)
    if (!transition.form.some((input) => input.field === field))
      reportProblem(
        location,
        'missing-value',
        { transition: `${entity.name}.${name}`, name: field },
        { hint: 'The engine gives it; the transition must ask it.' },
      )
}
