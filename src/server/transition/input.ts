// What did the form say? Each asked value by its field's type, defaults where nothing was given, what is not shown left out, what is required there.
// Everything wrong is collected by field; whether records and files exist is asked in references and files.
import type { App, Field, Rule, Text } from '../../manifest/app'
import { checkValue, isEmpty, type CheckContext } from '../../manifest/fields/fieldTypes'
import { noteField } from '../../manifest/derive/systemFields'
import { keyColumn } from '../../manifest/lineRules'
import { placeholders } from '../../manifest/rule/fill'
import type { LanguageIndex } from '../context'
import { emptyCells, fillCells, withoutCells } from './cells'
import { needless, notOffered, oneLineEach, required, unknownName } from './faults'
import type { Names, Question, Reader } from './reader'
import { bothSentences } from './shown'
import { isShown, lineOf, linesIn, setValue, valueOf, type Asking, type Step } from './step'
import type { Orders } from './work'

/** Reads the forms of all steps. Mistakes stand in each step's errors. */
export async function readInput(
  app: App,
  reader: Reader,
  orders: Orders,
  asking: readonly Asking[],
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) readGiven(app, orders, asking, step)
  await fillDefaults(reader, asking, steps)
  await hide(reader, asking, steps)
  await checkFilled(app, reader, orders, asking, steps)
}

function readGiven(app: App, { transition, caller }: Orders, asking: readonly Asking[], step: Step): void {
  const { values, note } = step.order
  for (const name of Object.keys(values))
    if (!asking.some(({ ask }) => ask.field === name)) step.errors[name] = unknownName
  for (const one of asking) {
    const { ask, field } = one
    if (!ask.input && step.before && field.type !== 'lines') step.input.set(ask.field, step.before.own(ask.field))
    if (ask.readOnly || !Object.hasOwn(values, ask.field) || values[ask.field] === undefined) continue
    const present = step.before?.own(ask.field)
    const context = givable(app, field, present)
    const checked = ask.cells
      ? fillCells(values[ask.field], field, ask.cells, present, context)
      : checkValue(withoutCells(values[ask.field], ask.without), field, context)
    if ('value' in checked) setValue(step, one, kept(field, values[ask.field], checked.value, present, caller.language))
    else if (checked.fields && Object.keys(checked.fields).length > 0)
      for (const [cell, text] of Object.entries(checked.fields)) step.errors[`${ask.field}.${cell}`] = text
    else step.errors[ask.field] = checked.error
  }
  const noted = checkValue(note, noteField, { codes: () => undefined })
  if (!transition.note && note?.trim()) step.errors.note = needless
  else if (transition.note === 'required' && !step.remark) step.errors.note = required
  else if ('error' in noted) step.errors.note = noted.error
}

/** The value as it is kept: no files are nothing, and a text given in one language leaves the other one as it was if it was another. */
function kept(field: Field, given: unknown, value: unknown, present: unknown, language: LanguageIndex): unknown {
  if (field.type === 'files' && isEmpty(value)) return null
  if (!field.localized || typeof given !== 'string' || !Array.isArray(value) || !Array.isArray(present)) return value
  return present.map((text, index) => (index === language || text === present[language] ? value[index] : text))
}

/** Codes that may be given: those in use, and the one that is there already. */
function givable(app: App, field: Field, present: unknown): CheckContext {
  const inUse = (dictionary: string) =>
    app.dictionaries[dictionary]?.items
      .filter((item) => !item.retired || (dictionary === field.dictionary && item.code === present))
      .map((item) => item.code)
  return { codes: inUse }
}

function isGiven({ order }: Step, { ask }: Asking): boolean {
  return !ask.readOnly && Object.hasOwn(order.values, ask.field) && order.values[ask.field] !== undefined
}

/** The rule that fills what was not given: for a record that exists only where the form itself says one and nothing is there. */
function defaultOf(step: Step, one: Asking): Rule | undefined {
  const { ask, field } = one
  if (isGiven(step, one)) return undefined
  if (!step.before || ask.input) return ask.default ?? field.default
  return ask.readOnly || isEmpty(step.record.own(ask.field)) ? ask.default : undefined
}

// One after the other: a default may read what an earlier one gave.
async function fillDefaults(reader: Reader, asking: readonly Asking[], steps: readonly Step[]): Promise<void> {
  for (const one of asking) {
    const filled = steps.flatMap((step) => {
      const rule = defaultOf(step, one)
      return rule ? [{ step, rule }] : []
    })
    await reader.prepare(filled.map(({ step, rule }) => ({ names: step.names, rules: [rule] })))
    for (const { step, rule } of filled) setValue(step, one, reader.rawValue(step.names, rule, one.field))
  }
}

async function hide(reader: Reader, asking: readonly Asking[], steps: readonly Step[]): Promise<void> {
  const conditional = asking.filter(({ ask }) => ask.show)
  if (conditional.length === 0) return
  // What hides one field may show another: until nothing changes, at most once around for each.
  const kept = new Map(steps.map((step) => [step, new Map(conditional.map((one) => [one, valueOf(step, one)]))]))
  for (let round = 0; round <= conditional.length; round += 1) {
    await reader.prepare(steps.map(({ names }) => ({ names, rules: conditional.map(({ ask }) => ask.show) })))
    let changed = false
    for (const step of steps) {
      for (const one of conditional) {
        const shown = reader.holds(step.names, one.ask.show!)
        if (shown === isShown(step, one)) continue
        changed = true
        if (shown) show(step, one, kept.get(step)?.get(one))
        else leaveOut(step, one)
      }
    }
    if (!changed) break
  }
  for (const step of steps)
    for (const name of step.hidden)
      for (const key of Object.keys(step.errors))
        if (key === name || key.startsWith(`${name}.`)) delete step.errors[key]
}

function show(step: Step, one: Asking, value: unknown): void {
  step.hidden.delete(one.ask.field)
  setValue(step, one, value)
}

function leaveOut(step: Step, { ask }: Asking): void {
  step.hidden.add(ask.field)
  if (!ask.input) step.record.unset(ask.field)
  step.input.set(ask.field, ask.input ? null : (step.before?.own(ask.field) ?? null))
}

async function checkFilled(
  app: App,
  reader: Reader,
  orders: Orders,
  asking: readonly Asking[],
  steps: readonly Step[],
): Promise<void> {
  await reader.prepare(
    steps.flatMap((step): Question[] => [
      { names: step.names, rules: asking.map(({ ask }) => ask.requiredWhen) },
      {
        names: choiceNames(step, null),
        rules: asking.map(({ ask, field }) =>
          field.type === 'choice' || field.type === 'lines' ? ask.options : undefined,
        ),
      },
      ...asking.flatMap((one) => checksOf(app, step, one).map(({ names, field }) => questionOf(names, field))),
    ]),
  )
  for (const step of steps)
    for (const one of asking) if (isShown(step, one) && !hasError(step, one)) checkOne(app, reader, orders, one, step)
}

function hasError({ errors }: Step, { ask }: Asking): boolean {
  return Object.keys(errors).some((key) => key === ask.field || key.startsWith(`${ask.field}.`))
}

function checkOne(app: App, reader: Reader, { transition }: Orders, one: Asking, step: Step): void {
  const { ask, field } = one
  const value = valueOf(step, one)
  const isRequired = ask.required || (ask.requiredWhen !== undefined && reader.holds(step.names, ask.requiredWhen))
  if (ask.cells && isRequired)
    for (const at of emptyCells(value, ask.cells)) step.errors[`${ask.field}.${at}`] = required
  if (isEmpty(value)) {
    // What the transition itself sets need not be given.
    if (isRequired && !transition.set[ask.field]) step.errors[ask.field] = required
    return
  }
  if (
    field.type === 'choice' &&
    ask.options &&
    value !== step.before?.own(ask.field) &&
    !reader.holds(choiceNames(step, String(value)), ask.options)
  )
    step.errors[ask.field] = notOffered
  if (field.type === 'lines' && ask.options && !isOneLineEach(app, reader, one, step, linesIn(value)))
    step.errors[ask.field] = oneLineEach
  for (const { names, field: of, at, value: checked } of checksOf(app, step, one)) {
    if (isEmpty(checked)) {
      if (of.requiredWhen && reader.holds(names, of.requiredWhen)) step.errors[at] ??= required
      continue
    }
    const broken = of.check?.find(({ rule }) => !reader.holds(names, rule))
    if (broken) step.errors[at] ??= bothSentences(app, reader, names, broken.message)
  }
}

function isOneLineEach(
  app: App,
  reader: Reader,
  { ask, field }: Asking,
  step: Step,
  lines: ReturnType<typeof linesIn>,
): boolean {
  const { name, dictionary = '' } = keyColumn(field)!
  const given = new Set(lines.map((line) => line[name]))
  return (
    given.size === lines.length &&
    app.dictionaries[dictionary]!.items.every(
      ({ code }) => given.has(code) === reader.holds(choiceNames(step, code), ask.options!),
    )
  )
}

function choiceNames(step: Step, code: string | null): Names {
  return { this: step.record, input: step.input, ...(code === null ? {} : { code }) }
}

/** The field itself and, of lines, every cell, each with what its rules name. */
function checksOf(app: App, step: Step, one: Asking): { names: Names; field: Field; at: string; value: unknown }[] {
  const { ask, field } = one
  const own = { names: step.names, field, at: ask.field, value: valueOf(step, one) }
  if (field.type !== 'lines') return field.check ? [own] : []
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.check || cell.requiredWhen)
  const lines = linesIn(own.value)
  const ofCells =
    cells.length === 0
      ? []
      : lines.flatMap((line, index) => {
          const names: Names = { record: lineOf(app, step, field, line), this: step.record, input: step.input }
          return cells.map((cell) => ({
            names,
            field: cell,
            at: `${ask.field}.${index}.${cell.name}`,
            value: line[cell.name],
          }))
        })
  return field.check ? [own, ...ofCells] : ofCells
}

function questionOf(names: Names, field: Field): Question {
  const checks = field.check ?? []
  return {
    names,
    rules: [field.requiredWhen, ...checks.map(({ rule }) => rule)],
    paths: checks.flatMap(({ message }: { message: Text }) => placeholders(message)),
  }
}

/** Fills the fields of new records that were not asked. */
export async function fillUnasked(
  reader: Reader,
  { entity, transition }: Orders,
  steps: readonly Step[],
): Promise<void> {
  if (!transition.creates) return
  for (const field of Object.values(entity.fields)) {
    if (!field.default || field.system || !field.stored) continue
    const open = steps.filter(
      (step) => step.hidden.has(field.name) || !transition.asks.some((ask) => !ask.input && ask.field === field.name),
    )
    await reader.prepare(open.map(({ names }) => ({ names, rules: [field.default] })))
    for (const step of open) step.record.set(field.name, reader.rawValue(step.names, field.default!, field))
  }
}
