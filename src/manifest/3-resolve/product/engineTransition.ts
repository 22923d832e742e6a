// Checks a transition that app.json names for the engine, which runs it with values of its own.
import { reportProblem, type EntityDraft, type ManifestLocation } from '../../context/compileContext'
import { ownTransition } from '../../context/transitionLookups'

/** @param given names of the fields and inputs that the engine fills in; the transition has to ask for them */
export function checkEngineTransition(
  location: ManifestLocation,
  entity: EntityDraft,
  name: string,
  { creates, given = [] }: { readonly creates: boolean; readonly given?: readonly string[] },
): void {
  const transition = ownTransition(location, entity, name)
  if (transition === undefined) return
  if (transition.creates !== creates)
    reportProblem(location, 'wrong-transition', { name, why: creates ? 'it does not create' : 'it creates' })
  for (const field of given)
    if (!transition.form.some((input) => input.field === field))
      reportProblem(
        location,
        'missing-value',
        { transition: `${entity.name}.${name}`, name: field },
        { hint: 'The engine gives it; the transition must ask it.' },
      )
}
