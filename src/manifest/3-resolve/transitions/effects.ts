// Resolves effects: transitions of other records, run by the system, messages, and calls.
// A run effect must allow the system, name its record and pass all required inputs; otherwise the server would refuse
// it every time.
import { presentOf } from '../../expression/values/present'
import type { Effect, RunEffect } from '../../model/transition'
import type { Rule } from '../../model/rule'
import type * as language from '../../language/generated'
import { reportWrongField } from '../../context/fittingFields'
import { ineffective } from '../../context/lookup'
import type { RuleEnvironment } from '../../expression/environment'
import {
  childLocation,
  indexed,
  ruleAt,
  createTable,
  reportProblem,
  textAt,
  type ManifestLocation,
  type EntityDraft,
  type TransitionDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { conditionAt, targetOf } from '../../context/ruleTypes'
import {
  isForSystem,
  checkRefersTo,
  checkRunsOn,
  transitionNamed,
  type NamedTransition,
} from '../../context/transitionLookups'
import { resolveCall } from './calls'
import { resolveMessage } from './messages'
import type { TransitionScope } from './scope'

export function resolveEffects(scope: TransitionScope): Effect[] {
  return indexed(scope.written.effects).flatMap(([index, effect]): Effect[] => {
    const effectLocation = childLocation(scope.location, 'effects', index)
    const resolved =
      'run' in effect
        ? resolveRun(effectLocation, effect, scope)
        : 'call' in effect
          ? resolveCall(effectLocation, effect, scope)
          : resolveMessage(effectLocation, effect, scope)
    return resolved === undefined ? [] : [resolved]
  })
}

function resolveRun(
  location: ManifestLocation,
  written: language.RunEffect,
  { draft, environment }: TransitionScope,
): RunEffect | undefined {
  const named = transitionNamed(childLocation(location, 'run'), written.run)
  if (named === undefined) return undefined
  const { entity, transition } = named
  if (!isForSystem(transition))
    reportProblem(
      childLocation(location, 'run'),
      'not-for-system',
      { name: written.run, by: 'this effect' },
      { hint: `Add "system" to its permissions in ${entity.file.path}.` },
    )
  const chosen = conditionAt(location, 'where', written.where, {
    ...environment,
    record: entity.shape,
    this: draft.shape,
  })
  const when = conditionAt(location, 'when', written.when, environment)
  if (transition.creates) ineffective(location, written, ['on', 'where'], 'when a record is created')
  else chooseRecord(draft, location, written, entity)
  if (written.saveToField !== undefined) checkSaveToField(location, draft, written.saveToField, named)
  checkTexts(location, written, named, environment)
  return {
    kind: 'run',
    entity: entity.name,
    transition: transition.name,
    values: resolveValues(location, written, named, environment),
    ...presentOf(written, 'texts', 'on', 'saveToField'),
    ...(chosen !== undefined && { where: chosen }),
    ...(when !== undefined && { when }),
  }
}

function chooseRecord(
  draft: EntityDraft,
  location: ManifestLocation,
  written: language.RunEffect,
  entity: EntityDraft,
): void {
  if (written.on !== undefined && written.where !== undefined)
    reportProblem(
      childLocation(location, 'where'),
      'conflicting-keys',
      { what: 'An effect runs `on` one record or on `where` that a rule finds' },
      { key: true },
    )
  if (written.on === undefined && written.where === undefined) {
    const refs = Object.values(draft.fields).filter((field) => field.type === 'ref' && field.entity === entity.name)
    reportProblem(
      childLocation(location, 'run'),
      'missing-part',
      { thing: 'an effect on a record that exists', key: 'on` or `where' },
      refs.length > 0 ? { hint: `References to ${entity.name}: ${refs.map((field) => field.name).join(', ')}.` } : {},
    )
  }
  if (written.on !== undefined) checkRunsOn(childLocation(location, 'on'), draft, written.on, entity)
}

function checkSaveToField(
  location: ManifestLocation,
  draft: EntityDraft,
  name: string,
  { entity, transition }: NamedTransition,
): void {
  const saveLocation = childLocation(location, 'saveToField')
  if (!transition.creates)
    reportProblem(
      saveLocation,
      'ineffective-key',
      { key: 'saveToField', where: 'when no record is created' },
      { key: true },
    )
  const field = draft.fields[name]
  checkRefersTo(saveLocation, draft, name, entity)
  if (field?.system === true) reportProblem(saveLocation, 'system-field', { name, done: 'set' })
  else if (field?.stored === false) reportProblem(saveLocation, 'computed-field', { name, done: 'set' })
}

function resolveValues(
  location: ManifestLocation,
  written: language.RunEffect,
  { entity, transition }: NamedTransition,
  environment: RuleEnvironment,
): Record<string, Rule> {
  const { context } = location
  const byName = givable(transition)
  const values = createTable<Rule>()
  for (const [name, source] of Object.entries(written.values ?? {})) {
    const valueLocation = childLocation(location, 'values', name)
    const formField = byName.get(name)
    if (formField === undefined) {
      reportNotAsked(valueLocation, name, written.run, byName)
      continue
    }
    const result = targetOf(context, formField.input ? transition.inputs[name]! : entity.fields[name]!)
    const rule = ruleAt(valueLocation, source, environment, result)
    if (rule !== undefined) values[name] = rule
  }
  if (transition.creates)
    for (const formField of byName.values())
      if (isMissing(entity, transition, formField, written))
        reportProblem(
          childLocation(location, 'run'),
          'missing-value',
          { transition: written.run, name: formField.field },
          { hint: `Add it to \`values\`.` },
        )
  return values
}

/** Texts go into localized fields only: another would keep a single language. */
function checkTexts(
  location: ManifestLocation,
  written: language.RunEffect,
  { entity, transition }: NamedTransition,
  environment: RuleEnvironment,
): void {
  const byName = givable(transition)
  const fits = [...byName.values()].filter(({ field, input }) => !input && entity.fields[field]?.localized)
  for (const [name, text] of Object.entries(written.texts ?? {})) {
    const textLocation = childLocation(location, 'texts', name)
    textAt(textLocation, text, environment)
    const formField = byName.get(name)
    if (formField === undefined) reportNotAsked(textLocation, name, written.run, byName)
    else if (!fits.includes(formField))
      reportWrongField(textLocation, { name, expected: 'a localized field', fits: fits.map(({ field }) => field) })
    else if (written.values?.[name] !== undefined)
      reportProblem(
        textLocation,
        'conflicting-keys',
        { what: 'An effect fills a field by `values` or `texts`' },
        { key: true },
      )
  }
}

const givable = (transition: TransitionDraft) =>
  new Map(transition.form.map((formField) => [formField.field, formField]))

function reportNotAsked(
  location: ManifestLocation,
  name: string,
  transition: string,
  among: ReadonlyMap<string, unknown>,
): void {
  reportUnknownName(location, name, {
    what: `field or input that ${transition} asks:`,
    among: among.keys(),
    key: true,
  })
}

/** A new record needs every field that is always required and has no default. */
function isMissing(
  { file: { manifest } }: EntityDraft,
  { name }: TransitionDraft,
  { field, input, required }: TransitionDraft['form'][number],
  { values, texts }: language.RunEffect,
): boolean {
  if (!required || (values?.[field] ?? texts?.[field]) !== undefined) return false
  const written = manifest.transitions?.[name]
  if (input) return written?.inputs?.[field]?.default === undefined
  const detail = written?.form?.find((entry) => typeof entry === 'object' && entry.field === field)
  const isConditional = typeof detail === 'object' && (detail.visibleWhen !== undefined || detail.default !== undefined)
  return !isConditional && manifest.fields[field]?.default === undefined && written?.set?.[field] === undefined
}
