// Checks that every user who must choose a record can reach one.
// Users who may read an entity only to choose from it have no screen and no action there and so never own a record of
// it: a row scope that is limited to the user's own records leaves them no choice.
import type { Permission } from '../model/transition'
import type { Screen } from '../model/screen'
import {
  locationOf,
  reportProblem,
  type EntityDraft,
  type ManifestLocation,
  type TransitionDraft,
  type CompileContext,
} from '../context/compileContext'

/** Runs after every entity and screen is compiled. */
export function checkChoices(context: CompileContext, screens: readonly Screen[]): void {
  for (const draft of Object.values(context.entities))
    for (const transition of Object.values(draft.transitions))
      if (transition.rowScopes === undefined || transition.rowScopes.includes('self'))
        checkTransition(context, screens, draft, transition)
}

function checkTransition(
  context: CompileContext,
  screens: readonly Screen[],
  draft: EntityDraft,
  transition: TransitionDraft,
): void {
  for (const formField of transition.form) {
    const field = formField.input ? transition.inputs[formField.field] : draft.fields[formField.field]
    const target = field?.type === 'ref' ? context.entities[field.entity ?? ''] : undefined
    if (!target || formField.readOnly || (!formField.required && formField.requiredWhen === undefined)) continue
    const { rowScope: scope } = target.entity
    if (scope.selfFields.length === 0 || scope.selfThrough.length > 0 || scope.tenantWhere !== undefined) continue
    const named = new Set(target.file.manifest.readPermissions ?? [])
    const without = transition.permissions.find(
      ({ permission: code }) => named.has(code) && !works(screens, target, code),
    )
    if (without !== undefined)
      reportOutOfReach(inputLocation(context, draft, transition, formField.field), formField.field, target, without)
  }
}

/** Whether holders of a code have a screen over the entity or an action on it. */
function works(screens: readonly Screen[], { name, transitions }: EntityDraft, code: string): boolean {
  return (
    screens.some(({ entity, permissions: permission }) => entity === name && permission.includes(code)) ||
    Object.values(transitions).some(({ permissions }) =>
      permissions.some((permission) => permission.permission === code),
    )
  )
}

/** The location of a field of the transition: in its form, else among its inputs. */
function inputLocation(
  context: CompileContext,
  draft: EntityDraft,
  transition: TransitionDraft,
  name: string,
): ManifestLocation {
  const index = (draft.file.manifest.transitions?.[transition.name]?.form ?? []).findIndex(
    (formField) => (typeof formField === 'string' ? formField : formField.field) === name,
  )
  const path = ['transitions', transition.name, ...(index < 0 ? ['inputs', name] : ['form', index])]
  return locationOf(context, draft.file, ...path)
}

function reportOutOfReach(location: ManifestLocation, name: string, target: EntityDraft, without: Permission): void {
  reportProblem(
    location,
    'out-of-reach',
    { name, code: without.permission, target: target.name },
    { hint: `Let \`rowScope.tenantWhere\` of \`${target.name}\` say which of its records the whole tenant reaches.` },
  )
}
