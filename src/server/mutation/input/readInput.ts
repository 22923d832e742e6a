// Reads forms: values, defaults, hidden and required fields.
// Collects errors by field; references.ts and files.ts verify that records and files exist.
import { declared } from '../../../manifest/expression/values/present'
import type { Field } from '../../../manifest/model/field'
import type { Rule } from '../../../manifest/model/rule'
import type { Text } from '../../../manifest/model/text'
import type { LocalizableText } from '../../../manifest/expression/message'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import { canReadField } from '../../query/policy/fieldAccess'
import { keyColumn } from '../../../manifest/model/lineRules'
import { placeholders } from '../../../manifest/expression/template'
import { emptyCells } from './editOnlyFields'
import { isGiven, readGiven } from './given'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import type { ResolveRequest, ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'
import { localizedSentence } from '../state/valueText'
import {
  isShown,
  lineOf,
  linesIn,
  namesAsStored,
  setValue,
  valueOf,
  type FormEntry,
  type TransitionStep,
} from '../state/step'
import type { TransitionBatch } from '../state/writeContext'

/** Reads the forms of all steps. Errors go to each step's `errors`. */
export async function readInput(
  resolver: ValueResolver,
  batch: TransitionBatch,
  entries: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  for (const step of steps) await readGiven(resolver, batch, entries, step)
  await fillDefaults(resolver, entries, steps)
  await hideInvisible(resolver, batch, entries, steps)
  await checkFilled(resolver, batch, entries, steps)
}

/**
 * The rule that fills a missing value: for an existing record only the form's own, and only if nothing is stored.
 */
export function fillingRule(step: TransitionStep, { formField, field }: FormEntry): Rule | undefined {
  if (!step.before || formField.input) return formField.default ?? field.default
  return formField.readOnly || isEmpty(step.before.own(formField.field)) ? formField.default : undefined
}

// Sequentially: a default may read the result of an earlier one.
async function fillDefaults(
  resolver: ValueResolver,
  entries: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  for (const entry of entries) {
    const filled = steps.flatMap((step) => {
      const rule = isGiven(step, entry) ? undefined : fillingRule(step, entry)
      return rule ? [{ step, rule }] : []
    })
    await resolver.prepare(filled.map(({ step, rule }) => ({ names: step.names, rules: [rule] })))
    for (const { step, rule } of filled) setValue(step, entry, resolver.rawValue(step.names, rule, entry.field))
  }
}

async function hideInvisible(
  resolver: ValueResolver,
  batch: TransitionBatch,
  entries: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  const conditional = entries.filter(({ formField }) => formField.visibleWhen)
  if (conditional.length === 0) return
  const pointless = await clearedWhenHidden(resolver, batch, entries, steps)
  const givenValues = new Map(
    steps.map((step) => [step, new Map(conditional.map((entry) => [entry, valueOf(step, entry)]))]),
  )
  // Hiding one field may show another: repeat until nothing changes. Fields that hide each other never settle.
  for (let round = 0; round <= conditional.length; round += 1) {
    await resolver.prepare(
      steps.map(({ names }) => ({ names, rules: conditional.map(({ formField }) => formField.visibleWhen) })),
    )
    let changed = false
    for (const step of steps) {
      for (const entry of conditional) {
        const isVisible = resolver.holds(step.names, entry.formField.visibleWhen!)
        if (isVisible === isShown(step, entry)) continue
        changed = true
        if (isVisible) show(step, entry, givenValues.get(step)?.get(entry))
        else hide(step, entry, pointless.get(step)?.has(entry) === true)
      }
    }
    if (!changed) break
  }
  for (const step of steps)
    for (const name of step.hidden) for (const key of errorKeys(step, name)) delete step.errors[key]
}

function show(step: TransitionStep, entry: FormEntry, value: unknown): void {
  step.hidden.delete(entry.formField.field)
  setValue(step, entry, value)
}

function hide(step: TransitionStep, entry: FormEntry, isPointless: boolean): void {
  const { formField } = entry
  step.hidden.add(formField.field)
  if (isPointless) return setValue(step, entry, null)
  if (!formField.input) step.record.unset(formField.field)
  step.input.set(formField.field, formField.input ? null : (step.before?.own(formField.field) ?? null))
}

/**
 * The fields whose stored value is cleared when the form hides them: those that it shows to this caller for the record
 * as stored, and can write. A field hidden from the caller in any case, as by a missing right, keeps its value.
 */
async function clearedWhenHidden(
  resolver: ValueResolver,
  { caller }: TransitionBatch,
  entries: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<ReadonlyMap<TransitionStep, ReadonlySet<FormEntry>>> {
  const stored = steps.flatMap((step) => {
    const { before } = step
    const clearable = entries.filter(
      ({ formField, field }) =>
        formField.visibleWhen &&
        !formField.input &&
        !(formField.readOnly && !formField.default) &&
        canReadField(field, caller) &&
        !isEmpty(before?.own(formField.field)),
    )
    return before && clearable.length > 0 ? [{ step, clearable, names: namesAsStored(step, before, entries) }] : []
  })
  await resolver.prepare(
    stored.map(({ names, clearable }) => ({ names, rules: clearable.map(({ formField }) => formField.visibleWhen) })),
  )
  return new Map(
    stored.map(({ step, names, clearable }) => [
      step,
      new Set(clearable.filter(({ formField }) => resolver.holds(names, formField.visibleWhen!))),
    ]),
  )
}

async function checkFilled(
  resolver: ValueResolver,
  batch: TransitionBatch,
  entries: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Promise<void> {
  await resolver.prepare(
    steps.flatMap((step): ResolveRequest[] => [
      { names: step.names, rules: entries.map(({ formField }) => formField.requiredWhen) },
      {
        names: choiceNames(step, null),
        rules: entries.map(({ formField, field }) =>
          field.type === 'choice' || field.type === 'lines' ? formField.optionsWhere : undefined,
        ),
      },
      ...entries.flatMap((entry) => checksOf(step, entry).map(({ names, field }) => resolveRequestOf(names, field))),
    ]),
  )
  for (const step of steps)
    for (const entry of entries)
      if (isShown(step, entry) && errorKeys(step, entry.formField.field).length === 0)
        checkEntry(resolver, batch, entry, step)
}

/** The keys of the errors of a field and its cells. */
const errorKeys = ({ errors }: TransitionStep, field: string): string[] =>
  Object.keys(errors).filter((key) => key === field || key.startsWith(`${field}.`))

function checkEntry(
  resolver: ValueResolver,
  { transition, incomplete }: TransitionBatch,
  entry: FormEntry,
  step: TransitionStep,
): void {
  const { formField } = entry
  const value = valueOf(step, entry)
  const isRequired =
    incomplete !== 'accepted' &&
    (formField.required || (formField.requiredWhen !== undefined && resolver.holds(step.names, formField.requiredWhen)))
  if (formField.editOnlyFields && isRequired)
    for (const path of emptyCells(value, formField.editOnlyFields))
      step.errors[`${formField.field}.${path}`] = fieldError('required')
  if (isEmpty(value)) {
    // A value that the transition itself sets need not be given.
    if (!isRequired || transition.set[formField.field]) return
    if (incomplete === 'checkedFirst') step.missing.add(formField.field)
    else step.errors[formField.field] = fieldError('required')
    return
  }
  const refused = refusedOption(resolver, entry, step)
  if (refused) step.errors[formField.field] = fieldError(refused)
  for (const checked of checksOf(step, entry)) {
    const error = checkError(resolver, checked)
    if (error) step.errors[checked.errorKey] ??= error
  }
}

/** A value with the field that checks it, and what its rules read. */
interface CheckedValue {
  readonly names: NameScopes
  readonly field: Field
  /** Under which an error of the value is reported. */
  readonly errorKey: string
  readonly value: unknown
}

function checkError(resolver: ValueResolver, { names, field, value }: CheckedValue): LocalizableText | undefined {
  if (isEmpty(value))
    return field.requiredWhen && resolver.holds(names, field.requiredWhen) ? fieldError('required') : undefined
  const broken = field.checks?.find(({ rule }) => !resolver.holds(names, rule))
  return broken && localizedSentence(resolver, names, broken.message)
}

/** What the rule of the options refuses: a code that was not stored before, lines that are not one for each option. */
function refusedOption(resolver: ValueResolver, entry: FormEntry, step: TransitionStep) {
  const { field, formField } = entry
  const value = valueOf(step, entry)
  if (!formField.optionsWhere) return undefined
  if (field.type === 'lines')
    return hasOneLinePerOption(resolver, entry, step, linesIn(value)) ? undefined : 'line_missing'
  if (field.type !== 'choice' || value === step.before?.own(formField.field)) return undefined
  return resolver.holds(choiceNames(step, String(value)), formField.optionsWhere) ? undefined : 'option_invalid'
}

/** Whether there is exactly one line for each option that the rule offers. */
function hasOneLinePerOption(
  resolver: ValueResolver,
  { formField, field }: FormEntry,
  step: TransitionStep,
  lines: ReturnType<typeof linesIn>,
): boolean {
  const { name, dictionary = '' } = keyColumn(field)!
  const codes = new Set(lines.map((line) => line[name]))
  return (
    codes.size === lines.length &&
    declared(resolver.app.dictionaries, dictionary).items.every(
      ({ code }) => codes.has(code) === resolver.holds(choiceNames(step, code), formField.optionsWhere!),
    )
  )
}

function choiceNames(step: TransitionStep, code: string | null): NameScopes {
  return { this: step.record, input: step.input, ...(code === null ? {} : { code }) }
}

/** The checked values: that of the field itself, and those of its lines. */
function checksOf(step: TransitionStep, entry: FormEntry): CheckedValue[] {
  const { formField, field } = entry
  const ofField = { names: step.names, field, errorKey: formField.field, value: valueOf(step, entry) }
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
            errorKey: `${formField.field}.${index}.${cell.name}`,
            value: line[cell.name],
          }))
        })
  return field.checks ? [ofField, ...ofCells] : ofCells
}

function resolveRequestOf(names: NameScopes, field: Field): ResolveRequest {
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
      (step) =>
        step.hidden.has(field.name) ||
        !transition.form.some((formField) => !formField.input && formField.field === field.name),
    )
    await resolver.prepare(open.map(({ names }) => ({ names, rules: [field.default] })))
    for (const step of open) step.record.set(field.name, resolver.rawValue(step.names, field.default!, field))
  }
}
