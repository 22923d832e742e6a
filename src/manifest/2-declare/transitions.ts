// Declares the transitions of an entity and the states that they connect.
import { presentOf } from '../expression/values/present'
import {
  checkName,
  locationOf,
  childLocation,
  indexed,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type TransitionDraft,
  type CompileContext,
  reportUnknownName,
} from '../context/compileContext'
import type * as language from '../language/generated'
import type { Permission } from '../model/transition'
import { ineffective, permissionAt, stateAt } from '../context/lookup'
import { declareField } from './fields'
import { declareForm } from './inputs'
import { statesAt } from './stateGroups'

/** Declares the parts of a transition that others refer to. */
export function declareTransition(
  context: CompileContext,
  draft: EntityDraft,
  name: string,
  written: language.TransitionManifest,
): void {
  const location = locationOf(context, draft.file, 'transitions', name)
  checkName(location, name)
  const creates = written.from === undefined
  const transition: TransitionDraft = {
    name,
    entity: draft.name,
    title: written.title,
    from: [],
    creates,
    skipsStages: false,
    permissions: indexed(written.permissions).map(([index, permission]): Permission => ({
      permission: permissionAt(
        childLocation(location, 'permissions', index, ...(typeof permission === 'string' ? [] : ['permission'])),
        typeof permission === 'string' ? permission : permission.permission,
        ['public', 'signed-in', 'admin', 'system'],
      ),
    })),
    form: [],
    inputs: createTable(),
    lock: [],
    vars: createTable(),
    checks: [],
    decisionFields: [],
    contextFields: [],
    emptyFields: [],
    set: createTable(),
    copy: createTable(),
    change: createTable(),
    append: createTable(),
    effects: [],
    danger: written.danger === true,
    undo: written.undo === true,
    earlyCheck: written.earlyCheck ?? [],
    readPaths: [],
    ...presentOf(written, 'note', 'askFactor', 'rowScopes', 'help', 'documents', 'confirmMessage', 'successMessage'),
    ...(written.turn === false && { turn: false }),
  }
  draft.transitions[name] = transition
  const isDeclared = checkCreation(draft, location, written)
  declareStates(draft, location, transition, written)
  if (isDeclared) checkFirstState(draft, location, transition, written)
  transition.inputs = declareInputs(location, draft, written)
  declareForm(draft, location, transition, written.form)
  if (creates) ineffective(location, written, ['fourEyes', 'documents'], 'on a transition that creates')
  if (transition.form.length > 0)
    ineffective(location, written, ['confirmMessage'], 'on a transition whose form has fields')
  else ineffective(location, written, ['help', 'documents'], 'on a transition whose form has no fields')
}

/** The inputs of a transition: values of the form that are no fields of the record. */
function declareInputs(
  location: ManifestLocation,
  draft: EntityDraft,
  written: language.TransitionManifest,
): TransitionDraft['inputs'] {
  const inputs = createTable<ReturnType<typeof declareField>>()
  for (const [input, field] of Object.entries(written.inputs ?? {})) {
    if (input === 'note' && written.note !== undefined)
      reportProblem(
        childLocation(location, 'inputs', input),
        'reserved-name',
        { name: input, what: 'the remark of this transition' },
        { key: true },
      )
    if (input in draft.fields)
      reportProblem(
        childLocation(location, 'inputs', input),
        'reserved-name',
        { name: input, what: `a field of ${draft.name} already` },
        { key: true, hint: 'A field is asked for in `form`.' },
      )
    inputs[input] = declareField(childLocation(location, 'inputs', input), input, field, 'input')
  }
  return inputs
}

function declareStates(
  draft: EntityDraft,
  location: ManifestLocation,
  transition: TransitionDraft,
  written: language.TransitionManifest,
): void {
  transition.from = statesAt(childLocation(location, 'from'), draft, written.from)
  const key = written.toStage === undefined ? 'to' : 'toStage'
  const to = written[key]
  if (to === undefined) return
  if (written.to !== undefined && written.toStage !== undefined)
    reportProblem(childLocation(location, 'to'), 'conflicting-keys', {
      what: 'A transition has either `to` or `toStage`',
    })
  if (!stateAt(childLocation(location, key), draft, to)) return
  transition.to = to
  transition.skipsStages = written.toStage !== undefined
  const stages = indexed(draft.file.manifest.stages).map(([, item]) => item.state)
  if (transition.skipsStages && !stages.includes(to))
    reportUnknownName(childLocation(location, 'toStage'), to, { what: 'stage', among: stages })
}

function checkFirstState(
  { states }: EntityDraft,
  location: ManifestLocation,
  { creates }: TransitionDraft,
  { to, toStage }: language.TransitionManifest,
): void {
  if (!creates || (to ?? toStage) !== undefined || Object.keys(states).length === 0) return
  const hint = `The state of the new record: ${Object.keys(states).join(', ')}. One that changes records has \`from\`.`
  reportProblem(location, 'missing-part', { thing: 'a transition that creates', key: 'to' }, { key: true, hint })
}

/**
 * Whether a transition clearly creates. An edit without `from` would create records unnoticed, so every additional way
 * of creating must be declared.
 */
function checkCreation(draft: EntityDraft, location: ManifestLocation, written: language.TransitionManifest): boolean {
  const name = location.path.at(-1) as string
  if (written.creates === true && written.from !== undefined)
    reportProblem(childLocation(location, 'creates'), 'conflicting-keys', {
      what: 'A transition either creates a record or changes those in its `from`',
    })
  if (written.creates === true || written.from !== undefined) return true
  const first = Object.values(draft.transitions).find((transition) => transition.creates)!
  if (first.name === name) return true
  const open = Object.entries(draft.states).flatMap(([state, { closed }]) => (closed ? [] : [state]))
  const states = open.length > 0 ? open : Object.keys(draft.states)
  const change =
    states.length > 0
      ? `To change records write the states in which it can run: \`"from": ${JSON.stringify(states).replaceAll(',', ', ')}\`.`
      : 'Records of an entity without `states` cannot be changed: to change them, declare states and write `from`.'
  reportProblem(
    location,
    'undeclared-creation',
    { name, first: first.name },
    { key: true, hint: `${change} To create them in a further way: \`"creates": true\`.` },
  )
  return false
}
