// Reads forms: parses values by field type, applies defaults, drops hidden fields.
// Requires visible required fields. Collects errors by field; references and files verify that records and files exist.
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { Rule } from '../../../manifest/model/rule'
import type { Text } from '../../../manifest/model/text'
import { areaList } from '@vant/area-data'
import { isEmpty, isRecord, type CheckContext } from '../../../manifest/fieldTypes/definition'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { readRegions } from '../../../manifest/fieldTypes/regions'
import { noteField } from '../../../manifest/2-declare/systemFields'
import { keyColumn } from '../../../manifest/model/lineRules'
import { placeholders } from '../../../manifest/expression/template'
import { emptyCells, fillCells, withoutCells } from './editOnlyFields'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import type { ResolveRequest, ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'
import { localizedSentence } from '../state/valueText'
import { isShown, lineOf, linesIn, setValue, valueOf, type FormEntry, type TransitionStep } from '../state/step'
import type { TransitionBatch } from '../state/writeContext'

const regions = readRegions(areaList)

/** Reads the forms of all steps. Errors go to each step's `errors`. */
export async function readInput(
  resolver: ValueResolver,
  batch: TransitionBatch,
  asking: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  for (const step of steps) readGiven(resolver.app, batch, asking, step)
  await fillDefaults(resolver, asking, steps)
  await hide(resolver, asking, steps)
  await checkFilled(resolver, batch, asking, steps)
}

function readGiven(
  app: App,
  { transition, caller }: TransitionBatch,
  asking: readonly FormEntry[],
  step: TransitionStep,
): void {
  const [{ values, note }, { languages }] = [step.request, app.product]
  const position = languages.indexOf(caller.language)
  for (const name of Object.keys(values))
    if (!asking.some(({ ask }) => ask.field === name)) step.errors[name] = fieldError('unknown_name')
  for (const entry of asking) {
    const { ask, field } = entry
    if (!ask.input && step.before && field.type !== 'lines') step.input.set(ask.field, step.before.own(ask.field))
    if (ask.readOnly || !Object.hasOwn(values, ask.field) || values[ask.field] === undefined) continue
    const present = step.before?.own(ask.field)
    const context = givable(app, field, present)
    const given = values[ask.field]
    const checked = ask.editOnlyFields
      ? fillCells(entry, given, present, context)
      : validateValue(withoutCells(given, ask.omitFields), field, context)
    if ('value' in checked) {
      // No files are nothing.
      const value = field.type === 'files' && isEmpty(checked.value) ? null : checked.value
      const isOneLanguage = field.localized && typeof given === 'string'
      setValue(step, entry, isOneLanguage ? inOneLanguage(value, present, position) : value)
    } else if (checked.fields && Object.keys(checked.fields).length > 0)
      for (const [cell, text] of Object.entries(checked.fields)) step.errors[`${ask.field}.${cell}`] = text
    else step.errors[ask.field] = checked.error
  }
  const noted = validateValue(note, noteField(app.product), { languages, codes: () => undefined })
  if (!transition.note && note?.trim()) step.errors.note = fieldError('note_not_expected')
  else if (transition.note === 'required' && !step.remark) step.errors.note = fieldError('required')
  else if ('error' in noted) step.errors.note = noted.error
}

/** A text given in one language leaves a different one as it was. `position`: that of the language. */
function inOneLanguage(value: unknown, present: unknown, position: number): unknown {
  if (!Array.isArray(value) || !Array.isArray(present)) return value
  return value.map((text: unknown, index) =>
    index === position || present[index] === undefined || present[index] === present[position] ? text : present[index],
  )
}

/** The codes that may be given: current ones, and the stored one. */
export function givable(app: App, field: Field, present: unknown): CheckContext {
  const inUse = (dictionary: string) =>
    app.dictionaries[dictionary]?.items
      .filter((item) => !item.retired || (dictionary === field.dictionary && item.code === present))
      .map((item) => item.code)
  // A stored value stays valid.
  const isThere = (province: string, city: string, district: string) =>
    isRecord(present) && present.province === province && present.city === city && (present.district ?? '') === district
  const isRegion = (...region: [string, string, string]) => isThere(...region) || regions.has(...region)
  return { languages: app.product.languages, codes: inUse, isRegion }
}

function isGiven({ request }: TransitionStep, { ask }: FormEntry): boolean {
  return !ask.readOnly && Object.hasOwn(request.values, ask.field) && request.values[ask.field] !== undefined
}

/**
 * The rule that fills a missing value: for an existing record only the form's own, and only where nothing is stored.
 */
function defaultOf(step: TransitionStep, entry: FormEntry): Rule | undefined {
  const { ask, field } = entry
  if (isGiven(step, entry)) return undefined
  if (!step.before || ask.input) return ask.default ?? field.default
  return ask.readOnly || isEmpty(step.record.own(ask.field)) ? ask.default : undefined
}

// One after another: a default may read the result of an earlier one.
async function fillDefaults(
  resolver: ValueResolver,
  asking: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  for (const entry of asking) {
    const filled = steps.flatMap((step) => {
      const rule = defaultOf(step, entry)
      return rule ? [{ step, rule }] : []
    })
    await resolver.prepare(filled.map(({ step, rule }) => ({ names: step.names, rules: [rule] })))
    for (const { step, rule } of filled) setValue(step, entry, resolver.rawValue(step.names, rule, entry.field))
  }
}

async function hide(
  resolver: ValueResolver,
  asking: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  const conditional = asking.filter(({ ask }) => ask.visibleWhen)
  if (conditional.length === 0) return
  // Hiding one field may show another: repeat until nothing changes, at most once per field.
  const byName = new Map(
    steps.map((step) => [step, new Map(conditional.map((entry) => [entry, valueOf(step, entry)]))]),
  )
  for (let round = 0; round <= conditional.length; round += 1) {
    await resolver.prepare(steps.map(({ names }) => ({ names, rules: conditional.map(({ ask }) => ask.visibleWhen) })))
    let changed = false
    for (const step of steps) {
      for (const entry of conditional) {
        const isVisible = resolver.holds(step.names, entry.ask.visibleWhen!)
        if (isVisible === isShown(step, entry)) continue
        changed = true
        if (isVisible) show(step, entry, byName.get(step)?.get(entry))
        else leaveOut(step, entry)
      }
    }
    if (!changed) break
  }
  for (const step of steps)
    for (const name of step.hidden)
      for (const key of Object.keys(step.errors))
        if (key === name || key.startsWith(`${name}.`)) delete step.errors[key]
}

function show(step: TransitionStep, entry: FormEntry, value: unknown): void {
  step.hidden.delete(entry.ask.field)
  setValue(step, entry, value)
}

function leaveOut(step: TransitionStep, { ask }: FormEntry): void {
  step.hidden.add(ask.field)
  if (!ask.input) step.record.unset(ask.field)
  step.input.set(ask.field, ask.input ? null : (step.before?.own(ask.field) ?? null))
}

async function checkFilled(
  resolver: ValueResolver,
  batch: TransitionBatch,
  asking: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  await resolver.prepare(
    steps.flatMap((step): ResolveRequest[] => [
      { names: step.names, rules: asking.map(({ ask }) => ask.requiredWhen) },
      {
        names: choiceNames(step, null),
        rules: asking.map(({ ask, field }) =>
          field.type === 'choice' || field.type === 'lines' ? ask.optionsWhere : undefined,
        ),
      },
      ...asking.flatMap((entry) => checksOf(step, entry).map(({ names, field }) => questionOf(names, field))),
    ]),
  )
  for (const step of steps)
    for (const entry of asking)
      if (isShown(step, entry) && !hasError(step, entry)) checkOne(resolver, batch, entry, step)
}

function hasError({ errors }: TransitionStep, { ask }: FormEntry): boolean {
  return Object.keys(errors).some((key) => key === ask.field || key.startsWith(`${ask.field}.`))
}

function checkOne(
  resolver: ValueResolver,
  { transition }: TransitionBatch,
  entry: FormEntry,
  step: TransitionStep,
): void {
  const { ask, field } = entry
  const value = valueOf(step, entry)
  const isRequired = ask.required || (ask.requiredWhen !== undefined && resolver.holds(step.names, ask.requiredWhen))
  if (ask.editOnlyFields && isRequired)
    for (const path of emptyCells(value, ask.editOnlyFields))
      step.errors[`${ask.field}.${path}`] = fieldError('required')
  if (isEmpty(value)) {
    // A value that the transition itself sets need not be given.
    if (isRequired && !transition.set[ask.field]) step.errors[ask.field] = fieldError('required')
    return
  }
  if (
    field.type === 'choice' &&
    ask.optionsWhere &&
    value !== step.before?.own(ask.field) &&
    !resolver.holds(choiceNames(step, String(value)), ask.optionsWhere)
  )
    step.errors[ask.field] = fieldError('option_invalid')
  if (field.type === 'lines' && ask.optionsWhere && !isOneLineEach(resolver, entry, step, linesIn(value)))
    step.errors[ask.field] = fieldError('line_missing')
  for (const { names, field: givenField, at: errorPath, value: checked } of checksOf(step, entry)) {
    if (isEmpty(checked)) {
      if (givenField.requiredWhen && resolver.holds(names, givenField.requiredWhen))
        step.errors[errorPath] ??= fieldError('required')
      continue
    }
    const broken = givenField.checks?.find(({ rule }) => !resolver.holds(names, rule))
    if (broken) step.errors[errorPath] ??= localizedSentence(resolver, names, broken.message)
  }
}

function isOneLineEach(
  resolver: ValueResolver,
  { ask, field }: FormEntry,
  step: TransitionStep,
  lines: ReturnType<typeof linesIn>,
): boolean {
  const { name, dictionary = '' } = keyColumn(field)!
  const input = new Set(lines.map((line) => line[name]))
  return (
    input.size === lines.length &&
    resolver.app.dictionaries[dictionary]!.items.every(
      ({ code }) => input.has(code) === resolver.holds(choiceNames(step, code), ask.optionsWhere!),
    )
  )
}

function choiceNames(step: TransitionStep, code: string | null): NameScopes {
  return { this: step.record, input: step.input, ...(code === null ? {} : { code }) }
}

/** The checks of the field itself and of the fields of its lines, each with the values that its rules read. */
function checksOf(
  step: TransitionStep,
  entry: FormEntry,
): { names: NameScopes; field: Field; at: string; value: unknown }[] {
  const { ask, field } = entry
  const ofField = { names: step.names, field, at: ask.field, value: valueOf(step, entry) }
  if (field.type !== 'lines') return field.checks ? [ofField] : []
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.checks || cell.requiredWhen)
  const lines = linesIn(ofField.value)
  const ofCells =
    cells.length === 0
      ? []
      : lines.flatMap((line, index) => {
          const names: NameScopes = { record: lineOf(step, field, line), this: step.record, input: step.input }
          return cells.map((cell) => ({
            names,
            field: cell,
            at: `${ask.field}.${index}.${cell.name}`,
            value: line[cell.name],
          }))
        })
  return field.checks ? [ofField, ...ofCells] : ofCells
}

function questionOf(names: NameScopes, field: Field): ResolveRequest {
  const checks = field.checks ?? []
  return {
    names,
    rules: [field.requiredWhen, ...checks.map(({ rule }) => rule)],
    paths: checks.flatMap(({ message }: { message: Text }) => placeholders(message)),
  }
}

/** Sets the fields of new records that are not on the form. */
export async function fillUnasked(
  resolver: ValueResolver,
  { entity, transition }: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<void> {
  if (!transition.creates) return
  for (const field of Object.values(entity.fields)) {
    if (!field.default || field.system || !field.stored) continue
    const open = steps.filter(
      (step) => step.hidden.has(field.name) || !transition.form.some((ask) => !ask.input && ask.field === field.name),
    )
    await resolver.prepare(open.map(({ names }) => ({ names, rules: [field.default] })))
    for (const step of open) step.record.set(field.name, resolver.rawValue(step.names, field.default!, field))
  }
}
