// Resolves the checks of transitions and invariants, and those of an entity for its transitions.
import type { Check } from '../../model/rule'
import type * as language from '../../language/generated'
import type { RuleEnvironment } from '../../expression/environment'
import {
  childLocation,
  hintFor,
  indexed,
  locationOf,
  reportProblem,
  ruleAt,
  textAt,
  type CompileContext,
  type EntityDraft,
  type ManifestLocation,
} from '../../context/compileContext'
import { ownTransition } from '../../context/transitionLookups'
import type { TransitionScope } from './scope'

/** Compiles checks with their messages; `formFields`: the fields that a message may belong to. */
export function resolveChecks(
  location: ManifestLocation,
  checks: readonly language.Check[] | undefined,
  environment: RuleEnvironment,
  formFields?: readonly string[],
): Check[] {
  return indexed(checks).flatMap(
    ([index, check]) => resolveCheck(childLocation(location, index), check, environment, formFields) ?? [],
  )
}

/** The same for one check; undefined if its rule is invalid. */
function resolveCheck(
  location: ManifestLocation,
  check: language.Check,
  environment: RuleEnvironment,
  formFields?: readonly string[],
): Check | undefined {
  const rule = ruleAt(childLocation(location, 'rule'), check.rule, environment, 'boolean')
  textAt(childLocation(location, 'message'), check.message, environment)
  if (check.field !== undefined) {
    if (formFields === undefined)
      reportProblem(
        childLocation(location, 'field'),
        'ineffective-key',
        { key: 'field', where: 'where nothing is asked for' },
        { key: true },
      )
    else if (!formFields.includes(check.field))
      reportProblem(
        childLocation(location, 'field'),
        'unknown-name',
        { what: 'field of this form', name: check.field },
        formFields.length > 0
          ? hintFor(check.field, formFields)
          : { hint: 'The form has no fields: leave `field` out, or name the field in `form`.' },
      )
  }
  return rule && { rule, message: check.message, ...(check.field !== undefined && { field: check.field }) }
}

/** The checks of the entity that name a transition, with their indexes. */
export const checksNaming = ({ file }: EntityDraft, transition: string): [number, language.EntityCheck][] =>
  indexed(file.manifest.checks).filter(([, { transitions }]) => transitions?.includes(transition))

/** The checks that a transition has of its own, followed by those of the entity that name it. */
export function resolveOwnChecks({ location, draft, transition, written, environment }: TransitionScope): Check[] {
  const fields = transition.form.map(({ field }) => field)
  const shared = checksNaming(draft, transition.name).flatMap(([index, { field, ...check }]) => {
    const isInForm = field !== undefined && fields.includes(field)
    const checkLocation = {
      ...locationOf(location.context, draft.file, 'checks', index),
      ...(isShared(check) && { transition: transition.name }),
    }
    return resolveCheck(checkLocation, isInForm ? { ...check, field } : check, environment, fields) ?? []
  })
  return [...resolveChecks(childLocation(location, 'checks'), written.checks, environment, fields), ...shared]
}

/** Puts the checks of the entity that name no transitions before those of each transition of an existing record. */
export function addEntityChecks(context: CompileContext, draft: EntityDraft, environment: RuleEnvironment): void {
  const checks = indexed(draft.file.manifest.checks).flatMap(([index, check]) => {
    const location = locationOf(context, draft.file, 'checks', index)
    if (check.transitions !== undefined) {
      examineNames(location, draft, check)
      return []
    }
    const { exceptTransitions: except = [] } = check
    for (const [inner, name] of indexed(except))
      ownTransition(childLocation(location, 'exceptTransitions', inner), draft, name)
    const resolved = resolveCheck(location, check, environment)
    return resolved ? [{ resolved, except }] : []
  })
  for (const { resolved } of checks) draft.entityChecks.add(resolved)
  for (const transition of Object.values(draft.transitions)) {
    if (transition.creates) continue
    const applying = checks.filter(({ except }) => !except.includes(transition.name))
    transition.checks = [...applying.map(({ resolved }) => resolved), ...transition.checks]
  }
}

const isShared = ({ transitions = [] }: language.EntityCheck): boolean => transitions.length > 1

/** The transitions that a check names, one of whose forms has its field. */
function examineNames(
  location: ManifestLocation,
  draft: EntityDraft,
  { transitions, exceptTransitions: except, field }: language.EntityCheck,
): void {
  if (except !== undefined)
    reportProblem(childLocation(location, 'exceptTransitions'), 'conflicting-keys', {
      what: 'A check has either `transitions` or `exceptTransitions`',
    })
  const named = indexed(transitions).map(([index, name]) =>
    ownTransition(childLocation(location, 'transitions', index), draft, name),
  )
  const inForms = named.flatMap((transition) => transition?.form.map((formField) => formField.field) ?? [])
  if (field !== undefined && named.every((transition) => transition !== undefined) && !inForms.includes(field))
    reportProblem(
      childLocation(location, 'field'),
      'unknown-name',
      { what: 'field of these forms', name: field },
      hintFor(field, inForms),
    )
}
