// Resolves transitions:
// rules, form and effects. All transitions were declared before, since effects and screens refer to those of other
// entities. 4-check/lifecycle.ts checks which states are reachable.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import { givenBy } from './givenReferences'
import { isRule, type ValueType } from '../../model/rule'
import type * as language from '../../language/generated'
import { ineffective, pathFrom } from '../../context/lookup'
import { noteField } from '../../2-declare/systemFields'
import type { RuleEnvironment } from '../../expression/environment'
import { visit } from '../../expression/analyze'
import {
  checkName,
  locationOf,
  childLocation,
  indexed,
  hintFor,
  ruleAt,
  createTable,
  reportProblem,
  textAt,
  type ManifestLocation,
  type EntityDraft,
  type TransitionDraft,
  type CompileContext,
  reportUnknownName,
} from '../../context/compileContext'
import { resolveAggregate } from '../fields/aggregate'
import { resolveAppend } from './appendLines'
import { resolveForm } from './form'
import { excludingFields } from '../../model/transition'
import { resolveFourEyes } from './fourEyes'
import { resolveChange } from './changeLines'
import { checksNaming, resolveOwnChecks } from './checks'
import { resolveCopy } from './copyLines'
import { resolveEffects } from './effects'
import { resolveField, type FieldScope } from '../fields/fields'
import type { TransitionScope } from './scope'
import { recordOnly, targetOf } from '../../context/ruleTypes'

/** Compiles everything of a declared transition. */
export function resolveTransition(
  context: CompileContext,
  draft: EntityDraft,
  transition: TransitionDraft,
  written: language.TransitionManifest,
): void {
  const location = locationOf(context, draft.file, 'transitions', transition.name)
  const record: RuleEnvironment = { ...context.base, record: draft.shape }
  // A creating transition has no record that `when` could read.
  if (written.when !== undefined)
    transition.when = ruleAt(
      childLocation(location, 'when'),
      written.when,
      transition.creates ? context.base : record,
      'boolean',
    )
  resolveMessages(location, draft, transition, written)
  resolveTurn(location, transition, written, record)
  resolveFourEyes(location, draft, transition, written)
  transition.permissions = indexed(written.permissions).map(([index, permission]) => {
    const code = typeof permission === 'string' ? permission : permission.permission
    const when =
      typeof permission === 'string'
        ? undefined
        : ruleAt(childLocation(location, 'permissions', index, 'when'), permission.when, record, 'boolean')
    return { permission: code, ...(when !== undefined && { when }) }
  })
  const form: RuleEnvironment = {
    ...record,
    input: {
      ...askedFields(draft, transition),
      ...transition.inputs,
      ...(written.note !== undefined && { note: noteField(context.manifests.translations.spoken) }),
    },
    ...(!transition.creates && { before: draft.shape }),
  }
  const scope: FieldScope = { record: draft.shape, input: form.input as FieldScope['input'] }
  for (const [name, field] of Object.entries(transition.inputs))
    resolveField(childLocation(location, 'inputs', name), field, written.inputs![name]!, scope)
  const formScope: TransitionScope = { location, draft, transition, written, environment: form }
  resolveForm(formScope)
  resolveEarlyCheck(formScope)
  checkDocuments(formScope)
  const all: RuleEnvironment = { ...form, vars: resolveVars(formScope) }
  resolveChanges({ ...formScope, environment: all })
  const guards = [transition.when, transition.turnWhen, ...transition.permissions.map((permission) => permission.when)]
  transition.readPaths = [
    ...new Set([...guards.flatMap((rule) => rule?.readPaths ?? []), ...excludingFields(transition)]),
  ]
  tellUnusedVars(formScope)
}

/** The page fills in the question, before there is a record to create; the server the message about what was done. */
function resolveMessages(
  location: ManifestLocation,
  draft: EntityDraft,
  { creates }: TransitionDraft,
  { confirmMessage, successMessage }: language.TransitionManifest,
): void {
  const { context } = location
  const saved = recordOnly(context, draft)
  if (confirmMessage !== undefined)
    textAt(childLocation(location, 'confirmMessage'), confirmMessage, creates ? { ...saved, record: undefined } : saved)
  if (successMessage !== undefined)
    textAt(childLocation(location, 'successMessage'), successMessage, { ...context.base, record: draft.shape })
}

/** No record can wait for a creating transition, so it has no `turnWhen`. */
function resolveTurn(
  location: ManifestLocation,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
  record: RuleEnvironment,
): void {
  if (manifest.turn === true)
    reportProblem(
      childLocation(location, 'turn'),
      'ineffective-key',
      { key: 'turn', where: 'as true, which it is without the key' },
      { key: true, hint: 'It takes `false`.' },
    )
  if (manifest.turnWhen === undefined) return
  const turnWhen = ruleAt(childLocation(location, 'turnWhen'), manifest.turnWhen, record, 'boolean')
  if (transition.creates) ineffective(location, manifest, ['turnWhen'], 'on a transition that creates')
  else if (manifest.turn === false) ineffective(location, manifest, ['turnWhen'], 'with `"turn": false`')
  else if (turnWhen !== undefined) transition.turnWhen = turnWhen
}

/** The documents of a form are those of its entity. */
function checkDocuments({ location, draft, written }: TransitionScope): void {
  const names = Object.keys(draft.file.manifest.documents ?? {})
  for (const [index, name] of indexed(written.documents))
    if (!names.includes(name))
      reportUnknownName(childLocation(location, 'documents', index), name, { what: 'document', among: names })
}

/** Only inputs of the form are checked early, and no transition that needs a proof at submission. */
function resolveEarlyCheck({ location, transition, written }: TransitionScope): void {
  if (transition.askFactor !== undefined) ineffective(location, written, ['earlyCheck'], 'with `askFactor`')
  const inputs = transition.form.map(({ field }) => field)
  for (const [index, name] of indexed(transition.earlyCheck))
    if (!inputs.includes(name))
      reportUnknownName(childLocation(location, 'earlyCheck', index), name, {
        what: 'input of the form',
        among: inputs,
      })
}

/** The transition's checks, values and effects. */
function resolveChanges(scope: TransitionScope): void {
  const { location, draft, transition, written } = scope
  transition.checks = resolveOwnChecks(scope)
  transition.form = transition.form.map((formField) => {
    const given =
      formField.input || draft.fields[formField.field]?.type !== 'ref'
        ? undefined
        : givenBy(formField.field, transition.checks)
    return given === undefined ? formField : { ...formField, givenBy: given }
  })
  resolveSet(scope)
  resolveCopy(scope)
  resolveChange(scope)
  resolveAppend(scope)
  transition.lock = indexed(written.lock).flatMap(([index, path]) =>
    lockable(childLocation(location, 'lock', index), draft, path) ? [path] : [],
  )
  transition.effects = resolveEffects(scope)
}

function askedFields(draft: EntityDraft, transition: TransitionDraft): Record<string, EntityDraft['fields'][string]> {
  return Object.fromEntries(
    transition.form.flatMap((formField) =>
      formField.input ? [] : [[formField.field, draft.fields[formField.field]!]],
    ),
  )
}

function lockable(location: ManifestLocation, draft: EntityDraft, path: string): boolean {
  const reached = pathFrom(location, draft, path)
  if (reached === undefined) return false
  if (isStoredAs('ref')(reached.field)) return true
  const fits = fieldsInstead(path, reached.owner.fields, isStoredAs('ref'))
  reportWrongField(location, { name: path, expected: 'a stored reference', fits })
  return false
}

function resolveVars({
  draft,
  location,
  transition,
  written,
  environment,
}: TransitionScope): Record<string, ValueType> {
  const types = createTable<ValueType>()
  const vars = createTable<NonNullable<ReturnType<typeof resolveAggregate>>>()
  for (const [name, aggregate] of Object.entries(written.vars ?? {})) {
    checkName(childLocation(location, 'vars', name), name)
    const resolved = resolveAggregate(childLocation(location, 'vars', name), aggregate, {
      own: draft,
      asking: draft.shape,
      tables: true,
      environment: { ...environment, vars: { ...types } },
    })
    types[name] = resolved?.type ?? 'unknown'
    if (resolved !== undefined) vars[name] = resolved
  }
  transition.vars = vars
  return types
}

function resolveSet({ draft, location, transition, written, environment }: TransitionScope): void {
  const { context } = location
  const set = createTable<Exclude<TransitionDraft['set'][string], undefined>>()
  for (const [name, source] of Object.entries(written.set ?? {})) {
    const fieldLocation = childLocation(location, 'set', name)
    const field = draft.fields[name]
    if (field === undefined) {
      reportProblem(
        fieldLocation,
        'unknown-field',
        { entity: draft.name, name },
        { key: true, ...hintFor(name, Object.keys(draft.fields)) },
      )
      continue
    }
    if (field.system)
      reportProblem(
        fieldLocation,
        'system-field',
        { name, done: 'set' },
        { key: true, ...(name === 'state' && { hint: '`to` says the new state.' }) },
      )
    else if (!field.stored) reportProblem(fieldLocation, 'computed-field', { name, done: 'set' }, { key: true })
    if (source === null) {
      set[name] = null
      continue
    }
    const result = targetOf(context, field)
    const rule = ruleAt(fieldLocation, source, environment, result)
    if (rule !== undefined) set[name] = rule
  }
  transition.set = set
}

/** Reports variables that no check, message, effect or value reads. */
function tellUnusedVars({ location, draft, transition, written }: TransitionScope): void {
  const unused = new Set(Object.keys(transition.vars))
  if (unused.size === 0) return
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isRule(value))
      visit(value.node, (node) => {
        if (node.kind === 'name' && node.scope === 'vars') unused.delete(node.path[0]!)
      })
    else for (const part of Object.values(value)) look(part)
  }
  look([
    Object.values(transition.vars).map(({ where }) => where),
    transition.checks,
    transition.set,
    transition.copy,
    transition.change,
    transition.append,
    transition.effects,
  ])
  const texts = JSON.stringify([written.checks, checksNaming(draft, transition.name), written.effects])
  for (const name of unused)
    if (!texts.includes(`vars.${name}`))
      reportProblem(childLocation(location, 'vars', name), 'unused-var', { name }, { key: true })
}
